"""One step of the recursion, done plainly on random positions of every layer of a finished table."""

import os
from random import Random

import pytest

from knobel.rules import digest, find
from knobel.solve.oracle import Plain, Written
from knobel.solve.problem import Problem
from knobel.solve.shipped import shipped_layers
from knobel.solve.tablefile import Folder, table_folder
from knobel.solve.valuers import Table, stored
from tests.solve.solved import position_of, sheet_named, solved, written_at_random


class OneStep(Plain):
    """The plain solver for the turn at hand, and the table for all that follows it."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.sheet)
        self.table = table

    def value(self, written: Written, chips: int = 0) -> float:
        return self.table.value(position_of(self.sheet, written, chips))

    def before(self, written: Written, chips: int) -> float:
        return float(self.after(written, chips, self.sheet.rolls - 1).mean())


def finished(name: str) -> Table | None:
    problem, mark = Problem(sheet_named(name)), digest(find(name))
    if table := stored(problem, Folder(table_folder(name, mark), mark)):
        return table
    layers = shipped_layers(problem, mark)
    return None if layers is None else Table(problem, layers)


def check(table: Table, layers: range) -> None:
    luck, one = Random(table.sheet.key), OneStep(table)
    for free in layers:
        written = written_at_random(table.sheet, free, luck)
        chips = luck.randint(0, table.sheet.chips)
        found = table.value(position_of(table.sheet, written, chips))
        assert found == pytest.approx(one.before(written, chips), abs=1e-3), (free, written, chips)


@pytest.mark.parametrize(("name", "step"), [("kniffel", 1), ("seven", 4)])
def test_every_layer_of_a_shipped_table_follows_from_the_one_below(name: str, step: int) -> None:
    table = finished(name)
    assert table is not None, f"the package brings no table of {name}"
    check(table, range(1, table.problem.layers + 1, step))


@pytest.mark.parametrize(("name", "upto"), [("extreme", 3), ("seven", 1)])
def test_the_last_layers_solved_just_now(name: str, upto: int) -> None:
    check(solved(name, upto), range(1, upto + 1))


@pytest.mark.skipif(os.environ.get("HYPOTHESIS_PROFILE") != "long", reason="the ends are solved afresh in any case")
@pytest.mark.parametrize("name", ["extreme", "seven", "maxi_yatzy"])
def test_every_layer_of_a_table_in_the_cache(name: str) -> None:
    table = finished(name)
    if table is None:
        pytest.skip(f"knobel solve {name} has not been run here")
    check(table, range(1, table.problem.layers + 1))
