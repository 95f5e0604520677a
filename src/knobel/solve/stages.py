"""Reroll stages over the lattice of keeps, compiled: what a throw is worth, for `LANES` positions at once.

The expectation of a keep is the mean over one more die, down from the full rolls; the best keep of a roll is the best
of it and of what is left after taking one die out, up from the empty keep.
"""

import numpy as np

from knobel.solve.lanes import (
    add,
    at,
    compiled,
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
from knobel.solve.pools import AVERAGE, INNER, Doubles, Floats, Offsets, Plan, Steps
from knobel.solve.shape import LANES

SIXTH = 1 / 6
CHUNK = 32  # numbers that are added up in float32 before the sum goes on in double


@compiled
def average_rows(steps: Steps, low: int, high: int, source: Floats, shift: int, part: Floats) -> None:
    """The expectation of some keeps from rows of `source`, counted from row `shift`, into `part`."""
    more, first = steps.more, steps.first
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


@compiled
def average_inner(steps: Steps, full: Floats, start: int, part: Floats) -> None:
    """The expectation of every keep that is not full, into `part`; full rolls are rows of `full` from `start` on."""
    size = steps.full
    average_rows(steps, 0, steps.short - size, full, start, part)
    average_rows(steps, steps.short - size, steps.nodes - size, part, -size, part)


@compiled
def choose_inner(steps: Steps, full: Floats, start: int, part: Floats) -> None:
    """Replace what each full roll is worth by its best keep, and the keeps in `part` by the best within them."""
    size, less, begin, runs = steps.full, steps.less, steps.begin, steps.runs
    for run in range(len(runs) - 2, -1, -1):
        low, high, length = at(runs, 3 * run), at(runs, 3 * run + 1), at(runs, 3 * run + 2)
        target, shift = (full, start) if low < size else (part, -size)
        j = at(begin, low)
        if length == 1:
            for node in range(low, high):
                store(target, node + shift, larger(load(target, node + shift), row(part, -size, less, j)))
                j += 1
        elif length == 2:
            for node in range(low, high):
                store(target, node + shift, larger(load(target, node + shift), max2(part, -size, less, j)))
                j += 2
        elif length == 3:
            for node in range(low, high):
                store(target, node + shift, larger(load(target, node + shift), max3(part, -size, less, j)))
                j += 3
        elif length == 4:
            for node in range(low, high):
                store(target, node + shift, larger(load(target, node + shift), max4(part, -size, less, j)))
                j += 4
        elif length == 5:
            for node in range(low, high):
                store(target, node + shift, larger(load(target, node + shift), max5(part, -size, less, j)))
                j += 5
        else:
            for node in range(low, high):
                best = larger(load(target, node + shift), max6(part, -size, less, j))
                for i in range(6, length):
                    best = larger(best, row(part, -size, less, j + i))
                store(target, node + shift, best)
                j += length


@compiled
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


@compiled
def choose_blocks(full: Floats, start: int, size: int, sources: Offsets, first: int, last: int) -> None:
    """The best of a block and some others, row by row."""
    for i in range(size):
        best = load(full, start + i)
        for other in range(first, last):
            best = larger(best, row(full, i, sources, other))
        store(full, start + i, best)


@compiled
def reroll(plan: Plan, inner: Steps, full: Floats, part: Floats) -> None:
    """One reroll stage."""
    jobs, sources = plan.jobs, plan.sources
    for job in range(len(jobs)):
        what, start, size, first, last = jobs[job, 0], jobs[job, 1], jobs[job, 2], jobs[job, 3], jobs[job, 4]
        if what == INNER:
            average_inner(inner, full, start, part)
            choose_inner(inner, full, start, part)
        elif what == AVERAGE:
            average_blocks(full, start, size, sources, first, last)
        else:
            choose_blocks(full, start, size, sources, first, last)


@compiled
def keep_stage(plan: Plan, inner: Steps, full: Floats, part: Floats, memory: Floats) -> None:
    """A reroll stage that writes down what every keep is worth: `memory[outer node × inner nodes + inner node]`."""
    jobs, sources, many, few = plan.jobs, plan.sources, inner.full, inner.nodes - inner.full
    for job in range(len(jobs)):
        what, start, size, first, last = jobs[job, 0], jobs[job, 1], jobs[job, 2], jobs[job, 3], jobs[job, 4]
        if what == INNER:
            average_inner(inner, full, start, part)
            for i in range(many):
                store(memory, size * (many + few) + i, load(full, start + i))
            for i in range(few):
                store(memory, size * (many + few) + many + i, load(part, i))
            choose_inner(inner, full, start, part)
        elif what == AVERAGE:
            average_blocks(full, start, size, sources, first, last)
        else:
            choose_blocks(full, start, size, sources, first, last)


@compiled
def first_roll(plan: Plan, inner: Steps, full: Floats, line: Floats, result: Doubles) -> None:
    """The expectation over the first roll. Long sums in float32 lose digits, so it goes on in double after `CHUNK`."""
    result[:] = 0.0
    whole = 0.0  # not quite 1, as the odds are rounded
    for i in range(inner.full):
        whole += float(np.float32(inner.odds[i]))
    for node in range(plan.full):
        weight = plan.odds[node] / whole
        for low in range(0, inner.full, CHUNK):
            total = splat(np.float32(0.0))
            for i in range(low, min(low + CHUNK, inner.full)):
                total = add(total, scale(load(full, node * inner.full + i), splat(np.float32(inner.odds[i]))))
            store(line, 0, total)
            for lane in range(LANES):
                result[lane] += line[0, lane] * weight
