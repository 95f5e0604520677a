"""The shapes of the games of the day in REST."""

from typing import Annotated, Literal

from msgspec import Meta

from knobel.match.day import Part
from knobel.match.events import LONGEST_NAME
from knobel.server.told import Medal, Shape, TextOut


class DayMatchIn(Shape, frozen=True):
    """Who plays which of a day's games."""

    part: Part
    person: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class ParOut(Shape, frozen=True):
    """What the best player makes with the dice of the day, and over all dice, where that was measured."""

    points: int
    average: float | None


class AttemptOut(Shape, frozen=True):
    """A match of a day's game. `counts`: the first one, played to the end; `in_time`: begun on its day."""

    match: str
    state: Literal["running", "finished", "given_up"]
    points: int | None
    medal: Medal | None
    counts: bool
    in_time: bool


class DayGameOut(Shape, frozen=True):
    """One of a day's two games. `running` is the match to go on with; `title` and `medals` are those of a level."""

    part: Part
    key: str
    level: int | None
    name: TextOut
    title: TextOut | None
    medals: dict[Medal, int] | None
    par: Annotated[ParOut | None, Meta(description="null: not reckoned for that day")]
    running: str | None
    attempts: Annotated[list[AttemptOut], Meta(description="of the person who was asked for, the first one first")]


class DayOut(Shape, frozen=True):
    """A day with its games. `streak` are the days in a row up to today; `share` is a line to tell others."""

    day: str
    today: str
    first: str
    games: list[DayGameOut]
    streak: int
    share: TextOut | None


class CalendarDayOut(Shape, frozen=True):
    """What a person's first matches of that day came to."""

    day: str
    kniffel: AttemptOut | None
    level: AttemptOut | None


class CalendarOut(Shape, frozen=True):
    """Every day with a game that was begun, from `first`, the earliest day there is, to `today`."""

    today: str
    first: str
    streak: int
    longest: int
    days: list[CalendarDayOut]
