"""The way back through the network: how the value changes with every parameter."""

from typing import Any

import numpy as np

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
)
from knobel.bots.numberup.twin import DISCARDS, FREE, LAID, Ints, Level, Position
from knobel.bots.vectors import LANES, add, add_to, fma, gated, larger, load, scale, splat, store, total
from knobel.compiled import fast_bare, fast_inline


@fast_bare
def add_slope(
    level: Level, net: Net, weights: Floats, grad: Floats, position: Position, work: Work, error: np.float32
) -> None:
    """Add `error`, in units of the network, times the gradient of the value just worked out."""
    zero = splat(np.float32(0))
    for i in range(net.results):
        store(work.slopes, i, zero)
    _top(net, weights, grad, position, work, error)
    _crossings(level, net, weights, grad, position.grid, work, error)
    for line in range(len(level.lines)):
        _outlook(level, net, weights, grad, work, line, error)
    for k in range(net.codes.low, net.codes.high):
        _demand(level, net, weights, grad, work, k, error)
    _meet(level, net, position.grid, work)
    for line in range(len(level.lines)):
        _line(level, net, grad, work, line)


@fast_bare
def _outlook(level: Level, net: Net, weights: Floats, grad: Floats, work: Work, line: int, error: np.float32) -> None:
    side = level.side[line]
    table = net.codes.table[side]
    y = load(work.rows, net.y + line)
    add_to(grad, net.from_lines + table, scale(splat(error), y))
    up = fma(splat(error), load(weights, net.from_lines + table), load(work.slopes, net.sums + side))
    up = gated(add(up, load(work.slopes, net.y + line)), y)
    add_to(grad, work.about[line], up)
    _through(weights, grad, work, net.lines + table * LANES, net.s + line, up)
    _through(weights, grad, work, net.rivals + table * LANES, net.t + line, up)
    t = load(work.slopes, net.t + line)
    for k in range(net.codes.tables[table, FIRST], net.codes.tables[table, LAST]):
        at = net.x + line * net.channels + k
        add_to(work.slopes, at, scale(t, load(work.rows, net.z + k)))
        add_to(work.slopes, net.z + k, scale(t, load(work.rows, at)))


@fast_inline
def _through(weights: Floats, grad: Floats, work: Work, matrix: int, source: int, up: Any) -> None:
    """Back through a matrix: its own gradient, and that of the row it was applied to."""
    for i in range(LANES):
        add_to(grad, matrix + i, scale(splat(work.rows[source, i]), up))
        work.slopes[source, i] += total(scale(load(weights, matrix + i), up))


@fast_bare
def _demand(level: Level, net: Net, weights: Floats, grad: Floats, work: Work, channel: int, error: np.float32) -> None:
    kind = int(channel >= level.colours)
    z = load(work.rows, net.z + channel)
    add_to(grad, net.from_stock + kind, scale(splat(error), z))
    up = fma(splat(error), load(weights, net.from_stock + kind), load(work.slopes, net.sums + SIDES))
    up = gated(add(up, load(work.slopes, net.z + channel)), z)
    add_to(grad, deck_row(level, net, work, channel), up)
    _through(weights, grad, work, net.stock + kind * LANES, net.u + channel, up)
    _through(weights, grad, work, net.pairs + kind * LANES, net.q + channel, up)


@fast_bare
def _meet(level: Level, net: Net, grid: Ints, work: Work) -> None:
    about = net.codes.tables[net.codes.table[0]]
    for row in range(level.size):
        for column in range(level.size, 2 * level.size):
            cell = level.lines[row, column - level.size]
            if grid[cell] != FREE:
                continue
            down = load(work.slopes, net.m + cell)
            if net.codes.mixed:
                add_to(work.slopes, net.s + row, scale(load(work.rows, net.s + column), down))
                add_to(work.slopes, net.s + column, scale(load(work.rows, net.s + row), down))
                continue
            one, other = net.x + row * net.channels, net.x + column * net.channels
            for k in range(about[FIRST], about[LAST]):
                all_of_it = add(down, load(work.slopes, net.q + k))
                add_to(work.slopes, one + k, scale(load(work.rows, other + k), all_of_it))
                add_to(work.slopes, other + k, scale(load(work.rows, one + k), all_of_it))


@fast_bare
def _line(level: Level, net: Net, grad: Floats, work: Work, line: int) -> None:
    about = net.codes.tables[net.codes.table[level.side[line]]]
    s = load(work.slopes, net.s + line)
    for k in range(about[FIRST], about[LAST]):
        at = line * net.channels + k
        dx = add(add(load(work.slopes, net.x + at), s), load(work.slopes, net.u + k))
        dx = gated(dx, load(work.rows, net.x + at))
        add_to(grad, work.place[at, 0], dx)
        add_to(grad, work.place[at, 1], dx)
        if about[BOTH] >= 0:
            add_to(grad, work.place[at, 2], dx)
        if level.hand > 1:
            add_to(grad, work.place[at, 3], dx)


@fast_bare
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


@fast_bare
def _crossings(
    level: Level, net: Net, weights: Floats, grad: Floats, grid: Ints, work: Work, error: np.float32
) -> None:
    for row in range(level.size):
        for column in range(level.size, 2 * level.size):
            cell = level.lines[row, column - level.size]
            if grid[cell] == FREE:
                _cell(net, weights, grad, work, row, column, cell, error)


@fast_bare
def _cell(
    net: Net, weights: Floats, grad: Floats, work: Work, row: int, column: int, cell: int, error: np.float32
) -> None:
    cross, m = net.cross, load(work.rows, net.m + cell)
    here, there = load(work.rows, net.y + row), load(work.rows, net.y + column)
    product, either = scale(here, there), add(here, there)
    both, match = load(weights, cross + CROSS_BOTH), load(weights, cross + CROSS_MATCH)
    alone = load(weights, cross + CROSS_EITHER)
    c = fma(alone, either, fma(both, product, fma(match, m, load(weights, cross + CROSS_BASE))))
    add_to(grad, cross + CROSS_OUT, scale(splat(error), larger(c, splat(np.float32(0)))))
    up = gated(scale(splat(error), load(weights, cross + CROSS_OUT)), c)
    add_to(grad, cross + CROSS_BASE, up)
    add_to(grad, cross + CROSS_MATCH, scale(up, m))
    add_to(grad, cross + CROSS_BOTH, scale(up, product))
    add_to(grad, cross + CROSS_EITHER, scale(up, either))
    add_to(grad, cross + CROSS_PLAIN, scale(splat(error), m))
    add_to(work.slopes, net.y + row, scale(up, fma(both, there, alone)))
    add_to(work.slopes, net.y + column, scale(up, fma(both, here, alone)))
    store(work.slopes, net.m + cell, fma(up, match, scale(splat(error), load(weights, cross + CROSS_PLAIN))))
