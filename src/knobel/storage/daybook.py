"""Somebody's days: what was played on which, how many in a row, and the line to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property

from knobel.coach.par import Par
from knobel.match.day import FIRST_DAY, PARTS, DayGame, Part, longest_streak, streak
from knobel.storage.days import RUNNING, DayPlayed
from knobel.storage.errors import NoSuchDay
from knobel.words import Text, text


def today() -> date:
    """The day whose games are played now, all over the world: that of UTC."""
    return datetime.now(UTC).date()


def day_of(name: str, now: date) -> date:
    """The day of that name, if its games can be played: its dice are nobody's business before it has begun."""
    try:
        found = date.fromisoformat(name)
    except ValueError:
        found = None
    if found is None or found.isoformat() != name or not FIRST_DAY <= found <= now:
        raise NoSuchDay(day=name[:20], first=FIRST_DAY.isoformat(), last=now.isoformat())
    return found


@dataclass(frozen=True)
class DayBook:
    """All games of the day that a person has begun."""

    played: Sequence[DayPlayed]

    @cached_property
    def days(self) -> set[date]:
        """Those that count for days in a row: a game of the day was begun on it and played to the end."""
        return {date.fromisoformat(each.day) for each in self.played if each.counts and each.in_time}

    def streak(self, now: date) -> int:
        return streak(self.days, now)

    @property
    def longest(self) -> int:
        return longest_streak(self.days)

    def of(self, day: date, part: Part) -> list[DayPlayed]:
        """That person's attempts at a day's game, the first one first."""
        return [each for each in self.played if (each.day, each.part) == (day.isoformat(), part)]

    def first(self, day: date, part: Part) -> DayPlayed | None:
        """The one that counts, over or not."""
        return next(iter(self.of(day, part)), None)

    def running(self, day: date, part: Part) -> DayPlayed | None:
        """The one to go on with, if one has been begun."""
        return next((each for each in self.of(day, part) if each.over == RUNNING), None)


def share(day: date, book: DayBook, pars: dict[Part, Par | None]) -> Text | None:
    """A line to tell others how the day went; nothing as long as nothing was played to its end."""
    told = [
        _shared(DayGame(day, part), first, pars.get(part))
        for part in PARTS
        if (first := book.first(day, part)) and first.counts
    ]
    if not told:
        return None
    line = told[0]
    for other in told[1:]:
        line = text("day.share.and", one=line, other=other)
    return text("day.share.line", day=f"{day.day:02d}", month=f"{day.month:02d}", games=line)


def _shared(game: DayGame, played: DayPlayed, par: Par | None) -> Text:
    spec = game.game.spec
    name = text(f"day.short.{spec.key}")
    points = text("day.share.points", points=played.points)
    if par is not None:
        points = text("day.share.par", points=played.points, par=par.points)
    if spec.level is None:
        return text("day.share.game", game=name, points=points)
    level = text("day.share.level", game=name, level=spec.level, points=points)
    return text("day.share.medal", game=level, medal=text(f"medals.{played.medal}")) if played.medal else level
