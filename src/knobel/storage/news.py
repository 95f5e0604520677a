"""What servers on one database tell each other. Each is a line of words, so that a database can carry it."""

from dataclasses import astuple, dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Wrote:
    """A match that was at version `at` has gone on."""

    match: str
    at: int


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
class Reseated:
    """What is that holder's is not what it was."""

    holder: str


@dataclass(frozen=True, slots=True)
class There:
    """At a table of several devices, by seat, whether its device is at that server: 1 or 0."""

    match: str
    seats: str


News: TypeAlias = Wrote | HeldThere | Elsewise | Reseated | There

_KINDS: dict[str, type[News]] = {"w": Wrote, "h": HeldThere, "e": Elsewise, "r": Reseated, "t": There}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}


def line_of(news: News) -> str:
    """
    >>> line_of(Wrote("a1", 3))
    'w a1 3'
    >>> news_of("w a1 3")
    Wrote(match='a1', at=3)
    >>> news_of("of a later release")
    """
    return " ".join((_LETTERS[type(news)], *map(str, astuple(news))))


def news_of(line: str) -> News | None:
    """None: nothing that is known here."""
    letter, *words = line.split(" ")
    match letter, words:
        case "w", [match, at] if at.isdecimal():
            return Wrote(match, int(at))
        case "h", [match, at, mask] if at.isdecimal():
            return HeldThere(match, int(at), mask)
        case "e", [match]:
            return Elsewise(match)
        case "r", [holder]:
            return Reseated(holder)
        case "t", [match, seats]:
            return There(match, seats)
    return None
