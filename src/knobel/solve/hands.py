"""The dice of many games at once: what lies on the tables, how it is rolled, and what is kept of it.

Dice come from a generator that depends on (seed, game, turn) only, without the bias that a plain remainder would
have: every roll that can follow a keep stands in a table as often as it comes up, and one number picks from it.
"""

from typing import NamedTuple

import numpy as np

from knobel.compiled import Stream, compiled, pick_from
from knobel.solve.kernel import Offsets
from knobel.solve.lanes import at, number_at, rows
from knobel.solve.pools import Floats, Ints, Lattice, Pools
from knobel.solve.shape import LANES, NEVER
from knobel.solve.tables import Card

MOST_ROLLS = 1 << 16  # rolls after one keep that stand in a table; beyond that one die after the other is drawn


class Tally(NamedTuple):
    """What happened, by entry: points written, zeros written, extra points; and chips paid, by turn."""

    points: Offsets
    zeros: Offsets
    extra: Offsets
    chips: Offsets


class Hands(NamedTuple):
    """The dice of every game within a turn, in the order the games are worked on."""

    word: Stream
    lane: Ints
    roll: Ints  # outer full node × inner full nodes + inner full node
    kept: Ints  # outer node × inner nodes + inner node
    paid: Ints  # 1 if a chip was paid in this turn


def hands(count: int) -> Hands:
    return Hands(np.zeros(count, np.uint64), *(np.zeros(count, np.int32) for _ in range(4)))


class Ways(NamedTuple):
    """Both lattices for single hands: by full roll what can be kept of it, by node what can be rolled from there."""

    outer_full: int
    outer_nodes: int
    outer_begin: Ints
    outer_keeps: Ints
    outer_first: Ints
    outer_rolls: Ints
    inner_full: int
    inner_nodes: int
    inner_begin: Ints
    inner_keeps: Ints
    inner_first: Ints
    inner_rolls: Ints


def ways(pools: Pools) -> Ways:
    return Ways(*_ways(pools.outer), *_ways(pools.inner))


def _ways(lattice: Lattice) -> tuple[int, int, Ints, Ints, Ints, Ints]:
    kept = [_within(lattice, node) for node in range(lattice.full)]
    rolled: list[list[int]] = [[node] for node in range(lattice.full)]
    for keep in lattice.keeps[lattice.full :]:
        more = lattice.more(keep)
        every = [node for one in more for node in rolled[one]]
        rolled.append(every if len(every) <= MOST_ROLLS else more)
    return lattice.full, len(lattice.keeps), *_lists(kept), *_lists(rolled)


def _within(lattice: Lattice, node: int) -> list[int]:
    """All that can be kept of a roll."""
    found, border = {node}, [node]
    while border:
        border = list({less for one in border for less in lattice.less(lattice.keeps[one])} - found)
        found.update(border)
    return sorted(found)


def _lists(lists: list[list[int]]) -> tuple[Ints, Ints]:
    """Lists one after the other: where each begins, and all of them."""
    return np.cumsum([0, *map(len, lists)], dtype=np.int32), np.array([i for each in lists for i in each], np.int32)


def memos(card: Card) -> Ints:
    """Room to remember what to keep by roll and lane, for each stage. None for very many rolls, which hardly ever
    come again."""
    rolls = card.pools.outer.full * card.pools.inner.full
    stages = card.sheet.rolls - 1 + bool(card.sheet.chips)
    return np.empty((stages, rolls * LANES if rolls < 10_000 else 0), np.int32)


def memory_of_turn(card: Card) -> tuple[Floats, ...]:
    """Room for the expectation of every keep: with one ordinary throw left, with two …, and with a chip's."""
    nodes = len(card.pools.outer.keeps) * len(card.pools.inner.keeps)
    return tuple(rows(nodes) for _ in range(card.sheet.rolls - 1 + bool(card.sheet.chips)))


@compiled
def draw(full: int, first: Ints, rolls: Ints, node: int, words: Stream, which: int) -> int:
    """Roll the missing dice of a keep."""
    while node >= full:
        start = at(first, node)
        node = at(rolls, start + pick_from(words, which, at(first, node + 1) - start))
    return node


@compiled
def deal(ways: Ways, hands: Hands, low: int, high: int) -> None:
    """The first roll: nothing is kept."""
    hands.kept[low:high] = ways.outer_nodes * ways.inner_nodes - 1
    throw(ways, hands, low, high)


@compiled
def throw(ways: Ways, hands: Hands, low: int, high: int) -> None:
    """Roll what was not kept."""
    outer_first, outer_rolls, outer_full = ways.outer_first, ways.outer_rolls, ways.outer_full
    first, rolls, full, nodes = ways.inner_first, ways.inner_rolls, ways.inner_full, ways.inner_nodes
    word, kept, roll = hands.word, hands.kept, hands.roll
    if ways.outer_nodes == 1:
        for i in range(low, high):
            roll[i] = draw(full, first, rolls, kept[i], word, i)
        return
    for i in range(low, high):
        out = kept[i] // nodes
        ins = draw(full, first, rolls, kept[i] - out * nodes, word, i)
        roll[i] = draw(outer_full, outer_first, outer_rolls, out, word, i) * full + ins


@compiled
def best_keep(ways: Ways, memory: Floats, roll: int, lane: int) -> int:
    """The keep with the highest expectation, as outer node × inner nodes + inner node."""
    outer_begin, outer_keeps, begin, keeps = ways.outer_begin, ways.outer_keeps, ways.inner_begin, ways.inner_keeps
    out, ins, nodes = roll // ways.inner_full, roll % ways.inner_full, ways.inner_nodes
    best, found = NEVER, 0
    for a in range(at(outer_begin, out), at(outer_begin, out + 1)):
        start = at(outer_keeps, a) * nodes
        for b in range(at(begin, ins), at(begin, ins + 1)):
            value = number_at(memory, start + at(keeps, b), lane)
            if value > best:
                best, found = value, start + at(keeps, b)
    return found


@compiled
def choose(ways: Ways, memory: Floats, memo: Ints, hands: Hands, low: int, high: int) -> None:
    """Of every hand, the best keep. What was found for a roll is remembered by lane, if there is room."""
    roll, lanes, kept = hands.roll, hands.lane, hands.kept
    if len(memo) == 0:
        for i in range(low, high):
            kept[i] = best_keep(ways, memory, roll[i], lanes[i])
        return
    memo[:] = -1
    for i in range(low, high):
        key = roll[i] * LANES + lanes[i]
        if at(memo, key) < 0:
            memo[key] = best_keep(ways, memory, roll[i], lanes[i])
        kept[i] = at(memo, key)
