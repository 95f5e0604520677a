"""The value network of the strong player: points to come, for a position within a round.

    hidden = relu(Σ weights[feature])        value = Σ plain[feature] + last · hidden

As the first layer is a sum over features, a die laid is one row of the tables less and one more.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.bots.forone.arrays import ForOneEncoding, ForOneRules
from knobel.bots.forone.features import BEHIND, CLOCK_AT, CLOSED_AT, YELLOW_AT, stock, worst
from knobel.bots.forone.rounds import CLOSED, LINES, ROUND, YELLOW_PLACE
from knobel.bots.forone.simulator import ForOnePosition
from knobel.bots.parameters import load_parameters
from knobel.bots.vectors import LANES, add, fma, larger, load, splat, store, total
from knobel.compiled import Floats, fast_bare, fast_inline
from knobel.rules import find
from knobel.rules.forone import ForOne

Real: TypeAlias = float | np.floating[Any]

HIDDEN = 32
PARTS = HIDDEN // LANES


class ForOneNet(NamedTuple):
    """The parameters, or as many numbers about them."""

    weights: Floats  # [feature × PARTS, LANES]
    plain: Floats  # [feature]
    last: Floats  # [PARTS, LANES]


def views(flat: Floats, features: int) -> ForOneNet:
    """The parts of a network that lie behind each other."""
    first, second = features * HIDDEN, features * (HIDDEN + 1)
    return ForOneNet(
        flat[:first].reshape(features * PARTS, LANES), flat[first:second], flat[second:].reshape(PARTS, LANES)
    )


def parameter_count(features: int) -> int:
    return features * (HIDDEN + 1) + HIDDEN


def net_of(encoding: ForOneEncoding, flat: Floats) -> ForOneNet:
    return views(flat, len(encoding.contents) + BEHIND)


def learned_parameters(game: ForOne) -> Floats:
    """The parameters of the strong player. House rules change what is allowed, not what a position is worth, so they
    share those of their level."""
    found = load_parameters(find(str(game.spec._replace(house=()))))
    return np.concatenate([found["weights"].ravel(), found["plain"], found["last"].ravel()])


@fast_bare
def first_layer(
    rules: ForOneRules, net: ForOneNet, at: ForOnePosition, sums: Floats, plain: Floats, depth: int
) -> None:
    """The part of the first layer that steps of a round change only here and there: rows, round, yellow die."""
    first = len(rules.fill)
    clock, yellow = first + CLOCK_AT + at[ROUND], first + YELLOW_AT + at[YELLOW_PLACE]
    plain[depth] = net.plain[clock] + net.plain[yellow]
    for row in range(LINES):
        plain[depth] += net.plain[at[row]]
    for part in range(PARTS):
        found = add(load(net.weights, clock * PARTS + part), load(net.weights, yellow * PARTS + part))
        for row in range(LINES):
            found = add(found, load(net.weights, at[row] * PARTS + part))
        store(sums, depth * PARTS + part, found)


@fast_inline
def exchange(net: ForOneNet, sums: Floats, plain: Floats, depth: int, to: int, old: int, new: int) -> None:
    """The first layer of `depth` with one feature for another, as that of `to`."""
    plain[to] = plain[depth] + net.plain[new] - net.plain[old]
    less = splat(np.float32(-1))
    for part in range(PARTS):
        change = fma(less, load(net.weights, old * PARTS + part), load(net.weights, new * PARTS + part))
        store(sums, to * PARTS + part, add(load(sums, depth * PARTS + part), change))


@fast_inline
def evaluate(
    rules: ForOneRules, net: ForOneNet, at: ForOnePosition, sums: Floats, plain: Floats, depth: int, phase: int
) -> Real:
    """Points to come."""
    first = len(rules.fill)
    a, b, c = first + stock(at, phase), first + worst(at), first + CLOSED_AT + at[CLOSED]
    found, nothing = splat(np.float32(0)), splat(np.float32(0))
    for part in range(PARTS):
        more = add(load(net.weights, b * PARTS + part), load(net.weights, c * PARTS + part))
        here = add(add(load(sums, depth * PARTS + part), load(net.weights, a * PARTS + part)), more)
        found = fma(load(net.last, part), larger(here, nothing), found)
    value: Real = total(found) + plain[depth] + net.plain[a] + net.plain[b] + net.plain[c]
    return value
