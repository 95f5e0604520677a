"""The turn, compiled: the best entry for every roll, then the reroll stages, for `LANES` positions at once.

All numbers of a lane are relative to a base, the value of one position that may follow, so that float32 carries
the differences and not the hundreds of points that all entries share.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.compiled import compiled, compiled_bare
from knobel.solver.arrays.dice import Doubles, Floats, Ints, Schedule, Steps
from knobel.solver.arrays.last_throw import LastThrow
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, Scores, SheetScoring
from knobel.solver.arrays.shape import LANES, NEVER, Values
from knobel.solver.arrays.states import StateIndex
from knobel.solver.induction.lanes import add, at, larger, load, max2, row, rows, splat, store
from knobel.solver.induction.stages import first_roll, reroll, throw_last

Offsets: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]  # [free upper boxes, top] of a layer


class Workspace(NamedTuple):
    """Scratch rows of one thread."""

    full: Floats  # the blocks of a schedule
    chip: Floats  # the same, for the throw a chip buys
    part: Floats  # inner nodes that are not full
    best: Floats  # distinct rolls, and behind them the other keeps of a last throw
    kinds: Floats  # classes of lower points
    after: Floats  # columns of the lower part
    upper: Floats  # upper box × level
    trios: Floats  # combinations of levels


def workspace(scoring: SheetScoring, last: LastThrow | None = None) -> Workspace:
    """With room for the last throw where a turn is worked out with `turn`."""
    pools, scores = scoring.pools, scoring.scores
    full = pools.steps[0].rows
    chips = full if scoring.sheet.chips else 1
    return Workspace(
        full=rows(full),
        chip=rows(chips),
        part=rows(len(pools.inner.keeps) - pools.inner.full),
        best=rows(len(scoring.rolls) if last is None else last.keeps),
        kinds=rows(len(scores.lower)),
        after=rows(scores.lower.shape[1]),
        upper=rows(scores.points.size),
        trios=rows(len(scores.trios.first)),
    )


def workspace_bytes(scoring: SheetScoring) -> int:
    blocks = scoring.pools.steps[0].rows * (2 if scoring.sheet.chips else 1)
    return (blocks + len(scoring.pools.inner.keeps) + scoring.last_throw.keeps) * LANES * 4


@compiled_bare
def follow(
    scores: Scores, places: StateIndex, offsets: Offsets, known: Values,
    group: Ints, positions: Ints, chips: Ints, base: Doubles, workspace: Workspace,
) -> int:  # fmt: skip
    """Look up what every entry leads to, for each lane: `workspace.after` by lower column, `workspace.upper` by upper
    box and level, relative to `base`, which is set where it is not known yet. Returns the lower columns open in any
    lane."""
    upper, top, others = group[0], group[1], group[2]
    classes, width = places.classes[upper], places.chips + 1
    rest, depth, union = scores.lower.shape[1] - 2, scores.points.shape[1], 0
    for lane in range(LANES):
        free = places.ranked[places.sizes[others] + positions[lane] // classes]
        kind = positions[lane] % classes
        total = places.sums[upper, kind]
        union |= free
        for i in range(scores.levels.shape[0]):
            if upper >> i & 1:
                fewer = upper & ~(1 << i)
                start = offsets[fewer, top] + places.rank[free] * places.classes[fewer] * width + chips[lane]
                for level in range(scores.levels[i]):
                    points = scores.points[i, level]
                    leads = known[start + places.of_sum[fewer, min(total + points, places.cap)] * width]
                    if np.isnan(base[lane]):
                        base[lane] = leads
                    workspace.upper[i * depth + level, lane] = leads - base[lane] + points
        for i in range(rest):
            if free >> i & 1:
                start = offsets[upper, top] + places.rank[free & ~(1 << i)] * classes * width
                leads = known[start + kind * width + chips[lane]]
                if np.isnan(base[lane]):
                    base[lane] = leads
                workspace.after[i, lane] = leads - base[lane]
            else:
                workspace.after[i, lane] = NEVER
        if top == OPEN and offsets[upper, FILLED] >= 0:
            union |= 3 << rest
            for state in (FILLED, STRUCK):
                leads = known[offsets[upper, state] + (places.rank[free] * classes + kind) * width + chips[lane]]
                if np.isnan(base[lane]):
                    base[lane] = leads
                workspace.after[rest + state - FILLED, lane] = leads - base[lane]
    return union


@compiled_bare
def listed(bits: int, into: Ints) -> int:
    """The numbers of the bits that are set; returns how many."""
    count = 0
    for i in range(32):
        if bits >> i & 1:
            into[count] = i
            count += 1
    return count


@compiled_bare
def case_of(scores: Scores, j: int, upper: int, top: int, lower: int) -> int:
    """Which of the cases of a repeating roll holds, as `scoring.case_number` counts them."""
    free = scores.number[j] >= 0 and upper >> scores.number[j] & 1
    return (top - FILLED) * 4 + (2 if free else 0) + (1 if lower else 0)


@compiled
def enter(scores: Scores, upper: int, top: int, lower: int, workspace: Workspace) -> None:
    """The best entry for every distinct roll, into `workspace.best`."""
    columns, boxes = np.empty(32, np.int32), np.empty(32, np.int32)
    many, few = listed(lower, columns), listed(upper, boxes)
    points, kinds, trios = scores.lower, scores.kind, scores.trios
    after, best_kind, raised, best_trio, best_roll = (
        workspace.after,
        workspace.kinds,
        workspace.upper,
        workspace.trios,
        workspace.best,
    )
    for kind in range(len(points)):
        best = splat(NEVER)
        for q in range(many):
            column = at(columns, q)
            best = larger(best, add(load(after, column), splat(points[kind, column])))
        store(best_kind, kind, best)
    for closed in range(len(raised)):
        if not upper >> closed // scores.points.shape[1] & 1:
            store(raised, closed, splat(NEVER))
    for trio in range(len(trios.first) - 1):
        best = splat(NEVER)
        for i in range(at(trios.first, trio), at(trios.first, trio + 1)):
            best = larger(best, row(raised, 0, trios.levels, i))
        store(best_trio, trio, best)
    for roll in range(len(kinds)):
        best = load(best_kind, at(kinds, roll))
        if trios.each == 2:
            best = larger(best, max2(best_trio, 0, trios.shown, roll * 2))
        else:
            for i in range(roll * trios.each, (roll + 1) * trios.each):
                best = larger(best, row(best_trio, 0, trios.shown, i))
        store(best_roll, roll, best)
    if top == OPEN:
        return
    for j in range(len(scores.again)):
        best, case = splat(NEVER), case_of(scores, j, upper, top, lower)
        for q in range(many):
            column = columns[q]
            best = larger(best, add(load(after, column), splat(scores.again_lower[case, j, column])))
        for q in range(few):
            i = boxes[q]
            leads = load(raised, scores.again_level[case, j, i])
            best = larger(best, add(leads, splat(scores.again_extra[case, j, i])))
        store(best_roll, scores.again[j], best)


@compiled_bare
def spread(scores: Scores, best: Floats, full: Floats) -> None:
    """Give every full roll the worth of the distinct roll it shows."""
    shows = scores.spread
    for i in range(len(shows)):
        store(full, i, load(best, at(shows, i)))


@compiled_bare
def spread_or_chip(scores: Scores, best: Floats, chip: Floats, full: Floats) -> None:
    """Every full roll, entered now or thrown once more for a chip."""
    shows = scores.spread
    for i in range(len(shows)):
        store(full, i, larger(load(best, at(shows, i)), load(chip, i)))


@compiled_bare
def spread_both(scores: Scores, best: Floats, chip: Floats, full: Floats) -> None:
    """The same, and after it every full roll as it is for who has paid, in place of `chip`."""
    shows = scores.spread
    for i in range(len(shows)):
        entered = load(best, at(shows, i))
        store(full, i, larger(entered, load(chip, i)))
        store(chip, i, entered)


@compiled_bare
def turn(
    scores: Scores, last: LastThrow, schedule: Schedule, inner: Steps, rolls: int, chips: int, most: int,
    workspace: Workspace,
) -> None:  # fmt: skip
    """From the best entry of every distinct roll to the worth of every first roll, in `workspace.full`. Numbers of
    chips must be called in order, since `workspace.chip` holds what a throw is worth to those who pay their way down
    to it."""
    left = rolls - 1
    if most == 0 and left > 0 and len(last.alike) > 0:
        throw_last(last, schedule, inner, workspace.best, workspace.full, workspace.part)
        left -= 1
    elif chips == 0 and most > 0 and left > 0:  # the last throw of a turn and the one a chip buys are the same stage
        spread(scores, workspace.best, workspace.chip)
        reroll(schedule, inner, workspace.chip, workspace.part)
        for i in range(schedule.full * inner.full):
            store(workspace.full, i, load(workspace.chip, i))
        left -= 1
    elif 0 < chips < most:
        spread_both(scores, workspace.best, workspace.chip, workspace.full)
        reroll(schedule, inner, workspace.chip, workspace.part)
    elif chips > 0:
        spread_or_chip(scores, workspace.best, workspace.chip, workspace.full)
    else:
        spread(scores, workspace.best, workspace.full)
        if most > 0:
            spread(scores, workspace.best, workspace.chip)
            reroll(schedule, inner, workspace.chip, workspace.part)
    for _ in range(left):
        reroll(schedule, inner, workspace.full, workspace.part)


@compiled
def solve_batches(
    scores: Scores, last: LastThrow, places: StateIndex, schedule: Schedule, inner: Steps, rolls: int,
    offsets: Offsets, known: Values, batches: Ints, own: Offsets, found: Values, workspace: Workspace,
) -> None:  # fmt: skip
    """Value the positions of `batches` from the finished layer `known` into their layer `found`."""
    base, result = np.empty(LANES), np.empty(LANES)
    positions, held = np.empty(LANES, np.int32), np.empty(LANES, np.int32)
    width = places.chips + 1
    for b in range(len(batches)):
        upper, top, first, count = batches[b, 0], batches[b, 1], batches[b, 3], batches[b, 4]
        for lane in range(LANES):
            positions[lane] = first + min(lane, count - 1)  # lanes beyond the last position repeat it
        base[:] = np.nan  # shared by all numbers of chips, since a chip leads from one to the next
        start = own[upper, top] + first * width
        for chips in range(width):
            held[:] = chips
            union = follow(scores, places, offsets, known, batches[b], positions, held, base, workspace)
            enter(scores, upper, top, union, workspace)
            turn(scores, last, schedule, inner, rolls, chips, places.chips, workspace)
            first_roll(schedule, inner, workspace.full, workspace.kinds, result)
            for lane in range(count):
                found[start + lane * width + chips] = base[lane] + result[lane]
