"""The way back through the network: how the value changes with every parameter."""

import numpy as np

from knobel.bots.machine import compiled
from knobel.bots.numberup.codes import BOTH, FIRST, LAST
from knobel.bots.numberup.network import (
    CROSS_BASE,
    CROSS_BOTH,
    CROSS_EITHER,
    CROSS_MATCH,
    CROSS_OUT,
    CROSS_PLAIN,
    SIDES,
    TOP,
    Floats,
    Net,
    Work,
    deck_row,
    shared,
)
from knobel.bots.numberup.twin import DISCARDS, FREE, LAID, Ints, Level, Position
from knobel.bots.vectors import LANES, add, add_to, fma, gated, larger, load, scale, splat, store, total


@compiled
def add_slope(
    level: Level, net: Net, weights: Floats, grad: Floats, position: Position, work: Work, error: np.float32
) -> None:
    """Add `error`, in units of the network, times the gradient of the value just worked out."""
    _top(net, weights, grad, position, work, error)
    _crossings(level, net, weights, grad, position.grid, work, error)
    for k in range(net.codes.low, net.codes.high):
        kind = int(k >= level.colours)
        z = load(work.rows, net.z + k)
        add_to(grad, net.from_stock + kind, scale(splat(error), z))
        up = fma(splat(error), load(weights, net.from_stock + kind), load(work.slopes, net.sums + SIDES))
        up = gated(up, z)
        add_to(grad, deck_row(level, net, work, k), up)
        for i in range(LANES):
            row = net.stock + kind * LANES + i
            add_to(grad, row, scale(splat(work.rows[net.u + k, i]), up))
            work.slopes[net.u + k, i] = total(scale(load(weights, row), up))
    for line in range(len(level.lines)):
        _line(level, net, weights, grad, work, line, error)


@compiled
def _line(level: Level, net: Net, weights: Floats, grad: Floats, work: Work, line: int, error: np.float32) -> None:
    side = level.side[line]
    table = net.codes.table[side]
    y = load(work.rows, net.y + line)
    add_to(grad, net.from_lines + table, scale(splat(error), y))
    up = fma(splat(error), load(weights, net.from_lines + table), load(work.slopes, net.sums + side))
    up = gated(add(up, load(work.slopes, net.y + line)), y)
    add_to(grad, work.about[line], up)
    for i in range(LANES):
        row = net.lines + table * LANES + i
        add_to(grad, row, scale(splat(work.rows[net.s + line, i]), up))
        work.slopes[net.s + line, i] += total(scale(load(weights, row), up))
    s = load(work.slopes, net.s + line)
    for k in range(net.codes.tables[table, FIRST], net.codes.tables[table, LAST]):
        at = line * net.channels + k
        dx = add(add(load(work.slopes, net.x + at), s), load(work.slopes, net.u + k))
        dx = gated(dx, load(work.rows, net.x + at))
        add_to(grad, work.place[at, 0], dx)
        add_to(grad, work.place[at, 1], dx)
        if net.codes.tables[table, BOTH] >= 0:
            add_to(grad, work.place[at, 2], dx)
        if level.hand > 1:
            add_to(grad, work.place[at, 3], dx)


@compiled
def _top(net: Net, weights: Floats, grad: Floats, position: Position, work: Work, error: np.float32) -> None:
    when, spare = net.when + position.tally[LAID] * TOP, net.spare + position.tally[DISCARDS] * TOP
    for half in range(TOP):
        hidden = load(work.rows, net.hidden + half)
        add_to(grad, net.out + half, scale(splat(error), hidden))
        up = gated(scale(splat(error), load(weights, net.out + half)), hidden)
        add_to(grad, when + half, up)
        add_to(grad, spare + half, up)
        store(work.slopes, net.hidden + half, up)
    one, other = load(work.slopes, net.hidden), load(work.slopes, net.hidden + 1)
    for side in range(SIDES + 1):
        for i in range(LANES):
            row, factor = net.top + (side * LANES + i) * TOP, splat(work.rows[net.sums + side, i])
            add_to(grad, row, scale(factor, one))
            add_to(grad, row + 1, scale(factor, other))
            down = fma(load(weights, row), one, scale(load(weights, row + 1), other))
            work.slopes[net.sums + side, i] = total(down)


@compiled
def _crossings(
    level: Level, net: Net, weights: Floats, grad: Floats, grid: Ints, work: Work, error: np.float32
) -> None:
    zero = splat(np.float32(0))
    for i in range(net.x, net.u):
        store(work.slopes, i, zero)
    for row in range(level.size):
        for column in range(level.size, 2 * level.size):
            if grid[level.lines[row, column - level.size]] == FREE:
                _cell(net, weights, grad, work, row, column, error)


@compiled
def _cell(net: Net, weights: Floats, grad: Floats, work: Work, row: int, column: int, error: np.float32) -> None:
    zero, cross = splat(np.float32(0)), net.cross
    m = shared(net, work, row, column)
    here, there = load(work.rows, net.y + row), load(work.rows, net.y + column)
    product, either = scale(here, there), add(here, there)
    both, match = load(weights, cross + CROSS_BOTH), load(weights, cross + CROSS_MATCH)
    alone = load(weights, cross + CROSS_EITHER)
    c = fma(alone, either, fma(both, product, fma(match, m, load(weights, cross + CROSS_BASE))))
    add_to(grad, cross + CROSS_OUT, scale(splat(error), larger(c, zero)))
    up = gated(scale(splat(error), load(weights, cross + CROSS_OUT)), c)
    add_to(grad, cross + CROSS_BASE, up)
    add_to(grad, cross + CROSS_MATCH, scale(up, m))
    add_to(grad, cross + CROSS_BOTH, scale(up, product))
    add_to(grad, cross + CROSS_EITHER, scale(up, either))
    add_to(grad, cross + CROSS_PLAIN, scale(splat(error), m))
    add_to(work.slopes, net.y + row, scale(up, fma(both, there, alone)))
    add_to(work.slopes, net.y + column, scale(up, fma(both, here, alone)))
    down = fma(up, match, scale(splat(error), load(weights, cross + CROSS_PLAIN)))
    if net.codes.mixed:
        one, other, many = net.s + row, net.s + column, 1
    else:
        first, last = net.codes.tables[net.codes.table[0], FIRST], net.codes.tables[net.codes.table[0], LAST]
        one, other = net.x + row * net.channels + first, net.x + column * net.channels + first
        many = last - first
    for k in range(many):
        add_to(work.slopes, one + k, scale(load(work.rows, other + k), down))
        add_to(work.slopes, other + k, scale(load(work.rows, one + k), down))
