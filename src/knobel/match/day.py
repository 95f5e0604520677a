"""The games of the day: one Kniffel and one level of the For One booklets, with the same dice for everybody.

Everything follows from the date, which is that of UTC: which level it is, and the secret of the seal,

    SHA-256 of the four lines "knobel day", "1", the date (2026-11-17), "kniffel" or "level"

So it needs no server and no account, and `knobel verify` checks its dice as in any match. Its match has the name of its
day for an id, and by that it is known: no seat adds a seed of its own to it, and nobody types dice into it.
"""

from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from knobel.match.chance import Seal
from knobel.match.events import OF_A_DAY, Header, Seat
from knobel.match.host import Host, new_match
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Game

VERSION = 1
FIRST_DAY = date(2026, 11, 1)  # nobody can play for days before there were any

Part: TypeAlias = Literal["kniffel", "level"]
PARTS: tuple[Part, ...] = get_args(Part)


class DayGame(NamedTuple):
    """One of the two games of a day."""

    day: date
    part: Part

    @property
    def id(self) -> str:
        """That of every match of it: the dice depend on it, so it is the same for everybody."""
        return f"{OF_A_DAY}{self.day}-{self.part}"

    @property
    def seed(self) -> bytes:
        return sha256(_lines("knobel day", VERSION, self.day, self.part)).digest()

    @property
    def game(self) -> Game[Any]:
        return find("kniffel") if self.part == "kniffel" else find(level_of_the_day(self.day))

    def host(self, seat: Seat | str) -> Host:
        """A match of it before its first throw."""
        return new_match(self.game, [seat], seed=self.seed, match_id=self.id)


def _lines(*parts: object) -> bytes:
    return "\n".join(map(str, parts)).encode("ascii")


def level_of_the_day(day: date) -> str:
    """Which level it is, as `find` reads it. Every level comes up once before one comes up again.

    >>> level_of_the_day(date(2026, 11, 17))
    'numberup:1'
    >>> len({level_of_the_day(date(2026, 11, 15) + timedelta(days=n)) for n in range(45)})
    45
    """
    every = [f"{kind.key}:{level}" for kind in GAMES if not kind.classic for level in kind.levels()]
    course, at = divmod(day.toordinal(), len(every))
    shuffled = sorted(every, key=lambda spec: sha256(_lines("knobel day levels", VERSION, course, spec)).digest())
    return shuffled[at]


def day_game_of(header: Header) -> DayGame | None:
    """Which day's game a match is; none for one that only bears its name."""
    if not header.of_a_day:
        return None
    name, _, part = header.id.removeprefix(OF_A_DAY).rpartition("-")
    try:
        found = DayGame(date.fromisoformat(name), next(one for one in PARTS if one == part))
    except (ValueError, StopIteration):
        return None
    sealed = Seal(found.id, digest(header.game), found.seed)
    return found if (found.id, sealed.commitment) == (header.id, header.commitment) else None


def streak(days: set[date], today: date) -> int:
    """How many days in a row were played, up to today; today may still be to come.

    >>> streak({date(2026, 11, 14), date(2026, 11, 15), date(2026, 11, 12)}, date(2026, 11, 16))
    2
    """
    at = today if today in days else today - timedelta(days=1)
    count = 0
    while at in days:
        count, at = count + 1, at - timedelta(days=1)
    return count


def longest_streak(days: set[date]) -> int:
    """The most days in a row there have been."""
    ends = (day for day in days if day + timedelta(days=1) not in days)
    return max((streak(days, end) for end in ends), default=0)
