"""The strong player's search.

The positions that the network values most are valued again by the mean, over rolls drawn at random, of the best that
can be made of each; the network's own value counts like a few rolls more. All of them get the same rolls; the worse
half drops out from time to time.
"""

import numpy as np

from knobel.bots.forone.arrays import ForOneRules
from knobel.bots.forone.evaluation import evaluate_round
from knobel.bots.forone.network import ForOneNet, Real
from knobel.bots.forone.simulator import ForOnePosition, begin_round, copy, over, points, roll, whole
from knobel.bots.forone.workspace import ForOneWorkspace, highest
from knobel.compiled import Floats, begin, fast_bare

ROLLS = 224  # looked at for one decision, in all
ROUNDS = 3  # the best 8 candidates, then 4, then 2 share them
MARGIN = 8.0  # points a position may seem worse than the best one and still be looked at
PRIOR = 8  # rolls that the network's value is worth: it errs by some 2 points, a single roll by 5
NEVER = -1e9


@fast_bare
def choose(
    rules: ForOneRules,
    net: ForOneNet,
    work: ForOneWorkspace,
    deeper: ForOneWorkspace,
    at: ForOnePosition,
    dice: int,
    search: bool,
) -> int:
    """The place, on the list of the best, of the position to go for."""
    evaluate_round(rules, net, work, at, dice)
    top = highest(work.best)
    if not search or work.best.filled[0] == 1:
        return top
    least = work.best.value[top] - np.float32(MARGIN)
    left = whole(0)
    for i in range(work.best.filled[0]):
        if work.best.value[i] < least:
            work.best.value[i] = NEVER
        left += work.best.value[i] > NEVER
    done, total = whole(0), deeper.worth
    for i in range(work.best.filled[0]):
        total[i] = PRIOR * work.best.value[i]
    for _ in range(ROUNDS):
        if left > 1:
            rolls = ROLLS // (ROUNDS * left)
            for i in range(work.best.filled[0]):
                if work.best.value[i] > NEVER:
                    total[i] += _sampled(rules, net, work, deeper, i, done, rolls)
            done += rolls
            left = _drop_half(work, total, left)
    if done:
        for i in range(work.best.filled[0]):
            if work.best.value[i] > NEVER:
                work.best.value[i] = total[i] / (PRIOR + done)
    return highest(work.best)


@fast_bare
def _sampled(
    rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, deeper: ForOneWorkspace, i: int, first: int, rolls: int
) -> Real:
    """The sum, over some rolls, of the best value that follows position `i` of the list."""
    if over(rules, work.best.at[i]):
        return np.float32(points(rules, work.best.at[i]) * rolls)
    total = np.float32(0)
    for sample in range(first, first + rolls):
        begin(deeper.stream, work.stream[0], sample)
        copy(work.best.at[i], deeper.now)
        begin_round(rules, deeper.now)
        evaluate_round(rules, net, deeper, deeper.now, roll(rules, deeper.now, deeper.dice, deeper.stream))
        total += deeper.best.value[highest(deeper.best)]
    return total


@fast_bare
def _drop_half(work: ForOneWorkspace, total: Floats, left: int) -> int:
    """The worse half is out of the running; how many are left."""
    keep = (left + 1) // 2
    while left > keep:
        worst = -1
        for i in range(work.best.filled[0]):
            if work.best.value[i] > NEVER and (worst < 0 or total[i] < total[worst]):
                worst = i
        work.best.value[worst] = NEVER
        left -= 1
    return left
