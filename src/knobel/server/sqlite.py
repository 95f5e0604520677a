"""The store in one SQLite file. All SQL is here and in `migrations/`.

One thread writes. It takes whatever has queued up, from however many matches, writes it in one transaction and waits
for the disk once; then everybody in it is told. So a commit costs little when it is busy and nothing is acknowledged
before it is on disk (WAL with synchronous=FULL).
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import msgspec

from knobel.server.migrate import migrate
from knobel.server.store import Conflict, Held, NewMatch, Step, StoredMatch

Answer = TypeVar("Answer")

_INSERT_MATCH = "insert into match (id, created, header, colours, rematch_of) values (?, ?, ?, ?, ?)"
_INSERT_SEED = "insert into seed (match, seed) values (?, ?)"
# One statement for all rows: each statement costs the thread a wait for the interpreter's lock.
_INSERT_STEPS = """
insert into step (match, at, lines, command, stamp)
select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]')
from json_each(?)"""
_CLOSE = "update match set over = 1 where id in (select value from json_each(?))"
_HOLD = "insert or replace into held (match, at, mask) select ?, ?, ? where exists (select 1 from match where id = ?)"
_DELETE = "delete from match where id = ?"
_LOAD = """
select m.id, m.header, m.colours, s.seed, m.rematch_of, r.id, h.at, h.mask
from match m join seed s on s.match = m.id
left join match r on r.rematch_of = m.id
left join held h on h.match = m.id
where m.id = ?"""
_STEPS = "select match, at, lines, command, stamp from step where match = ? order by at"
_FIRST_PAGE = "select id from match order by over, created desc, id limit ?"
_NEXT_PAGE = """
select m.id from match m, match last where last.id = ?
and (m.over > last.over or m.over = last.over and (
    m.created < last.created or m.created = last.created and m.id > last.id))
order by m.over, m.created desc, m.id limit ?"""


class _Job(NamedTuple):
    """Something to be written, and who waits for it."""

    what: NewMatch | Step | Held | str  # a string: delete that match
    first: Step | None = None
    done: "asyncio.Future[Any] | None" = None


def connect(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("pragma foreign_keys = on")
    connection.execute("pragma busy_timeout = 5000")
    return connection


class SqliteStore:
    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        migrate(path, connect)
        self._write, self._read = connect(str(path)), connect(str(path))
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="knobel-reader")
        self._writer = threading.Thread(target=self._run, name="knobel-writer", daemon=True)
        self._writer.start()

    # What the server calls, on its event loop.

    async def create(self, new: NewMatch, first: Step | None) -> None:
        await self._put(new, first)

    async def append(self, step: Step) -> None:
        await self._put(step)

    def hold(self, held: Held) -> None:
        self._jobs.put(_Job(held))

    async def delete(self, match: str) -> bool:
        return bool(await self._put(match))

    def _put(self, what: NewMatch | Step | str, first: Step | None = None) -> "asyncio.Future[Any]":
        self._loop = asyncio.get_running_loop()
        done = self._loop.create_future()
        self._jobs.put(_Job(what, first, done))
        return done

    async def load(self, match: str) -> StoredMatch | None:
        return await self._reading(self._load, match)

    async def page(self, limit: int, after: str | None) -> list[str]:
        return await self._reading(self._page, limit, after)

    async def _reading(self, ask: Callable[..., Answer], *args: object) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._reader, ask, *args)

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._reader.shutdown()
        self._read.close()
        self._write.close()

    # The reader's thread.

    def _load(self, match: str) -> StoredMatch | None:
        self._read.execute("begin")  # both queries see the same moment
        try:
            row = self._read.execute(_LOAD, (match,)).fetchone()
            steps = tuple(Step(*step) for step in self._read.execute(_STEPS, (match,))) if row else ()
        finally:
            self._read.execute("commit")
        if row is None:
            return None
        id, header, colours, seed, rematch_of, rematch, at, mask = row
        held = None if at is None else (at, mask)
        return StoredMatch(id, header, colours, seed, rematch_of, rematch, held, steps)

    def _page(self, limit: int, after: str | None) -> list[str]:
        rows = self._read.execute(_NEXT_PAGE, (after, limit)) if after else self._read.execute(_FIRST_PAGE, (limit,))
        return [row[0] for row in rows]

    # The writer's thread.

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, last = [job], False
            try:
                while len(batch) < 1000:
                    more = self._jobs.get_nowait()
                    if more is None:
                        last = True
                        break
                    batch.append(more)
            except Empty:
                pass
            self._tell(self._write_all(batch))
            if last:
                return

    def _write_all(self, batch: Sequence[_Job]) -> list[tuple[_Job, Any]]:
        """Every job with its result, or with what went wrong; one bad job does not take the others with it."""
        try:
            return self._transact(batch)
        except sqlite3.Error as error:
            if len(batch) > 1:
                return [told for job in batch for told in self._write_all([job])]
            refused = Conflict() if isinstance(error, sqlite3.IntegrityError) else error
            return [(batch[0], refused)]

    def _transact(self, batch: Sequence[_Job]) -> list[tuple[_Job, Any]]:
        write = self._write.execute
        write("begin immediate")
        try:
            results = [(job, self._apply(job)) for job in batch]
            steps = [job.what for job in batch if isinstance(job.what, Step)]
            steps += [job.first for job in batch if job.first]
            if steps:
                rows = [(step.match, step.at, step.lines, step.command, step.stamp) for step in steps]
                write(_INSERT_STEPS, (msgspec.json.encode(rows).decode(),))
            if over := [step.match for step in steps if step.over]:
                write(_CLOSE, (msgspec.json.encode(over).decode(),))
            write("commit")
        except BaseException:
            if self._write.in_transaction:
                write("rollback")
            raise
        return results

    def _apply(self, job: _Job) -> Any:
        """Everything but steps, which go together."""
        match job.what:
            case NewMatch() as new:
                self._write.execute(_INSERT_MATCH, (new.id, new.created, new.header, new.colours, new.rematch_of))
                self._write.execute(_INSERT_SEED, (new.id, new.seed))
            case Held() as held:
                self._write.execute(_HOLD, (held.match, held.at, held.mask, held.match))
            case str() as match:
                return self._write.execute(_DELETE, (match,)).rowcount
        return None

    def _tell(self, results: list[tuple[_Job, Any]]) -> None:
        waiting = [(job.done, result) for job, result in results if job.done is not None]
        if waiting and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_resolve, waiting)


def _resolve(waiting: "list[tuple[asyncio.Future[Any], Any]]") -> None:
    for done, result in waiting:
        if done.done():
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)
