"""Tables on disk: a folder for every set of rules, a file for every layer.

A layer file is one page of header and then the bare numbers, so it can be mapped into memory. While a layer is
worked on it is called `.part`, with a journal of the chunks that are finished; mapped pages outlive a killed
process, so what the journal names is there. After a crash of the whole machine that is not certain, hence the
journal names the boot it belongs to. A layer is sealed by checksum and renaming; a sealed one is never touched again.
"""

import json
import mmap
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

import numpy as np
from filelock import FileLock, Timeout

from knobel.home import cache_folder
from knobel.solver.arrays.shape import Values
from knobel.solver.errors import BusyTable, ForeignTable, StaleTable, TornTable

MAGIC = "knobel layer 1"  # the number goes up when the meaning of the bytes changes
PAGE = 4096
PIECE = 1 << 20  # bytes
LOCK = "lock"
CHECK_ALWAYS = 64 << 20  # larger layers are checked number by number only when a solve goes on with them


def tables_folder() -> Path:
    return cache_folder() / "tables"


def table_folder(key: str, digest: str) -> Path:
    return tables_folder() / f"{key}-{digest[:16]}"


@dataclass(frozen=True)
class LayerHeader:
    magic: str
    digest: str
    layer: int
    count: int
    kind: str
    check: int

    def pack(self) -> bytes:
        return json.dumps(asdict(self)).encode().ljust(PAGE - 1) + b"\n"


def read_layer(path: Path, digest: str, layer: int, count: int, *, check: bool | None = None) -> Values:
    """The numbers of a sealed layer, mapped read-only; refused if they are not what they should be."""
    with path.open("rb") as file:
        header = _header(file, path)
        if header.digest != digest:
            raise StaleTable(path=path.parent.name)
        kind = np.dtype(header.kind)
        whole = PAGE + header.count * kind.itemsize
        if (header.layer, header.count) != (layer, count) or os.fstat(file.fileno()).st_size != whole:
            raise TornTable(path=path.parent.name, file=path.name)
        if not count:
            return np.empty(0, kind)
        if (whole <= CHECK_ALWAYS if check is None else check) and _check_sum(file) != header.check:
            raise TornTable(path=path.parent.name, file=path.name)
        values: Values = np.memmap(file, kind, "r", PAGE, (count,))
    return values


def _header(file: BinaryIO, path: Path) -> LayerHeader:
    try:
        fields = json.loads(file.read(PAGE))
        header = LayerHeader(**fields)
    except (ValueError, TypeError) as error:
        raise ForeignTable(path=path.parent.name, file=path.name) from error
    if header.magic != MAGIC:
        raise ForeignTable(path=path.parent.name, file=path.name)
    return header


@dataclass
class TableFolder:
    """The layers of one table. `begin`, `mark` and `seal` write them one after the other."""

    path: Path
    digest: str
    _part: np.memmap[Any, Any] | None = field(default=None, repr=False)
    _journal: int = -1

    def file(self, layer: int) -> Path:
        return self.path / f"layer-{layer:02}.bin"

    def has(self, layer: int) -> bool:
        return self.file(layer).exists()

    def read(self, layer: int, count: int, *, check: bool | None = None) -> Values:
        return read_layer(self.file(layer), self.digest, layer, count, check=check)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else solves this table meanwhile; the lock ends with the process, however it ends."""
        self.path.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.path / LOCK)
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise BusyTable(path=self.path.name) from error
        try:
            yield
        finally:
            lock.release()

    def begin(self, layer: int, count: int, kind: str, chunk: int) -> tuple[Values, set[int]]:
        """Room for a layer, and the chunks of it an earlier run has finished."""
        part, journal = self.file(layer).with_suffix(".part"), self.file(layer).with_suffix(".journal")
        whole = PAGE + count * np.dtype(kind).itemsize
        promise = f"{MAGIC} {self.digest} {layer} {count} {kind} {chunk} {_boot()}\n"
        done: set[int] = set()
        if part.exists() and part.stat().st_size == whole and journal.exists():
            lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
            if lines and lines[0] == promise:
                done = {int(line) for line in lines[1:] if line.endswith("\n")}
        if not done:
            journal.write_text(promise, encoding="utf-8")
            with part.open("wb") as file:
                file.truncate(whole)
        self._journal = os.open(journal, os.O_WRONLY | os.O_APPEND)
        self._part = np.memmap(part, kind, "r+", PAGE, (count,))
        return self._part, done

    def mark(self, chunk: int) -> None:
        os.write(self._journal, f"{chunk}\n".encode())

    def seal(self, layer: int) -> None:
        part = self.file(layer).with_suffix(".part")
        values = self._part
        assert values is not None
        values.flush()
        with part.open("r+b") as file:
            header = LayerHeader(MAGIC, self.digest, layer, len(values), values.dtype.str, _check_sum(file))
            file.seek(0)
            file.write(header.pack())
            file.flush()
            os.fsync(file.fileno())
        os.close(self._journal)
        self._part, self._journal = None, -1
        del values  # unmaps it
        part.replace(self.file(layer))
        self.file(layer).with_suffix(".journal").unlink()

    def forget_pages(self, *arrays: Values) -> None:
        """Give mapped pages back to the system; they stay on disk and come back when asked for. Windows has no such
        call and takes them by itself when memory runs short."""
        if not hasattr(mmap, "MADV_DONTNEED"):
            return
        for array in arrays:
            if isinstance(array, np.memmap) and isinstance(array._mmap, mmap.mmap):  # type: ignore[attr-defined]
                array._mmap.madvise(mmap.MADV_DONTNEED)  # type: ignore[attr-defined]

    def delete(self) -> None:
        """Refused while a process solves it, and where open files cannot be removed, also while one reads it."""
        try:
            with self.locked():
                for file in self.path.iterdir():
                    if file.name != LOCK:
                        file.unlink()
            shutil.rmtree(self.path)
        except PermissionError as error:
            raise BusyTable(path=self.path.name) from error


def _check_sum(file: BinaryIO) -> int:
    """Of the numbers in a layer file, read piece by piece: a mapped layer would count as memory all at once."""
    file.seek(PAGE)
    check = 0
    while piece := file.read(PIECE):
        check = crc32(piece, check)
    return check


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="utf-8").strip()
    except OSError:  # no way to tell boots apart: then no boot is the one of the journal
        return f"unknown-{os.getpid()}-{os.urandom(4).hex()}"
