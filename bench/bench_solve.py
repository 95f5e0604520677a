"""The solver against plain NumPy and against the limit of the machine, in CPU seconds of this process.

python -m bench.bench_solve
"""

from functools import partial
from time import process_time

import numpy as np

from bench.bench_solve_numpy import solve as solve_plainly
from bench.measure import Row, rate
from bench.play import PER_RUN, solo
from knobel.rules import find
from knobel.rules.sheetgame import SheetGame
from knobel.solve.induct import solve_layers
from knobel.solve.lanes import compiled, rows, store, sum6
from knobel.solve.pools import Floats, Offsets
from knobel.solve.position import Position
from knobel.solve.problem import Problem
from knobel.solve.shape import LANES
from knobel.solve.simulate import simulate
from knobel.solve.stages import reroll
from knobel.solve.valuers import Adviser, Table

CARDS = ("kniffel", "yahtzee", "yatzy")
STAGES = ("kniffel", "maxi_yatzy", "extreme", "seven")


@compiled
def add_rows(few: Floats, where: Offsets, out: Floats, times: int) -> None:
    """Nothing but sums of six rows that stay in the nearest cache: what the machine can do at best."""
    for _ in range(times):
        for j in range(0, 60, 6):
            store(out, j // 6, sum6(few, 0, where, j))


def problem_of(name: str) -> Problem:
    game = find(name)
    assert isinstance(game, SheetGame)
    return Problem(game.sheet)


def measure() -> list[Row]:
    solve_layers(problem_of("kniffel"), upto=2)  # compile
    began = process_time()
    plain = problem_of("kniffel")
    solve_plainly(plain)
    plain_rate = plain.space.states / (process_time() - began)
    return [
        *(
            Row(f"positions of {name} solved", rate(partial(_solve, name)), "Kniffel in NumPy", plain_rate)
            for name in CARDS
        ),
        *map(_stage, STAGES),
        *_games(),
    ]


def _solve(name: str) -> int:
    problem = problem_of(name)
    solve_layers(problem)
    return problem.space.states


def _stage(name: str) -> Row:
    """Steps of a reroll stage, counted for each position, against adding rows that lie in the nearest cache."""
    problem = problem_of(name)
    plan, inner = problem.card.pools.steps
    full, part = rows(plan.rows), rows(inner.nodes - inner.full)
    full[:] = 1
    steps = problem.card.pools.stage_steps
    times = max(1, 2_000_000 // steps)

    def stages() -> int:
        for _ in range(times):
            reroll(plan, inner, full, part)
        return steps * times * LANES

    few, out, where = rows(60), rows(10), (np.arange(60) * LANES).astype(np.uint32)
    few[:] = 1

    def limit() -> int:
        add_rows(few, where, out, 40_000)
        return 40_000 * 60 * LANES

    reroll(plan, inner, full, part)
    add_rows(few, where, out, 1)
    return Row(f"lane steps of a stage of {name}", rate(stages), "rows added from the nearest cache", rate(limit))


def _protocol() -> int:
    solo("kniffel")
    return PER_RUN


def _games() -> list[Row]:
    problem = problem_of("kniffel")
    table = Table(problem, solve_layers(problem))
    simulate(table, 1000, 1)
    adviser, start = Adviser(table), Position.start(problem.sheet)
    luck = np.random.default_rng(1)
    adviser.turn(start).options((1, 2, 3, 4, 5), 2)

    def advise() -> int:
        for _ in range(50):
            dice = tuple(int(face) for face in luck.integers(1, 7, 5))
            adviser.turn(start).options(dice, 2)
        return 50

    def played() -> int:
        return len(simulate(table, 1 << 20, 1).points)

    return [
        Row("optimal games of Kniffel simulated", rate(played), "random games through the protocol", rate(_protocol)),
        Row("advice given for Kniffel", rate(advise), "random games through the protocol", rate(_protocol)),
    ]


if __name__ == "__main__":
    for row in measure():
        print(row.plain())
