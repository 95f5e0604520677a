"""The way back through the network: how the value changes with every parameter."""

from typing import Any

import numpy as np

from knobel.bots.numberup.arrays import Ints, NumberUpRules
from knobel.bots.numberup.features import BOTH, FIRST, LAST
from knobel.bots.numberup.layouts import DISCARDS, FREE, LAID
from knobel.bots.numberup.network import (
    CROSS_BASE,
    CROSS_BOTH,
    CROSS_EITHER,
    CROSS_MATCH,
    CROSS_OUT,
    CROSS_PLAIN,
    SIDES,
    TOP,
    NumberUpActivations,
    NumberUpNet,
    deck_row,
)
from knobel.bots.numberup.simulator import NumberUpPosition
from knobel.bots.vectors import LANES, add, add_to, fma, gated, larger, load, scale, splat, store, total
from knobel.compiled import Floats, fast_bare, fast_inline


@fast_bare
def add_gradient(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    position: NumberUpPosition,
    activations: NumberUpActivations,
    error: np.float32,
) -> None:
    """Add `error`, in units of the network, times the gradient of the value just worked out."""
    zero = splat(np.float32(0))
    for i in range(net.results):
        store(activations.gradients, i, zero)
    _top(net, weights, gradient, position, activations, error)
    _crossings(rules, net, weights, gradient, position.grid, activations, error)
    for line in range(len(rules.lines)):
        _outlook(rules, net, weights, gradient, activations, line, error)
    for k in range(net.features.low, net.features.high):
        _demand(rules, net, weights, gradient, activations, k, error)
    _meet(rules, net, position.grid, activations)
    for line in range(len(rules.lines)):
        _line(rules, net, gradient, activations, line)


@fast_bare
def _outlook(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    activations: NumberUpActivations,
    line: int,
    error: np.float32,
) -> None:
    side = rules.side[line]
    table = net.features.table[side]
    y = load(activations.rows, net.y + line)
    add_to(gradient, net.from_lines + table, scale(splat(error), y))
    up = fma(splat(error), load(weights, net.from_lines + table), load(activations.gradients, net.sums + side))
    up = gated(add(up, load(activations.gradients, net.y + line)), y)
    add_to(gradient, activations.about[line], up)
    _through(weights, gradient, activations, net.lines + table * LANES, net.s + line, up)
    _through(weights, gradient, activations, net.rivals + table * LANES, net.t + line, up)
    t = load(activations.gradients, net.t + line)
    for k in range(net.features.tables[table, FIRST], net.features.tables[table, LAST]):
        at = net.x + line * net.channels + k
        add_to(activations.gradients, at, scale(t, load(activations.rows, net.z + k)))
        add_to(activations.gradients, net.z + k, scale(t, load(activations.rows, at)))


@fast_inline
def _through(
    weights: Floats, gradient: Floats, activations: NumberUpActivations, matrix: int, source: int, up: Any
) -> None:
    """Back through a matrix: its own gradient, and that of the row it was applied to."""
    for i in range(LANES):
        add_to(gradient, matrix + i, scale(splat(activations.rows[source, i]), up))
        activations.gradients[source, i] += total(scale(load(weights, matrix + i), up))


@fast_bare
def _demand(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    activations: NumberUpActivations,
    channel: int,
    error: np.float32,
) -> None:
    kind = int(channel >= rules.colours)
    z = load(activations.rows, net.z + channel)
    add_to(gradient, net.from_stock + kind, scale(splat(error), z))
    up = fma(splat(error), load(weights, net.from_stock + kind), load(activations.gradients, net.sums + SIDES))
    up = gated(add(up, load(activations.gradients, net.z + channel)), z)
    add_to(gradient, deck_row(rules, net, activations, channel), up)
    _through(weights, gradient, activations, net.stock + kind * LANES, net.u + channel, up)
    _through(weights, gradient, activations, net.pairs + kind * LANES, net.q + channel, up)


@fast_bare
def _meet(rules: NumberUpRules, net: NumberUpNet, grid: Ints, activations: NumberUpActivations) -> None:
    about = net.features.tables[net.features.table[0]]
    for row in range(rules.size):
        for column in range(rules.size, 2 * rules.size):
            cell = rules.lines[row, column - rules.size]
            if grid[cell] != FREE:
                continue
            down = load(activations.gradients, net.m + cell)
            if net.features.mixed:
                add_to(activations.gradients, net.s + row, scale(load(activations.rows, net.s + column), down))
                add_to(activations.gradients, net.s + column, scale(load(activations.rows, net.s + row), down))
                continue
            one, other = net.x + row * net.channels, net.x + column * net.channels
            for k in range(about[FIRST], about[LAST]):
                all_of_it = add(down, load(activations.gradients, net.q + k))
                add_to(activations.gradients, one + k, scale(load(activations.rows, other + k), all_of_it))
                add_to(activations.gradients, other + k, scale(load(activations.rows, one + k), all_of_it))


@fast_bare
def _line(
    rules: NumberUpRules, net: NumberUpNet, gradient: Floats, activations: NumberUpActivations, line: int
) -> None:
    about = net.features.tables[net.features.table[rules.side[line]]]
    s = load(activations.gradients, net.s + line)
    for k in range(about[FIRST], about[LAST]):
        at = line * net.channels + k
        dx = add(add(load(activations.gradients, net.x + at), s), load(activations.gradients, net.u + k))
        dx = gated(dx, load(activations.rows, net.x + at))
        add_to(gradient, activations.place[at, 0], dx)
        add_to(gradient, activations.place[at, 1], dx)
        if about[BOTH] >= 0:
            add_to(gradient, activations.place[at, 2], dx)
        if rules.hand > 1:
            add_to(gradient, activations.place[at, 3], dx)


@fast_bare
def _top(
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    position: NumberUpPosition,
    activations: NumberUpActivations,
    error: np.float32,
) -> None:
    when, spare = net.when + position.tally[LAID] * TOP, net.spare + position.tally[DISCARDS] * TOP
    for half in range(TOP):
        hidden = load(activations.rows, net.hidden + half)
        add_to(gradient, net.out + half, scale(splat(error), hidden))
        up = gated(scale(splat(error), load(weights, net.out + half)), hidden)
        add_to(gradient, when + half, up)
        add_to(gradient, spare + half, up)
        store(activations.gradients, net.hidden + half, up)
    one, other = load(activations.gradients, net.hidden), load(activations.gradients, net.hidden + 1)
    for side in range(SIDES + 1):
        for i in range(LANES):
            row, factor = net.top + (side * LANES + i) * TOP, splat(activations.rows[net.sums + side, i])
            add_to(gradient, row, scale(factor, one))
            add_to(gradient, row + 1, scale(factor, other))
            down = fma(load(weights, row), one, scale(load(weights, row + 1), other))
            activations.gradients[net.sums + side, i] = total(down)


@fast_bare
def _crossings(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    grid: Ints,
    activations: NumberUpActivations,
    error: np.float32,
) -> None:
    for row in range(rules.size):
        for column in range(rules.size, 2 * rules.size):
            cell = rules.lines[row, column - rules.size]
            if grid[cell] == FREE:
                _cell(net, weights, gradient, activations, row, column, cell, error)


@fast_bare
def _cell(
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    activations: NumberUpActivations,
    row: int,
    column: int,
    cell: int,
    error: np.float32,
) -> None:
    cross, m = net.cross, load(activations.rows, net.m + cell)
    here, there = load(activations.rows, net.y + row), load(activations.rows, net.y + column)
    product, either = scale(here, there), add(here, there)
    both, match = load(weights, cross + CROSS_BOTH), load(weights, cross + CROSS_MATCH)
    alone = load(weights, cross + CROSS_EITHER)
    c = fma(alone, either, fma(both, product, fma(match, m, load(weights, cross + CROSS_BASE))))
    add_to(gradient, cross + CROSS_OUT, scale(splat(error), larger(c, splat(np.float32(0)))))
    up = gated(scale(splat(error), load(weights, cross + CROSS_OUT)), c)
    add_to(gradient, cross + CROSS_BASE, up)
    add_to(gradient, cross + CROSS_MATCH, scale(up, m))
    add_to(gradient, cross + CROSS_BOTH, scale(up, product))
    add_to(gradient, cross + CROSS_EITHER, scale(up, either))
    add_to(gradient, cross + CROSS_PLAIN, scale(splat(error), m))
    add_to(activations.gradients, net.y + row, scale(up, fma(both, there, alone)))
    add_to(activations.gradients, net.y + column, scale(up, fma(both, here, alone)))
    store(activations.gradients, net.m + cell, fma(up, match, scale(splat(error), load(weights, cross + CROSS_PLAIN))))
