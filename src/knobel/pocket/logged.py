"""The store without a server: the tables of `sqlite.py` in memory, made from a log that the browser keeps.

Whatever is to be written is first applied and not yet kept, then added to the log under the next number, then kept. A
number can be taken once: if another tab was faster, what it wrote is read first, and ours is tried again after it. So
every tab has the same tables in the same order, and nothing is told before it is in the log. Now and then the whole
database takes the place of the log so far.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, get_args

import msgspec

from knobel.storage.deleting import EverythingDeleted
from knobel.storage.errors import DatabaseFailed, NoRoomHere, StorageError, refusal
from knobel.storage.migrate import migrate
from knobel.storage.sql import Answer, Part, Writing
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import Held, Outcome, Versions
from knobel.storage.summaries import fill_in

log = logging.getLogger("knobel")

_IN_MEMORY = Path(":memory:")
EMPTY = Path(__file__).with_name("empty.db")  # written with the archive; without it a first start makes its own
_LONGEST_LOG = 400  # entries, before the database takes their place
_KINDS = {kind.__name__: kind for kind in get_args(Part)}

ADDED, TAKEN, FULL = "added", "taken", "full"  # what becomes of an entry; anything else is what the browser says


@dataclass(frozen=True, slots=True)
class Whole:
    """The database as it was when the log had reached that number."""

    at: int
    content: bytes | None


class Log(Protocol):
    """What the browser keeps: `web/src/pocket/log.ts`."""

    async def whole(self) -> Whole: ...

    async def after(self, at: int) -> list[str] | None:
        """Every entry after that number, in order; None if the database has taken the place of some of them."""

    async def add(self, at: int, entry: str, strict: bool) -> str:
        """`strict`: it is on the disk when this returns."""

    async def replace(self, at: int, content: bytes) -> None:
        """The database in place of all entries up to that number."""


def written(parts: Sequence[Part]) -> str:
    """An entry of the log."""
    return msgspec.json.encode([[type(part).__name__, part] for part in parts]).decode()


def read(entry: str) -> list[Part]:
    """What stands in an entry. Fields may be added with a default, and an entry of before is read all the same."""
    return [msgspec.convert(part, _KINDS[name]) for name, part in msgspec.json.decode(entry)]


class LoggedStore(SqliteStore):
    """`opened` makes one."""

    def __init__(self, kept: Whole, entries: Log) -> None:
        self._kept_before = kept
        self._log = entries
        self._at = self._whole_at = kept.at
        super().__init__(_IN_MEMORY)

    @classmethod
    async def opened(cls, entries: Log) -> "LoggedStore":
        store = cls(await entries.whole(), entries)
        await store._catch_up()
        return store

    def _connections(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        self._load(connection, self._kept_before)
        return connection, connection

    def _load(self, connection: sqlite3.Connection, whole: Whole) -> None:
        content = whole.content or (EMPTY.read_bytes() if EMPTY.is_file() else None)
        if content:
            connection.deserialize(content)
        connection.execute("pragma foreign_keys = on")
        migrate(connection, _IN_MEMORY, backups=False)
        fill_in(connection)
        self._at = self._whole_at = whole.at

    def _begin(self) -> None:
        self._turn = asyncio.Lock()
        self._queue: list[Writing] = []
        self._writing: asyncio.Task[None] | None = None

    def of(self, holder: str) -> "LoggedStore":  # noqa: ARG002
        """There is one device, and everything is its own."""
        return self

    # Reading: never what is not in the log yet.

    async def _reading(self, ask: Callable[..., Answer], *args: object) -> Answer:
        async with self._turn:
            return self._at_one_moment(ask, *args)

    async def changed_elsewhere(self, known: Versions) -> list[str]:
        async with self._turn:
            return self._changed(known()) if await self._catch_up() else []

    async def _catch_up(self) -> bool:
        """Read what other tabs have written."""
        entries = await self._log.after(self._at)
        if entries is None:
            self._load(self._write, await self._log.whole())
            entries = await self._log.after(self._at) or []
        for entry in entries:
            try:
                self._transact(read(entry))
            except (sqlite3.Error, msgspec.ValidationError, KeyError):  # of a later release; it comes again with that
                log.exception("entry %d of the log cannot be read", self._at + 1)
            self._at += 1
        return bool(entries)

    # Writing.

    def _submit(self, job: Writing) -> None:
        self._queue.append(job)
        if self._writing is None:
            self._writing = self._loop.create_task(self._write_queue())

    async def _write_queue(self) -> None:
        try:
            while self._queue:
                batch, self._queue = self._queue, []
                async with self._turn:
                    outcomes = await self._log_all([part for job in batch for part in job.what])
                at = 0
                for job in batch:
                    if job.done:
                        job.done(outcomes[at : at + len(job.what)])
                    at += len(job.what)
        finally:
            self._writing = None

    async def _log_all(self, parts: Sequence[Part]) -> list[Outcome]:
        """What went wrong for each. One that cannot be written does not take the others with it."""
        while True:
            try:
                before = self._write.total_changes
                self._write.execute("begin immediate")
                self._apply_all(parts)
            except sqlite3.Error as error:
                self._take_back()
                if len(parts) > 1:
                    return [outcome for part in parts for outcome in await self._log_all([part])]
                return [refusal(error, self._path)]
            if self._write.total_changes == before:  # nothing was to be cleaned up
                self._take_back()
                return [None] * len(parts)
            strict = not all(isinstance(part, Held) for part in parts)
            said = await self._log.add(self._at + 1, written(parts), strict)
            if said == ADDED:
                self._write.execute("commit")
                self._at += 1
                deleted = any(isinstance(part, EverythingDeleted) for part in parts)
                await self._shorten(1 if deleted else _LONGEST_LOG)  # what was deleted stands in no entry either
                return [None] * len(parts)
            self._take_back()
            if said != TAKEN:
                return [_refused(said)] * len(parts)
            await self._catch_up()

    def _take_back(self) -> None:
        if self._write.in_transaction:
            self._write.execute("rollback")

    async def _shorten(self, most: int) -> None:
        if self._at - self._whole_at >= most:
            await self._log.replace(self._at, self._write.serialize())
            self._whole_at = self._at

    async def close(self) -> None:
        while self._writing:
            await asyncio.sleep(0)
        self._write.close()


def _refused(said: str) -> StorageError:
    if said == FULL:
        return NoRoomHere()
    return DatabaseFailed(file="IndexedDB", problem=said[:80])
