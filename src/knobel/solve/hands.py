"""The dice of many games at once: what lies on the tables, how it is rolled, and what is kept of it.

Dice are drawn down the lattice of keeps, from a generator that depends on (seed, game, turn) only, without the bias
that a plain remainder would have.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.solve.kernel import Offsets
from knobel.solve.lanes import at, compiled, rows
from knobel.solve.pools import Floats, Ints, Lattice, Pools
from knobel.solve.shape import LANES, NEVER
from knobel.solve.tables import Card

Words = np.ndarray[Any, np.dtype[np.uint64]]


class Games(NamedTuple):
    """The state of every game, between turns."""

    upper: Ints  # free upper boxes
    others: Ints  # free other boxes
    top: Ints
    total: Ints  # upper sum, up to the cap
    chips: Ints
    points: Ints
    raw_upper: Ints  # upper sum as it is, for the record


class Tally(NamedTuple):
    """What happened, by box: points written, zeros written, extra points; and chips paid, by turn."""

    points: Offsets
    zeros: Offsets
    extra: Offsets
    chips: Offsets


class Hands(NamedTuple):
    """The dice of every game within a turn, in the order the games are worked on."""

    word: Words  # state of the generator
    lane: Ints
    out: Ints  # the roll, as nodes of the two lattices
    ins: Ints
    kept: Ints  # outer node × inner nodes + inner node


def hands(count: int) -> Hands:
    return Hands(np.zeros(count, np.uint64), *(np.zeros(count, np.int32) for _ in range(4)))


class Ways(NamedTuple):
    """Both lattices for single hands: the nodes one die more leads to, and by full roll all that can be kept of it."""

    outer_full: int
    outer_first: Ints
    outer_more: Ints
    outer_begin: Ints
    outer_keeps: Ints
    inner_full: int
    inner_first: Ints
    inner_more: Ints
    inner_begin: Ints
    inner_keeps: Ints


def ways(pools: Pools) -> Ways:
    return Ways(*_ways(pools.outer), *_ways(pools.inner))


def _ways(lattice: Lattice) -> tuple[int, Ints, Ints, Ints, Ints]:
    steps = lattice.steps(1)
    lists = []
    for keep in lattice.keeps[: lattice.full]:
        found, border = {keep}, [keep]
        while border:
            border = [lattice.keeps[node] for one in border for node in lattice.less(one)]
            border = [one for one in dict.fromkeys(border) if one not in found]
            found |= set(border)
        lists.append(sorted(lattice.node[one] for one in found))
    begin = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    keeps = np.array([node for nodes in lists for node in nodes], np.int32)
    return lattice.full, steps.first, steps.more.astype(np.int32), begin, keeps


def memos(card: Card) -> Ints:
    """Room to remember decisions by roll and lane: one row for each stage, one for entries. None for very many rolls,
    which hardly ever come again."""
    rolls = card.pools.outer.full * card.pools.inner.full
    stages = card.sheet.rolls + bool(card.sheet.chips)
    return np.empty((stages + 1, rolls * LANES if rolls < 10_000 else 0), np.int32)


def memory_of_turn(card: Card) -> tuple[Floats, ...]:
    """Room for the expectation of every keep: with one ordinary throw left, with two …, and with a chip's."""
    nodes = len(card.pools.outer.keeps) * len(card.pools.inner.keeps)
    return tuple(rows(nodes) for _ in range(card.sheet.rolls - 1 + bool(card.sheet.chips)))


@compiled
def next_word(state: Any) -> Any:
    """The finaliser of SplitMix64."""
    word = np.uint64(state)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def draw(full: int, first: Ints, more: Ints, node: int, hands: Hands, i: int) -> int:
    """Roll the missing dice of a keep with one number of the generator of hand `i`: each die takes the whole part
    of the number times its faces and leaves the fraction. Fractions that would favour some rolls are thrown away."""
    if node < full:
        return node
    while True:
        hands.word[i] += np.uint64(0x9E3779B97F4A7C15)
        fraction = next_word(hands.word[i]) >> np.uint64(32)
        rolls, at_node = np.uint64(1), node
        while at_node >= full:
            start = at(first, at_node - full)
            faces = np.uint64(at(first, at_node - full + 1) - start)
            fraction *= faces
            rolls *= faces
            at_node = at(more, start + np.int64(fraction >> np.uint64(32)))
            fraction &= np.uint64(0xFFFFFFFF)
        if fraction >= rolls or fraction >= np.uint64(0x100000000) % rolls:
            return at_node


@compiled
def deal(ways: Ways, hands: Hands, low: int, high: int) -> None:
    """The first roll."""
    outer_first, outer_more, first, more = ways.outer_first, ways.outer_more, ways.inner_first, ways.inner_more
    empty_out, empty_in = ways.outer_full + len(outer_first) - 2, ways.inner_full + len(first) - 2
    for i in range(low, high):
        hands.out[i] = draw(ways.outer_full, outer_first, outer_more, empty_out, hands, i)
        hands.ins[i] = draw(ways.inner_full, first, more, empty_in, hands, i)


@compiled
def choose(ways: Ways, memory: Floats, memo: Ints, hands: Hands, low: int, high: int) -> None:
    """Of every hand, the keep with the highest expectation. What was found for a roll is remembered by lane, if there
    is room, as outer node × inner nodes + inner node."""
    inner_nodes, inner_first = ways.inner_keeps, ways.inner_begin
    outer_nodes, outer_first = ways.outer_keeps, ways.outer_begin
    size, nodes = ways.inner_full, ways.inner_full + len(ways.inner_first) - 1
    for i in range(low, high):
        key = (hands.out[i] * size + hands.ins[i]) * LANES + hands.lane[i]
        found = memo[key] if key < len(memo) else -1
        if found < 0:
            lane, best = hands.lane[i], NEVER
            for a in range(at(outer_first, hands.out[i]), at(outer_first, hands.out[i] + 1)):
                start = at(outer_nodes, a) * nodes
                for b in range(at(inner_first, hands.ins[i]), at(inner_first, hands.ins[i] + 1)):
                    value = memory[start + at(inner_nodes, b), lane]
                    if value > best:
                        best, found = value, start + at(inner_nodes, b)
            if key < len(memo):
                memo[key] = found
        hands.kept[i] = found


@compiled
def throw(ways: Ways, hands: Hands, low: int, high: int) -> None:
    """Roll what was not kept."""
    outer_first, outer_more, first, more = ways.outer_first, ways.outer_more, ways.inner_first, ways.inner_more
    nodes = ways.inner_full + len(first) - 1
    for i in range(low, high):
        out = hands.kept[i] // nodes if len(outer_more) else 0
        hands.ins[i] = draw(ways.inner_full, first, more, hands.kept[i] - out * nodes, hands, i)
        hands.out[i] = draw(ways.outer_full, outer_first, outer_more, out, hands, i)
