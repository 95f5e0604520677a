"""Scratch for one decision: paths of steps and the positions they lead to, and short lists of the best.

Steps of a path lie behind each other, each with its position and the first layer of the network for it; nothing is ever
taken back, a new step simply overwrites the old one.
"""

from typing import NamedTuple

import numpy as np

from knobel.bots.forone.arrays import Ints
from knobel.bots.forone.network import PARTS, Real
from knobel.bots.forone.rounds import LINES, WIDTH
from knobel.bots.forone.simulator import ForOnePosition, copy, same
from knobel.bots.vectors import LANES
from knobel.compiled import Floats, Stream, fast_bare, fast_inline, fraction

PATH_STEPS = 24  # steps of a path: dice, full rows, rows scored by choice
PLACED = 8  # outcomes of the laying that are looked at further


class Shortlist(NamedTuple):
    """The best positions so far, with the paths to them; the worst of them gives way."""

    value: Floats
    at: Ints
    path: Ints
    steps: Ints
    origin: Ints  # the outcome of the laying it comes from, by its place on that list
    filled: Ints  # how many, and which is the worst


class ForOneWorkspace(NamedTuple):
    at: Ints  # [depth]: the position after so many steps
    now: ForOnePosition  # in a game: where it stands
    sums: Floats
    plain: Floats
    spot: Ints  # [depth]: the row tried there
    path: Ints
    dice: Ints  # columns, in the order they are laid
    roll: Ints  # and as they were rolled
    order: Ints  # rows, in the order they are put into sets
    origin: Ints  # the outcome of the laying that is looked at
    placed: Shortlist
    best: Shortlist
    noise: Floats  # how far off values may seem, in points
    worth: Floats  # of the best positions, summed over rolls
    stream: Stream


def shortlist(places: int) -> Shortlist:
    return Shortlist(
        value=np.zeros(places, np.float32),
        at=np.zeros((places, WIDTH), np.int32),
        path=np.zeros((places, PATH_STEPS), np.int32),
        steps=np.zeros(places, np.int32),
        origin=np.zeros(places, np.int32),
        filled=np.zeros(2, np.int32),
    )


def workspace(best: int = 1, placed: int = PLACED, noise: float = 0.0) -> ForOneWorkspace:
    return ForOneWorkspace(
        at=np.zeros((PATH_STEPS, WIDTH), np.int32),
        now=np.zeros(WIDTH, np.int32),
        sums=np.zeros((PATH_STEPS * PARTS, LANES), np.float32),
        plain=np.zeros(PATH_STEPS, np.float32),
        spot=np.zeros(PATH_STEPS, np.int32),
        path=np.zeros(PATH_STEPS, np.int32),
        dice=np.zeros(8, np.int32),
        roll=np.zeros(8, np.int32),
        order=np.zeros(LINES, np.int32),
        origin=np.zeros(1, np.int32),
        placed=shortlist(placed),
        best=shortlist(best),
        noise=np.array([noise], np.float32),
        worth=np.zeros(best, np.float32),
        stream=np.zeros(1, np.uint64),
    )


@fast_inline
def offer(work: ForOneWorkspace, list_: Shortlist, value: Real, depth: int) -> None:
    """Put the position of that depth on a list, if it is good enough."""
    if work.noise[0] > 0 or list_.filled[0] < len(list_.value) or value > list_.value[list_.filled[1]]:
        _insert(work, list_, value, depth)


@fast_bare
def _insert(work: ForOneWorkspace, list_: Shortlist, value: Real, depth: int) -> None:
    value = np.float32(value)
    if work.noise[0] > 0:
        value += work.noise[0] * np.float32(fraction(work.stream) + fraction(work.stream) - 1)
    count, place = list_.filled[0], list_.filled[1]
    for i in range(count):
        if list_.value[i] == value and same(list_.at[i], work.at[depth]):
            return
    if count < len(list_.value):
        place = count
        list_.filled[0] += 1
    elif value <= list_.value[place]:
        return
    list_.value[place] = value
    list_.steps[place] = depth
    list_.origin[place] = work.origin[0]
    copy(work.at[depth], list_.at[place])
    copy(work.path, list_.path[place])
    low = 0
    for i in range(1, list_.filled[0]):
        if list_.value[i] < list_.value[low]:
            low = i
    list_.filled[1] = low


@fast_bare
def highest(list_: Shortlist) -> int:
    """The place of the best one."""
    top = 0
    for i in range(1, list_.filled[0]):
        if list_.value[i] > list_.value[top]:
            top = i
    return top
