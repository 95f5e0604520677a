"""The induction in plain NumPy and double precision, for equal dice: a yardstick, and the source of six decimals.

python -m bench.bench_solve_numpy kniffel
"""

import sys
from functools import cache
from time import process_time
from typing import Any

import numpy as np

from knobel.cli.common import card_of
from knobel.solver.arrays.dice import Lattice, Pools
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, case_number

Array = np.ndarray[Any, np.dtype[np.float64]]


def solve(process: DecisionProcess) -> list[Array]:
    layers = [process.end().astype(np.float64)]
    for layer in range(1, process.layers + 1):
        found = np.full(process.space.layer_sizes[layer], np.nan)
        for upper in range(len(process.space.classes)):
            for top in process.space.tops:
                size = process.space.group_size(layer, upper, top)
                if size:
                    start = process.space.offsets[layer, upper, top]
                    found[start : start + size] = _group(process, layer, upper, top, layers[-1])
        layers.append(found)
    return layers


def _group(process: DecisionProcess, layer: int, upper: int, top: int, known: Array) -> Array:
    best = _entries(process, layer, upper, top, known)
    inner = process.scoring.pools.inner
    for _ in range(process.sheet.rolls - 1):
        best = thrown(process.scoring.pools, best)
    odds = np.array([inner.odds(keep) for keep in inner.keeps[: inner.full]])
    value: Array = odds @ best
    return value


def thrown(pools: Pools, full: Array) -> Array:
    """The best keep of every roll: a stage, over the outer lattice and the inner one in it."""
    outer, inner = pools.outer, pools.inner
    more_out, less_out, more_in, less_in = _more(outer), _less(outer), _more(inner), _less(inner)
    nodes = np.empty((len(outer.keeps), len(inner.keeps), full.shape[1]))
    nodes[: outer.full, : inner.full] = full.reshape(outer.full, inner.full, -1)
    for node in range(outer.full, len(outer.keeps)):
        nodes[node, : inner.full] = nodes[more_out[node], : inner.full].mean(axis=0)
    for node in range(inner.full, len(inner.keeps)):
        nodes[:, node] = nodes[:, more_in[node]].mean(axis=1)
    for node in range(len(inner.keeps) - 2, -1, -1):
        np.maximum(nodes[:, node], nodes[:, less_in[node]].max(axis=1), out=nodes[:, node])
    for node in range(len(outer.keeps) - 2, -1, -1):
        best = nodes[less_out[node], : inner.full].max(axis=0)
        np.maximum(nodes[node, : inner.full], best, out=nodes[node, : inner.full])
    return nodes[: outer.full, : inner.full].reshape(len(full), -1)


@cache
def _more(lattice: Lattice) -> dict[int, list[int]]:
    return {i: lattice.more(lattice.keeps[i]) for i in range(lattice.full, len(lattice.keeps))}


@cache
def _less(lattice: Lattice) -> list[list[int]]:
    return [lattice.less(keep) for keep in lattice.keeps]


def _entries(process: DecisionProcess, layer: int, upper: int, top: int, known: Array) -> Array:
    """The best entry of every roll, by position of the group."""
    scoring, space, scores = process.scoring, process.space, process.scoring.scores
    places, offsets = space.places, space.offsets[layer - 1]
    size, classes = space.group_size(layer, upper, top), int(places.classes[upper])
    others = space.others(layer, upper, top)
    kind = np.arange(size) % classes
    free = places.ranked[places.sizes[others] + np.arange(size) // classes]
    best = np.full((len(scoring.rolls), size), -1e18)
    again = np.full((len(scoring.repeating), size), -1e18)
    for i in range(len(scoring.rest)):
        here = (free >> i & 1).astype(bool)
        if here.any():
            leads = known[offsets[upper, top] + places.rank[free[here] & ~(1 << i)] * classes + kind[here]]
            points = scores.lower[scores.kind, i].astype(np.float64)
            best[:, here] = np.maximum(best[:, here], points[:, None] + leads)
            for j in range(len(again)):
                case = _case(process, upper, top, others, j)
                if case is not None:
                    again[j, here] = np.maximum(again[j, here], scores.again_lower[case, j, i] + leads)
    if scoring.top is not None and top == OPEN:
        for state in (FILLED, STRUCK):
            leads = known[offsets[upper, state] + places.rank[free] * classes + kind]
            points = scores.lower[scores.kind, len(scoring.rest) + state - FILLED].astype(np.float64)
            np.maximum(best, points[:, None] + leads, out=best)
    depth = scores.points.shape[1]
    for i in range(len(scoring.upper)):
        if upper >> i & 1:
            fewer = upper & ~(1 << i)
            rows = np.empty((depth, size))
            for level in range(int(scores.levels[i])):
                points = int(scores.points[i, level])
                to = places.of_sum[fewer, np.minimum(places.sums[upper, kind] + points, places.cap)]
                rows[level] = points + known[offsets[fewer, top] + places.rank[free] * places.classes[fewer] + to]
            np.maximum(best, rows[scores.level[:, i] - i * depth], out=best)
            for j in range(len(again)):
                case = _case(process, upper, top, others, j)
                if case is not None:
                    row = rows[scores.again_level[case, j, i] - i * depth] + scores.again_extra[case, j, i]
                    np.maximum(again[j], row, out=again[j])
    if top != OPEN:
        best[scores.again] = again
    shown: Array = best[scores.spread]
    return shown


def _case(process: DecisionProcess, upper: int, top: int, others: int, j: int) -> int | None:
    if top == OPEN:
        return None
    number = int(process.scoring.scores.number[j])
    return case_number(top, number >= 0 and bool(upper >> number & 1), others > 0)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        began = process_time()
        layers = solve(DecisionProcess(card_of(name).sheet))
        print(f"{name}: {layers[-1][0]:.9f}, {process_time() - began:.1f} CPU seconds")
