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
from knobel.solve.pools import Doubles, Floats, Steps
from knobel.solve.shape import LANES

CHUNK = 32  # numbers that are added up in float32 before the sum goes on in double


@compiled
def average_inner(steps: Steps, full: Floats, start: int, part: Floats) -> None:
    """The expectation of every keep that is not full, into `part`; full rolls are rows of `full` from `start` on."""
    size, nodes, short = steps.full, len(steps.share), steps.short - steps.full
    more, first, part_of = steps.more, steps.first, steps.share
    for node in range(short):
        j, last = at(first, node), at(first, node + 1)
        if last - j == 6:
            total = sum6(full, start, more, j)
        else:
            total = row(full, start, more, j)
            for i in range(j + 1, last):
                total = add(total, row(full, start, more, i))
        store(part, node, share(total, part_of[node]))
    for node in range(short, nodes):
        j, last = at(first, node), at(first, node + 1)
        if last - j == 6:
            total = sum6(part, -size, more, j)
        else:
            total = row(part, -size, more, j)
            for i in range(j + 1, last):
                total = add(total, row(part, -size, more, i))
        store(part, node, share(total, part_of[node]))


@compiled
def choose_inner(steps: Steps, full: Floats, start: int, part: Floats) -> None:
    """Replace what each full roll is worth by its best keep, and the keeps in `part` by the best within them."""
    size, less, begin = steps.full, steps.less, steps.begin
    for run in range(len(steps.runs) - 2, -1, -1):
        low, high, length = steps.runs[run, 0], steps.runs[run, 1], steps.runs[run, 2]
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
def average_outer(outer: Steps, size: int, full: Floats) -> None:
    """Average in the dice of the outer lattice, for every inner roll."""
    more, first = outer.more, outer.first
    for node in range(len(outer.share)):
        j, last, weight, start = at(first, node), at(first, node + 1), outer.share[node], (outer.full + node) * size
        if last - j == 6:
            for i in range(size):
                store(full, start + i, share(sum6(full, i, more, j), weight))
        else:
            for i in range(size):
                total = row(full, i, more, j)
                for other in range(j + 1, last):
                    total = add(total, row(full, i, more, other))
                store(full, start + i, share(total, weight))


@compiled
def choose_outer(outer: Steps, size: int, full: Floats) -> None:
    """Take the dice of the outer lattice out where that is better, for every inner roll."""
    less, begin = outer.less, outer.begin
    for node in range(outer.full + len(outer.share) - 2, -1, -1):
        j, last, start = at(begin, node), at(begin, node + 1), node * size
        if last - j == 3:
            for i in range(size):
                store(full, start + i, larger(load(full, start + i), max3(full, i, less, j)))
        else:
            for i in range(size):
                best = load(full, start + i)
                for other in range(j, last):
                    best = larger(best, row(full, i, less, other))
                store(full, start + i, best)


@compiled
def reroll(outer: Steps, inner: Steps, full: Floats, part: Floats) -> None:
    """One reroll stage over both lattices."""
    size = inner.full
    average_outer(outer, size, full)
    for node in range(outer.full + len(outer.share)):
        average_inner(inner, full, node * size, part)
        choose_inner(inner, full, node * size, part)
    choose_outer(outer, size, full)


@compiled
def keep_stage(outer: Steps, inner: Steps, full: Floats, part: Floats, memory: Floats) -> None:
    """A reroll stage that writes down what every keep is worth: `memory[outer node × inner nodes + inner node]`."""
    size, nodes = inner.full, inner.full + len(inner.share)
    average_outer(outer, size, full)
    for node in range(outer.full + len(outer.share)):
        average_inner(inner, full, node * size, part)
        for i in range(size):
            store(memory, node * nodes + i, load(full, node * size + i))
        for i in range(nodes - size):
            store(memory, node * nodes + size + i, load(part, i))
        choose_inner(inner, full, node * size, part)
    choose_outer(outer, size, full)


@compiled
def first_roll(outer: Steps, inner: Steps, full: Floats, line: Floats, result: Doubles) -> None:
    """The expectation over the first roll. Long sums in float32 lose digits, so it goes on in double after `CHUNK`."""
    result[:] = 0.0
    whole = 0.0  # not quite 1, as the odds are rounded
    for i in range(inner.full):
        whole += float(np.float32(inner.odds[i]))
    for node in range(outer.full):
        weight = outer.odds[node] / whole
        for low in range(0, inner.full, CHUNK):
            total = splat(np.float32(0.0))
            for i in range(low, min(low + CHUNK, inner.full)):
                total = add(total, scale(load(full, node * inner.full + i), splat(np.float32(inner.odds[i]))))
            store(line, 0, total)
            for lane in range(LANES):
                result[lane] += line[0, lane] * weight
