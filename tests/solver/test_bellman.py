"""One step of the recursion, done plainly on random positions of every layer of a finished table."""

from random import Random

import pytest

from knobel.rules import digest, find
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.shipped import shipped_layers
from knobel.solver.induction.files import TableFolder, table_folder
from knobel.solver.induction.value_table import ValueTable, stored
from knobel.solver.oracle import Plain, Written
from tests.solver.solved import position_of, sheet_named, solved, written_at_random
from tests.thoroughness import LONG


class OneStep(Plain):
    """The plain solver for the turn at hand, and the table for all that follows it."""

    def __init__(self, table: ValueTable) -> None:
        super().__init__(table.sheet)
        self.table = table

    def value(self, written: Written, chips: int = 0) -> float:
        return self.table.value(position_of(self.sheet, written, chips))

    def before(self, written: Written, chips: int) -> float:
        return float(self.after(written, chips, self.sheet.rolls - 1).mean())


def finished(name: str) -> ValueTable | None:
    process, mark = DecisionProcess(sheet_named(name)), digest(find(name))
    if table := stored(process, TableFolder(table_folder(name, mark), mark)):
        return table
    layers = shipped_layers(process, mark)
    return None if layers is None else ValueTable(process, layers)


def check(table: ValueTable, layers: range) -> None:
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
    check(table, range(1, table.process.layers + 1, step))


@pytest.mark.parametrize(("name", "upto"), [("extreme", 3), ("seven", 1)])
def test_the_last_layers_solved_just_now(name: str, upto: int) -> None:
    check(solved(name, upto), range(1, upto + 1))


@pytest.mark.skipif(not LONG, reason="the ends are solved afresh in any case")
@pytest.mark.parametrize("name", ["extreme", "seven", "maxi_yatzy"])
def test_every_layer_of_a_table_in_the_cache(name: str) -> None:
    table = finished(name)
    if table is None:
        pytest.skip(f"knobel solve {name} has not been run here")
    check(table, range(1, table.process.layers + 1))
