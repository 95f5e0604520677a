"""A round, looked at whole: every way to lay the dice, then which rows to score before the next roll.

Rows are scored only as far as it takes to roll again, unless the level makes free scoring worth a look.
"""

import numpy as np

from knobel.bots.forone.card import DICE, FREE_SCORING, LINES, NOWHERE, THROWN, Card, Ints
from knobel.bots.forone.desk import LEVELS, Desk, Shortlist, highest, offer
from knobel.bots.forone.laying import lay_all
from knobel.bots.forone.network import ROLLING, Net, gather, judge
from knobel.bots.forone.steps import score_rows
from knobel.bots.forone.twin import (
    CLOSED,
    EARNED,
    SUPPLY,
    Position,
    copy,
    may_roll,
    may_score,
    must_score,
    points,
    stuck,
)
from knobel.compiled import fast_bare


@fast_bare
def look(card: Card, net: Net, desk: Desk, at: Position, dice: int) -> None:
    """Fill `desk.best` with the best positions the waiting dice lead to, before the next roll or at the end."""
    desk.best.filled[0] = desk.placed.filled[0] = 0
    desk.origin[0] = NOWHERE
    copy(at, desk.at[0])
    gather(card, net, desk.at[0], desk.sums, desk.plain, 0)
    lay_all(card, net, desk, dice)
    for i in range(desk.placed.filled[0]):
        desk.origin[0] = i
        _expand(card, net, desk, desk.placed, i)
    if card.rule[FREE_SCORING] and not desk.noise[0]:
        _go_on(card, net, desk)


@fast_bare
def _go_on(card: Card, net: Net, desk: Desk) -> None:
    """Score one row more after the best so far, as long as that is better still."""
    while True:
        top = highest(desk.best)
        value = desk.best.value[top]
        if desk.best.at[top, CLOSED] == LINES or desk.best.steps[top] + 2 >= LEVELS:
            return
        desk.origin[0] = desk.best.origin[top]
        _expand(card, net, desk, desk.best, top)
        if desk.best.value[highest(desk.best)] <= value:
            return


@fast_bare
def _expand(card: Card, net: Net, desk: Desk, list_: Shortlist, i: int) -> None:
    """Try rows to score from a position of a list: sets that allow to roll again, or one if that is possible anyway."""
    level = list_.steps[i]
    copy(list_.at[i], desk.at[level])
    copy(list_.path[i], desk.path)
    gather(card, net, desk.at[level], desk.sums, desk.plain, level)
    order = desk.order
    _arrange(card, desk.at[level], order)
    first = level
    desk.spot[level] = -1
    _finish(card, net, desk, level)
    while level >= first:
        desk.spot[level] += 1
        if desk.spot[level] == LINES:
            level -= 1
            continue
        row = order[desk.spot[level]]
        if not may_score(card, desk.at[level], row):
            continue
        score_rows(card, net, desk, level, row)
        brings = desk.at[level + 1, SUPPLY] > desk.at[level, SUPPLY]
        if brings or card.rule[FREE_SCORING]:
            _finish(card, net, desk, level + 1)
        if brings and desk.at[level + 1, SUPPLY] < card.rule[THROWN] and level + 2 < LEVELS:
            desk.spot[level + 1] = desk.spot[level]
            level += 1


@fast_bare
def _arrange(card: Card, at: Position, order: Ints) -> None:
    """In which order rows are put into sets. With the largest first, sets that are just large enough are all that come
    up; where tiles ask for an order, it is that of the card."""
    for i in range(LINES):
        order[i] = i
    if not card.rule[FREE_SCORING]:
        for i in range(1, LINES):
            j = i
            while j and card.fill[at[order[j]], DICE] > card.fill[at[order[j - 1]], DICE]:
                order[j], order[j - 1] = order[j - 1], order[j]
                j -= 1


@fast_bare
def _finish(card: Card, net: Net, desk: Desk, level: int) -> None:
    """Judge a position in which no more rows are to be scored, if the rules allow to go on from it."""
    at = desk.at[level]
    if at[CLOSED] == LINES or (stuck(card, at) and must_score(card, at) == LINES):
        offer(desk, desk.best, np.float32(points(card, at)), level)
    elif may_roll(card, at):
        offer(desk, desk.best, judge(card, net, at, desk.sums, desk.plain, level, ROLLING) + at[EARNED], level)
