"""What servers on one database tell each other. Each is a line of words, so that a database can carry it."""

from dataclasses import astuple, dataclass
from typing import NamedTuple, TypeAlias

import msgspec


class WrittenStep(NamedTuple):
    lines: str
    command: str | None
    stamp: int


@dataclass(frozen=True, slots=True)
class Wrote:
    """A match that was at version `at` has gone on. The step itself is told along, unless it is too long for that."""

    match: str
    at: int
    step: WrittenStep | None = None


@dataclass(frozen=True, slots=True)
class HeldThere:
    """Dice are held for the next throw."""

    match: str
    at: int
    mask: str


@dataclass(frozen=True, slots=True)
class Elsewise:
    """Something else about a match is not as it was: it has to be read again."""

    match: str


@dataclass(frozen=True, slots=True)
class Watched:
    """A holder may look on at a match."""

    match: str
    holder: str


@dataclass(frozen=True, slots=True)
class Reseated:
    """What is that holder's is not what it was."""

    holder: str


@dataclass(frozen=True, slots=True)
class There:
    """At a table of several devices, by seat, whether its device is at that server: 1 or 0."""

    match: str
    seats: str


News: TypeAlias = Wrote | HeldThere | Elsewise | Watched | Reseated | There

LONGEST = 2000  # letters of one, in ASCII; others are read where they are stored

_encode = msgspec.json.encode
_read_step = msgspec.json.Decoder(WrittenStep).decode
_LETTERS: dict[type[News], str] = {HeldThere: "h", Elsewise: "e", Watched: "o", Reseated: "r", There: "t"}


def line_of(news: News) -> str:
    """
    >>> line_of(Wrote("a1", 3))
    'w a1 3'
    >>> line_of(Wrote("a1", 3, WrittenStep("A roll", None, 5)))
    'w a1 3 ["A roll",null,5]'
    >>> news_of('w a1 3 ["A roll",null,5]').step
    WrittenStep(lines='A roll', command=None, stamp=5)
    >>> news_of("of a later release")
    """
    if isinstance(news, Wrote):
        told = f"w {news.match} {news.at}"
        whole = told if news.step is None else f"{told} {_encode(news.step).decode()}"
        return whole if len(whole) <= LONGEST else told
    return " ".join((_LETTERS[type(news)], *map(str, astuple(news))))


def news_of(line: str) -> News | None:
    """None: nothing that is known here."""
    letter, *words = line.split(" ", 3)
    match letter, words:
        case "w", [match, at] if at.isdecimal():
            return Wrote(match, int(at))
        case "w", [match, at, step] if at.isdecimal():
            return Wrote(match, int(at), _read_step(step))
        case "h", [match, at, mask] if at.isdecimal():
            return HeldThere(match, int(at), mask)
        case "e", [match]:
            return Elsewise(match)
        case "o", [match, holder]:
            return Watched(match, holder)
        case "r", [holder]:
            return Reseated(holder)
        case "t", [match, seats]:
            return There(match, seats)
    return None
