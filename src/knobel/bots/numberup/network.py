"""The value network of the strong player: expected points at the end, for a position before the next draw.

    x[line, channel] = relu(near[progress, free cells] + far[progress, deck]    how a line stands with a colour
                            + both[progress, free cells, deck])
    m[cell, channel] = x[row] ∘ x[column]                                       what both lines of a free cell want
    z[channel]       = relu(stock · Σ_lines x + pairs · Σ_cells m + deck)       demand for a colour, and its supply
    y[line]          = relu(lines · Σ_channels x + rivals · Σ_channels x ∘ z + whole)   how a line stands after all
    c[cell]          = relu(a + b ∘ Σ_channels m + c ∘ y[row] ∘ y[column] + d ∘ (y[row] + y[column]))
    value            = Σ y + Σ z + Σ m + Σ c + top layer on Σ y and Σ z

Everything is shared by all lines of an aim and by all channels, so turning the grid or renaming colours changes
nothing. Parameters, results and gradients are arrays of rows of sixteen numbers.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.bots.numberup.arrays import Ints, NumberUpRules
from knobel.bots.numberup.features import (
    BOTH,
    FAR,
    FIRST,
    HOLDS,
    LAST,
    NEAR,
    WHOLE,
    FeatureTables,
    feature_tables,
    read_features,
    read_supply,
)
from knobel.bots.numberup.layouts import DISCARDS, FREE, HELD, LAID
from knobel.bots.numberup.simulator import NumberUpPosition
from knobel.bots.vectors import LANES, add, add_to, fma, larger, load, scale, splat, store, total
from knobel.compiled import Floats, fast_bare, fast_inline

SCALE = 10.0  # points for one unit of the network
SIDES = 3
TOP = 2  # rows of the top layer

# Rows of `cross`: the weight of m, then a, b, c, d and the weight of c[cell].
CROSS_PLAIN, CROSS_BASE, CROSS_MATCH, CROSS_BOTH, CROSS_EITHER, CROSS_OUT = range(6)


class NumberUpNet(NamedTuple):
    """Where the parameters stand, as first rows, and where the results of an evaluation."""

    features: FeatureTables
    near: int
    far: int
    both: int
    mine: int  # from a row of `far`: the way to the row for the hand
    whole: int
    deck: int
    lines: int
    rivals: int
    stock: int
    pairs: int
    cross: int
    from_lines: int
    from_stock: int
    top: int
    when: int
    spare: int
    out: int
    rows: int  # parameters in all
    x: int  # results: [line × channels + channel]
    channels: int
    s: int  # [line], Σ_channels x
    t: int  # [line], Σ_channels x ∘ z
    y: int
    m: int  # [cell], Σ_channels m
    u: int  # [channel], Σ_lines x
    q: int  # [channel], Σ_cells m
    z: int
    sums: int  # Σ y of each side, Σ z
    hidden: int
    results: int


class NumberUpActivations(NamedTuple):
    """One evaluation: its rows, the features it was made from, and room for lines that are put back."""

    rows: Floats
    gradients: Floats
    saved: Floats
    place: Ints  # [line × channels + channel] → rows of near, far, both, and for the hand
    about: Ints  # [line] → row of whole
    supply: Ints  # [deck or hand, channel]
    progress: Ints  # [channel]


# How far apart parameters are before training; those not named begin at zero.
_SPREADS = {
    "near": 0.25, "far": 0.05, "whole": 0.2, "deck": 0.2, "lines": 0.1, "rivals": 0.01, "stock": 0.05, "pairs": 0.01,
    "cross": 0.02, "from_lines": 0.1, "from_stock": 0.05, "top": 0.03, "out": 0.05,
}  # fmt: skip


def _sizes(rules: NumberUpRules, features: FeatureTables) -> dict[str, int]:
    tables = len(features.tables)
    return {
        "near": features.near,
        "far": features.far,
        "both": features.both,
        "mine": features.far if rules.hand > 1 else 0,
        "whole": features.whole,
        "deck": features.deck,
        "lines": tables * LANES,
        "rivals": tables * LANES,
        "stock": 2 * LANES,
        "pairs": 2 * LANES,
        "cross": CROSS_OUT + 1,
        "from_lines": tables,
        "from_stock": 2,
        "top": (SIDES + 1) * LANES * TOP,
        "when": (rules.size**2 + 1) * TOP,
        "spare": (rules.discards + 1) * TOP,
        "out": TOP,
    }


def net_of(rules: NumberUpRules) -> NumberUpNet:
    features = feature_tables(rules)
    lines, channels = len(rules.lines), rules.colours + rules.numbers
    results = {"x": lines * channels, "s": lines, "t": lines, "y": lines, "m": rules.size**2}
    results |= {"u": channels, "q": channels, "z": channels, "sums": SIDES + 1, "hidden": TOP}
    sizes = _sizes(rules, features)
    starts = _starts(sizes) | _starts(results)
    starts["mine"] -= starts["far"]
    return NumberUpNet(features, **starts, rows=sum(sizes.values()), channels=channels, results=sum(results.values()))


def _starts(sizes: dict[str, int]) -> dict[str, int]:
    ends = np.cumsum([0, *sizes.values()])
    return {name: int(start) for name, start in zip(sizes, ends, strict=False)}


def initial_parameters(rules: NumberUpRules, seed: int) -> Floats:
    """Parameters before training: small random numbers where there is something to tell apart."""
    luck, sizes = np.random.default_rng(seed), _sizes(rules, feature_tables(rules))
    parts = [luck.normal(0, 1, (size, LANES)) * _SPREADS.get(name, 0) for name, size in sizes.items()]
    return np.concatenate(parts).astype(np.float32)


def new_activations(rules: NumberUpRules, net: NumberUpNet) -> NumberUpActivations:
    lines = len(rules.lines)
    return NumberUpActivations(
        rows=np.zeros((net.results, LANES), np.float32),
        gradients=np.zeros((net.results, LANES), np.float32),
        saved=np.zeros((4 * (net.channels + 1), LANES), np.float32),
        place=np.zeros((lines * net.channels, 4), np.int64),
        about=np.zeros(lines, np.int64),
        supply=np.zeros((2, net.channels), np.int64),
        progress=np.zeros(net.channels, np.int64),
    )


@fast_bare
def read_position(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    position: NumberUpPosition,
    activations: NumberUpActivations,
) -> None:
    """Read the deck, the hand and every line."""
    read_supply(rules, position.deck, activations.supply[0])
    if rules.hand > 1:
        _read_hand(rules, position, activations.supply[1])
    for line in range(len(rules.lines)):
        read_line(rules, net, weights, position.grid, activations, line)


@fast_bare
def _read_hand(rules: NumberUpRules, position: NumberUpPosition, supply: Ints) -> None:
    supply[:] = 0
    for i in range(position.tally[HELD]):
        colour, number = position.held[i] // rules.numbers, position.held[i] % rules.numbers
        supply[colour] |= 1 << number
        supply[rules.colours + number] += 1


@fast_bare
def read_line(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, grid: Ints, activations: NumberUpActivations, line: int
) -> None:
    table = net.features.table[rules.side[line]]
    about, progress = net.features.tables[table], activations.progress
    free, code = read_features(rules, net.features, grid, line, progress)
    zero = splat(np.float32(0))
    s = zero
    for k in range(about[FIRST], about[LAST]):
        at = line * net.channels + k
        near = net.near + about[NEAR] + progress[k] * (rules.size + 1) + free
        held = net.far + about[FAR] + progress[k] * about[HOLDS]
        far = held + activations.supply[0, k]
        activations.place[at, 0], activations.place[at, 1] = near, far
        x = add(load(weights, near), load(weights, far))
        if about[BOTH] >= 0:
            row = (progress[k] * (rules.size + 1) + free) * about[HOLDS] + activations.supply[0, k]
            activations.place[at, 2] = net.both + about[BOTH] + row
            x = add(x, load(weights, activations.place[at, 2]))
        if rules.hand > 1:
            activations.place[at, 3] = held + net.mine + activations.supply[1, k]
            x = add(x, load(weights, activations.place[at, 3]))
        x = larger(x, zero)
        store(activations.rows, net.x + at, x)
        s = add(s, x)
    store(activations.rows, net.s + line, s)
    activations.about[line] = net.whole + about[WHOLE] + code


@fast_bare
def evaluate(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    position: NumberUpPosition,
    activations: NumberUpActivations,
) -> float:
    """The network's points for a position whose lines have been read."""
    _add_up(rules, net, activations)
    _meet(rules, net, position.grid, activations)
    found = splat(np.float32(0))
    supplied = found
    for k in range(net.features.low, net.features.high):
        z = _demand(rules, net, weights, activations, k)
        supplied = add(supplied, z)
        found = fma(z, load(weights, net.from_stock + int(k >= rules.colours)), found)
    store(activations.rows, net.sums + SIDES, supplied)
    for line in range(len(rules.lines)):
        side = rules.side[line]
        y = _outlook(net, weights, activations, line, net.features.table[side])
        add_to(activations.rows, net.sums + side, y)
        found = fma(y, load(weights, net.from_lines + net.features.table[side]), found)
    found = add(found, _crossings(rules, net, weights, position.grid, activations))
    return np.float64(total(found) + _top(net, weights, position, activations)) * SCALE


@fast_inline
def _add_up(rules: NumberUpRules, net: NumberUpNet, activations: NumberUpActivations) -> None:
    """Σ_lines x, and nothing yet in the other sums. Of channels that do not count in a line x is zero."""
    zero = splat(np.float32(0))
    for i in range(net.m, net.z):
        store(activations.rows, i, zero)
    for side in range(SIDES):
        store(activations.rows, net.sums + side, zero)
    for k in range(net.features.low, net.features.high):
        u = zero
        for line in range(len(rules.lines)):
            u = add(u, load(activations.rows, net.x + line * net.channels + k))
        store(activations.rows, net.u + k, u)


@fast_inline
def _meet(rules: NumberUpRules, net: NumberUpNet, grid: Ints, activations: NumberUpActivations) -> None:
    """What a row and a column want in common at every free cell, by cell and by channel. Where they have different
    channels: all that both want, by cell only."""
    about = net.features.tables[net.features.table[0]]
    for row in range(rules.size):
        for column in range(rules.size, 2 * rules.size):
            cell = rules.lines[row, column - rules.size]
            if grid[cell] != FREE:
                continue
            if net.features.mixed:
                store(
                    activations.rows,
                    net.m + cell,
                    scale(load(activations.rows, net.s + row), load(activations.rows, net.s + column)),
                )
                continue
            one, other = net.x + row * net.channels, net.x + column * net.channels
            found = splat(np.float32(0))
            for k in range(about[FIRST], about[LAST]):
                m = scale(load(activations.rows, one + k), load(activations.rows, other + k))
                add_to(activations.rows, net.q + k, m)
                found = add(found, m)
            store(activations.rows, net.m + cell, found)


@fast_inline
def _demand(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, activations: NumberUpActivations, channel: int
) -> Any:
    kind = LANES * int(channel >= rules.colours)
    z, more = load(weights, deck_row(rules, net, activations, channel)), splat(np.float32(0))
    for i in range(LANES):
        z = fma(splat(activations.rows[net.u + channel, i]), load(weights, net.stock + kind + i), z)
        more = fma(splat(activations.rows[net.q + channel, i]), load(weights, net.pairs + kind + i), more)
    z = larger(add(z, more), splat(np.float32(0)))
    store(activations.rows, net.z + channel, z)
    return z


@fast_inline
def deck_row(rules: NumberUpRules, net: NumberUpNet, activations: NumberUpActivations, channel: int) -> int:
    first = 1 << rules.numbers if channel >= rules.colours else 0
    return net.deck + first + int(activations.supply[0, channel])


@fast_inline
def _outlook(net: NumberUpNet, weights: Floats, activations: NumberUpActivations, line: int, table: int) -> Any:
    zero = splat(np.float32(0))
    t = zero
    for k in range(net.features.tables[table, FIRST], net.features.tables[table, LAST]):
        t = fma(load(activations.rows, net.x + line * net.channels + k), load(activations.rows, net.z + k), t)
    store(activations.rows, net.t + line, t)
    y, more = load(weights, activations.about[line]), zero
    for i in range(LANES):
        y = fma(splat(activations.rows[net.s + line, i]), load(weights, net.lines + table * LANES + i), y)
        more = fma(splat(activations.rows[net.t + line, i]), load(weights, net.rivals + table * LANES + i), more)
    y = larger(add(y, more), zero)
    store(activations.rows, net.y + line, y)
    return y


@fast_inline
def _crossings(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, grid: Ints, activations: NumberUpActivations
) -> Any:
    """What a row and a column make of every free cell they share."""
    plain, base = load(weights, net.cross + CROSS_PLAIN), load(weights, net.cross + CROSS_BASE)
    match, both = load(weights, net.cross + CROSS_MATCH), load(weights, net.cross + CROSS_BOTH)
    either, out = load(weights, net.cross + CROSS_EITHER), load(weights, net.cross + CROSS_OUT)
    zero = splat(np.float32(0))
    found = zero
    for row in range(rules.size):
        for column in range(rules.size, 2 * rules.size):
            cell = rules.lines[row, column - rules.size]
            if grid[cell] != FREE:
                continue
            m = load(activations.rows, net.m + cell)
            here, there = load(activations.rows, net.y + row), load(activations.rows, net.y + column)
            c = fma(either, add(here, there), fma(both, scale(here, there), fma(match, m, base)))
            found = fma(out, larger(c, zero), fma(plain, m, found))
    return found


@fast_inline
def _top(net: NumberUpNet, weights: Floats, position: NumberUpPosition, activations: NumberUpActivations) -> float:
    when, spare = net.when + position.tally[LAID] * TOP, net.spare + position.tally[DISCARDS] * TOP
    one = add(load(weights, when), load(weights, spare))
    other = add(load(weights, when + 1), load(weights, spare + 1))
    for side in range(SIDES + 1):
        for i in range(LANES):
            factor = splat(activations.rows[net.sums + side, i])
            row = net.top + (side * LANES + i) * TOP
            one = fma(factor, load(weights, row), one)
            other = fma(factor, load(weights, row + 1), other)
    zero = splat(np.float32(0))
    one, other = larger(one, zero), larger(other, zero)
    store(activations.rows, net.hidden, one)
    store(activations.rows, net.hidden + 1, other)
    found: float = total(fma(one, load(weights, net.out), scale(other, load(weights, net.out + 1))))
    return found
