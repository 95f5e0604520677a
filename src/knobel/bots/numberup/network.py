"""The evaluation of the strong player: expected points at the end, for a position before the next draw.

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

from knobel.bots.numberup.codes import (
    BOTH,
    FAR,
    FIRST,
    HOLDS,
    LAST,
    NEAR,
    WHOLE,
    Codes,
    codes_of,
    read_codes,
    read_supply,
)
from knobel.bots.numberup.twin import DISCARDS, FREE, HELD, LAID, Ints, Level, Position
from knobel.bots.vectors import LANES, add, add_to, fma, larger, load, scale, splat, store, total
from knobel.compiled import fast_bare, fast_inline

Floats = np.ndarray[Any, np.dtype[np.float32]]

SCALE = 10.0  # points for one unit of the network
SIDES = 3
TOP = 2  # rows of the top layer

# Rows of `cross`: the weight of m, then a, b, c, d and the weight of c[cell].
CROSS_PLAIN, CROSS_BASE, CROSS_MATCH, CROSS_BOTH, CROSS_EITHER, CROSS_OUT = range(6)


class Net(NamedTuple):
    """Where the parameters stand, as first rows, and where the results of an evaluation."""

    codes: Codes
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


class Work(NamedTuple):
    """One evaluation: its rows, the codes it was made from, and room for lines that are put back."""

    rows: Floats
    slopes: Floats
    saved: Floats
    place: Ints  # [line × channels + channel] → rows of near, far, both, and for the hand
    about: Ints  # [line] → row of whole
    supply: Ints  # [deck or hand, channel]
    progress: Ints  # [channel]


# How far apart parameters are before the first lesson; those not named begin at zero.
_SPREADS = {
    "near": 0.25, "far": 0.05, "whole": 0.2, "deck": 0.2, "lines": 0.1, "rivals": 0.01, "stock": 0.05, "pairs": 0.01,
    "cross": 0.02, "from_lines": 0.1, "from_stock": 0.05, "top": 0.03, "out": 0.05,
}  # fmt: skip


def _sizes(level: Level, codes: Codes) -> dict[str, int]:
    tables = len(codes.tables)
    return {
        "near": codes.near,
        "far": codes.far,
        "both": codes.both,
        "mine": codes.far if level.hand > 1 else 0,
        "whole": codes.whole,
        "deck": codes.deck,
        "lines": tables * LANES,
        "rivals": tables * LANES,
        "stock": 2 * LANES,
        "pairs": 2 * LANES,
        "cross": CROSS_OUT + 1,
        "from_lines": tables,
        "from_stock": 2,
        "top": (SIDES + 1) * LANES * TOP,
        "when": (level.size**2 + 1) * TOP,
        "spare": (level.discards + 1) * TOP,
        "out": TOP,
    }


def net_of(level: Level) -> Net:
    codes = codes_of(level)
    lines, channels = len(level.lines), level.colours + level.numbers
    results = {"x": lines * channels, "s": lines, "t": lines, "y": lines, "m": level.size**2}
    results |= {"u": channels, "q": channels, "z": channels, "sums": SIDES + 1, "hidden": TOP}
    sizes = _sizes(level, codes)
    starts = _starts(sizes) | _starts(results)
    starts["mine"] -= starts["far"]
    return Net(codes, **starts, rows=sum(sizes.values()), channels=channels, results=sum(results.values()))


def _starts(sizes: dict[str, int]) -> dict[str, int]:
    ends = np.cumsum([0, *sizes.values()])
    return {name: int(start) for name, start in zip(sizes, ends, strict=False)}


def fresh(level: Level, seed: int) -> Floats:
    """Parameters before the first lesson: small random numbers where there is something to tell apart."""
    luck, sizes = np.random.default_rng(seed), _sizes(level, codes_of(level))
    parts = [luck.normal(0, 1, (size, LANES)) * _SPREADS.get(name, 0) for name, size in sizes.items()]
    return np.concatenate(parts).astype(np.float32)


def workspace(level: Level, net: Net) -> Work:
    lines = len(level.lines)
    return Work(
        rows=np.zeros((net.results, LANES), np.float32),
        slopes=np.zeros((net.results, LANES), np.float32),
        saved=np.zeros((4 * (net.channels + 1), LANES), np.float32),
        place=np.zeros((lines * net.channels, 4), np.int64),
        about=np.zeros(lines, np.int64),
        supply=np.zeros((2, net.channels), np.int64),
        progress=np.zeros(net.channels, np.int64),
    )


@fast_bare
def look(level: Level, net: Net, weights: Floats, position: Position, work: Work) -> None:
    """Read the deck, the hand and every line."""
    read_supply(level, position.deck, work.supply[0])
    if level.hand > 1:
        _read_hand(level, position, work.supply[1])
    for line in range(len(level.lines)):
        read_line(level, net, weights, position.grid, work, line)


@fast_bare
def _read_hand(level: Level, position: Position, supply: Ints) -> None:
    supply[:] = 0
    for i in range(position.tally[HELD]):
        colour, number = position.held[i] // level.numbers, position.held[i] % level.numbers
        supply[colour] |= 1 << number
        supply[level.colours + number] += 1


@fast_bare
def read_line(level: Level, net: Net, weights: Floats, grid: Ints, work: Work, line: int) -> None:
    table = net.codes.table[level.side[line]]
    about, progress = net.codes.tables[table], work.progress
    free, code = read_codes(level, net.codes, grid, line, progress)
    zero = splat(np.float32(0))
    s = zero
    for k in range(about[FIRST], about[LAST]):
        at = line * net.channels + k
        near = net.near + about[NEAR] + progress[k] * (level.size + 1) + free
        held = net.far + about[FAR] + progress[k] * about[HOLDS]
        far = held + work.supply[0, k]
        work.place[at, 0], work.place[at, 1] = near, far
        x = add(load(weights, near), load(weights, far))
        if about[BOTH] >= 0:
            row = (progress[k] * (level.size + 1) + free) * about[HOLDS] + work.supply[0, k]
            work.place[at, 2] = net.both + about[BOTH] + row
            x = add(x, load(weights, work.place[at, 2]))
        if level.hand > 1:
            work.place[at, 3] = held + net.mine + work.supply[1, k]
            x = add(x, load(weights, work.place[at, 3]))
        x = larger(x, zero)
        store(work.rows, net.x + at, x)
        s = add(s, x)
    store(work.rows, net.s + line, s)
    work.about[line] = net.whole + about[WHOLE] + code


@fast_bare
def value(level: Level, net: Net, weights: Floats, position: Position, work: Work) -> float:
    """The network's points for a position whose lines have been read."""
    _add_up(level, net, work)
    _meet(level, net, position.grid, work)
    found = splat(np.float32(0))
    supplied = found
    for k in range(net.codes.low, net.codes.high):
        z = _demand(level, net, weights, work, k)
        supplied = add(supplied, z)
        found = fma(z, load(weights, net.from_stock + int(k >= level.colours)), found)
    store(work.rows, net.sums + SIDES, supplied)
    for line in range(len(level.lines)):
        side = level.side[line]
        y = _outlook(net, weights, work, line, net.codes.table[side])
        add_to(work.rows, net.sums + side, y)
        found = fma(y, load(weights, net.from_lines + net.codes.table[side]), found)
    found = add(found, _crossings(level, net, weights, position.grid, work))
    return np.float64(total(found) + _top(net, weights, position, work)) * SCALE


@fast_inline
def _add_up(level: Level, net: Net, work: Work) -> None:
    """Σ_lines x, and nothing yet in the other sums. Of channels that do not count in a line x is zero."""
    zero = splat(np.float32(0))
    for i in range(net.m, net.z):
        store(work.rows, i, zero)
    for side in range(SIDES):
        store(work.rows, net.sums + side, zero)
    for k in range(net.codes.low, net.codes.high):
        u = zero
        for line in range(len(level.lines)):
            u = add(u, load(work.rows, net.x + line * net.channels + k))
        store(work.rows, net.u + k, u)


@fast_inline
def _meet(level: Level, net: Net, grid: Ints, work: Work) -> None:
    """What a row and a column want in common at every free cell, by cell and by channel. Where they have different
    channels: all that both want, by cell only."""
    about = net.codes.tables[net.codes.table[0]]
    for row in range(level.size):
        for column in range(level.size, 2 * level.size):
            cell = level.lines[row, column - level.size]
            if grid[cell] != FREE:
                continue
            if net.codes.mixed:
                store(work.rows, net.m + cell, scale(load(work.rows, net.s + row), load(work.rows, net.s + column)))
                continue
            one, other = net.x + row * net.channels, net.x + column * net.channels
            found = splat(np.float32(0))
            for k in range(about[FIRST], about[LAST]):
                m = scale(load(work.rows, one + k), load(work.rows, other + k))
                add_to(work.rows, net.q + k, m)
                found = add(found, m)
            store(work.rows, net.m + cell, found)


@fast_inline
def _demand(level: Level, net: Net, weights: Floats, work: Work, channel: int) -> Any:
    kind = LANES * int(channel >= level.colours)
    z, more = load(weights, deck_row(level, net, work, channel)), splat(np.float32(0))
    for i in range(LANES):
        z = fma(splat(work.rows[net.u + channel, i]), load(weights, net.stock + kind + i), z)
        more = fma(splat(work.rows[net.q + channel, i]), load(weights, net.pairs + kind + i), more)
    z = larger(add(z, more), splat(np.float32(0)))
    store(work.rows, net.z + channel, z)
    return z


@fast_inline
def deck_row(level: Level, net: Net, work: Work, channel: int) -> int:
    first = 1 << level.numbers if channel >= level.colours else 0
    return net.deck + first + int(work.supply[0, channel])


@fast_inline
def _outlook(net: Net, weights: Floats, work: Work, line: int, table: int) -> Any:
    zero = splat(np.float32(0))
    t = zero
    for k in range(net.codes.tables[table, FIRST], net.codes.tables[table, LAST]):
        t = fma(load(work.rows, net.x + line * net.channels + k), load(work.rows, net.z + k), t)
    store(work.rows, net.t + line, t)
    y, more = load(weights, work.about[line]), zero
    for i in range(LANES):
        y = fma(splat(work.rows[net.s + line, i]), load(weights, net.lines + table * LANES + i), y)
        more = fma(splat(work.rows[net.t + line, i]), load(weights, net.rivals + table * LANES + i), more)
    y = larger(add(y, more), zero)
    store(work.rows, net.y + line, y)
    return y


@fast_inline
def _crossings(level: Level, net: Net, weights: Floats, grid: Ints, work: Work) -> Any:
    """What a row and a column make of every free cell they share."""
    plain, base = load(weights, net.cross + CROSS_PLAIN), load(weights, net.cross + CROSS_BASE)
    match, both = load(weights, net.cross + CROSS_MATCH), load(weights, net.cross + CROSS_BOTH)
    either, out = load(weights, net.cross + CROSS_EITHER), load(weights, net.cross + CROSS_OUT)
    zero = splat(np.float32(0))
    found = zero
    for row in range(level.size):
        for column in range(level.size, 2 * level.size):
            cell = level.lines[row, column - level.size]
            if grid[cell] != FREE:
                continue
            m = load(work.rows, net.m + cell)
            here, there = load(work.rows, net.y + row), load(work.rows, net.y + column)
            c = fma(either, add(here, there), fma(both, scale(here, there), fma(match, m, base)))
            found = fma(out, larger(c, zero), fma(plain, m, found))
    return found


@fast_inline
def _top(net: Net, weights: Floats, position: Position, work: Work) -> float:
    when, spare = net.when + position.tally[LAID] * TOP, net.spare + position.tally[DISCARDS] * TOP
    one = add(load(weights, when), load(weights, spare))
    other = add(load(weights, when + 1), load(weights, spare + 1))
    for side in range(SIDES + 1):
        for i in range(LANES):
            factor = splat(work.rows[net.sums + side, i])
            row = net.top + (side * LANES + i) * TOP
            one = fma(factor, load(weights, row), one)
            other = fma(factor, load(weights, row + 1), other)
    zero = splat(np.float32(0))
    one, other = larger(one, zero), larger(other, zero)
    store(work.rows, net.hidden, one)
    store(work.rows, net.hidden + 1, other)
    found: float = total(fma(one, load(weights, net.out), scale(other, load(weights, net.out + 1))))
    return found
