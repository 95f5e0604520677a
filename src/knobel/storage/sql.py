"""The store in a database that speaks SQL. What it asks is in the modules of its tables (`matches.py`, `ledger.py`,
`people.py`, `cards.py`, `scores.py`, `days.py`, `studies.py`, `trainings.py`), the tables themselves in `migrations/`,
and what SQLite and PostgreSQL do each in their own way in `sqlite.py` and `postgres.py`.

One thread writes. It takes whatever has queued up, from however many matches, writes it in one transaction and waits
for the disk once; then everybody in it is told. So a commit costs little when it is busy and nothing is acknowledged
before it is on disk.
"""

import asyncio
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from copy import copy
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, Self, TypeAlias, TypeVar

from knobel.match.records import Past
from knobel.match.results import Result
from knobel.match.studies import AllDraws, MatchStudy, PersonPast
from knobel.storage.cards import CardRemoval, Cards, KeptCard
from knobel.storage.connection import DatabaseShape, SqlConnection
from knobel.storage.days import DayPlayed, Days
from knobel.storage.deleting import EverythingDeleted, delete_everything
from knobel.storage.errors import PASSING, Conflict, DatabaseAway, DatabaseFailed, StorageError
from knobel.storage.everything import counted, packed, take_in
from knobel.storage.holders import OWNER, DeviceLink, HolderEntry, Holders, Linked, Seating, Watching
from knobel.storage.invitations import Invitation, Invitations, Uninvited
from knobel.storage.ledger import Ledger
from knobel.storage.matches import Matches
from knobel.storage.news import News
from knobel.storage.people import Changed, Forgotten, Joined, People, Person
from knobel.storage.scores import ScoreBook
from knobel.storage.store import (
    Belonging,
    Choices,
    Cleaning,
    Counted,
    Entry,
    Held,
    Listed,
    MatchScores,
    Moved,
    NewMatch,
    Outcome,
    Selection,
    Step,
    StoredMatch,
    TakenIn,
    Versions,
)
from knobel.storage.studies import PARTS, StudyBook, all_of
from knobel.storage.trainings import DeckEntry, TrainerAnswer, Training, Trainings

Answer = TypeVar("Answer")
Link = TypeVar("Link", bound=SqlConnection)
_WAITING_SECONDS = 7 * 86_400  # that a table waits for others before it is given up
_MOST_JOBS = 1000  # in one transaction
_CALM_SECONDS = 2.0  # without trouble, before it counts as over
_LONG_SECONDS = 0.25  # for an answer that is reckoned over everything

log = logging.getLogger("knobel")


class Writing(NamedTuple):
    """What is to be written together, if it can be, and who is told."""

    what: Sequence["Part"]
    done: Callable[[Sequence[Outcome]], None] | None = None


class Glance:
    """Nothing to write: look whether another program has written."""


OtherPart: TypeAlias = (
    NewMatch
    | Held
    | Moved
    | Cleaning
    | Entry
    | MatchScores
    | MatchStudy
    | TakenIn
    | Belonging
    | HolderEntry
    | Invitation
    | Uninvited
    | EverythingDeleted
    | Glance
)
Part: TypeAlias = Step | OtherPart


class Seldom(Generic[Answer]):
    """What is reckoned over everything there is: by one who asks, for all who ask meanwhile. Where that takes long the
    answer is kept for so long that at most a twentieth of the time goes into it, however often it is asked for.
    """

    def __init__(self, reckon: Callable[[], Awaitable[Answer]]) -> None:
        self._reckon, self._reckoning = reckon, asyncio.Lock()
        self._kept: tuple[Answer, float] | None = None  # until when

    async def ask(self) -> Answer:
        async with self._reckoning:
            begun = time.monotonic()
            if self._kept and begun < self._kept[1]:
                return self._kept[0]
            found = await self._reckon()
            now = time.monotonic()
            self._kept = (found, now + 20 * (now - begun)) if now - begun > _LONG_SECONDS else None
            return found


class SqlStore(ABC, Generic[Link]):
    BEGIN = "begin"  # of a transaction that writes
    BEGIN_READING = "begin"

    def __init__(self, name: str) -> None:
        """`name`: how the database is called in what is said of it."""
        self.name = name
        self._write, self._read = self._connections()
        self._results_written, self._results = Ledger(self._write), Ledger(self._read)
        self._written, self._kept = Matches(self._write), Matches(self._read)
        self._scored, self._scores = ScoreBook(self._write), ScoreBook(self._read)
        self._joined, self._known = People(self._write), People(self._read)
        self._days = Days(self._read)
        self._answered, self._trainings = Trainings(self._write), Trainings(self._read)
        self._opened, self._cards = Cards(self._write), Cards(self._read)
        self._invited, self._invitations = Invitations(self._write), Invitations(self._read)
        self._linked, self._seatings = Holders(self._write), Holders(self._read)
        self._holder = OWNER
        self._studied, self._studies = StudyBook(self._write), StudyBook(self._read)
        self._draws = Seldom(self._all_draws)
        self._trouble: type[StorageError] | None = None  # what is wrong with the database, as it was said last
        self._failed = 0.0  # when something last could not be written
        self._loop = asyncio.get_running_loop()
        self._seating = asyncio.Lock()
        self._begin()

    # What each database does in its own way.

    @abstractmethod
    def _connections(self) -> tuple[Link, Link]:
        """For writing and for reading."""

    @abstractmethod
    def _shape(self) -> DatabaseShape: ...

    @abstractmethod
    def _refusal(self, error: Exception) -> StorageError | None:
        """What the database reports, in our words; None if it is none of its errors."""

    def _glance(self) -> None:
        """Look whether another program has written."""

    def _deleting(self) -> AbstractContextManager[object]:
        """While everything of somebody is deleted."""
        return nullcontext()

    async def changed_elsewhere(self, known: Versions) -> list[str]:  # noqa: ARG002
        return []

    def hear(self, told: Callable[[News], None]) -> None:
        """Other servers on the same database tell nothing where there can be none."""

    def present(self, seats: Sequence[tuple[str, str]]) -> None:
        """And are told nothing."""

    def _begin(self) -> None:
        self._jobs: SimpleQueue[Writing | None] = SimpleQueue()
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="knobel-reader")
        self._writer = threading.Thread(target=self._run, name="knobel-writer", daemon=True)
        self._writer.start()

    def _submit(self, job: Writing) -> None:
        """Write it, with whatever else waits."""
        self._jobs.put(job)

    # What the server calls, on its event loop.

    def append(self, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
        self._submit(Writing(steps, done))

    def of(self, holder: str) -> Self:
        if holder == self._holder:
            return self
        found = copy(self)  # with the same connections, queue and threads
        found._holder = holder
        return found

    async def create(self, new: NewMatch, first: Step | None, *joined: Belonging) -> None:
        await self._put(new, *((first,) if first else ()), *joined)

    def hold(self, held: Held) -> None:
        self._submit(Writing((held,)))

    async def move(self, moved: Moved) -> None:
        await self._put(moved)

    async def clean(self, cleaning: Cleaning) -> None:
        await self._put(cleaning)

    async def enter(self, *entries: Entry) -> None:
        await self._put(*(self._own(entry) for entry in entries))

    async def link(self, entry: HolderEntry) -> None:
        await self._put(entry)

    def _own(self, entry: Entry | TakenIn) -> Entry | TakenIn | Belonging:
        return entry if self._holder == OWNER else Belonging(self._holder, entry)

    async def invitation(self, token: str) -> Invitation | None:
        return await self._reading(self._invitations.found, token)

    async def invitation_of(self, match: str) -> Invitation | None:
        return await self._reading(self._invitations.of_match, match)

    async def waiting_tables(self, holder: str) -> list[Invitation]:
        return await self._reading(self._invitations.waiting, holder)

    async def invite(self, entry: Invitation | Uninvited) -> None:
        await self._put(entry)

    async def seating(self, match: str) -> Seating | None:
        return await self._reading(self._seatings.seating, match)

    async def device_link(self, secret: str) -> DeviceLink | None:
        return await self._reading(self._seatings.offered, secret)

    async def holder_of(self, secret: str) -> str | None:
        return await self._reading(self._seatings.of, secret)

    async def _put(self, *what: Part) -> None:
        finished = self._loop.create_future()

        def done(results: Sequence[Outcome]) -> None:
            if not finished.done():
                finished.set_result(next(filter(None, results), None))

        self._submit(Writing(what, done))
        if error := await finished:
            raise error

    async def load(self, match: str) -> StoredMatch | None:
        return await self._reading(self._kept.load, match)

    async def copies(self, origin: str) -> list[StoredMatch]:
        return await self._reading(self._kept.copies, origin, self._holder)

    async def page(self, wanted: Selection) -> list[Listed]:
        return await self._reading(self._kept.page, wanted)

    async def choices(self, holder: str | None = None) -> Choices:
        return await self._reading(self._kept.choices, holder)

    async def where(self, match: str) -> int | None:
        return await self._reading(self._kept.where, match)

    async def later(self, match: str, at: int) -> list[Step] | None:
        return await self._reading(self._kept.later, match, at)

    async def results(self, game: str) -> list[Result]:
        return await self._reading(self._results.results, game, self._holder)

    async def result(self, id: str) -> Result | None:
        return await self._reading(self._results.result, id, self._holder)

    async def people(self) -> list[Person]:
        return await self._reading(self._known.all, self._holder)

    async def cards(self) -> list[KeptCard]:
        return await self._reading(self._cards.all, self._holder)

    async def days(self, person: str) -> list[DayPlayed]:
        return await self._reading(self._days.played, person, self._holder)

    async def day(self, match: str) -> DayPlayed | None:
        return await self._reading(self._days.one, match)

    async def training(self, person: str, game: str) -> Training:
        return await self._reading(self._trainings.standing, person, game, self._holder)

    async def deck(self, person: str, game: str, now: int) -> list[DeckEntry]:
        return await self._reading(self._trainings.due, person, game, now, self._holder)

    async def deck_entry(self, person: str, puzzle: str) -> DeckEntry | None:
        return await self._reading(self._trainings.one, person, puzzle, self._holder)

    async def waiting(self, person: str, now: int) -> dict[str, int]:
        return await self._reading(self._trainings.waiting, person, now, self._holder)

    async def newest(self) -> Listed | None:
        return await self._reading(self._kept.newest, self._holder)

    async def pasts(self, rules: str, people: Sequence[str], match: str) -> list[Past]:
        return await self._reading(self._scores.pasts, rules, people, match, self._holder)

    async def unscored(self) -> list[str]:
        return await self._reading(self._scores.unread)

    async def score(self, found: MatchScores) -> None:
        await self._put(found)

    async def unstudied(self, most: int) -> list[str]:
        return await self._reading(self._studies.due, most)

    async def study(self, found: MatchStudy) -> None:
        await self._put(found)

    async def past(self, person: str) -> PersonPast:
        return await self._reading(self._studies.past, person, self._holder)

    async def draws(self) -> AllDraws:
        return await self._draws.ask()

    async def _all_draws(self) -> AllDraws:
        """In parts, so that others are answered in between."""
        parts = [await self._reading(self._studies.draws_of, part) for part in PARTS]
        return all_of(parts, await self._reading(self._studies.waiting))

    async def everything(self) -> str:
        return await self._reading(lambda: packed(self._read, self._shape(), self._holder))

    async def counted(self) -> Counted:
        return await self._reading(counted, self._read, self._holder)

    async def take_in(self, taken: TakenIn) -> None:
        await self._put(self._own(taken))

    async def delete_everything(self) -> None:
        await self._put(EverythingDeleted(self._holder))

    async def changed(self, known: Sequence[tuple[str, int]]) -> list[str]:
        return await self._reading(self._changed, known)

    async def _reading(self, ask: Callable[..., Answer], *args: object) -> Answer:
        return await self._loop.run_in_executor(self._reader, self._at_one_moment, ask, *args)

    def alone(self) -> AbstractAsyncContextManager[object]:
        return self._seating

    async def close(self) -> None:
        self._jobs.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        await self._loop.run_in_executor(self._reader, self._hang_up)
        self._reader.shutdown()

    def _hang_up(self) -> None:
        """Nobody reads or writes any more."""
        self._read.close()
        self._write.close()

    # The reader's thread.

    def _at_one_moment(self, ask: Callable[..., Answer], *args: object) -> Answer:
        """All queries of an answer see the same moment."""
        try:
            self._read.execute(self.BEGIN_READING)
            try:
                return ask(*args)
            finally:
                if self._read.in_transaction:
                    self._read.execute("rollback")
        except Exception as error:
            if (said := self._refusal(error)) is not None:
                if isinstance(said, PASSING):
                    self._say(said)
                raise said from error
            raise

    def _changed(self, known: Sequence[tuple[str, int]]) -> list[str]:
        return [match for match, version in known if self._kept.version(match) != version]

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
                self._loop.call_soon_threadsafe(tell_all, told)

    def _waiting(self) -> Iterator[Writing]:
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
        except Exception as error:  # whatever it is: this thread is the only one that writes
            why = self._refusal(error)
            if len(parts) > 1 and not isinstance(why, DatabaseAway):  # else each would wait for it in vain
                return [result for part in parts for result in self._write_all([part])]
            if why is None:
                log.exception("%s cannot be written", type(parts[0]).__name__)
                return [DatabaseFailed(file=self.name, problem=type(error).__name__)]
            self._say(why)
            return [why] * len(parts)
        if any(not isinstance(part, Glance) for part in parts):
            self._say(None)
        return [None] * len(parts)

    def _say(self, why: StorageError | None) -> None:
        """What is wrong, once, and that it is over: on a full disk one thing still finds a place where another does
        not, which is not to be said at every move.
        """
        if isinstance(why, Conflict):  # the trouble of one match
            log.info("%s", why)
        elif why is None:
            if self._trouble is not None and time.monotonic() > self._failed + _CALM_SECONDS:
                self._trouble = None
                log.warning("%s can be written again", self.name)
        else:
            self._failed = time.monotonic()
            if type(why) is self._trouble:
                return
            self._trouble = type(why)
            log.error("%s (%s)", why, why.details["problem"], extra={"about": {"problem": why.details["problem"]}})

    def _transact(self, parts: Sequence[Part]) -> None:
        write = self._write.execute
        write(self.BEGIN)
        try:
            self._apply_all(parts)
            write("commit")
        except BaseException:
            if self._write.in_transaction:
                write("rollback")
            raise

    def _apply_all(self, parts: Sequence[Part]) -> None:
        """Inside a transaction."""
        steps = []
        for part in parts:
            if isinstance(part, Step):
                steps.append(part)
            else:
                self._apply(part)
        if steps:
            self._written.append(steps)

    def _apply(self, part: OtherPart, holder: str = OWNER) -> None:
        """All but steps, which go together."""
        match part:
            case NewMatch():
                self._written.create(part)
                self._joined.write(part.joined, part.maker)
            case Held():
                self._written.hold(part)
            case Moved():
                self._written.move(part)
            case Cleaning():
                self._written.clean(part)
                self._invited.clean(part.before - _WAITING_SECONDS)
                self._linked.clean(part.before)
            case Glance():
                self._glance()
            case MatchScores(match, scores):
                self._scored.write(match, scores)
            case MatchStudy():
                self._studied.write(part)
            case TakenIn():
                take_in(self._write, part, holder)
            case EverythingDeleted(whose):
                with self._deleting():
                    delete_everything(self._write, whose)
            case Belonging(whose, entry):
                self._apply(entry, whose)
            case Invitation() | Uninvited():
                self._invited.write(part)
            case Linked() | DeviceLink() | Watching():
                self._linked.write(part)
            case Joined() | Changed() | Forgotten():
                self._joined.write(part, holder)
            case TrainerAnswer() | DeckEntry():
                self._answered.write(part, holder)
            case KeptCard() | CardRemoval():
                self._opened.write(part, holder)
            case _:
                self._results_written.write(part, holder)


def tell_all(told: list[tuple[Callable[[Sequence[Outcome]], None], list[Outcome]]]) -> None:
    for done, results in told:
        try:
            done(results)
        except Exception:
            log.exception("while telling what was written")
