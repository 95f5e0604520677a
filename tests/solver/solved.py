"""Solved games and positions that several tests share, each made once."""

from dataclasses import replace
from functools import cache
from random import Random

from knobel.rules import find
from knobel.rules.boxes import Sheet
from knobel.rules.classics import yahtzee
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK
from knobel.solver.induction.layers import solve_layers
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.oracle import Written


def sheet_named(name: str) -> Sheet:
    if name == "yahtzee without extras":
        return replace(yahtzee(), repeat=None)
    sheet: Sheet = find(name).sheet  # type: ignore[attr-defined]
    return sheet


@cache
def solved(name: str, upto: int | None = None) -> ValueTable:
    """The table of a game, or of its last turns."""
    process = DecisionProcess(sheet_named(name))
    return ValueTable(process, solve_layers(process, upto=upto))


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


def position_of(sheet: Sheet, written: Written, chips: int) -> CardPosition:
    free = frozenset(i for i, points in enumerate(written) if points is None)
    held = None if sheet.top is None else written[sheet.top]
    return CardPosition(free, sheet.upper(written), OPEN if held is None else FILLED if held else STRUCK, chips)
