"""Other aims than the mean, for a position of any game: each is asked of the rest of the game as a game of its own.

What can be asked is bounded by the work, not by the game: near its end every game can answer.
"""

import numpy as np

from knobel.rules.boxes import Sheet
from knobel.solver.arrays.position import CardPosition, rest_of_game
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import LANES
from knobel.solver.asking.sources import AT_ONCE
from knobel.solver.errors import NotSolvable
from knobel.solver.induction.layers import default_threads, solve_layers
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.objectives.distribution import Chances, ResultDistribution
from knobel.solver.objectives.target import TargetChance
from knobel.words import text

MOST_WORK = 10**10  # nodes of keeps to be valued, sixteen numbers each: some four minutes of one core


def distribution(sheet: Sheet, position: CardPosition) -> Chances:
    """By points still to come: how likely they are, when every decision is the best for the mean."""
    smaller, start = rest_of_game(sheet, position)
    process = DecisionProcess(smaller)
    if process.space.states > AT_ONCE:
        raise _too_much(sheet)
    threads = default_threads()
    return ResultDistribution(ValueTable(process, solve_layers(process, threads)), threads).of(start)


def greatest_chance(sheet: Sheet, position: CardPosition, target: int) -> float:
    """The probability of at least `target` points still to come, when every decision is the best for just that."""
    smaller, start = rest_of_game(sheet, position)
    process = DecisionProcess(smaller)
    target = min(target, smaller.most + 1)  # more than that cannot be had, however much more
    if process.space.states * process.scoring.pools.nodes * (1 + target // LANES) > MOST_WORK:
        raise _too_much(sheet)
    return TargetChance(process, target, default_threads()).chance(start, target)


def moments(chances: Chances) -> tuple[float, float]:
    """Mean and standard deviation of a distribution."""
    points = np.arange(len(chances))
    mean = float(chances @ points)
    return mean, float(chances @ (points - mean) ** 2) ** 0.5


def _too_much(sheet: Sheet) -> NotSolvable:
    return NotSolvable(game=sheet.key, why=text("solve.why.aim"))
