"""How well somebody plays a game: every game played to its end is a score; best and average are told of all of them.

A person is known by name, a game by the digest of its rules. What a booklet takes has its line there (`results.py`)
and is no score besides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from knobel.match.log import Match
from knobel.match.results import is_entered
from knobel.rules import digest


@dataclass(frozen=True, slots=True)
class Score:
    match: str
    game: int  # of the series, counted from 1
    seat: int
    rules: str  # digest of the rules it was played by
    person: str
    points: int
    stamp: int  # seconds since 1970


class Past(NamedTuple):
    """What somebody has reached by the same rules in other matches."""

    games: int = 0
    best: int = 0
    total: int = 0


class Record(NamedTuple):
    """Best and average of all games so far, those of this match among them."""

    games: int
    best: int
    average: float
    before: int | None  # the best before this match; None: there was no game before

    @property
    def is_new(self) -> bool:
        """Whether this match has brought the best."""
        return self.before is not None and self.best > self.before


def scores_of(match: Match, stamp: int) -> tuple[Score, ...]:
    """A score for every game that a person has played to its end in this match, without a bot's help."""
    if _is_for_a_booklet(match):
        return ()
    rules, helped = digest(match.header.game), match.stood_in_for
    return tuple(
        Score(match.header.id, number, seat, rules, who.name, points[seat], stamp)
        for number, points in enumerate(match.state.results, start=1)
        for seat, who in enumerate(match.header.seats)
        if who.bot is None and seat not in helped
    )


def record_of(match: Match, seat: int, past: Past) -> Record | None:
    """What is told at the end of a match of the person on that seat; nothing of a bot, or before the first game."""
    if match.header.seats[seat].bot is not None or seat in match.stood_in_for:
        return None
    return _record(past, _reached(match, seat))


def _reached(match: Match, seat: int) -> list[int]:
    """The points of that seat's finished games, as far as they are written down."""
    points = [game[seat] for game in match.state.results]
    return [one for one in points if is_entered(one)] if _is_for_a_booklet(match) else points


def _record(past: Past, points: Sequence[int]) -> Record | None:
    games = past.games + len(points)
    if games == 0:
        return None
    best = max([*points, past.best]) if past.games else max(points)
    return Record(games, best, (past.total + sum(points)) / games, past.best if past.games else None)


def _is_for_a_booklet(match: Match) -> bool:
    spec = match.header.game.spec
    return spec.level is not None and not spec.house
