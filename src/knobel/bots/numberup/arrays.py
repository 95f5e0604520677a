"""The rules of a level of Number UP as arrays; `rules.lines` says in words what they ask."""

from typing import Any, NamedTuple

import numpy as np

from knobel.rules.lines import Count, Final, Side
from knobel.rules.numberup import NumberUp

Ints = np.ndarray[Any, np.dtype[np.int64]]

# The counts by code; the codes are the places in `rules.lines.Count`.
BEST, SECOND, TOUCHING, COLOURS, EQUAL, RUN, STAIRS = range(len(Count))
CHECK_POINTS = 10


class NumberUpRules(NamedTuple):
    """What a level asks, by line and by side."""

    size: int
    colours: int
    numbers: int
    hand: int
    discards: int
    lowest: int  # whether the lowest side is the result, not the sum of all
    lines: Ints  # [line, place] → cell
    side: Ints  # [line]
    lines_at: Ints  # [cell, …] → lines through it, filled up with -1
    beside: Ints  # [cell, …] → neighbours, filled up with -1
    centre: Ints
    aims: Ints  # [side, COUNT … WEIGHT]


COUNT, TARGET, FLOOR, LIMIT, WEIGHT = range(5)


def rules_of(game: NumberUp) -> NumberUpRules:
    plan = game.plan
    sides = {side: i for i, side in enumerate(Side)}
    aims = [plan.aims.get(side, plan.rows) for side in Side]
    through: list[list[int]] = [[] for _ in range(plan.size**2)]
    for i, line in enumerate(game.lines):
        for cell in line.cells:
            through[cell].append(i)
    return NumberUpRules(
        size=plan.size,
        colours=plan.colours,
        numbers=plan.numbers,
        hand=plan.hand,
        discards=plan.discards,
        lowest=int(plan.final is Final.LOWEST),
        lines=np.array([line.cells for line in game.lines]),
        side=np.array([sides[line.side] for line in game.lines]),
        lines_at=_padded(through),
        beside=_padded(game.neighbours),
        centre=np.array(game.centre),
        aims=np.array([(aim.count.code, aim.target, aim.floor, aim.limit, aim.weight) for aim in aims]),
    )


def _padded(rows: Any) -> Ints:
    return np.array([[*row, *[-1] * (4 - len(row))] for row in rows])
