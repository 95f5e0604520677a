"""What hosts ask of a database, and the records that go in and out. Two databases can be asked: `sqlite.py` and
`postgres.py`, which share `sql.py`; the pocket's store (`pocket/logged.py`) is a log with SQLite in memory."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from knobel.match.records import Past, Score
from knobel.match.results import Result
from knobel.match.studies import AllDraws, MatchStudy, PersonPast
from knobel.match.summary import Summary
from knobel.quick import quick
from knobel.storage.cards import CardEntry, KeptCard
from knobel.storage.days import DayBegun, DayEnded, DayPlayed
from knobel.storage.errors import StorageError
from knobel.storage.holders import OWNER, DeviceLink, HolderEntry, Seating
from knobel.storage.invitations import Invitation, Uninvited
from knobel.storage.ledger import LedgerEntry
from knobel.storage.news import News
from knobel.storage.people import Joined, PeopleEntry, Person
from knobel.storage.trainings import DeckEntry, TrainerEntry, Training

Outcome: TypeAlias = StorageError | None  # of something that was to be written
Versions: TypeAlias = Callable[[], Sequence[tuple[str, int]]]  # of open matches, each by its id

LISTED, ARCHIVED, THROWN = 0, 1, 2  # where a match is: in the list, in the archive, thrown away


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match before its first event. `seed` is kept apart from all that is ever read out for a client."""

    id: str  # where it is found; that of its header, unless another copy of the same match is there already
    header: str  # the match file of the empty match: header lines and the closing line
    colours: str  # of the seats, separated by spaces; only handed back
    seed: str
    summary: Summary
    rematch_of: str | None = None
    pictures: str = ""  # of the seats, in the same way
    joined: Joined = Joined(())  # the people at its seats
    day: DayBegun | None = None  # if it is the game of a day
    maker: str = OWNER  # whose it is
    holders: tuple[tuple[int, str], ...] = ()  # of seats that are not the maker's


@quick
@dataclass(frozen=True, slots=True)
class Step:
    """The events of one command. Its key is (match, at), so a version cannot be written twice."""

    match: str
    at: int  # version of the match before it
    lines: str  # the events in the notation of match files
    command: str | None  # id of the client's command, to answer it again when it is resent
    stamp: int  # seconds since 1970
    summary: Summary | None = None  # what lists show from now on, if that has changed
    result: Result | None = None  # for the booklet; written together with the step or not at all
    scores: tuple[Score, ...] | None = None  # all of the match, if they have changed; likewise
    day: DayEnded | None = None  # the game of a day is over; likewise


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
    seating: Seating = Seating()


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


@dataclass(frozen=True, slots=True)
class Moved:
    """A match is put into the archive, thrown away or taken back; `stamp` says when."""

    match: str
    away: int
    stamp: int


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Whatever was thrown away before that moment is gone for good."""

    before: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Which matches a list shall have: a page of them, the latest first, open ones before all others."""

    limit: int
    after: str | None = None  # the last of the page before
    game: str | None = None
    person: str | None = None
    open: bool | None = None
    away: int = LISTED
    holder: str | None = None  # whose; None: everybody's


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as lists have it."""

    id: str
    summary: Summary
    colours: str
    pictures: str
    updated: int  # when it was last played, in seconds since 1970; 0 if never
    version: int
    away: int
    damaged: bool = False  # that part of the database cannot be read: nothing of it is known but the id


@dataclass(frozen=True, slots=True)
class Choices:
    """By what a list can be narrowed: keys of games and names of people that are in it."""

    games: list[str]
    people: list[str]


Value: TypeAlias = str | int | float | None


@dataclass(frozen=True, slots=True)
class TableRows:
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True)
class TakenIn:
    """All that stood in a file. It has been read as a whole, so that it can be written."""

    version: int  # of the database's shape
    tables: dict[str, TableRows]


Entry: TypeAlias = LedgerEntry | PeopleEntry | CardEntry | TrainerEntry


@dataclass(frozen=True, slots=True)
class Belonging:
    """Something that is not the owner's."""

    holder: str
    entry: Entry | TakenIn


@dataclass(frozen=True, slots=True)
class Counted:
    """How much of what people know of is kept. `shared`: matches of those at which others sit, too."""

    matches: int
    results: int
    people: int
    cards: int
    shared: int


class Store(Protocol):
    """What belongs to somebody is asked for and written by a store for its holder (`of`); before that, the owner's."""

    def of(self, holder: str) -> "Store":
        """The same store for the things of that holder."""

    async def seating(self, match: str) -> Seating | None:
        """Who is at the table of a match, also of one that was thrown away; None if there is none."""

    async def holder_of(self, secret: str) -> str | None:
        """Under which name a device holds things, if that is not the hash of its own secret."""

    async def device_link(self, secret: str) -> DeviceLink | None:
        """The link by which another device gets somebody's things, also one whose time is over."""

    async def link(self, entry: HolderEntry) -> None:
        """Devices and who looks on. Durable when it returns."""

    async def invitation(self, token: str) -> Invitation | None:
        """The table of a link, whichever of the two it is."""

    async def invitation_of(self, match: str) -> Invitation | None: ...

    async def waiting_tables(self, holder: str) -> list[Invitation]:
        """Their tables that have not begun, the latest first."""

    async def invite(self, entry: Invitation | Uninvited) -> None:
        """Durable when it returns."""

    async def create(self, new: NewMatch, first: Step | None, *joined: Belonging) -> None:
        """Durable when it returns. Conflict if there already is a rematch of that match."""

    def append(self, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
        """Write the steps of several matches. Once they are durable `done` is called on the event loop with what went
        wrong for each, in order: only then anybody is told. Conflict if that version is taken.
        """

    def hold(self, held: Held) -> None:
        """Kept soon; a crash may lose it."""

    async def load(self, match: str) -> StoredMatch | None:
        """None as well for one that was thrown away."""

    async def later(self, match: str, at: int) -> list[Step] | None:
        """The steps of a match since that version; None if it is gone or was thrown away."""

    async def copies(self, origin: str) -> list[StoredMatch]:
        """Every match of theirs that is kept and whose dice are sealed with that id."""

    async def page(self, wanted: Selection) -> list[Listed]: ...

    async def choices(self, holder: str | None = None) -> Choices:
        """Of the matches of one holder; None: of everybody's."""

    async def where(self, match: str) -> int | None:
        """Whether a match is in the list, in the archive or thrown away; None if there is none."""

    async def move(self, moved: Moved) -> None:
        """Durable when it returns."""

    async def clean(self, cleaning: Cleaning) -> None: ...

    def alone(self) -> AbstractAsyncContextManager[object]:
        """Nobody else is in here meanwhile, on whichever server: to read something and write it changed."""

    def hear(self, told: Callable[[News], None]) -> None:
        """Call `told`, on the event loop, with what other servers on this database have done."""

    def present(self, seats: Sequence[tuple[str, str]]) -> None:
        """Tell other servers who is here: matches, each with 1 or 0 for every seat."""

    async def changed_elsewhere(self, known: Versions) -> list[str]:
        """Those of the open matches that another program has played on or thrown away; only if there may be any is
        asked how far they are.
        """

    async def results(self, game: str) -> list[Result]:
        """Every line of a game's booklet, in the order in which they were written."""

    async def result(self, id: str) -> Result | None: ...

    async def people(self) -> list[Person]:
        """Everybody who is remembered, who played last first."""

    async def cards(self) -> list[KeptCard]:
        """Score cards of one's own, the one opened last first."""

    async def days(self, person: str) -> list[DayPlayed]:
        """The games of the day that somebody has begun, day after day."""

    async def day(self, match: str) -> DayPlayed | None:
        """What is kept of that match as the game of a day."""

    async def training(self, person: str, game: str) -> Training:
        """How somebody stands in the trainer of a game."""

    async def deck(self, person: str, game: str, now: int) -> list[DeckEntry]:
        """The positions of a game that come back to somebody by now, the longest due first."""

    async def deck_entry(self, person: str, puzzle: str) -> DeckEntry | None: ...

    async def waiting(self, person: str, now: int) -> dict[str, int]:
        """By game, how many positions come back to somebody by now."""

    async def newest(self) -> Listed | None:
        """The match that was begun last, of those in the list."""

    async def enter(self, *entries: Entry) -> None:
        """Changes of booklets, people, cards or training that belong to no match. Durable when it returns."""

    async def pasts(self, rules: str, people: Sequence[str], match: str) -> list[Past]:
        """What each of them has reached by these rules in other matches."""

    async def unscored(self) -> list[str]:
        """Matches of before scores were kept."""

    async def score(self, found: MatchScores) -> None:
        """The scores of one of those. Durable when it returns."""

    async def unstudied(self, most: int) -> list[str]:
        """Matches that are over and that statistics have not looked at, the latest first."""

    async def study(self, found: MatchStudy) -> None:
        """What statistics keep of one of those. Durable when it returns."""

    async def past(self, person: str) -> PersonPast:
        """All that somebody has played."""

    async def draws(self) -> AllDraws:
        """What all dice and cards have shown here."""

    async def everything(self) -> str:
        """All that is kept, as the text of a file, without the secrets of matches that are not over."""

    async def counted(self) -> Counted: ...

    async def delete_everything(self) -> None:
        """Durable when it returns."""

    async def take_in(self, taken: TakenIn) -> None:
        """Add what such a file holds. Durable when it returns."""

    async def changed(self, known: Sequence[tuple[str, int]]) -> list[str]:
        """Those of these matches, each with its version, that are stored otherwise."""

    async def close(self) -> None: ...
