"""The store in one SQLite file. Its SQL is here, in the modules of its tables (`ledger.py`, `people.py`, `cards.py`,
`scores.py`), and in `migrations/`.

One thread writes. It takes whatever has queued up, from however many matches, writes it in one transaction and waits
for the disk once; then everybody in it is told. So a commit costs little when it is busy and nothing is acknowledged
before it is on disk (WAL with synchronous=FULL).
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from knobel.match.records import Past
from knobel.match.results import Result
from knobel.storage.cards import CardEntry, CardRemoval, Cards, KeptCard
from knobel.storage.database import connect, prepare
from knobel.storage.errors import refusal
from knobel.storage.ledger import Ledger, LedgerEntry
from knobel.storage.people import Changed, Forgotten, Joined, People, PeopleEntry, Person
from knobel.storage.scores import ScoreBook
from knobel.storage.store import Held, MatchScores, NewMatch, Outcome, Step, StoredMatch

_INSERT_MATCH = "insert into match (id, created, header, colours, rematch_of, pictures) values (?, ?, ?, ?, ?, ?)"
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
select m.id, m.header, m.colours, m.pictures, s.seed, m.rematch_of, r.id, h.at, h.mask
from match m join seed s on s.match = m.id
left join match r on r.rematch_of = m.id
left join held h on h.match = m.id
where m.id = ?"""
_STEPS = "select match, at, lines, command, stamp from step where match = ? order by at"
_NEWEST = "select id from match order by created desc, id desc limit 1"
_FIRST_PAGE = "select id from match order by over, created desc, id limit ?"
_NEXT_PAGE = """
select m.id from match m, match last where last.id = ?
and (m.over > last.over or m.over = last.over and (
    m.created < last.created or m.created = last.created and m.id > last.id))
order by m.over, m.created desc, m.id limit ?"""

Answer = TypeVar("Answer")
Entry: TypeAlias = LedgerEntry | PeopleEntry | CardEntry
Part: TypeAlias = NewMatch | Step | Held | Entry | MatchScores | str  # a string: delete that match
_MOST_JOBS = 1000  # in one transaction


class _Job(NamedTuple):
    """What is to be written together, if it can be, and who is told."""

    what: Sequence[Part]
    done: Callable[[Sequence[Outcome]], None] | None = None


class SqliteStore:
    def __init__(self, path: Path) -> None:
        prepare(path)
        self._path = path
        self._write, self._read = connect(path), connect(path)
        self._written, self._kept = Ledger(self._write), Ledger(self._read)
        self._scored, self._scores = ScoreBook(self._write), ScoreBook(self._read)
        self._joined, self._known = People(self._write), People(self._read)
        self._opened, self._cards = Cards(self._write), Cards(self._read)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="knobel-reader")
        self._writer = threading.Thread(target=self._run, name="knobel-writer", daemon=True)
        self._writer.start()

    # What the server calls, on its event loop.

    def append(self, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
        self._jobs.put(_Job(steps, done))

    async def create(self, new: NewMatch, first: Step | None) -> None:
        await self._put(new, *((first,) if first else ()))

    def hold(self, held: Held) -> None:
        self._jobs.put(_Job((held,)))

    async def delete(self, match: str) -> None:
        await self._put(match)

    async def enter(self, *entries: Entry) -> None:
        await self._put(*entries)

    async def _put(self, *what: Part) -> None:
        finished = self._loop.create_future()

        def done(results: Sequence[Outcome]) -> None:
            if not finished.done():
                finished.set_result(next(filter(None, results), None))

        self._jobs.put(_Job(what, done))
        if error := await finished:
            raise error

    async def load(self, match: str) -> StoredMatch | None:
        return await self._reading(self._load, match)

    async def page(self, limit: int, after: str | None) -> list[str]:
        return await self._reading(self._page, limit, after)

    async def results(self, game: str) -> list[Result]:
        return await self._reading(self._kept.results, game)

    async def result(self, id: str) -> Result | None:
        return await self._reading(self._kept.result, id)

    async def people(self) -> list[Person]:
        return await self._reading(self._known.all)

    async def cards(self) -> list[KeptCard]:
        return await self._reading(self._cards.all)

    async def newest(self) -> str | None:
        return await self._reading(self._newest)

    async def pasts(self, rules: str, people: Sequence[str], match: str) -> list[Past]:
        return await self._reading(self._scores.pasts, rules, people, match)

    async def unscored(self) -> list[str]:
        return await self._reading(self._scores.unread)

    async def score(self, found: MatchScores) -> None:
        await self._put(found)

    async def _reading(self, ask: Callable[..., Answer], *args: object) -> Answer:
        return await self._loop.run_in_executor(self._reader, ask, *args)

    async def close(self) -> None:
        self._jobs.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
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
        id, header, colours, pictures, seed, rematch_of, rematch, at, mask = row
        held = None if at is None else (at, mask)
        return StoredMatch(id, header, colours, seed, rematch_of, rematch, held, steps, pictures)

    def _newest(self) -> str | None:
        return next((row[0] for row in self._read.execute(_NEWEST)), None)

    def _page(self, limit: int, after: str | None) -> list[str]:
        rows = self._read.execute(_NEXT_PAGE, (after, limit)) if after else self._read.execute(_FIRST_PAGE, (limit,))
        return [row[0] for row in rows]

    # The writer's thread.

    def _run(self) -> None:
        while batch := list(self._waiting()):
            results = self._write_all([part for job in batch for part in job.what])
            told, at = [], 0
            for job in batch:
                if job.done:
                    told.append((job.done, results[at : at + len(job.what)]))
                at += len(job.what)
            if told and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(_tell, told)

    def _waiting(self) -> Iterator[_Job]:
        """All jobs there are, waiting for the first; none once the store is closed."""
        job = self._jobs.get()
        try:
            for _ in range(_MOST_JOBS):
                if job is None:
                    self._jobs.put(None)  # to be found again when these are written
                    return
                yield job
                job = self._jobs.get_nowait()
        except Empty:
            return
        if job is not None:
            yield job

    def _write_all(self, parts: Sequence[Part]) -> list[Outcome]:
        """What went wrong for each part. One that cannot be written does not take the others with it."""
        try:
            self._transact(parts)
        except sqlite3.Error as error:
            if len(parts) > 1:
                return [result for part in parts for result in self._write_all([part])]
            return [refusal(error, self._path)]
        return [None] * len(parts)

    def _transact(self, parts: Sequence[Part]) -> None:
        write = self._write.execute
        write("begin immediate")
        try:
            rows, over = [], []
            for part in parts:
                if isinstance(part, Step):
                    rows.append((part.match, part.at, part.lines, part.command, part.stamp))
                    if part.over:
                        over.append(part.match)
                    if part.result:
                        self._written.write(part.result)
                    if part.scores is not None:
                        self._scored.write(part.match, part.scores)
                else:
                    self._apply(part)
            if rows:
                write(_INSERT_STEPS, (msgspec.json.encode(rows).decode(),))
            if over:
                write(_CLOSE, (msgspec.json.encode(over).decode(),))
            write("commit")
        except BaseException:
            if self._write.in_transaction:
                write("rollback")
            raise

    def _apply(self, part: NewMatch | Held | Entry | MatchScores | str) -> None:
        """Everything but steps, which go together."""
        match part:
            case NewMatch() as new:
                row = (new.id, new.created, new.header, new.colours, new.rematch_of, new.pictures)
                self._write.execute(_INSERT_MATCH, row)
                self._write.execute(_INSERT_SEED, (new.id, new.seed))
                self._joined.write(new.joined)
            case Held() as held:
                self._write.execute(_HOLD, (held.match, held.at, held.mask, held.match))
            case str() as match:
                self._write.execute(_DELETE, (match,))
            case MatchScores(match, scores):
                self._scored.write(match, scores)
            case Joined() | Changed() | Forgotten():
                self._joined.write(part)
            case KeptCard() | CardRemoval():
                self._opened.write(part)
            case _:
                self._written.write(part)


def _tell(told: list[tuple[Callable[[Sequence[Outcome]], None], list[Outcome]]]) -> None:
    for done, results in told:
        done(results)
