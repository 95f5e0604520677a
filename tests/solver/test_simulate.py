"""Simulated games: the mean is the value, the dice are fair, the same seed plays the same games."""

import numpy as np
import pytest

from knobel.rules.boxes import Box, Die, Sheet
from knobel.rules.combinations import Anything, AtLeast, Flat, Total
from knobel.rules.core import Spec
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.values import end_game
from knobel.solver.induction.layers import solve_layers
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.games import deal, hands
from knobel.solver.simulation.policy import transitions
from knobel.solver.simulation.simulate import simulate
from tests.solver.solved import sheet_named, solved
from tests.thoroughness import LONG

GAMES = 1_000_000 if LONG else 30_000


@pytest.mark.parametrize("name", ["kniffel", "yahtzee"])
def test_mean_is_the_value(name: str) -> None:
    table = solved(name)
    played = simulate(table, GAMES, seed=11)
    assert abs(played.mean - table.value(CardPosition.start(table.sheet))) < 4 * played.sem
    bonus = played.bonus_rate * sum(bonus.points for bonus in table.sheet.bonuses)
    assert sum(played.box_points.values()) + played.extra + bonus == pytest.approx(played.mean, abs=1e-6)


@pytest.mark.parametrize("name", ["extreme", "seven"])
def test_end_games_of_the_others(name: str) -> None:
    sheet = sheet_named(name)
    free = frozenset({0, 5, 8}) if name == "extreme" else frozenset({3})
    if sheet.top is None:
        table = end_game(sheet, CardPosition(free, 60, chips=2))
    else:
        from dataclasses import replace

        small = DecisionProcess(replace(sheet, boxes=tuple(sheet.boxes[i] for i in free), repeat=None))
        table = ValueTable(small, solve_layers(small))
    played = simulate(table, 4000, seed=5)
    assert abs(played.mean - table.value(CardPosition.start(table.sheet))) < 4 * played.sem
    game = SheetGame(table.sheet, spec=Spec(name))
    assert played.points.min() >= game.bounds[0]
    assert played.points.max() <= game.bounds[1]


def test_a_paid_chip_is_gone_when_the_turn_is_entered() -> None:
    """Who rolls a 1 with the chip just paid strikes the six and keeps the chance; with the chip still in hand it would
    be the other way round, since then the six could be tried twice. To mix these up costs a twentieth of a point."""
    boxes = (Box("chance", Total(), Anything()), Box("six", Flat(11), AtLeast(6)))
    process = DecisionProcess(Sheet("tiny", (Die("d6", (1, 2, 3, 4, 5, 6)),), boxes, rolls=1, chips=1))
    table = ValueTable(process, solve_layers(process))
    played = simulate(table, 1_000_000, seed=2)
    assert 4 * played.sem < 0.05
    assert abs(played.mean - table.value(CardPosition.start(process.sheet))) < 4 * played.sem


def test_the_same_seed_plays_the_same_games() -> None:
    table = solved("kniffel")
    one, other = simulate(table, 2000, seed=3), simulate(table, 1000, seed=3)
    assert np.array_equal(one.points[:1000], other.points)
    assert not np.array_equal(one.points[:1000], simulate(table, 1000, seed=4).points)


def test_first_rolls_are_fair() -> None:
    count = 200_000
    pools = DecisionProcess(sheet_named("kniffel")).scoring.pools
    hand = hands(count)
    hand.word[:] = np.arange(count, dtype=np.uint64) << np.uint64(20)
    deal(transitions(pools), hand, 0, count)
    _, inner = pools.steps
    expected = inner.odds * count
    chi = float(((np.bincount(hand.roll, minlength=252) - expected) ** 2 / expected).sum())
    assert chi < 251 + 4 * (2 * 251) ** 0.5
