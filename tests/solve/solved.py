"""Solved games and positions that several tests share, each made once."""

from dataclasses import replace
from functools import cache
from random import Random

from knobel.rules import find
from knobel.rules.boxes import Sheet
from knobel.rules.classics import yahtzee
from knobel.solve.induct import solve_layers
from knobel.solve.oracle import Written
from knobel.solve.position import Position
from knobel.solve.problem import Problem
from knobel.solve.tables import FILLED, OPEN, STRUCK
from knobel.solve.valuers import Table


def sheet_named(name: str) -> Sheet:
    if name == "yahtzee without extras":
        return replace(yahtzee(), repeat=None)
    sheet: Sheet = find(name).sheet  # type: ignore[attr-defined]
    return sheet


@cache
def solved(name: str, upto: int | None = None) -> Table:
    """The table of a game, or of its last turns."""
    problem = Problem(sheet_named(name))
    return Table(problem, solve_layers(problem, upto=upto))


def written_at_random(sheet: Sheet, free: int, luck: Random) -> Written:
    """A card with so many free boxes, the others filled with something they can hold."""
    rolls = list(sheet.distinct_rolls())
    chosen = luck.sample(range(len(sheet.boxes)), free)
    written: list[int | None] = []
    for i, box in enumerate(sheet.boxes):
        points = box.score(luck.choice(rolls))
        if i == sheet.top:
            points = luck.choice([0, max(box.score(roll) for roll in rolls)])
        written.append(None if i in chosen else points)
    return tuple(written)


def position_of(sheet: Sheet, written: Written, chips: int) -> Position:
    free = frozenset(i for i, points in enumerate(written) if points is None)
    held = None if sheet.top is None else written[sheet.top]
    return Position(free, sheet.upper(written), OPEN if held is None else FILLED if held else STRUCK, chips)
