"""The strong player's look ahead, and whole games of every compiled player.

Looking ahead: the positions that seem best at a glance are valued again by the mean, over rolls drawn at random, of the
best that can be made of each; the value at a glance counts like a few rolls more. All of them get the same rolls; the
worse half drops out from time to time.
"""

import numpy as np

from knobel.bots.forone.card import Card, Ints
from knobel.bots.forone.desk import Desk, highest
from knobel.bots.forone.network import Floats, Net, Real
from knobel.bots.forone.play import over, roll
from knobel.bots.forone.turn import look
from knobel.bots.forone.twin import Position, begin, copy, points, take
from knobel.compiled import begin as begin_stream
from knobel.compiled import fast_bare

CANDIDATES = 8
EFFORT = 224  # rolls looked at for one decision, in all
ROUNDS = 3  # the best 8 candidates, then 4, then 2 share them
MARGIN = 8.0  # points a position may seem worse than the best one and still be looked at
GLANCE = 8  # rolls that the value at a glance is worth: it errs by some 2 points, a single roll by 5
NEVER = -1e9


@fast_bare
def choose(card: Card, net: Net, desk: Desk, ahead: Desk, at: Position, dice: int, search: bool) -> int:
    """The place, on the desk's list of the best, of the position to go for."""
    look(card, net, desk, at, dice)
    top = highest(desk.best)
    if not search or desk.best.filled[0] == 1:
        return top
    least = desk.best.value[top] - np.float32(MARGIN)
    left = 0
    for i in range(desk.best.filled[0]):
        if desk.best.value[i] < least:
            desk.best.value[i] = NEVER
        left += desk.best.value[i] > NEVER
    done, total = 0, ahead.worth
    for i in range(desk.best.filled[0]):
        total[i] = GLANCE * desk.best.value[i]
    for _ in range(ROUNDS):
        if left > 1:
            rolls = EFFORT // (ROUNDS * left)
            for i in range(desk.best.filled[0]):
                if desk.best.value[i] > NEVER:
                    total[i] += _sampled(card, net, desk, ahead, i, done, rolls)
            done += rolls
            left = _drop_half(desk, total, left)
    if done:
        for i in range(desk.best.filled[0]):
            if desk.best.value[i] > NEVER:
                desk.best.value[i] = total[i] / (GLANCE + done)
    return highest(desk.best)


@fast_bare
def _sampled(card: Card, net: Net, desk: Desk, ahead: Desk, i: int, first: int, rolls: int) -> Real:
    """The sum, over some rolls, of the best value that follows position `i` of the list."""
    if over(card, desk.best.at[i]):
        return np.float32(points(card, desk.best.at[i]) * rolls)
    total = np.float32(0)
    for sample in range(first, first + rolls):
        begin_stream(ahead.stream, desk.stream[0], sample)
        copy(desk.best.at[i], ahead.now)
        take(card, ahead.now)
        look(card, net, ahead, ahead.now, roll(card, ahead.now, ahead.dice, ahead.stream))
        total += ahead.best.value[highest(ahead.best)]
    return total


@fast_bare
def _drop_half(desk: Desk, total: Floats, left: int) -> int:
    """The worse half is out of the running; how many are left."""
    keep = (left + 1) // 2
    while left > keep:
        worst = -1
        for i in range(desk.best.filled[0]):
            if desk.best.value[i] > NEVER and (worst < 0 or total[i] < total[worst]):
                worst = i
        desk.best.value[worst] = NEVER
        left -= 1
    return left


@fast_bare
def games(
    card: Card, net: Net, desk: Desk, ahead: Desk, search: bool, seed: int, first: int, results: Ints
) -> None:  # fmt: skip
    """Play games `first` … of a seed; their points."""
    at = desk.now
    for game in range(len(results)):
        begin_stream(desk.stream, seed, first + game)
        begin(card, at)
        while True:
            take(card, at)
            dice = roll(card, at, desk.dice, desk.stream)
            copy(desk.best.at[choose(card, net, desk, ahead, at, dice, search)], at)
            if over(card, at):
                break
        results[game] = points(card, at)
