"""A round, looked at whole: every way to lay the dice, then which rows to score before the next roll.

Dice are laid in the order of their numbers and equal ones in the order of rows, so every outcome comes up once. The best
outcomes go on to the second step, where rows are scored: only as many as it takes to roll again, unless the level makes
free scoring worth a look. Steps of a path lie behind each other on a desk; nothing is ever taken back.
"""

from typing import NamedTuple

import numpy as np

from knobel.bots.forone.compiling import compiled_bare, compiled_inline
from knobel.bots.forone.card import (
    DICE,
    FREE_DISCARD,
    FREE_SCORING,
    LINES,
    NOWHERE,
    ONE_A_ROUND,
    THROWN,
    WILD,
    YELLOW_FACE,
    Card,
    Ints,
)
from knobel.bots.forone.network import PARTS, ROLLING, SCORING, YELLOW_AT, Floats, Net, gather, judge, swap
from knobel.bots.forone.twin import (
    CLOSED,
    EARNED,
    FULL_OPEN,
    LEAVES,
    ROUND,
    SUPPLY,
    WIDTH,
    YELLOW,
    Position,
    copy,
    lay,
    leave,
    may_roll,
    may_score,
    must_score,
    points,
    same,
    score,
    score_full,
    stuck,
)
from knobel.bots.machine import Stream, fraction
from knobel.bots.vectors import LANES, load, store

LEVELS = 24  # steps of a path: dice, full rows, rows scored by choice
PLACED = 8  # outcomes of the laying that are looked at further

# A step of a path: the die's column and the row (or LEAVES) in one number, or a row that is scored.
STEP_BASE, STEP_SCORE = 16, 1000


class Shortlist(NamedTuple):
    """The best positions so far, with the paths to them; the worst of them gives way."""

    value: Floats
    at: Ints
    path: Ints
    steps: Ints
    origin: Ints  # the outcome of the laying it comes from, by its place on that list
    count: Ints  # how many, and which is the worst


class Desk(NamedTuple):
    at: Ints  # [level]: the position after so many steps
    now: Position  # in a game: where it stands
    sums: Floats
    plain: Floats
    spot: Ints  # [level]: the row tried there
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
        path=np.zeros((places, LEVELS), np.int32),
        steps=np.zeros(places, np.int32),
        origin=np.zeros(places, np.int32),
        count=np.zeros(2, np.int32),
    )


def desk(best: int = 1, placed: int = PLACED, noise: float = 0.0) -> Desk:
    return Desk(
        at=np.zeros((LEVELS, WIDTH), np.int32),
        now=np.zeros(WIDTH, np.int32),
        sums=np.zeros((LEVELS * PARTS, LANES), np.float32),
        plain=np.zeros(LEVELS, np.float32),
        spot=np.zeros(LEVELS, np.int32),
        path=np.zeros(LEVELS, np.int32),
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


@compiled_bare
def look(card: Card, net: Net, desk: Desk, at: Position, dice: int) -> None:
    """Fill `desk.best` with the best positions the waiting dice lead to, before the next roll or at the end."""
    desk.best.count[0] = desk.placed.count[0] = 0
    desk.origin[0] = NOWHERE
    copy(at, desk.at[0])
    gather(card, net, desk.at[0], desk.sums, desk.plain, 0)
    shut = card.shut[at[CLOSED], at[ROUND]]
    if dice and card.rule[WILD] and desk.dice[dice - 1] >= YELLOW_FACE:
        _lay_wild(card, net, desk, shut, dice)
    else:
        _lay_rest(card, net, desk, shut, 0, dice)
    for i in range(desk.placed.count[0]):
        desk.origin[0] = i
        _expand(card, net, desk, desk.placed, i)
    if card.rule[FREE_SCORING]:
        _go_on(card, net, desk)


@compiled_inline
def offer(desk: Desk, list_: Shortlist, value: float, level: int) -> None:
    """Put the position of that level on a list, if it is good enough."""
    if desk.noise[0] > 0 or list_.count[0] < len(list_.value) or value > list_.value[list_.count[1]]:
        _enlist(desk, list_, value, level)


@compiled_bare
def _enlist(desk: Desk, list_: Shortlist, value: float, level: int) -> None:
    if desk.noise[0] > 0:
        value += desk.noise[0] * np.float32(
            fraction(desk.stream) + fraction(desk.stream) + fraction(desk.stream) - 1.5
        )
    count, place = list_.count[0], list_.count[1]
    for i in range(count):
        if list_.value[i] == value and same(list_.at[i], desk.at[level]):
            return
    if count < len(list_.value):
        place = count
        list_.count[0] += 1
    elif value <= list_.value[place]:
        return
    list_.value[place] = value
    list_.steps[place] = level
    list_.origin[place] = desk.origin[0]
    copy(desk.at[level], list_.at[place])
    copy(desk.path, list_.path[place])
    low = 0
    for i in range(1, list_.count[0]):
        if list_.value[i] < list_.value[low]:
            low = i
    list_.count[1] = low


@compiled_bare
def highest(list_: Shortlist) -> int:
    """The place of the best one."""
    top = 0
    for i in range(1, list_.count[0]):
        if list_.value[i] > list_.value[top]:
            top = i
    return top


@compiled_inline
def _put(card: Card, net: Net, desk: Desk, level: int, die: int, row: int) -> None:
    """Lay a die, or let it leave, as the step after `level`."""
    copy(desk.at[level], desk.at[level + 1])
    desk.path[level] = die * STEP_BASE + row
    at = desk.at[level + 1]
    if row == LEAVES:
        leave(at, die)
    else:
        lay(card, at, die, row)
        swap(net, desk.sums, desk.plain, level, level + 1, desk.at[level, row], at[row])
    if die >= YELLOW_FACE:
        _move_yellow(card, net, desk, level, level + (row < LEAVES))
    elif row == LEAVES:
        desk.plain[level + 1] = desk.plain[level]
        for part in range(PARTS):
            store(desk.sums, (level + 1) * PARTS + part, load(desk.sums, level * PARTS + part))


@compiled_inline
def _move_yellow(card: Card, net: Net, desk: Desk, level: int, sums: int) -> None:
    """The yellow die went elsewhere between `level` and the next; the sums so far are those of `sums`."""
    first = len(card.fill) + YELLOW_AT
    swap(net, desk.sums, desk.plain, sums, level + 1, first + desk.at[level, YELLOW], first + desk.at[level + 1, YELLOW])


@compiled_bare
def _lay_rest(card: Card, net: Net, desk: Desk, shut: int, first: int, dice: int) -> None:
    """Every way to lay the dice from `first` on."""
    if first == dice:
        _settle(card, net, desk, shut, dice)
        return
    level = first
    desk.spot[level] = -1
    while level >= first:
        die = desk.dice[level]
        row = desk.spot[level] + 1
        while row < LINES and (card.fill[desk.at[level, row], die] == NOWHERE or shut >> row & 1):
            row += 1
        desk.spot[level] = row
        if row > LEAVES:
            level -= 1
            continue
        _put(card, net, desk, level, die, row)
        if level + 1 < dice:
            level += 1
            desk.spot[level] = row - 1 if desk.dice[level] == die else -1
        else:
            _settle(card, net, desk, shut, dice)


@compiled_bare
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
                _put(card, net, desk, few, wild, row)
                desk.spot[few] = row
                _lay_rest(card, net, desk, shut, few + 1, dice)
    desk.dice[0] = wild
    for i in range(white):
        desk.dice[i + 1] = roll[i]
    _put(card, net, desk, 0, wild, LEAVES)
    desk.spot[0] = LEAVES
    _lay_rest(card, net, desk, shut, 1, dice)
    copy(roll, desk.dice)


@compiled_bare
def _first_of_equals(roll: Ints, part: int, white: int) -> bool:
    """Of equal dice the first ones are in the part."""
    for i in range(1, white):
        if roll[i] == roll[i - 1] and part >> i & 1 and not part >> (i - 1) & 1:
            return False
    return True


@compiled_bare
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
        _put(card, net, desk, i, desk.dice[i], row)
        desk.spot[i] = row
    return True


@compiled_bare
def _laid(card: Card, desk: Desk, fill: int, few: int, without: int) -> int:
    """The fill with the first dice laid on it but for one."""
    for i in range(few):
        if i != without and fill != NOWHERE:
            fill = card.fill[fill, desk.dice[i]]
    return fill


@compiled_inline
def _settle(card: Card, net: Net, desk: Desk, shut: int, level: int) -> None:
    """All dice are laid or out: judge the outcome, if dice were allowed to leave."""
    at = desk.at[level]
    for i in range(level):
        if desk.spot[i] == LEAVES and not card.rule[FREE_DISCARD]:
            for row in range(LINES):
                if card.fill[at[row], desk.dice[i]] != NOWHERE and not shut >> row & 1:
                    return
    if at[FULL_OPEN] and not card.rule[ONE_A_ROUND]:
        copy(desk.at[level], desk.at[level + 1])
        level += 1
        at = desk.at[level]
        desk.path[level - 1] = STEP_SCORE + LINES
        score_full(card, at)
        _follow(card, net, desk, level - 1)
    if card.rule[FREE_SCORING] or stuck(card, at):
        value = judge(card, net, at, desk.sums, desk.plain, level, SCORING)
        offer(desk, desk.placed, value + at[EARNED], level)
    elif at[CLOSED] == LINES:
        offer(desk, desk.best, np.float32(points(card, at)), level)
    else:
        value = judge(card, net, at, desk.sums, desk.plain, level, ROLLING)
        offer(desk, desk.best, value + at[EARNED], level)


@compiled_bare
def _follow(card: Card, net: Net, desk: Desk, level: int) -> None:
    """Bring the sums along to the next level, after rows were scored."""
    here = level
    for row in range(LINES):
        if desk.at[level, row] != desk.at[level + 1, row]:
            swap(net, desk.sums, desk.plain, here, level + 1, desk.at[level, row], desk.at[level + 1, row])
            here = level + 1
    if desk.at[level, YELLOW] != desk.at[level + 1, YELLOW]:
        _move_yellow(card, net, desk, level, here)


@compiled_bare
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


@compiled_bare
def _expand(card: Card, net: Net, desk: Desk, list_: Shortlist, i: int) -> None:
    """Try rows to score from a position of a list: sets that allow to roll again, or one where that is allowed anyway."""
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
        _score(card, net, desk, level, row)
        brings = desk.at[level + 1, SUPPLY] > desk.at[level, SUPPLY]
        if brings or card.rule[FREE_SCORING]:
            _finish(card, net, desk, level + 1)
        if brings and desk.at[level + 1, SUPPLY] < card.rule[THROWN] and level + 2 < LEVELS:
            desk.spot[level + 1] = desk.spot[level]
            level += 1


@compiled_bare
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


@compiled_bare
def _score(card: Card, net: Net, desk: Desk, level: int, row: int) -> None:
    copy(desk.at[level], desk.at[level + 1])
    desk.path[level] = STEP_SCORE + row
    score(card, desk.at[level + 1], row)
    score_full(card, desk.at[level + 1])
    _follow(card, net, desk, level)


@compiled_bare
def _finish(card: Card, net: Net, desk: Desk, level: int) -> None:
    """Judge a position in which no more rows are to be scored, if the rules allow to go on from it."""
    at = desk.at[level]
    if at[CLOSED] == LINES or (stuck(card, at) and must_score(card, at) == LINES):
        offer(desk, desk.best, np.float32(points(card, at)), level)
    elif may_roll(card, at):
        offer(desk, desk.best, judge(card, net, at, desk.sums, desk.plain, level, ROLLING) + at[EARNED], level)

