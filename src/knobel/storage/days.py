"""The games of the day that were begun here, on one connection. They are written with the matches they are played in.

A person's first match of a day's game counts; whoever plays it again knows the dice, so that enters neither booklet nor
best results.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from datetime import UTC, date, datetime
from typing import Any

from knobel.match.day import Part, day_game_of
from knobel.match.log import Match
from knobel.rules.booklets import level_of
from knobel.rules.core import Over
from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OWNER

RUNNING, FINISHED, GIVEN_UP = 0, 1, 2


@dataclass(frozen=True, slots=True)
class DayBegun:
    """A match of a day's game is begun."""

    match: str  # where it is found
    day: str
    part: Part
    spec: str
    person: str
    begun: int  # seconds since 1970


@dataclass(frozen=True, slots=True)
class DayEnded:
    """It is over: how, and what it came to."""

    over: int
    points: int
    medal: str | None


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """What is kept of such a match."""

    match: str
    day: str
    part: Part
    spec: str
    person: str
    attempt: int
    begun: int
    over: int
    points: int | None
    medal: str | None

    @property
    def in_time(self) -> bool:
        """Begun on its day: then it counts for the days in a row, however late it ended."""
        return datetime.fromtimestamp(self.begun, UTC).date() == date.fromisoformat(self.day)

    @property
    def counts(self) -> bool:
        """The first of its day, played to the end."""
        return self.attempt == 1 and self.over == FINISHED


def day_begun(match: Match, id: str, stamp: int) -> DayBegun | None:
    """The record of a match that was begun, if it is one of a day."""
    found = day_game_of(match.header)
    if found is None:
        return None
    who, spec = match.header.seats[0].name, match.header.game.spec
    return DayBegun(id, found.day.isoformat(), found.part, str(spec.today), who, stamp)


def day_ended(match: Match) -> DayEnded | None:
    """The record of its end, if it is one of a day and over."""
    if not match.header.of_a_day or match.revealed is None:
        return None
    finished = isinstance(match.turn.node, Over)
    points, level = match.totals[0], level_of(match.header.game.spec)
    return DayEnded(FINISHED if finished else GIVEN_UP, points, level.medal(points) if level and finished else None)


_COLUMNS = ", ".join(field.name for field in fields(DayPlayed))
_BEGIN = """
insert into day_game (match, day, part, spec, person, begun, holder, attempt) values (?, ?, ?, ?, ?, ?, ?, ?)"""
_BEFORE = "select count(*) from day_game where holder = ? and person = ? and day = ? and part = ?"
_END = "update day_game set over = ?, points = ?, medal = ? where match = ?"
_ATTEMPT = "select attempt from day_game where match = ?"
_PLAYED = f"select {_COLUMNS} from day_game where holder = ? and person = ? order by day, part, attempt"
_ONE = f"select {_COLUMNS} from day_game where match = ?"
_FORGET = "delete from day_game where match = ?"
_RENAME = "update day_game set person = ? where holder = ? and person = ?"


class Days:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute

    def begin(self, begun: DayBegun, holder: str = OWNER) -> None:
        (before,) = self._execute(_BEFORE, (holder, begun.person, begun.day, begun.part)).fetchone()
        self._execute(_BEGIN, (*astuple(begun), holder, before + 1))

    def end(self, match: str, ended: DayEnded) -> None:
        self._execute(_END, (ended.over, ended.points, ended.medal, match))

    def is_first(self, match: str) -> bool:
        """Whether nothing was known of its dice; so of a match that came from a file, too."""
        row = self._execute(_ATTEMPT, (match,)).fetchone()
        return row is None or row[0] == 1

    def played(self, person: str, holder: str = OWNER) -> list[DayPlayed]:
        """All of somebody's, day after day."""
        return [_played(row) for row in self._execute(_PLAYED, (holder, person))]

    def one(self, match: str) -> DayPlayed | None:
        row = self._execute(_ONE, (match,)).fetchone()
        return row and _played(row)

    def forget(self, match: str) -> None:
        """One in which no die has fallen yet."""
        self._execute(_FORGET, (match,))

    def rename(self, person: str, becomes: str, holder: str = OWNER) -> None:
        self._execute(_RENAME, (becomes, holder, person))


def _played(row: Sequence[Any]) -> DayPlayed:
    return DayPlayed(*row)
