"""All that one game at a time needs: its position, scratch for the network, the moves of a decision."""

from typing import Any, NamedTuple

import numpy as np

from knobel.bots.numberup.arrays import Ints, NumberUpRules
from knobel.bots.numberup.layouts import DISCARDS, HELD
from knobel.bots.numberup.network import NumberUpActivations, NumberUpNet, new_activations
from knobel.bots.numberup.simulator import NumberUpPosition, blank, legal_cells
from knobel.compiled import Stream, fast_bare

Doubles = np.ndarray[Any, np.dtype[np.float64]]


class MoveList(NamedTuple):
    """The moves of a decision with their values, and scratch to find them."""

    moves: Ints
    values: Doubles
    cells: Ints
    trial: NumberUpPosition
    estimates: Doubles  # [line], for those who value by hand
    changed: Doubles
    about: Ints  # of lines that are put back


def move_list(rules: NumberUpRules) -> MoveList:
    most = rules.hand * (rules.size**2 + 1)
    return MoveList(
        moves=np.zeros(most, np.int64),
        values=np.zeros(most),
        cells=np.zeros(rules.size**2, np.int64),
        trial=blank(rules),
        estimates=np.zeros(len(rules.lines)),
        changed=np.zeros(len(rules.lines)),
        about=np.zeros(4, np.int64),
    )


class NumberUpWorkspace(NamedTuple):
    """All that one game at a time needs."""

    position: NumberUpPosition
    activations: NumberUpActivations
    options: MoveList
    stream: Stream


def workspace(rules: NumberUpRules, net: NumberUpNet) -> NumberUpWorkspace:
    return NumberUpWorkspace(blank(rules), new_activations(rules, net), move_list(rules), np.zeros(1, np.uint64))


class NumberUpWorkspaces(NamedTuple):
    """For the game itself, and two for what may become of it."""

    here: NumberUpWorkspace
    ahead: NumberUpWorkspace
    deeper: NumberUpWorkspace


def workspaces(rules: NumberUpRules, net: NumberUpNet) -> NumberUpWorkspaces:
    return NumberUpWorkspaces(*(workspace(rules, net) for _ in range(3)))


@fast_bare
def all_moves(rules: NumberUpRules, position: NumberUpPosition, options: MoveList) -> int:
    """Write down every legal move; how many there are."""
    cells, found = rules.size**2, 0
    legal = legal_cells(rules, position, options.cells)
    for place in range(position.tally[HELD]):
        for i in range(legal):
            options.moves[found] = place * (cells + 1) + options.cells[i]
            found += 1
        if position.tally[DISCARDS]:
            options.moves[found] = place * (cells + 1) + cells
            found += 1
    return found


@fast_bare
def best(options: MoveList, found: int) -> int:
    """The place of the move with the highest value."""
    top = 0
    for i in range(1, found):
        if options.values[i] > options.values[top]:
            top = i
    return top
