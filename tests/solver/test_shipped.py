"""What comes with the package: packed tables give back their values, and are those of a fresh solve."""

from random import Random

import numpy as np
import pytest

from knobel.rules import digest, find
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.shipped import LowRankModel, model_rows, pack, shipped_layers, shipped_model, unpack
from knobel.solver.errors import ForeignTable, StaleTable
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.oracle import Plain
from tests.solver.solved import position_of, sheet_named, solved, written_at_random

MARK = "ab" * 32


def test_packing_keeps_values_to_1e_4() -> None:
    table = solved("kniffel")
    packed = pack(table.process, MARK, table.layers)
    assert len(packed) < 1_000_000
    for was, became in zip(table.layers, unpack(table.process, MARK, packed, "kniffel"), strict=True):
        assert np.abs(was - became).max() <= 1e-4 + 1e-9
    with pytest.raises(StaleTable):
        unpack(table.process, "cd" * 32, packed, "kniffel")
    with pytest.raises(ForeignTable):
        unpack(table.process, MARK, b"something else", "kniffel")


@pytest.mark.parametrize(("name", "free"), [("kniffel", 3), ("seven", 1)])
def test_shipped_tables_against_fresh_end_games(name: str, free: int) -> None:
    game, sheet, luck = find(name), sheet_named(name), Random(name)
    process = DecisionProcess(sheet)
    layers = shipped_layers(process, digest(game))
    assert layers is not None, f"the package brings no table of {name} that fits its rules"
    fresh, plain, table = solved(name, free), Plain(sheet), ValueTable(process, layers)
    for layer in range(1, free + 1):
        assert np.abs(fresh.layers[layer] - layers[layer]).max() < 3e-4
    written = written_at_random(sheet, 1, luck)
    assert table.value(position_of(sheet, written, 0)) == pytest.approx(plain.value(written), abs=3e-4)


def test_other_rules_do_not_get_the_shipped_table() -> None:
    game = find("kniffel", kniffel_after_strike=True)
    assert shipped_layers(DecisionProcess(sheet_named("kniffel+kniffel_after_strike")), digest(game)) is None


def test_the_model_round_trips_and_is_near() -> None:
    process = DecisionProcess(sheet_named("extreme"))
    luck = np.random.default_rng(1)
    model = LowRankModel(luck.standard_normal((model_rows(process.space)[-1], 3)), luck.standard_normal((1 << 16, 3)))
    again = LowRankModel.unpack(MARK, model.pack(MARK), "extreme")
    assert np.abs(again.left - model.left).max() < 1e-3
    assert np.abs(again.right - model.right).max() < 1e-3
    shipped = shipped_model(process, digest(find("extreme")))
    assert shipped is not None, "the package brings no model of Extreme that fits its rules"
    table = solved("extreme", 2)
    sheet, chance = sheet_named("extreme"), Random(3)
    gaps = []
    for _ in range(50):
        position = position_of(sheet, written_at_random(sheet, 2, chance), chance.randint(0, 3))
        gaps.append(shipped.value(process, position) - table.value(position))
    assert float(np.abs(gaps).mean()) < 5
