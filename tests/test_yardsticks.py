"""What the bench compares with does the same work, and a peer that cannot be had says why."""

import sys
from typing import Any

import numpy as np
import pytest

from bench import numpy_play, peers
from bench.bench_solve_numpy import thrown
from bench.measure import Bar
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.axes import DiceAxes
from knobel.solver.asking.compiled_dice import CompiledDice
from knobel.solver.asking.values import Adviser
from tests.solver.solved import sheet_named, solved

pytestmark = pytest.mark.slow  # the solver has to be compiled


@pytest.mark.parametrize("name", ["kniffel", "extreme"])
def test_a_stage_in_numpy(name: str) -> None:
    scoring = DecisionProcess(sheet_named(name)).scoring
    dice = DiceAxes(scoring)
    worth: np.ndarray[Any, np.dtype[np.float64]] = np.random.default_rng(1).uniform(0, 50, dice.shape)
    assert dice.thrown(worth) == pytest.approx(CompiledDice(scoring).thrown(worth), abs=1e-4)
    plain = thrown(dice.scoring.pools, np.moveaxis(worth, -1, 0).reshape(-1, 1))  # there the single die comes first
    assert plain[:, 0] == pytest.approx(np.moveaxis(dice.thrown(worth), -1, 0).ravel(), abs=1e-3)


def test_advice_in_numpy() -> None:
    table = solved("kniffel")
    ours = Adviser(table).options(CardPosition.start(table.sheet), (1, 3, 3, 5, 6), 2)
    keeps = [option.value for option in ours if option.move.verb == "keep"]
    plain = numpy_play.advise(table, (1, 3, 3, 5, 6))[:-1]  # all but keeping everything
    assert sorted(plain) == pytest.approx(sorted(keeps), abs=1e-4)


def test_games_in_numpy() -> None:
    table = solved("kniffel")
    points = numpy_play.play(table, 400, np.random.default_rng(1))
    assert abs(points.mean() - table.value(CardPosition.start(table.sheet))) < 4 * points.std() / 20


def test_a_peer_that_does_not_install_says_why() -> None:
    with pytest.raises(peers.Absent, match="no wheel for this machine"):
        peers.run(sys.executable, "-c", "raise SystemExit('no wheel for this machine')")


def test_bars() -> None:
    assert Bar("a solve", 0.5, 0.7, "s").met
    assert not Bar("games", 400_000, 450_000, "per second", at_most=False).met
