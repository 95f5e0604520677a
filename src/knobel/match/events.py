"""What a match is made of: its header, and the events that happen in it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias
from unicodedata import normalize

from knobel.errors import BadSeating, SameName
from knobel.quick import quick
from knobel.rules.core import Face, Game, Move
from knobel.words import text

LONGEST_NAME = 24
OF_A_DAY = "day-"  # what the ids of matches begin with whose dice are those of a day (`day.py`)


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    bot: str | None = None  # the name of the bot that plays here

    def __post_init__(self) -> None:
        if not (self.name.strip() == self.name != "" and len(self.name) <= LONGEST_NAME and self.name.isprintable()):
            raise BadSeating(what=text("seating.name"), value=self.name[:40], least=1, most=LONGEST_NAME, game="")


def name_key(name: str) -> str:
    """What makes two names the same one: neither case nor the way an accent is encoded tells people apart.

    >>> name_key(" ANNA") == name_key("Anna"), name_key("Zoe\u0308") == name_key("Zo\u00eb")
    (True, True)
    """
    return normalize("NFC", name.strip()).casefold()


def check_names(seats: Iterable[Seat]) -> None:
    """Refuse a table at which two have one name. Only new ones: matches of before may have such seats."""
    taken: set[str] = set()
    for seat in seats:
        if name_key(seat.name) in taken:
            raise SameName(name=seat.name)
        taken.add(name_key(seat.name))


def told_apart(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The same seats, with a number behind every name that was there before.

    >>> [seat.name for seat in told_apart([Seat("Ada"), Seat("ada"), Seat("Ben")])]
    ['Ada', 'ada 2', 'Ben']
    """
    found: dict[str, Seat] = {}
    for seat in seats:
        name, number = seat.name, 1
        while name_key(name) in found:
            number += 1
            name = f"{seat.name[: LONGEST_NAME - 2].rstrip()} {number}"
        found[name_key(name)] = replace(seat, name=name)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed and promised before the first throw."""

    id: str
    game: Game[Any]
    seats: tuple[Seat, ...]
    commitment: str
    created: str  # when, in UTC, as text; no rule reads it
    games: int = 1
    first: int | None = None
    duplicate: bool = False

    @property
    def of_a_day(self) -> bool:
        """Whether its dice are meant to be the same for everybody who plays it."""
        return self.id.startswith(OF_A_DAY)


@quick
@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    move: Move


@quick
@dataclass(frozen=True, slots=True)
class Drew:
    seat: int
    faces: tuple[Face, ...]
    by_hand: bool = False  # thrown with real dice and typed in, not taken from the seal


@dataclass(frozen=True, slots=True)
class Undid:
    seat: int


@dataclass(frozen=True, slots=True)
class Salted:
    """A seat adds a seed of its own, after seeing the commitment and before the first draw."""

    seat: int
    seed: str  # hex


@dataclass(frozen=True, slots=True)
class Noted:
    """Points written in place of a turn that was played with real dice."""

    seat: int
    box: str
    points: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Corrected:
    """An entry made by hand was changed."""

    seat: int
    box: str
    was: int
    points: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Shifted:
    """An entry made by hand was moved to another box."""

    seat: int
    box: str
    was: int
    to: str
    points: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Hinted:
    """A seat has asked the coach, for the first time in this match. It stays in the log, so every result tells it."""

    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn:
    """From here on that bot plays for a person who has left; None: the person is back."""

    seat: int
    bot: str | None


@dataclass(frozen=True, slots=True)
class Switched:
    """From here on real dice are thrown and typed in, or the sealed ones fall again."""

    by_hand: bool


@dataclass(frozen=True, slots=True)
class Resealed:
    """From here on the dice come from another seal: the match goes on where the secret of the one before is not known.

    Dice that fell before it cannot be checked any more, unless somebody who knows that secret tells it.
    """

    commitment: str  # of the new seal


@dataclass(frozen=True, slots=True)
class Revealed:
    """The secret is told and the match is closed, at its end or when it is given up."""

    seed: str  # hex


Event: TypeAlias = (
    Played | Drew | Undid | Salted | Noted | Corrected | Shifted | Hinted | StoodIn | Switched | Resealed | Revealed
)
