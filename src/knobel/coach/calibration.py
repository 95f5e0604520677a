"""Medals that are measured, not guessed: how often players of known strength reach how many points.

Every level is played many times by four bots; what they reached is stored with the package, a line a level. One rule
turns it into medals, the same for all levels of both games (`proposal`):

- **gold** is what the strong player reaches in about a third of its games,
- **bronze** is what the solid player reaches in about four fifths of its games,
- **silver** lies half-way between them,

all rounded to friendly numbers, as round as the spread of the level allows. The medals themselves stand in the
booklet and nowhere else; level 1 of each game keeps those that are printed.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from knobel.bots import LADDER, school
from knobel.coach.errors import NoRoundMedals
from knobel.rules import digest, find
from knobel.rules.booklets import MEDALS, booklet
from knobel.rules.core import Game

PLAYERS = ("random", *LADDER)
PRINTED = 1  # the level whose medals are given by the printed booklet

GOLD_BY_STRONG, BRONZE_BY_SOLID = 1 / 3, 4 / 5
GOLD_RANGE, BRONZE_RANGE = (0.18, 0.5), (0.65, 0.92)  # how far rounding may lead away from these
MOST_GOLD_BY_BEGINNER = 0.1
STEPS = (10, 5, 2, 1)  # medals are multiples of one of these, the roundest first


@dataclass(frozen=True, slots=True)
class Spread:
    """How often each number of points was reached: `counts[i]` times `least + i`."""

    least: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, points: Iterable[int]) -> "Spread":
        """
        >>> Spread.of([60, 62, 62])
        Spread(least=60, counts=(1, 0, 2))
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
    spreads: Mapping[str, Spread]

    def line(self) -> str:
        """A line of the file; `read_line` is the way back."""
        spreads = {bot: [spread.least, *spread.counts] for bot, spread in self.spreads.items()}
        head = {"level": self.level, "version": self.version, "digest": self.digest, "seed": self.seed}
        return json.dumps(head | {"spreads": spreads}, separators=(",", ":"))


def read_line(line: str) -> Calibration:
    tree = json.loads(line)
    spreads = {bot: Spread(least, tuple(counts)) for bot, (least, *counts) in tree.pop("spreads").items()}
    return Calibration(**tree, spreads=spreads)


@cache
def stored(game: str) -> Mapping[int, Calibration]:
    """What is known of the levels of a game, by number; levels that have changed since are not among them."""
    file = files("knobel.coach").joinpath("data", f"{game}.jsonl")
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    found = {each.level: each for each in map(read_line, lines)}
    return {level.number: found[level.number] for level in booklet(game).levels if _holds(game, level.number, found)}


def _holds(game: str, level: int, found: Mapping[int, Calibration]) -> bool:
    return level in found and found[level].digest == digest(find(game, level=level))


def reached(game: str, level: int) -> dict[str, dict[str, float]]:
    """By bot and medal: the share of its games in which a bot earned at least that medal. Empty if not known."""
    if level not in stored(game):
        return {}
    medals = dict(zip(MEDALS, booklet(game).level(level).medals, strict=True))
    spreads = stored(game)[level].spreads
    return {bot: {name: spread.reached(at) for name, at in medals.items()} for bot, spread in spreads.items()}


def beside_printed(game: str, level: int) -> tuple[int, int, int] | None:
    """For a level with printed medals: those that the rule would have set."""
    return proposal(stored(game)[level].spreads) if level == PRINTED and level in stored(game) else None


def measure(game: Game[Any], bot: str, games: int, seed: int) -> Spread:
    """Play a level with one bot. The strong one decides at a glance: looking ahead would take hours for a booklet."""
    return Spread.of(school(game.spec.key).simulate(game, bot, games, seed).tolist())


def proposal(spreads: Mapping[str, Spread]) -> tuple[int, int, int]:
    """Bronze, silver and gold by the rule above.

    >>> strong, solid, beginner = (Spread(least, (1,) * 30) for least in (70, 60, 50))
    >>> proposal({"strong": strong, "solid": solid, "beginner": beginner})
    (65, 80, 90)
    """
    for step in STEPS:
        gold = _nearest(_golds(spreads, step), spreads["strong"], GOLD_BY_STRONG)
        bronze = _nearest(_bronzes(spreads, step), spreads["solid"], BRONZE_BY_SOLID)
        if gold is None or bronze is None:
            continue
        silver = (bronze + gold + step) // (2 * step) * step
        if 0 < bronze < silver < gold:
            return bronze, silver, gold
    raise NoRoundMedals()


def _golds(spreads: Mapping[str, Spread], step: int) -> Iterator[int]:
    strong, solid, beginner = spreads["strong"], spreads["solid"], spreads["beginner"]
    for points in _round(strong, step):
        fits = GOLD_RANGE[0] <= strong.reached(points) <= GOLD_RANGE[1]
        fits &= solid.reached(points) < strong.reached(points)
        if fits and beginner.reached(points) < MOST_GOLD_BY_BEGINNER:
            yield points


def _bronzes(spreads: Mapping[str, Spread], step: int) -> Iterator[int]:
    solid = spreads["solid"]
    return (each for each in _round(solid, step) if BRONZE_RANGE[0] <= solid.reached(each) <= BRONZE_RANGE[1])


def _round(spread: Spread, step: int) -> range:
    return range(-(-spread.least // step) * step, spread.most + 1, step)


def _nearest(points: Iterable[int], spread: Spread, share: float) -> int | None:
    """Where no game ends between two numbers of points they ask for the same: then the higher one, which can be met."""
    return min(points, key=lambda each: (abs(spread.reached(each) - share), -each), default=None)


def write(found: Iterable[Calibration], data: Path, toml: Path) -> None:
    """Store what was measured, and set the medals of those levels in the booklet (those of level 1 are printed)."""
    lines = data.read_text(encoding="utf-8").splitlines() if data.exists() else []
    every = {each.level: each for each in (*map(read_line, lines), *found)}
    data.write_text("".join(every[level].line() + "\n" for level in sorted(every)), encoding="utf-8")
    text = toml.read_text(encoding="utf-8")
    for each in found:
        if each.level != PRINTED:
            text = with_medals(text, each.level, proposal(each.spreads))
    toml.write_text(text, encoding="utf-8")
    stored.cache_clear()
    booklet.cache_clear()


def with_medals(toml: str, level: int, medals: tuple[int, int, int]) -> str:
    """A booklet with other medals for one level, and not a sign changed beside.

    >>> with_medals('[[chapters.levels]]\\nnumber = 2\\nmedals = [1, 2, 3]\\n', 2, (4, 5, 6))
    '[[chapters.levels]]\\nnumber = 2\\nmedals = [4, 5, 6]\\n'
    """
    head, *blocks = re.split(r"(?m)^(?=\[\[chapters)", toml)
    for i, block in enumerate(blocks):
        if re.search(rf"(?m)^number = {level}$", block) and block.startswith("[[chapters.levels]]"):
            blocks[i] = re.sub(r"(?m)^medals = \[.*\]$", f"medals = {list(medals)}", block, count=1)
    return head + "".join(blocks)
