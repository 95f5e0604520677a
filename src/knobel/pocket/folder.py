"""The folder of the version without a server: the app, Python for browsers, and our own Python as an archive."""

import json
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from knobel.errors import KnobelError
from knobel.home import cache_folder
from knobel.pocket.logged import EMPTY
from knobel.server.pages import STATIC
from knobel.storage.errors import file_refused
from knobel.storage.migrate import migrate

log = logging.getLogger("knobel")

PACKAGE = Path(__file__).parents[1]
PAGE, WORKER = "pocket-page.html", "pocket-sw.js"  # of the built files; in the folder they are index.html and sw.js
MARK = "knobel.zip"  # a folder that has it was written by us
CODEC = "msgspec.wasm"
_WHEEL = "pyodide/msgspec.zip"  # as front_end.py brings it
_NOT_IN_A_BROWSER = (
    *("cli", "terminal", "compiled.py", "server/static", "__main__.py"),
    *(f"solver/{part}/" for part in ("arrays", "asking", "induction", "objectives", "simulation")),
)
_KINDS = {".py", ".toml", ".sql", ".txt", ".json"}
_TABLE = "solver/data/kniffel.table"  # the one that a turn in plain Python can be worked out by while somebody waits
PLAYERS = "learned-players.zip"  # what only learned players need: it may come after everything else
_OF_PLAYERS = {".parameters", ".level", ".wasm"}
_SINCE = (2020, 1, 1, 0, 0, 0)  # of every file in an archive, so that the same sources give the same archive


_TRANSLATE = Path(__file__).with_name("translate.mjs")


class NoPocketFiles(KnobelError):
    code = "pocket/files"


class PocketFolderTaken(KnobelError):
    code = "pocket/folder"


def of_players() -> Iterator[Path]:
    """What the learned players have learned, and their code."""
    yield from (path for path in sorted((PACKAGE / "bots").rglob("*")) if path.suffix in _OF_PLAYERS)


def sources() -> Iterator[Path]:
    """What our Python needs where there is no server, terminal or compiler."""
    for path in sorted(PACKAGE.rglob("*")):
        place = path.relative_to(PACKAGE).as_posix()
        if place == _TABLE or (
            path.suffix in _KINDS and not place.startswith(_NOT_IN_A_BROWSER) and "__pycache__" not in path.parts
        ):
            yield path


def scheduler() -> Iterator[Path]:
    """The package that says when a position of the trainer comes back: pure Python, as it is installed here."""
    spec = find_spec("fsrs")
    assert spec, "it is one of ours to need"
    assert spec.origin
    yield from sorted(Path(spec.origin).parent.glob("*.py"))


def _pack(file: zipfile.ZipFile, paths: Iterable[Path], root: Path = PACKAGE.parent) -> None:
    for path in paths:
        entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), _SINCE)
        entry.compress_type = zipfile.ZIP_STORED if path.suffix in (".parameters", ".level") else zipfile.ZIP_DEFLATED
        file.writestr(entry, path.read_bytes())


def archive(target: Path, static: Path = STATIC) -> None:
    """Our Python, what msgspec has in Python, fsrs, and the database to begin with."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        _pack(file, sources())
        fsrs = list(scheduler())
        _pack(file, fsrs, fsrs[0].parents[1])
        with zipfile.ZipFile(static / _WHEEL) as wheel:
            for name in sorted(wheel.namelist()):
                if name.endswith(".py"):
                    file.writestr(zipfile.ZipInfo(name, _SINCE), wheel.read(name), zipfile.ZIP_DEFLATED)
        empty = EMPTY.relative_to(PACKAGE.parent).as_posix()
        file.writestr(zipfile.ZipInfo(empty, _SINCE), _empty(), zipfile.ZIP_DEFLATED)


def _empty() -> bytes:
    """A database of today's shape with nothing in it: a start has not to go through all that the shape has been."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection, Path(":memory:"), backups=False)
    return connection.serialize()


def _codec(target: Path, static: Path) -> None:
    """What msgspec has compiled: loaded with the interpreter, before any Python runs."""
    with zipfile.ZipFile(static / _WHEEL) as wheel:
        (compiled,) = (name for name in wheel.namelist() if name.endswith(".so"))
        target.write_bytes(wheel.read(compiled))


def _translate(folder: Path) -> None:
    """Bytecode in the place of what a start imports. Python for browsers makes it, in Node; where there is none the
    sources stay, and a first start translates them by itself."""
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        return
    done = subprocess.run([node, _TRANSLATE, folder / "pyodide", folder / MARK, folder / CODEC], capture_output=True)
    if done.returncode:
        log.warning("sources stay as they are: %s", done.stderr.decode(errors="replace")[-2000:])


def write(folder: Path, static: Path = STATIC) -> list[Path]:
    """Write the folder, anew if it is one of ours; every file in it, named from there."""
    if not (static / PAGE).is_file() or not (static / "pyodide").is_dir():
        raise NoPocketFiles(folder=str(static))
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise PocketFolderTaken(folder=str(folder))
    try:
        made = folder.with_name(f".{folder.name}.new-{os.getpid()}")
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(static, made, ignore=shutil.ignore_patterns(".made-from", "index.html", "sw.js"))
        (made / PAGE).rename(made / "index.html")
        (made / _WHEEL).unlink()
        archive(made / MARK, static)
        _codec(made / CODEC, static)
        _translate(made)
        with zipfile.ZipFile(made / PLAYERS, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            _pack(file, of_players())
        _worker(made)
        shutil.rmtree(folder, ignore_errors=True)
        made.rename(folder)
    except OSError as error:
        raise file_refused(error, folder) from error
    return [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]


def ready(*, report: Callable[[Any], None] | None = None) -> str:  # noqa: ARG001
    """A job of the server: that folder in the cache, written if it is not there as it would be now."""
    packed = cache_folder() / "pocket"
    mark = sha256()
    for path in (
        *sources(),
        *scheduler(),
        *of_players(),
        _TRANSLATE,
        *sorted(path for path in STATIC.rglob("*") if path.is_file()),
    ):
        mark.update(f"{path}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    folder = packed / mark.hexdigest()[:16]
    if not (folder / MARK).is_file():
        try:
            packed.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_refused(error, packed) from error
        before = list(packed.iterdir())
        write(folder)
        for other in before:  # of earlier versions; a server that still runs one packs it anew
            shutil.rmtree(other, ignore_errors=True)
    return str(folder)


def _worker(folder: Path) -> None:
    """The service worker knows every file by its digest, so that it keeps what has not changed."""
    template = folder / WORKER
    files = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()[:16]
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path != template
    }
    version = sha256(json.dumps(files).encode()).hexdigest()[:12]
    (folder / "version.txt").write_text(version, encoding="utf-8")
    files["version.txt"] = sha256(version.encode()).hexdigest()[:16]
    content = template.read_text(encoding="utf-8")
    content = content.replace("__FILES__", json.dumps(files)).replace("__VERSION__", json.dumps(version))
    (folder / "sw.js").write_text(content, encoding="utf-8")
    template.unlink()
