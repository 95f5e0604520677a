"""The solver against plain NumPy, against the limit of the machine and against peers, in CPU seconds.

python -m bench.bench_solve
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from time import perf_counter

import numpy as np

from bench.bench_solve_numpy import solve as solve_plainly
from bench.bench_solve_numpy import thrown
from bench.measure import Bar, Result, Row, Unmeasured, rate, seconds
from bench.peers import Absent, rates
from knobel.cli.common import card_of
from knobel.compiled import compiled
from knobel.solver.arrays.dice import Floats, Offsets
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import LANES, offsets
from knobel.solver.induction.kernel import workspace
from knobel.solver.induction.lanes import rows, store, sum6
from knobel.solver.induction.layers import chunks_of, solve_layers, work
from knobel.solver.induction.stages import reroll

SOLVED = {"kniffel": 1.0, "yahtzee": 0.7, "yatzy": 0.9}  # CPU seconds allowed
SAMPLED = {"maxi_yatzy": 200.0, "seven": 1500.0}  # the same, for games of which only a part is solved here
STAGES = ("kniffel", "maxi_yatzy", "extreme", "seven")
PEER, VARIANTS = "yatzy-solver", {"yahtzee": "american", "yatzy": "yatzy-scandinavian"}


@compiled
def add_rows(few: Floats, where: Offsets, out: Floats, times: int) -> None:
    """Nothing but sums of six rows that stay in the nearest cache: what the machine can do at best."""
    for _ in range(times):
        for j in range(0, 60, 6):
            store(out, j // 6, sum6(few, 0, where, j))


def problem_of(name: str) -> DecisionProcess:
    return DecisionProcess(card_of(name).sheet)


@cache
def limit() -> float:
    """Steps of a lane per CPU second, if nothing but adding were to do."""
    few, out, where = rows(60), rows(10), offsets(range(60))
    few[:] = 1
    add_rows(few, where, out, 1)

    def adding() -> int:
        add_rows(few, where, out, 40_000)
        return 40_000 * 60 * LANES

    return rate(adding)


def steps(process: DecisionProcess) -> int:
    """Steps of a reroll stage for one lane."""
    return process.scoring.pools.stage_steps


def measure() -> Iterator[Result]:
    solve_layers(problem_of("kniffel"), upto=2)  # compile
    plain = problem_of("kniffel")
    plain_rate = plain.space.states / seconds(lambda: solve_plainly(plain), runs=1)
    found = {}
    for name, bar in SOLVED.items():
        took = seconds(partial(_solve, name))
        found[name] = problem_of(name).space.states / took
        yield Bar(f"{name} solved, one thread", took, bar, "s")
    yield _two_threads()
    for name, bar in SAMPLED.items():
        took = sampled(name)
        found[name] = problem_of(name).space.states / took
        yield Bar(f"{name} solved, reckoned from a chunk of every layer", took, bar, "s")
    found["extreme"] = problem_of("extreme").space.states / sampled("extreme")
    what = "positions of extreme solved, reckoned from a chunk of every layer"
    yield Bar(what, found["extreme"], 200_000, "per second", at_most=False)
    for name, each in found.items():
        what, process = f"positions of {name} solved", problem_of(name)
        yield Row(what, each, "positions of Kniffel solved in NumPy", plain_rate)
        yield Row(what, each, "its reroll stages, if every step were an addition in the nearest cache",
                  limit() / process.turn_steps)  # fmt: skip
        if name in VARIANTS:
            yield _beside_peer(name, what, each, process)
    for name in STAGES:
        yield from _stage(name)


def _solve(name: str, threads: int = 1) -> None:
    solve_layers(problem_of(name), threads)


def _two_threads() -> Row:
    states = problem_of("kniffel").space.states
    one, two = (states / seconds(partial(_solve, "kniffel", threads), clock=perf_counter) for threads in (1, 2))
    return Row("positions of kniffel solved by two threads, by the clock", two, "by one thread, by the clock", one)


def _beside_peer(name: str, what: str, each: float, process: DecisionProcess) -> Result:
    yardstick = f"{PEER} (Rust), {VARIANTS[name]} in one thread"
    try:
        return Row(what, each, yardstick, process.space.states * rates(PEER)[VARIANTS[name]])
    except Absent as absent:
        return Unmeasured(what, each, yardstick, str(absent))


def sampled(name: str) -> float:
    """CPU seconds of a whole solve, from one chunk of every layer. The layer below holds made-up numbers: a step takes
    as long whatever it adds."""
    process, luck, total = problem_of(name), Random(1), 0.0
    own, sizes = workspace(process.scoring, process.scoring.last_throw), process.space.layer_sizes
    for layer in range(1, process.layers + 1):
        known = np.ones(sizes[layer - 1], process.kind)
        batches = luck.choice(list(chunks_of(process, layer).values()))
        low, high = process.span(layer, batches)
        found = np.empty(high - low, process.kind)
        took = seconds(partial(work, process, layer, known, batches, found, own), runs=2)
        total += took * sizes[layer] / len(found)
    return total


def compiled_stage(process: DecisionProcess) -> Callable[[], int]:
    """A reroll stage for `LANES` positions, ready to be measured."""
    schedule, inner = process.scoring.pools.steps
    full, part = rows(schedule.rows), rows(inner.nodes - inner.full)
    full[:] = 1
    times = max(1, 2_000_000 // steps(process))
    reroll(schedule, inner, full, part)

    def work() -> int:
        for _ in range(times):
            reroll(schedule, inner, full, part)
        return times

    return work


def _stage(name: str) -> Iterator[Result]:
    """Steps of a reroll stage, counted for each position."""
    process = problem_of(name)
    pools, each = process.scoring.pools, steps(process) * LANES
    plain = seconds(lambda: thrown(pools, np.ones((pools.outer.full * pools.inner.full, LANES))), runs=1)
    what, done = f"lane steps of a stage of {name}", each * rate(compiled_stage(process))
    yield Row(what, done, "the same stage in NumPy", each / plain)
    yield Row(what, done, "rows added from the nearest cache", limit())


if __name__ == "__main__":
    for result in measure():
        print(result.plain(), flush=True)
