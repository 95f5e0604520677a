"""The exact policy of a turn, as compiled code asks for it: which dice to keep, which entry to make, what that brings
and where it leads.

Entries are numbered: first the columns of the lower part, then for every upper box the levels of its points.
"""

from typing import NamedTuple

import numpy as np

from knobel.compiled import compiled
from knobel.solver.arrays.dice import Floats, Ints, Lattice, Pools
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, Scores, SheetScoring
from knobel.solver.arrays.shape import NEVER
from knobel.solver.arrays.states import StateIndex
from knobel.solver.induction.kernel import Offsets, Workspace, case_of, listed
from knobel.solver.induction.lanes import add, at, load, number_at, reaching, rows, splat, store

MOST_ROLLS = 1 << 16  # rolls after one keep that stand in a table; beyond that one die after the other is drawn
EXTRA = 10  # bits of a gain that hold the extra points; above are those of the box


def entries(scores: Scores) -> int:
    return int(scores.lower.shape[1] + scores.points.size)


@compiled
def leads_to(
    scores: Scores, places: StateIndex, offsets: Offsets, group: Ints, position: int, chips: int, leads: Offsets
) -> int:
    """Where every entry leads: places in the layer below. Returns the open lower columns."""
    boxes, top, others = group[0], group[1], group[2]
    classes, width, depth = places.classes[boxes], places.chips + 1, scores.points.shape[1]
    columns = scores.lower.shape[1]
    rest = columns - 2
    free = places.ranked[places.sizes[others] + position // classes]
    kind, total = position % classes, places.sums[boxes, position % classes]
    for i in range(scores.levels.shape[0]):
        if boxes >> i & 1:
            fewer = boxes & ~(1 << i)
            start = offsets[fewer, top] + places.rank[free] * places.classes[fewer] * width + chips
            for level in range(scores.levels[i]):
                row = places.of_sum[fewer, min(total + scores.points[i, level], places.cap)]
                leads[columns + i * depth + level] = start + row * width
    for i in range(rest):
        if free >> i & 1:
            start = offsets[boxes, top] + places.rank[free & ~(1 << i)] * classes * width
            leads[i] = start + kind * width + chips
    open_columns = int(free)
    if top == OPEN and offsets[boxes, FILLED] >= 0:
        open_columns |= 3 << rest
        for state in (FILLED, STRUCK):
            leads[rest + state - FILLED] = offsets[boxes, state] + (places.rank[free] * classes + kind) * width + chips
    return open_columns


@compiled
def best_entries(
    scores: Scores, upper: int, top: int, lower: int, workspace: Workspace, of_kind: Floats, start: int, chosen: Floats
) -> None:
    """The number of the best entry for every distinct roll, in rows of `chosen` from `start` on: the one that reaches
    what `enter` has found. `of_kind` is scratch, a row for every class of lower points."""
    columns, boxes = np.empty(32, np.int32), np.empty(32, np.int32)
    many, few, width = listed(lower, columns), listed(upper, boxes), scores.lower.shape[1]
    points, level, kinds = scores.lower, scores.level, scores.kind
    after, raised, best_kind, best_roll = workspace.after, workspace.upper, workspace.kinds, workspace.best
    for kind in range(len(points)):
        best, found = load(best_kind, kind), splat(np.float32(0))
        for q in range(many):
            column = at(columns, q)
            worth = add(load(after, column), splat(points[kind, column]))
            found = reaching(worth, best, splat(np.float32(column)), found)
        store(of_kind, kind, found)
    for roll in range(len(kinds)):
        best, found = load(best_roll, roll), load(of_kind, at(kinds, roll))
        for q in range(few):
            row = at(level, roll * level.shape[1] + at(boxes, q))
            found = reaching(load(raised, row), best, splat(np.float32(width + row)), found)
        store(chosen, start + roll, found)
    if top == OPEN:
        return
    for j in range(len(scores.again)):
        best, found, case = (
            load(best_roll, scores.again[j]),
            splat(np.float32(0)),
            case_of(scores, j, upper, top, lower),
        )
        for q in range(many):
            column = columns[q]
            worth = add(load(after, column), splat(scores.again_lower[case, j, column]))
            found = reaching(worth, best, splat(np.float32(column)), found)
        for q in range(few):
            row = scores.again_level[case, j, boxes[q]]
            worth = add(load(raised, row), splat(scores.again_extra[case, j, boxes[q]]))
            found = reaching(worth, best, splat(np.float32(width + row)), found)
        store(chosen, start + scores.again[j], found)


@compiled
def usual_gains(scores: Scores, gains: Ints) -> None:
    """What every entry brings for every distinct roll: points × 2^EXTRA + extra points."""
    columns, depth = scores.lower.shape[1], scores.points.shape[1]
    for roll in range(len(scores.kind)):
        for column in range(columns):
            gains[roll, column] = max(int(scores.lower[scores.kind[roll], column]), 0) << EXTRA
        for i in range(scores.levels.shape[0]):
            for level in range(scores.levels[i]):
                gains[roll, columns + i * depth + level] = scores.points[i, level] << EXTRA


@compiled
def gains_of_repeats(scores: Scores, upper: int, top: int, lower: int, gains: Ints) -> None:
    """Set the gains of rolls that repeat the top box, which depend on what is free."""
    columns, depth = scores.lower.shape[1], scores.points.shape[1]
    for j in range(len(scores.again)):
        roll, case = scores.again[j], case_of(scores, j, upper, max(top, FILLED), lower)
        for column in range(columns):
            gain = scores.lower[scores.kind[roll], column] if top == OPEN else scores.again_lower[case, j, column]
            gains[roll, column] = max(int(gain), 0) << EXTRA
        for i in range(scores.levels.shape[0]):
            extra = 0 if top == OPEN else max(int(scores.again_extra[case, j, i]), 0)
            for level in range(scores.levels[i]):
                gains[roll, columns + i * depth + level] = (scores.points[i, level] << EXTRA) + extra


class Transitions(NamedTuple):
    """Both lattices for single hands: by full roll what can be kept of it, by node what can be rolled from there."""

    outer_full: int
    outer_nodes: int
    outer_begin: Ints
    outer_keeps: Ints
    outer_first: Ints
    outer_rolls: Ints
    inner_full: int
    inner_nodes: int
    inner_begin: Ints
    inner_keeps: Ints
    inner_first: Ints
    inner_rolls: Ints


def transitions(pools: Pools) -> Transitions:
    return Transitions(*_ways(pools.outer), *_ways(pools.inner))


def _ways(lattice: Lattice) -> tuple[int, int, Ints, Ints, Ints, Ints]:
    kept = [_within(lattice, node) for node in range(lattice.full)]
    rolled: list[list[int]] = [[node] for node in range(lattice.full)]
    for keep in lattice.keeps[lattice.full :]:
        more = lattice.more(keep)
        every = [node for one in more for node in rolled[one]]
        rolled.append(every if len(every) <= MOST_ROLLS else more)
    return lattice.full, len(lattice.keeps), *_lists(kept), *_lists(rolled)


def _within(lattice: Lattice, node: int) -> list[int]:
    """All that can be kept of a roll."""
    found, border = {node}, [node]
    while border:
        border = list({less for one in border for less in lattice.less(lattice.keeps[one])} - found)
        found.update(border)
    return sorted(found)


def _lists(lists: list[list[int]]) -> tuple[Ints, Ints]:
    """Lists one after the other: where each begins, and all of them."""
    return np.cumsum([0, *map(len, lists)], dtype=np.int32), np.array([i for each in lists for i in each], np.int32)


def memory_of_turn(scoring: SheetScoring) -> tuple[Floats, ...]:
    """Room for the expectation of every keep: with one ordinary throw left, with two …, and with a chip's."""
    nodes = len(scoring.pools.outer.keeps) * len(scoring.pools.inner.keeps)
    return tuple(rows(nodes) for _ in range(scoring.sheet.rolls - 1 + bool(scoring.sheet.chips)))


@compiled
def best_keep(transitions: Transitions, memory: Floats, roll: int, lane: int) -> int:
    """The keep with the highest expectation, as outer node × inner nodes + inner node."""
    outer_begin, outer_keeps, begin, keeps = (
        transitions.outer_begin,
        transitions.outer_keeps,
        transitions.inner_begin,
        transitions.inner_keeps,
    )
    out, ins, nodes = roll // transitions.inner_full, roll % transitions.inner_full, transitions.inner_nodes
    best, found = NEVER, 0
    for a in range(at(outer_begin, out), at(outer_begin, out + 1)):
        start = at(outer_keeps, a) * nodes
        for b in range(at(begin, ins), at(begin, ins + 1)):
            value = number_at(memory, start + at(keeps, b), lane)
            if value > best:
                best, found = value, start + at(keeps, b)
    return found
