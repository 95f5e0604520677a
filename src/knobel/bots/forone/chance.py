"""The random player, compiled: any legal move, all equally likely, as the rules list them."""

import numpy as np

from knobel.bots.forone.card import FREE_DISCARD, LINES, NOWHERE, Card, Ints
from knobel.bots.forone.desk import Desk
from knobel.bots.forone.play import roll
from knobel.bots.forone.twin import (
    CLOSED,
    LEAVES,
    ROUND,
    Position,
    begin,
    lay,
    leave,
    may_roll,
    may_score,
    must_score,
    points,
    score,
    stuck,
    take,
)
from knobel.compiled import begin as begin_stream
from knobel.compiled import fast_bare, pick


@fast_bare
def _count(card: Card, at: Position, dice: Ints, left: int, chosen: int, desk: Desk) -> int:
    """How many ways there are to lay one of the waiting dice or let it go; way `chosen` is noted on the desk."""
    shut, found = card.shut[at[CLOSED], at[ROUND]], 0
    for leaving in range(2):
        if leaving and found and not card.rule[FREE_DISCARD]:
            break
        for i in range(left):
            if i and dice[i] == dice[i - 1]:
                continue
            for row in range(LEAVES, LEAVES + 1) if leaving else range(LINES):
                if leaving or (card.fill[at[row], dice[i]] != NOWHERE and not shut >> row & 1):
                    if found == chosen:
                        desk.spot[0], desk.spot[1] = i, row
                    found += 1
    return found


@fast_bare
def _lay_all(card: Card, at: Position, desk: Desk, dice: int) -> None:
    for left in range(dice, 0, -1):
        ways = _count(card, at, desk.dice, left, -1, desk)
        _count(card, at, desk.dice, left, pick(desk.stream, ways), desk)
        which, row = desk.spot[0], desk.spot[1]
        if row == LEAVES:
            leave(at, desk.dice[which])
        else:
            lay(card, at, desk.dice[which], row)
        for i in range(which, left - 1):
            desk.dice[i] = desk.dice[i + 1]


@fast_bare
def _score_some(card: Card, at: Position, desk: Desk) -> bool:
    """Score rows at random until the roll comes up; False if the game ends instead."""
    while at[CLOSED] < LINES:
        forward = may_roll(card, at) or (stuck(card, at) and must_score(card, at) == LINES)
        ways = int(forward)
        for row in range(LINES):
            ways += may_score(card, at, row)
        chosen = np.int64(pick(desk.stream, ways)) - int(forward)
        if chosen < 0:
            return not stuck(card, at)
        for row in range(LINES):
            if may_score(card, at, row):
                if chosen == 0:
                    score(card, at, row)
                    break
                chosen -= 1
    return False


@fast_bare
def random_games(card: Card, desk: Desk, seed: int, first: int, results: Ints) -> None:
    at = desk.now
    for game in range(len(results)):
        begin_stream(desk.stream, seed, first + game)
        begin(card, at)
        while True:
            take(card, at)
            _lay_all(card, at, desk, roll(card, at, desk.dice, desk.stream))
            if not _score_some(card, at, desk):
                break
        results[game] = points(card, at)
