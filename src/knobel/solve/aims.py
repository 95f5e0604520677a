"""Other aims than the mean, for a position of any game: each is asked of the rest of the game as a game of its own.

What can be asked is bounded by the work, not by the game: near its end every game can answer.
"""

import numpy as np

from knobel.rules.boxes import Sheet
from knobel.solve.errors import NotSolvable
from knobel.solve.induct import default_threads, solve_layers
from knobel.solve.position import Position, rest_of_game
from knobel.solve.problem import Problem
from knobel.solve.reach import Reach
from knobel.solve.shape import LANES
from knobel.solve.sources import AT_ONCE
from knobel.solve.spreads import Chances, Spread
from knobel.solve.valuers import Table
from knobel.words import text

MOST_WORK = 10**10  # nodes of keeps to be valued, sixteen numbers each: some four minutes of one core


def distribution(sheet: Sheet, position: Position) -> Chances:
    """By points still to come: how likely they are, when every decision is the best for the mean."""
    smaller, start = rest_of_game(sheet, position)
    problem = Problem(smaller)
    if problem.space.states > AT_ONCE:
        raise _too_much(sheet)
    threads = default_threads()
    return Spread(Table(problem, solve_layers(problem, threads)), threads).of(start)


def greatest_chance(sheet: Sheet, position: Position, target: int) -> float:
    """The probability of at least `target` points still to come, when every decision is the best for just that."""
    smaller, start = rest_of_game(sheet, position)
    problem = Problem(smaller)
    target = min(target, smaller.most + 1)  # more than that cannot be had, however much more
    if problem.space.states * problem.card.pools.nodes * (1 + target // LANES) > MOST_WORK:
        raise _too_much(sheet)
    return Reach(problem, target, default_threads()).chance(start, target)


def moments(chances: Chances) -> tuple[float, float]:
    """Mean and standard deviation of a distribution."""
    points = np.arange(len(chances))
    mean = float(chances @ points)
    return mean, float(chances @ (points - mean) ** 2) ** 0.5


def _too_much(sheet: Sheet) -> NotSolvable:
    return NotSolvable(game=sheet.key, why=text("solve.why.aim"))
