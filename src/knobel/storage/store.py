"""What hosts ask of a database, and the records that go in and out. One implementation so far: `sqlite.py`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from knobel.match.records import Past, Score
from knobel.match.results import Result
from knobel.storage.cards import CardEntry, KeptCard
from knobel.storage.errors import StorageError
from knobel.storage.ledger import LedgerEntry
from knobel.storage.people import Joined, PeopleEntry, Person

Outcome: TypeAlias = StorageError | None  # of something that was to be written


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match before its first event. `seed` is kept apart from all that is ever read out for a client."""

    id: str
    created: str
    header: str  # the match file of the empty match: header lines and the closing line
    colours: str  # of the seats, separated by spaces; only handed back
    seed: str
    rematch_of: str | None = None
    pictures: str = ""  # of the seats, in the same way
    joined: Joined = Joined(())  # the people at its seats


@dataclass(frozen=True, slots=True)
class Step:
    """The events of one command. Its key is (match, at), so a version cannot be written twice."""

    match: str
    at: int  # version of the match before it
    lines: str  # the events in the notation of match files
    command: str | None  # id of the client's command, to answer it again when it is resent
    stamp: int  # seconds since 1970
    over: bool = False  # the match ended with it
    result: Result | None = None  # for the booklet; written together with the step or not at all
    scores: tuple[Score, ...] | None = None  # all of the match, if they have changed; likewise


@dataclass(frozen=True, slots=True)
class StoredMatch:
    id: str
    header: str
    colours: str
    seed: str
    rematch_of: str | None
    rematch: str | None
    held: tuple[int, str] | None
    steps: tuple[Step, ...]
    pictures: str


@dataclass(frozen=True, slots=True)
class MatchScores:
    """The scores of a match from before they were kept."""

    match: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A half-made selection: kept dice, for the version they were kept in."""

    match: str
    at: int
    mask: str


class Store(Protocol):
    async def create(self, new: NewMatch, first: Step | None) -> None:
        """Durable when it returns. Conflict if there already is a rematch of that match."""

    def append(self, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
        """Write the steps of several matches. Once they are durable `done` is called on the event loop with what went
        wrong for each, in order: only then anybody is told. Conflict if that version is taken.
        """

    def hold(self, held: Held) -> None:
        """Kept soon; a crash may lose it."""

    async def load(self, match: str) -> StoredMatch | None: ...

    async def page(self, limit: int, after: str | None) -> list[str]:
        """Ids of matches, open ones first, then newest first; `after` is the last id of the page before."""

    async def delete(self, match: str) -> None: ...

    async def results(self, game: str) -> list[Result]:
        """Every line of a game's booklet, in the order in which they were written."""

    async def result(self, id: str) -> Result | None: ...

    async def people(self) -> list[Person]:
        """Everybody who is remembered, who played last first."""

    async def cards(self) -> list[KeptCard]:
        """Score cards of one's own, the one opened last first."""

    async def newest(self) -> str | None:
        """The match that was begun last."""

    async def enter(self, *entries: LedgerEntry | PeopleEntry | CardEntry) -> None:
        """Changes of booklets, people or cards that belong to no match. Durable when it returns."""

    async def pasts(self, rules: str, people: Sequence[str], match: str) -> list[Past]:
        """What each of them has reached by these rules in other matches."""

    async def unscored(self) -> list[str]:
        """Matches of before scores were kept."""

    async def score(self, found: MatchScores) -> None:
        """The scores of one of those. Durable when it returns."""

    async def close(self) -> None: ...
