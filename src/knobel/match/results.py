"""What is written into a challenge booklet: results of levels, the best of them, and what to play next.

A booklet is kept by one person or by several, each known by name. Only results that were reached under the rules a
level has today count for best results, medals and sums; those of earlier versions stay readable beside them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from knobel.match.log import Match
from knobel.rules import digest, find
from knobel.rules.booklets import MEDALS, Booklet, Chapter, Level, booklet, level_of, medal_for
from knobel.rules.core import Game, Over
from knobel.words import Text, text


@dataclass(frozen=True, slots=True)
class Result:
    id: str  # of the match it was reached in, so that no match can be entered twice; else one of its own
    game: str
    level: int
    version: int  # of the level
    rules: str  # digest of the rules it was played by
    person: str
    points: int
    medal: str | None  # what these points earned when they were entered
    stamp: int  # seconds since 1970
    by_hand: bool = False  # played on a real table and written down
    hinted: bool = False  # the coach was asked

    @property
    def counts(self) -> bool:
        """Whether it was reached under the rules its level has today."""
        return self.rules == rules_of(self.game, self.level)

    @property
    def best_medal(self) -> str | None:
        """What it is worth today. What was won stays won, also where a level asks for more than it did then."""
        today = booklet(self.game).level(self.level).medal(self.points) if self.counts else None
        return max(self.medal, today, key=_rank)


def _rank(medal: str | None) -> int:
    return -1 if medal is None else MEDALS.index(medal)


@cache
def rules_of(game: str, level: int) -> str | None:
    """Digest of the rules a level has today; None if the booklet has no such level any more."""
    return digest(find(game, level=level)) if level in {one.number for one in booklet(game).levels} else None


def written(
    game: Game[Any],
    person: str,
    points: int,
    id: str,
    stamp: int,
    *,
    by_hand: bool = False,
    hinted: bool = False,
) -> Result:
    """The line of a booklet for points on a level, in the version it was played by."""
    level = level_of(game.spec)
    assert level is not None
    medal = level.medal(points)
    return Result(
        id, level.game, level.number, level.version, digest(game), person, points, medal, stamp, by_hand, hinted
    )


def of_match(match: Match, stamp: int) -> Result | None:
    """The result to enter now that the match is closed, if it is one for a booklet."""
    game = match.header.game
    if game.spec.level is None or why_not(match):
        return None
    name, points = match.header.seats[0].name, match.ranking[0].points
    by_hand, hinted = True in match.thrown, bool(match.hinted)
    return written(game, name, points, match.header.id, stamp, by_hand=by_hand, hinted=hinted)


def why_not(match: Match) -> Text | None:
    """Why a level's match has no line in the booklet (yet), if it has none."""
    if not isinstance(match.turn.node, Over):
        return text("results.not_entered.given_up" if match.over else "results.not_entered.running")
    if match.revealed is None:
        return text("results.not_entered.running")  # real dice: it can still be corrected
    if match.header.seats[0].bot:
        return text("results.not_entered.bot")
    if match.header.game.spec.house:
        return text("results.not_entered.house")
    return None if is_entered(match.ranking[0].points) else text("results.not_entered.lost")


def is_entered(points: int) -> bool:
    """The lowest line of every level's table asks for more than 0: less is a loss, and nothing to write down."""
    return points > 0


def chapter_medals(chapter: Chapter) -> tuple[int, int, int]:
    """What the sum of a chapter has to reach: what is printed, else the same medal of all its levels added up."""
    bronze, silver, gold = map(sum, zip(*(level.medals for level in chapter.levels), strict=True))
    return chapter.medals or (bronze, silver, gold)


class Goal(NamedTuple):
    """What to try next: the first level without a bronze medal, then the first without silver, then without gold."""

    level: int
    medal: str


@dataclass(frozen=True)
class Sum:
    """The best results of a chapter's levels added up. It counts for a medal once every level has been played."""

    points: int
    played: int
    medal: str | None


@dataclass(frozen=True)
class Standing:
    """One person's column of a booklet."""

    booklet: Booklet
    best: Mapping[int, Result]  # by level

    @classmethod
    def of_all(cls, booklet: Booklet, results: Iterable[Result]) -> dict[str, "Standing"]:
        """The columns of everybody with a result, in the order in which they first wrote one."""
        best: dict[str, dict[int, Result]] = {}
        for result in sorted(results, key=lambda result: result.stamp):
            column = best.setdefault(result.person, {})
            if result.counts:
                known = column.get(result.level)
                if known is None or result.points > known.points:
                    column[result.level] = result
        return {person: cls(booklet, column) for person, column in best.items()}

    def sum(self, chapter: Chapter) -> Sum:
        found = [self.best[level.number].points for level in chapter.levels if level.number in self.best]
        complete = len(found) == len(chapter.levels)
        return Sum(sum(found), len(found), medal_for(chapter_medals(chapter), sum(found)) if complete else None)

    def next(self) -> Goal | None:
        """None once there is gold everywhere."""
        for rank, medal in enumerate(MEDALS):
            for level in self.booklet.levels:
                if not self._reached(level, rank):
                    return Goal(level.number, medal)
        return None

    def _reached(self, level: Level, rank: int) -> bool:
        best = self.best.get(level.number)
        return best is not None and _rank(best.best_medal) >= rank
