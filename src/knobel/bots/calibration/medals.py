"""Medals that are measured, not guessed.

One rule turns what players of known strength reached into medals, the same for all levels of both games (`proposal`):

- **gold** is what the strong player reaches in about a third of its games,
- **bronze** is what the solid player reaches in about four fifths of its games, and a beginner in at least a quarter,
- **silver** lies half-way between them,

all rounded to friendly numbers, as round as the spread of the level allows. So bronze is for everybody who has
understood a level, as it is in the printed level 1 of each game, which keeps its printed medals; silver and gold are
for those who play well. The medals themselves stand in the booklet and nowhere else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from knobel.bots.calibration import histograms
from knobel.bots.calibration.histograms import Calibration, Histogram, read_line, stored
from knobel.bots.errors import NoRoundMedals
from knobel.rules import booklets
from knobel.rules.booklets import MEDALS, booklet

PRINTED = 1  # the level whose medals are given by the printed booklet

GOLD_BY_STRONG, BRONZE_BY_SOLID, BRONZE_BY_BEGINNER = 1 / 3, 4 / 5, 1 / 4
GOLD_RANGE, BRONZE_RANGE = (0.18, 0.5), (0.65, 0.92)  # how far rounding may lead away from what strong and solid reach
MOST_GOLD_BY_BEGINNER = 0.1
MOST_BRONZE_BY_BEGINNER = 0.5  # where bronze has to be easy for the solid player, so as not to be hard for the beginner
STEPS = (10, 5, 2, 1)  # medals are multiples of one of these, the roundest first


def reached(game: str, level: int) -> dict[str, dict[str, float]]:
    """By bot and medal: the share of its games in which a bot earned at least that medal. Empty if not known."""
    if level not in stored(game):
        return {}
    medals = dict(zip(MEDALS, booklet(game).level(level).medals, strict=True))
    found = stored(game)[level].histograms
    return {bot: {name: each.reached(at) for name, at in medals.items()} for bot, each in found.items()}


def beside_printed(game: str, level: int) -> tuple[int, int, int] | None:
    """For a level with printed medals: those that the rule would have set."""
    return proposal(stored(game)[level].histograms) if level == PRINTED and level in stored(game) else None


def proposal(found: Mapping[str, Histogram]) -> tuple[int, int, int]:
    """Bronze, silver and gold by the rule above.

    >>> strong, solid, beginner = (Histogram(least, (1,) * 30) for least in (70, 60, 50))
    >>> proposal({"strong": strong, "solid": solid, "beginner": beginner})
    (70, 80, 90)
    """
    # Where points come in large leaps there may be no number above 0 that leaves the beginner its quarter.
    for least, step in product((BRONZE_BY_BEGINNER, 0.0), STEPS):
        gold = _nearest(_golds(found, step), found["strong"], GOLD_BY_STRONG)
        bronze = _nearest(_bronzes(found, step, least), found["solid"], BRONZE_BY_SOLID)
        if gold is None or bronze is None:
            continue
        silver = (bronze + gold + step) // (2 * step) * step
        if bronze < silver < gold:
            return bronze, silver, gold
    raise NoRoundMedals()


def _golds(found: Mapping[str, Histogram], step: int) -> Iterator[int]:
    strong, solid, beginner = found["strong"], found["solid"], found["beginner"]
    for points in _round(strong, step):
        fits = GOLD_RANGE[0] <= strong.reached(points) <= GOLD_RANGE[1]
        fits &= solid.reached(points) < strong.reached(points)
        if fits and beginner.reached(points) < MOST_GOLD_BY_BEGINNER:
            yield points


def _bronzes(found: Mapping[str, Histogram], step: int, least: float) -> Iterator[int]:
    solid, beginner = found["solid"], found["beginner"]
    for points in _round(solid, step):
        fits = points > 0 and solid.reached(points) >= BRONZE_RANGE[0] and beginner.reached(points) >= least
        if fits and (solid.reached(points) <= BRONZE_RANGE[1] or beginner.reached(points) <= MOST_BRONZE_BY_BEGINNER):
            yield points


def _round(histogram: Histogram, step: int) -> range:
    return range(-(-histogram.least // step) * step, histogram.most + 1, step)


def _nearest(points: Iterable[int], histogram: Histogram, share: float) -> int | None:
    """Where no game ends between two numbers of points they ask for the same: then the higher one, which can be met."""
    return min(points, key=lambda each: (abs(histogram.reached(each) - share), -each), default=None)


def facts(found: Calibration) -> dict[str, Any]:
    """The medals of a level by the rule, and what each player makes of them."""
    medals = dict(zip(MEDALS, proposal(found.histograms), strict=True))
    players = {
        bot: {
            "mean": round(each.mean, 3),
            "sd": round(each.sd, 3),
            "sem": round(each.sem, 4),
            "reached": {name: round(each.reached(at), 4) for name, at in medals.items()},
        }
        for bot, each in found.histograms.items()
    }
    return {"level": found.level, "medals": medals, "players": players}


def write_package(game: str, found: Iterable[Calibration]) -> None:
    """Store what was measured with the package, and set the medals in its booklet."""
    data = Path(histograms.__file__).parent / "data" / f"{game}.jsonl"
    write(list(found), data, Path(booklets.__file__).parent / f"{game}.toml")


def write(found: Iterable[Calibration], data: Path, toml: Path) -> None:
    """Store what was measured, and set the medals of those levels in the booklet (those of level 1 are printed).

    Other medals for rules that were measured before make a new version of the level; the old ones stay under `earlier`.
    """
    lines = data.read_text(encoding="utf-8").splitlines() if data.exists() else []
    every = {each.level: each for each in map(read_line, lines)}
    text = toml.read_text(encoding="utf-8")
    for each in found:
        before, version = every.get(each.level), each.version
        if each.level != PRINTED:
            medals = proposal(each.histograms)
            known = before is not None and (before.version, before.digest) == (version, each.digest)
            if known and with_medals(text, each.level, medals) != text:
                text, version = with_next_version(text, each.level, version), version + 1
            text = with_medals(text, each.level, medals)
        every[each.level] = replace(each, version=version)
    data.write_text("".join(every[level].line() + "\n" for level in sorted(every)), encoding="utf-8")
    toml.write_text(text, encoding="utf-8")
    stored.cache_clear()
    booklet.cache_clear()


def with_medals(toml: str, level: int, medals: tuple[int, int, int]) -> str:
    """A booklet with other medals for one level, and not a sign changed beside.

    >>> with_medals('[[chapters.levels]]\\nnumber = 2\\nmedals = [1, 2, 3]\\n', 2, (4, 5, 6))
    '[[chapters.levels]]\\nnumber = 2\\nmedals = [4, 5, 6]\\n'
    """
    blocks, at, _ = _blocks(toml, level)
    blocks[at] = _MEDALS.sub(f"medals = {list(medals)}", blocks[at], count=1)
    return "".join(blocks)


def with_next_version(toml: str, level: int, version: int) -> str:
    """A booklet in which one level has the version after that one, and its medals stand under `earlier` as well."""
    blocks, at, end = _blocks(toml, level)
    kept = _MEDALS.search(blocks[at])
    assert kept is not None
    head = re.sub(r"(?m)^version = .*\n", "", blocks[at], count=1)
    blocks[at] = re.sub(r"(?m)^(number = .*\n)", rf"\g<1>version = {version + 1}\n", head, count=1)
    gap = "" if blocks[end - 1].endswith("\n\n") else "\n"
    blocks.insert(end, f"{gap}[[chapters.levels.earlier]]\nversion = {version}\n{kept[0]}\n\n")
    return "".join(blocks).rstrip("\n") + "\n"


_MEDALS = re.compile(r"(?m)^medals = \[.*\]$")


def _blocks(toml: str, level: int) -> tuple[list[str], int, int]:
    """A booklet in pieces, which of them is that level, and which is the next that does not belong to it."""
    blocks = re.split(r"(?m)^(?=\[\[chapters)", toml)
    at = next(
        i
        for i, block in enumerate(blocks)
        if block.startswith("[[chapters.levels]]") and re.search(rf"(?m)^number = {level}$", block)
    )
    end = at + 1
    while end < len(blocks) and blocks[end].startswith("[[chapters.levels.earlier]]"):
        end += 1
    return blocks, at, end
