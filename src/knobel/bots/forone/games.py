"""Whole games in compiled code, each with a stream of random numbers of its own."""

import numpy as np

from knobel.bots.forone.arrays import NOWHERE, ForOneRules, Ints
from knobel.bots.forone.network import ForOneNet
from knobel.bots.forone.rounds import CLOSED, FREE_DISCARD, LEAVES, LINES, ROUND
from knobel.bots.forone.search import choose
from knobel.bots.forone.simulator import (
    ForOnePosition,
    begin_round,
    copy,
    lay,
    leave,
    may_roll,
    may_score,
    must_score,
    over,
    points,
    roll,
    score,
    start,
    stuck,
)
from knobel.bots.forone.workspace import ForOneWorkspace
from knobel.compiled import begin, fast_bare, pick


@fast_bare
def play_games(
    rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, deeper: ForOneWorkspace, search: bool,
    seed: int, first: int, results: Ints,
) -> None:  # fmt: skip
    """Play games `first` … of a seed with one player; their points."""
    at = work.now
    for game in range(len(results)):
        begin(work.stream, seed, first + game)
        start(rules, at)
        while True:
            begin_round(rules, at)
            dice = roll(rules, at, work.dice, work.stream)
            copy(work.best.at[choose(rules, net, work, deeper, at, dice, search)], at)
            if over(rules, at):
                break
        results[game] = points(rules, at)


@fast_bare
def play_random_games(rules: ForOneRules, work: ForOneWorkspace, seed: int, first: int, results: Ints) -> None:
    """The same with any legal move, all equally likely, as the rules list them."""
    at = work.now
    for game in range(len(results)):
        begin(work.stream, seed, first + game)
        start(rules, at)
        while True:
            begin_round(rules, at)
            _lay_at_random(rules, at, work, roll(rules, at, work.dice, work.stream))
            if not _score_at_random(rules, at, work):
                break
        results[game] = points(rules, at)


@fast_bare
def _nth_way(rules: ForOneRules, at: ForOnePosition, dice: Ints, left: int, chosen: int, work: ForOneWorkspace) -> int:
    """How many ways there are to lay one of the waiting dice or let it go; way `chosen` is noted in `work.spot`."""
    shut, found = rules.shut[at[CLOSED], at[ROUND]], 0
    for leaving in range(2):
        if leaving and found and not rules.settings[FREE_DISCARD]:
            break
        for i in range(left):
            if i and dice[i] == dice[i - 1]:
                continue
            for row in range(LEAVES, LEAVES + 1) if leaving else range(LINES):
                if leaving or (rules.fill[at[row], dice[i]] != NOWHERE and not shut >> row & 1):
                    if found == chosen:
                        work.spot[0], work.spot[1] = i, row
                    found += 1
    return found


@fast_bare
def _lay_at_random(rules: ForOneRules, at: ForOnePosition, work: ForOneWorkspace, dice: int) -> None:
    for left in range(dice, 0, -1):
        ways = _nth_way(rules, at, work.dice, left, -1, work)
        _nth_way(rules, at, work.dice, left, pick(work.stream, ways), work)
        which, row = work.spot[0], work.spot[1]
        if row == LEAVES:
            leave(at, work.dice[which])
        else:
            lay(rules, at, work.dice[which], row)
        for i in range(which, left - 1):
            work.dice[i] = work.dice[i + 1]


@fast_bare
def _score_at_random(rules: ForOneRules, at: ForOnePosition, work: ForOneWorkspace) -> bool:
    """Score rows at random until the roll comes up; False if the game ends instead."""
    while at[CLOSED] < LINES:
        forward = may_roll(rules, at) or (stuck(rules, at) and must_score(rules, at) == LINES)
        ways = int(forward)
        for row in range(LINES):
            ways += may_score(rules, at, row)
        chosen = np.int64(pick(work.stream, ways)) - int(forward)
        if chosen < 0:
            return not stuck(rules, at)
        for row in range(LINES):
            if may_score(rules, at, row):
                if chosen == 0:
                    score(rules, at, row)
                    break
                chosen -= 1
    return False
