"""Games and advice with exact play in plain NumPy, for equal dice without chips: a yardstick. A game is a column."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from knobel.solver.arrays.dice import Lattice
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, case_number
from knobel.solver.arrays.shape import NEVER
from knobel.solver.induction.value_table import ValueTable

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[Any]]


class Cards(NamedTuple):
    """Score cards, one a column: sets of free boxes, upper sum, state of the top box."""

    upper: Ints
    total: Ints
    rest: Ints
    top: Ints


class Option(NamedTuple):
    """A box for all cards and rolls: its worth with all that follows, the points it brings, the cards after it."""

    worth: Floats
    gain: Ints
    after: Cards


def start(table: ValueTable, count: int) -> Cards:
    scoring, nothing = table.process.scoring, np.zeros(count, np.int64)
    return Cards(
        nothing + (1 << len(scoring.upper)) - 1, nothing, nothing + (1 << len(scoring.rest)) - 1, nothing + OPEN
    )


def options(table: ValueTable, layer: int, cards: Cards, rolls: Ints) -> list[Option]:
    """Every box of cards in `layer` for distinct rolls, a row each or one for each scoring."""
    scoring, scores = table.process.scoring, table.process.scoring.scores
    repeat = np.full(len(scoring.rolls), -1)
    repeat[scores.again] = np.arange(len(scores.again))
    j = repeat[rolls]
    number = scores.number[j] if len(scores.number) else j
    special = (j >= 0) & (cards.top != OPEN)
    number_free = (number >= 0) & (cards.upper >> np.maximum(number, 0) & 1 == 1)
    case = np.where(special, case_number(cards.top, number_free, cards.rest > 0), 0)
    kind, depth = scores.kind[rolls], scores.points.shape[1]
    found = []
    for i in range(len(scoring.rest)):
        gain = np.where(special, scores.again_lower[case, j, i], scores.lower[kind, i])
        after = cards._replace(rest=cards.rest & ~(1 << i))
        found.append(_option(table, layer, cards.rest >> i & 1 == 1, gain, after))
    for state in (FILLED, STRUCK) if scoring.top is not None else ():
        gain = scores.lower[kind, len(scoring.rest) + state - FILLED]
        found.append(_option(table, layer, cards.top == OPEN, gain, cards._replace(top=cards.top * 0 + state)))
    for i in range(len(scoring.upper)):
        level = np.where(special, scores.again_level[case, j, i], scores.level[rolls, i]) - i * depth
        points = scores.points[i, level]
        total = np.minimum(cards.total + points, scoring.cap)
        after = cards._replace(upper=cards.upper & ~(1 << i), total=total)
        gain = points + np.where(special, scores.again_extra[case, j, i], 0)
        found.append(_option(table, layer, cards.upper >> i & 1 == 1, gain, after))
    return found


def _option(table: ValueTable, layer: int, free: Ints, gain: Ints, after: Cards) -> Option:
    space, places = table.process.space, table.process.space.places
    row = places.rank[after.rest] * places.classes[after.upper] + places.of_sum[after.upper, after.total]
    place = np.where(free, space.offsets[layer - 1][after.upper, after.top] + row, 0)
    return Option(np.where(free, gain + table.layers[layer - 1][place], NEVER), gain, after)


@cache
def more(lattice: Lattice) -> Ints:
    """By keep and face: the keep with one die more; full ones stay."""
    faces = len(lattice.kinds[0][0].faces)
    full = [[node] * faces for node in range(lattice.full)]
    return np.array([*full, *(lattice.more(keep) for keep in lattice.keeps[lattice.full :])])


@cache
def less(lattice: Lattice) -> list[Ints]:
    return [np.array(lattice.less(keep)) for keep in lattice.keeps]


def averaged(lattice: Lattice, full: Floats) -> Floats:
    """What every keep is worth before the dice are thrown again."""
    nodes, with_one = np.empty((len(lattice.keeps), full.shape[1])), more(lattice)
    nodes[: lattice.full] = full
    for node in range(lattice.full, len(nodes)):
        nodes[node] = nodes[with_one[node]].mean(axis=0)
    return nodes


def chosen(lattice: Lattice, nodes: Floats) -> tuple[Floats, Ints]:
    """The best keep of every roll: its worth and which it is."""
    best, which = nodes.copy(), np.repeat(np.arange(len(nodes))[:, None], nodes.shape[1], axis=1)
    columns, without_one = np.arange(nodes.shape[1]), less(lattice)
    for node in range(len(nodes) - 2, -1, -1):
        parts = without_one[node]
        part = parts[best[parts].argmax(axis=0)]
        better = best[part, columns] > best[node]
        best[node, better] = best[part, columns][better]
        which[node, better] = which[part, columns][better]
    return best[: lattice.full], which[: lattice.full]


def entered(table: ValueTable, layer: int, cards: Cards) -> Floats:
    """By full roll and card: the best entry."""
    rolls = np.arange(len(table.process.scoring.rolls))[:, None]
    best: Floats = np.max([option.worth for option in options(table, layer, cards, rolls)], axis=0)
    shown: Floats = best[table.process.scoring.scores.spread]
    return shown


def play(table: ValueTable, count: int, luck: np.random.Generator) -> Ints:
    """The points of some games."""
    scoring, cards = table.process.scoring, start(table, count)
    inner, columns = scoring.pools.inner, np.arange(count)
    points = np.zeros(count)

    def thrown(node: Ints) -> Ints:
        for _ in range(len(table.sheet.dice)):
            node = more(inner)[node, luck.integers(0, more(inner).shape[1], count)]
        return node

    for layer in range(table.process.layers, 0, -1):
        stages, worth = [], entered(table, layer, cards)
        for _ in range(table.sheet.rolls - 1):
            worth, which = chosen(inner, averaged(inner, worth))
            stages.append(which)
        roll = thrown(np.full(count, len(inner.keeps) - 1))
        for which in reversed(stages):
            roll = thrown(which[roll, columns])
        found = options(table, layer, cards, scoring.scores.spread[roll])
        box = np.argmax([option.worth for option in found], axis=0)
        points += np.choose(box, [option.gain for option in found])
        after = [np.broadcast_arrays(*option.after, columns)[:4] for option in found]
        cards = Cards(*(np.choose(box, part) for part in zip(*after, strict=True)))
    return points + table.process.end()[_places_of_end(table, cards)]


def _places_of_end(table: ValueTable, cards: Cards) -> Ints:
    space = table.process.space
    found: Ints = space.offsets[0][cards.upper, cards.top] + space.places.of_sum[cards.upper, cards.total]
    return found


def advise(table: ValueTable, dice: tuple[int, ...]) -> list[float]:
    """What every keep of the first roll of a game is worth."""
    inner = table.process.scoring.pools.inner
    full = entered(table, table.process.layers, start(table, 1))
    full, _ = chosen(inner, averaged(inner, full))
    nodes = averaged(inner, full)
    kept = [[face for i, face in enumerate(dice) if bits >> i & 1] for bits in range(1 << len(dice))]
    return [float(nodes[inner.node[(tuple(sorted(faces)),)], 0]) for faces in kept]
