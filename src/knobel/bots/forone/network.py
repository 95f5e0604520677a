"""The evaluation: points to come, from what lies in the rows and a few numbers of the whole card.

    hidden = relu(Σ weights[feature])        value = Σ plain[feature] + last · hidden

A position has one feature for each row, its fill, and one for each of `stock` (dice in the supply, dice out, whether
rows may still be scored before the roll), `worst` (what the bonus can still be), `closed` (rows scored), `clock` (the
round) and `yellow`. As the first layer is a sum, a die laid is one table row less and one more.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.bots.forone.card import LINES, Card
from knobel.bots.forone.twin import CLOSED, OUT, ROUND, SUPPLY, UPPER_OPEN, WORST, YELLOW, Position
from knobel.bots.vectors import LANES, add, fma, larger, load, splat, store, total
from knobel.compiled import fast_bare, fast_inline

Floats = np.ndarray[Any, np.dtype[np.float32]]
Real: TypeAlias = float | np.floating[Any]

HIDDEN = 32
PARTS = HIDDEN // LANES

# Rows of the tables behind those of the fills: where each kind of feature begins.
MOST_DICE = 19
STOCK, STOCKS = 0, 2 * MOST_DICE * MOST_DICE
WORSTS, CLOSEDS, CLOCKS, YELLOWS = 6 * 7, LINES + 1, 32, LINES + 4
WORST_AT = STOCKS
CLOSED_AT = WORST_AT + WORSTS
CLOCK_AT = CLOSED_AT + CLOSEDS
YELLOW_AT = CLOCK_AT + CLOCKS
BEHIND = YELLOW_AT + YELLOWS
FEATURES = LINES + 5  # of one position

SCORING, ROLLING = 0, 1  # what comes next: rows may be scored, or dice are rolled


class Net(NamedTuple):
    weights: Floats  # [feature × PARTS, LANES]
    plain: Floats  # [feature]
    last: Floats  # [PARTS, LANES]


def views(flat: Floats, features: int) -> Net:
    """The parts of a network that lie behind each other."""
    first, second = features * HIDDEN, features * (HIDDEN + 1)
    return Net(flat[:first].reshape(features * PARTS, LANES), flat[first:second], flat[second:].reshape(PARTS, LANES))


def size(features: int) -> int:
    return features * (HIDDEN + 1) + HIDDEN


@fast_bare
def features_of(card: Card, at: Position, phase: int, found: Any) -> None:
    first = len(card.fill)
    for row in range(LINES):
        found[row] = at[row]
    found[LINES] = first + stock(at, phase)
    found[LINES + 1] = first + worst(at)
    found[LINES + 2] = first + CLOSED_AT + at[CLOSED]
    found[LINES + 3] = first + CLOCK_AT + at[ROUND]
    found[LINES + 4] = first + YELLOW_AT + at[YELLOW]


@fast_inline
def stock(at: Position, phase: int) -> int:
    return int((phase * MOST_DICE + at[OUT]) * MOST_DICE + at[SUPPLY])


@fast_inline
def worst(at: Position) -> int:
    return int(WORST_AT + at[WORST] * 7 + at[UPPER_OPEN])


@fast_bare
def gather(card: Card, net: Net, at: Position, sums: Floats, plain: Floats, level: int) -> None:
    """The part of the first layer that steps of a round change only here and there: rows, round, yellow die."""
    first = len(card.fill)
    clock, yellow = first + CLOCK_AT + at[ROUND], first + YELLOW_AT + at[YELLOW]
    plain[level] = net.plain[clock] + net.plain[yellow]
    for row in range(LINES):
        plain[level] += net.plain[at[row]]
    for part in range(PARTS):
        found = add(load(net.weights, clock * PARTS + part), load(net.weights, yellow * PARTS + part))
        for row in range(LINES):
            found = add(found, load(net.weights, at[row] * PARTS + part))
        store(sums, level * PARTS + part, found)


@fast_inline
def swap(net: Net, sums: Floats, plain: Floats, level: int, to: int, old: int, new: int) -> None:
    """The first layer of `level` with one feature for another, as that of `to`."""
    plain[to] = plain[level] + net.plain[new] - net.plain[old]
    less = splat(np.float32(-1))
    for part in range(PARTS):
        change = fma(less, load(net.weights, old * PARTS + part), load(net.weights, new * PARTS + part))
        store(sums, to * PARTS + part, add(load(sums, level * PARTS + part), change))


@fast_inline
def judge(card: Card, net: Net, at: Position, sums: Floats, plain: Floats, level: int, phase: int) -> Real:
    """Points to come."""
    first = len(card.fill)
    a, b, c = first + stock(at, phase), first + worst(at), first + CLOSED_AT + at[CLOSED]
    found, nothing = splat(np.float32(0)), splat(np.float32(0))
    for part in range(PARTS):
        more = add(load(net.weights, b * PARTS + part), load(net.weights, c * PARTS + part))
        here = add(add(load(sums, level * PARTS + part), load(net.weights, a * PARTS + part)), more)
        found = fma(load(net.last, part), larger(here, nothing), found)
    value: Real = total(found) + plain[level] + net.plain[a] + net.plain[b] + net.plain[c]
    return value
