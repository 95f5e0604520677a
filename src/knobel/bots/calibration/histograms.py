"""What players of known strength reached on every level.

Every level is played many times by four bots; what they reached is stored with the package, a line a level. What is
played anew is kept in the cache folder, bot by bot, so that who was interrupted goes on from there.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from knobel.bots import learned_players
from knobel.bots.parameters import keep, mark
from knobel.home import cache_folder
from knobel.rules import digest, find
from knobel.rules.booklets import booklet, level_of
from knobel.rules.core import Game

PLAYERS = ("random", "beginner", "solid", "strong")  # of the ladder, those that medals are measured by


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often each number of points was reached: `counts[i]` times `least + i`."""

    least: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, points: Iterable[int]) -> "Histogram":
        """
        >>> Histogram.of([60, 62, 62])
        Histogram(least=60, counts=(1, 0, 2))
        """
        found = [int(each) for each in points]
        least, most = min(found), max(found)
        counts = [0] * (most - least + 1)
        for each in found:
            counts[each - least] += 1
        return cls(least, tuple(counts))

    @property
    def games(self) -> int:
        return sum(self.counts)

    @property
    def most(self) -> int:
        return self.least + len(self.counts) - 1

    @property
    def mean(self) -> float:
        return sum(count * (self.least + i) for i, count in enumerate(self.counts)) / self.games

    def sum_of(self, power: int) -> int:
        """The points of all games, or their squares, added up."""
        return sum(count * (self.least + i) ** power for i, count in enumerate(self.counts))

    @property
    def sd(self) -> float:
        mean = self.mean
        squares = sum(count * (self.least + i - mean) ** 2 for i, count in enumerate(self.counts))
        return float((squares / max(self.games - 1, 1)) ** 0.5)

    @property
    def sem(self) -> float:
        return self.sd / float(self.games**0.5)

    def reached(self, points: int) -> float:
        """The share of games with at least that many points."""
        return sum(self.counts[max(points - self.least, 0) :]) / self.games


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the players made of one level, as it was when they played it."""

    level: int
    version: int
    digest: str
    seed: int
    histograms: Mapping[str, Histogram]

    def line(self) -> str:
        """A line of the file; `read_line` is the way back."""
        counts = {bot: [each.least, *each.counts] for bot, each in self.histograms.items()}
        head = {"level": self.level, "version": self.version, "digest": self.digest, "seed": self.seed}
        return json.dumps(head | {"spreads": counts}, separators=(",", ":"))


def read_line(line: str) -> Calibration:
    tree = json.loads(line)
    histograms = {bot: Histogram(least, tuple(counts)) for bot, (least, *counts) in tree.pop("spreads").items()}
    return Calibration(**tree, histograms=histograms)


@cache
def stored(game: str) -> Mapping[int, Calibration]:
    """What is known of the levels of a game, by number; levels that have changed since are not among them."""
    file = files(__package__).joinpath("data", f"{game}.jsonl")
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    found = {each.level: each for each in map(read_line, lines)}
    return {level.number: found[level.number] for level in booklet(game).levels if _holds(game, level.number, found)}


def _holds(game: str, level: int, found: Mapping[int, Calibration]) -> bool:
    return level in found and found[level].digest == digest(find(game, level=level))


def calibrate(game: Game[Any], games: int, seed: int, report: Callable[[str], None]) -> Calibration:
    """Play a level with every bot; `report` is told whose turn it is."""
    histograms = {}
    for bot in PLAYERS:
        report(bot)
        histograms[bot] = measure(game, bot, games, seed)
    level = level_of(game.spec)
    assert level is not None
    return Calibration(level.number, level.version, digest(game), seed, histograms)


def measure(game: Game[Any], bot: str, games: int, seed: int) -> Histogram:
    """What one bot makes of one level; from the cache if it has been played, by the strong one since it last learned.
    The strong one does not search: that would take hours for a booklet."""
    who = f"{bot}-{mark(game)}" if bot == "strong" else bot
    path = cache_folder() / "calibration" / f"{game.spec.key}-{digest(game)[:16]}-{who}-{seed}-{games}.json"
    if path.exists():
        return read_line(path.read_text(encoding="utf-8")).histograms[bot]
    histogram = Histogram.of(learned_players(game.spec.key).simulate(game, bot, games, seed).tolist())
    keep(path, Calibration(game.spec.level or 0, 0, digest(game), seed, {bot: histogram}).line().encode())
    return histogram
