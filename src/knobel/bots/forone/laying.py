"""The first step of a round: every way to lay the dice.

Dice are laid in the order of their numbers and equal ones in the order of rows, so every outcome comes up once. An
outcome from which nothing but the next roll follows goes to the list of the best; one that leaves a choice of rows to
score goes to the list of those to be looked at further.
"""

import numpy as np

from knobel.bots.forone.card import (
    FREE_DISCARD,
    FREE_SCORING,
    LINES,
    NOWHERE,
    ONE_A_ROUND,
    WILD,
    YELLOW_FACE,
    Card,
    Ints,
)
from knobel.bots.forone.desk import Desk, offer
from knobel.bots.forone.network import ROLLING, SCORING, Net, judge
from knobel.bots.forone.steps import put, score_rows
from knobel.bots.forone.twin import CLOSED, EARNED, FULL_OPEN, LEAVES, ROUND, copy, points, stuck
from knobel.compiled import fast_bare, fast_inline


@fast_bare
def _lay_rest(card: Card, net: Net, desk: Desk, shut: int, first: int, dice: int) -> None:
    """Every way to lay the dice from `first` on. Equal dice are laid in the order of rows."""
    level = first
    desk.spot[level] = -1
    while level >= first:
        if level == dice:
            _settle(card, net, desk, shut, dice)
            level -= 1
            continue
        die = desk.dice[level]
        row = desk.spot[level] + 1
        while row < LINES and (card.fill[desk.at[level, row], die] == NOWHERE or shut >> row & 1):
            row += 1
        desk.spot[level] = row
        if row > LEAVES:
            level -= 1
            continue
        put(card, net, desk, level, die, row)
        level += 1
        desk.spot[level] = row - 1 if level < dice and desk.dice[level] == die else -1


@fast_bare
def _lay_wild(card: Card, net: Net, desk: Desk, shut: int, dice: int) -> None:
    """A wild die becomes what its row wants, so it matters what is laid there before it: every part of the roll is
    tried, unless it has the same effect with a die less."""
    roll = desk.roll
    copy(desk.dice, roll)
    wild, white = roll[dice - 1], dice - 1
    for part in range(1 << white):
        if not _first_of_equals(roll, part, white):
            continue
        few = 0
        for i in range(white):
            if part >> i & 1:
                desk.dice[few] = roll[i]
                few += 1
        rest = few + 1
        for i in range(white):
            if not part >> i & 1:
                desk.dice[rest] = roll[i]
                rest += 1
        desk.dice[few] = wild
        for row in range(LINES):
            if not shut >> row & 1 and _lay_together(card, net, desk, few, row):
                put(card, net, desk, few, wild, row)
                desk.spot[few] = row
                _lay_rest(card, net, desk, shut, few + 1, dice)
    desk.dice[0] = wild
    for i in range(white):
        desk.dice[i + 1] = roll[i]
    put(card, net, desk, 0, wild, LEAVES)
    desk.spot[0] = LEAVES
    _lay_rest(card, net, desk, shut, 1, dice)
    copy(roll, desk.dice)


@fast_bare
def _first_of_equals(roll: Ints, part: int, white: int) -> bool:
    """Of equal dice the first ones are in the part."""
    first = True
    for i in range(1, white):
        first &= bool(roll[i] != roll[i - 1] or not part >> i & 1 or part >> (i - 1) & 1)
    return first


@fast_bare
def _lay_together(card: Card, net: Net, desk: Desk, few: int, row: int) -> bool:
    """Lay the first dice in one row; False if it does not take them and the wild die behind them, or if one of them
    could just as well be laid after it."""
    begin, wild = desk.at[0, row], desk.dice[few]
    fill = _laid(card, desk, begin, few, few)
    fill = fill if fill == NOWHERE else card.fill[fill, wild]
    if fill == NOWHERE:
        return False
    for late in range(few):
        other = _laid(card, desk, begin, few, late)
        other = other if other == NOWHERE else card.fill[other, wild]
        if other != NOWHERE and card.fill[other, desk.dice[late]] == fill:
            return False
    for i in range(few):
        put(card, net, desk, i, desk.dice[i], row)
        desk.spot[i] = row
    return True


@fast_bare
def _laid(card: Card, desk: Desk, fill: int, few: int, without: int) -> int:
    """The fill with the first dice laid on it but for one."""
    for i in range(few):
        if i != without and fill != NOWHERE:
            fill = card.fill[fill, desk.dice[i]]
    return fill


@fast_inline
def _settle(card: Card, net: Net, desk: Desk, shut: int, level: int) -> None:
    """All dice are laid or out: judge the outcome, if dice were allowed to leave."""
    if not card.rule[FREE_DISCARD]:
        for i in range(level):
            if desk.spot[i] == LEAVES:
                for row in range(LINES):
                    if card.fill[desk.at[level, row], desk.dice[i]] != NOWHERE and not shut >> row & 1:
                        return
    if desk.at[level, FULL_OPEN] and not card.rule[ONE_A_ROUND]:
        score_rows(card, net, desk, level, LINES)
        level += 1
    at = desk.at[level]
    if card.rule[FREE_SCORING] or stuck(card, at):
        offer(desk, desk.placed, judge(card, net, at, desk.sums, desk.plain, level, SCORING) + at[EARNED], level)
    elif at[CLOSED] == LINES:
        offer(desk, desk.best, np.float32(points(card, at)), level)
    else:
        offer(desk, desk.best, judge(card, net, at, desk.sums, desk.plain, level, ROLLING) + at[EARNED], level)


@fast_bare
def lay_all(card: Card, net: Net, desk: Desk, dice: int) -> None:
    """Fill the lists of the desk with what the waiting dice can be laid to, from its first position on."""
    at = desk.at[0]
    shut = card.shut[at[CLOSED], at[ROUND]]
    if dice and card.rule[WILD] and desk.dice[dice - 1] >= YELLOW_FACE:
        _lay_wild(card, net, desk, shut, dice)
    else:
        _lay_rest(card, net, desk, shut, 0, dice)
