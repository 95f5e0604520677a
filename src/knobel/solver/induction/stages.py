"""Reroll stages over the lattice of keeps, compiled: what a throw is worth, for `LANES` positions at once.

The expectation of a keep is the mean over one more die, down from the full rolls; the best keep of a roll is the best
of it and of what is left after taking one die out, up from the empty keep.
"""

from typing import Any

import numpy as np

from knobel.compiled import compiled, compiled_bare, compiled_inline
from knobel.solver.arrays.dice import INNER, Doubles, Floats, Ints, Offsets, Schedule, Steps
from knobel.solver.arrays.last_throw import LastThrow
from knobel.solver.arrays.shape import LANES
from knobel.solver.induction.lanes import (
    add,
    at,
    larger,
    load,
    max2,
    max3,
    max4,
    max5,
    max6,
    row,
    scale,
    share,
    splat,
    store,
    sum6,
)

SIXTH = 1 / 6
CHUNK = 32  # numbers that are added up in float32 before the sum goes on in double


@compiled_bare
def average_rows(more: Offsets, first: Ints, low: int, high: int, source: Floats, shift: int, part: Floats) -> None:
    """The expectation of some keeps from rows of `source`, counted from row `shift`, into `part`."""
    j = at(first, low)
    for node in range(low, high):
        last = at(first, node + 1)
        if last - j == 6:  # said once more so that the compiler has it as a constant
            store(part, node, share(sum6(source, shift, more, j), SIXTH))
        else:
            total = row(source, shift, more, j)
            for i in range(j + 1, last):
                total = add(total, row(source, shift, more, i))
            store(part, node, share(total, 1 / (last - j)))
        j = last


@compiled_bare
def average_inner(steps: Steps, full: Floats, start: int, part: Floats) -> None:
    """The expectation of every keep that is not full, into `part`; full rolls are rows of `full` from `start` on."""
    size, more, first = steps.full, steps.more, steps.first
    average_rows(more, first, 0, steps.short - size, full, start, part)
    average_rows(more, first, steps.short - size, steps.nodes - size, part, -size, part)


def _chooser(fixed: int, most: Any) -> Any:
    """For nodes with so many others that have a die less: with a fixed number the loop is faster."""

    @compiled_inline
    def choose(
        less: Offsets, j: int, low: int, high: int, part: Floats, size: int,
        target: Floats, shift: int, sources: Offsets, first: int, last: int,
    ) -> None:  # fmt: skip
        if last == first:
            for node in range(low, high):
                store(target, node + shift, larger(load(target, node + shift), most(part, -size, less, j)))
                j += fixed
        elif last == first + 1:
            for node in range(low, high):
                best = larger(load(target, node + shift), most(part, -size, less, j))
                store(target, node + shift, larger(best, row(target, node, sources, first)))
                j += fixed
        else:
            for node in range(low, high):
                best = larger(load(target, node + shift), most(part, -size, less, j))
                for other in range(first, last):
                    best = larger(best, row(target, node, sources, other))
                store(target, node + shift, best)
                j += fixed

    return choose


_choose1, _choose2, _choose3, _choose4, _choose5, _choose6 = (
    _chooser(fixed, most) for fixed, most in enumerate((row, max2, max3, max4, max5, max6), 1)
)


@compiled_bare
def _choose_many(
    count: int, less: Offsets, j: int, low: int, high: int, part: Floats, size: int,
    target: Floats, shift: int, sources: Offsets, first: int, last: int,
) -> None:  # fmt: skip
    for node in range(low, high):
        best = load(target, node + shift)
        for i in range(j, j + count):
            best = larger(best, row(part, -size, less, i))
        for other in range(first, last):
            best = larger(best, row(target, node, sources, other))
        store(target, node + shift, best)
        j += count


@compiled_bare
def choose_inner(steps: Steps, full: Floats, start: int, part: Floats, sources: Offsets, first: int, last: int) -> None:
    """Replace what each full roll is worth by its best keep, and the keeps in `part` by the best within them. The
    blocks that `sources` names hold the best keeps without one of the dice around."""
    size, less, begin, runs = steps.full, steps.less, steps.begin, steps.runs
    for run in range(len(runs) // 3 - 1, -1, -1):
        low, high, count = at(runs, 3 * run), at(runs, 3 * run + 1), at(runs, 3 * run + 2)
        j = at(begin, low)
        target, shift, to = (full, start, last) if low < size else (part, -size, first)
        if count == 1:
            _choose1(less, j, low, high, part, size, target, shift, sources, first, to)
        elif count == 2:
            _choose2(less, j, low, high, part, size, target, shift, sources, first, to)
        elif count == 3:
            _choose3(less, j, low, high, part, size, target, shift, sources, first, to)
        elif count == 4:
            _choose4(less, j, low, high, part, size, target, shift, sources, first, to)
        elif count == 5:
            _choose5(less, j, low, high, part, size, target, shift, sources, first, to)
        elif count == 6:
            _choose6(less, j, low, high, part, size, target, shift, sources, first, to)
        elif count > 6:
            _choose_many(count, less, j, low, high, part, size, target, shift, sources, first, to)


@compiled_bare
def average_blocks(full: Floats, start: int, size: int, sources: Offsets, first: int, last: int) -> None:
    """The mean of some blocks, row by row."""
    if last - first == 6:
        for i in range(size):
            store(full, start + i, share(sum6(full, i, sources, first), SIXTH))
    else:
        for i in range(size):
            total = row(full, i, sources, first)
            for other in range(first + 1, last):
                total = add(total, row(full, i, sources, other))
            store(full, start + i, share(total, 1 / (last - first)))


@compiled_bare
def reroll(schedule: Schedule, inner: Steps, full: Floats, part: Floats) -> None:
    """One reroll stage."""
    jobs, sources = schedule.jobs, schedule.sources
    for job in range(len(jobs)):
        what, start, size, first, last = jobs[job, 0], jobs[job, 1], jobs[job, 2], jobs[job, 3], jobs[job, 4]
        if what == INNER:
            average_inner(inner, full, start, part)
            choose_inner(inner, full, start, part, sources, first, last)
        else:
            average_blocks(full, start, size, sources, first, last)


@compiled_bare
def throw_last(last: LastThrow, schedule: Schedule, inner: Steps, best: Floats, full: Floats, part: Floats) -> None:
    """A reroll stage from the best entries of the distinct rolls; the other keeps go behind them in `best`."""
    jobs, sources, alike, many, few = schedule.jobs, schedule.sources, last.alike, inner.full, inner.nodes - inner.full
    keeps = len(last.first) - 1
    average_rows(last.more, last.first, 0, keeps, best, 0, best[last.keeps - keeps :])
    for job in range(len(jobs)):
        what, start, size, first, end = jobs[job, 0], jobs[job, 1], jobs[job, 2], jobs[job, 3], jobs[job, 4]
        if what == INNER:
            node = size * inner.nodes
            for i in range(many):
                store(full, start + i, row(best, 0, alike, node + i))
            for i in range(few):
                store(part, i, row(best, 0, alike, node + many + i))
            choose_inner(inner, full, start, part, sources, first, end)


@compiled
def keep_stage(schedule: Schedule, inner: Steps, full: Floats, part: Floats, memory: Floats) -> None:
    """A reroll stage that writes down what every keep is worth: `memory[outer node × inner nodes + inner node]`."""
    jobs, sources, many, few = schedule.jobs, schedule.sources, inner.full, inner.nodes - inner.full
    for job in range(len(jobs)):
        what, start, size, first, last = jobs[job, 0], jobs[job, 1], jobs[job, 2], jobs[job, 3], jobs[job, 4]
        if what == INNER:
            average_inner(inner, full, start, part)
            for i in range(many):
                store(memory, size * (many + few) + i, load(full, start + i))
            for i in range(few):
                store(memory, size * (many + few) + many + i, load(part, i))
            choose_inner(inner, full, start, part, sources, first, last)
        else:
            average_blocks(full, start, size, sources, first, last)


@compiled_bare
def first_roll(schedule: Schedule, inner: Steps, full: Floats, line: Floats, result: Doubles) -> None:
    """The expectation over the first roll. Long sums in float32 lose digits, so it goes on in double after `CHUNK`."""
    result[:] = 0.0
    whole = 0.0  # not quite 1, as the odds are rounded
    for i in range(inner.full):
        whole += float(np.float32(inner.odds[i]))
    for node in range(schedule.full):
        weight, start = schedule.odds[node] / whole, node * inner.full
        for low in range(0, inner.full, CHUNK):
            one, other, high = splat(np.float32(0)), splat(np.float32(0)), min(low + CHUNK, inner.full)
            for i in range(low, high - 1, 2):  # two sums, so that one need not wait for the other
                one = add(one, scale(load(full, start + i), splat(np.float32(inner.odds[i]))))
                other = add(other, scale(load(full, start + i + 1), splat(np.float32(inner.odds[i + 1]))))
            if (high - low) % 2:
                one = add(one, scale(load(full, start + high - 1), splat(np.float32(inner.odds[high - 1]))))
            store(line, 0, add(one, other))
            for lane in range(LANES):
                result[lane] += line[0, lane] * weight
