"""Every outcome of a round, valued by the network, and the best of them.

First every way to lay the dice: in the order of their numbers, and equal ones in the order of rows, so that every
outcome comes up once. An outcome from which nothing but the next roll follows goes to the list of the best; one that
leaves a choice of rows to score goes to the list of those to be looked at further. There rows are scored only as far as
it takes to roll again, unless the level makes free scoring worth a look. Each step, a die or a row, brings the first
layer of the network along.

Numba compiles a function, with all it calls, once more for every constant and every kind of number it is called with;
hence numbers that are handed on are made `whole`, here and in `search`.
"""

import numpy as np

from knobel.bots.forone.arrays import DICE, NOWHERE, ForOneRules, Ints
from knobel.bots.forone.features import ROLLING, SCORING, YELLOW_AT
from knobel.bots.forone.network import PARTS, ForOneNet, evaluate, exchange, first_layer
from knobel.bots.forone.rounds import (
    CLOSED,
    EARNED,
    FREE_DISCARD,
    FREE_SCORING,
    FULL_OPEN,
    LEAVES,
    LINES,
    ONE_A_ROUND,
    ROUND,
    STEP_BASE,
    STEP_SCORE,
    SUPPLY,
    THROWN,
    WILD,
    YELLOW_FACE,
    YELLOW_PLACE,
)
from knobel.bots.forone.simulator import (
    ForOnePosition,
    copy,
    lay,
    leave,
    may_roll,
    may_score,
    must_score,
    points,
    score,
    score_full,
    stuck,
    whole,
)
from knobel.bots.forone.workspace import PATH_STEPS, ForOneWorkspace, Shortlist, highest, offer
from knobel.bots.vectors import load, store
from knobel.compiled import fast_bare, fast_inline


@fast_bare
def evaluate_round(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, at: ForOnePosition, dice: int) -> None:
    """Fill `work.best` with the best positions the waiting dice lead to, before the next roll or at the end."""
    work.best.filled[0] = work.placed.filled[0] = 0
    work.origin[0] = NOWHERE
    copy(at, work.at[0])
    first_layer(rules, net, work.at[0], work.sums, work.plain, whole(0))
    lay_all(rules, net, work, dice)
    for i in range(whole(work.placed.filled[0])):
        work.origin[0] = i
        _expand(rules, net, work, work.placed, i)
    if rules.settings[FREE_SCORING] and not work.noise[0]:
        _go_on(rules, net, work)


@fast_bare
def _lay_rest(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, shut: int, first: int, dice: int) -> None:
    """Every way to lay the dice from `first` on. Equal dice are laid in the order of rows."""
    depth = first
    work.spot[depth] = -1
    while depth >= first:
        if depth == dice:
            _settle(rules, net, work, shut, dice)
            depth -= 1
            continue
        die = work.dice[depth]
        row = work.spot[depth] + 1
        while row < LINES and (rules.fill[work.at[depth, row], die] == NOWHERE or shut >> row & 1):
            row += 1
        work.spot[depth] = row
        if row > LEAVES:
            depth -= 1
            continue
        place(rules, net, work, depth, die, row)
        depth += 1
        work.spot[depth] = row - 1 if depth < dice and work.dice[depth] == die else -1


@fast_bare
def _lay_wild(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, shut: int, dice: int) -> None:
    """A wild die becomes what its row wants, so it matters what is laid there before it: every part of the roll is
    tried, unless it has the same effect with a die less."""
    roll = work.roll
    copy(work.dice, roll)
    wild, white = roll[dice - 1], dice - 1
    for part in range(1 << white):
        if not _first_of_equals(roll, part, white):
            continue
        few = whole(0)
        for i in range(white):
            if part >> i & 1:
                work.dice[few] = roll[i]
                few += 1
        rest = few + 1
        for i in range(white):
            if not part >> i & 1:
                work.dice[rest] = roll[i]
                rest += 1
        work.dice[few] = wild
        for row in range(LINES):
            if not shut >> row & 1 and _lay_together(rules, net, work, few, row):
                place(rules, net, work, few, wild, row)
                work.spot[few] = row
                _lay_rest(rules, net, work, shut, few + 1, dice)
    work.dice[0] = wild
    for i in range(white):
        work.dice[i + 1] = roll[i]
    place(rules, net, work, whole(0), wild, whole(LEAVES))
    work.spot[0] = LEAVES
    _lay_rest(rules, net, work, shut, whole(1), dice)
    copy(roll, work.dice)


@fast_bare
def _first_of_equals(roll: Ints, part: int, white: int) -> bool:
    """Of equal dice the first ones are in the part."""
    first = True
    for i in range(1, white):
        first &= bool(roll[i] != roll[i - 1] or not part >> i & 1 or part >> (i - 1) & 1)
    return first


@fast_bare
def _lay_together(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, few: int, row: int) -> bool:
    """Lay the first dice in one row; False if it does not take them and the wild die behind them, or if one of them
    could just as well be laid after it."""
    start, wild = work.at[0, row], work.dice[few]
    fill = _laid(rules, work, start, few, few)
    fill = fill if fill == NOWHERE else rules.fill[fill, wild]
    if fill == NOWHERE:
        return False
    for late in range(few):
        other = _laid(rules, work, start, few, late)
        other = other if other == NOWHERE else rules.fill[other, wild]
        if other != NOWHERE and rules.fill[other, work.dice[late]] == fill:
            return False
    for i in range(few):
        place(rules, net, work, i, work.dice[i], row)
        work.spot[i] = row
    return True


@fast_bare
def _laid(rules: ForOneRules, work: ForOneWorkspace, fill: int, few: int, without: int) -> int:
    """The fill with the first dice laid on it but for one."""
    for i in range(few):
        if i != without and fill != NOWHERE:
            fill = rules.fill[fill, work.dice[i]]
    return fill


@fast_inline
def _settle(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, shut: int, depth: int) -> None:
    """All dice are laid or out: value the outcome, if dice were allowed to leave."""
    if not rules.settings[FREE_DISCARD]:
        for i in range(depth):
            if work.spot[i] == LEAVES:
                for row in range(LINES):
                    if rules.fill[work.at[depth, row], work.dice[i]] != NOWHERE and not shut >> row & 1:
                        return
    if work.at[depth, FULL_OPEN] and not rules.settings[ONE_A_ROUND]:
        score_rows(rules, net, work, depth, whole(LINES))
        depth += 1
    at = work.at[depth]
    if rules.settings[FREE_SCORING] or stuck(rules, at):
        offer(work, work.placed, evaluate(rules, net, at, work.sums, work.plain, depth, SCORING) + at[EARNED], depth)
    elif at[CLOSED] == LINES:
        offer(work, work.best, np.float32(points(rules, at)), depth)
    else:
        offer(work, work.best, evaluate(rules, net, at, work.sums, work.plain, depth, ROLLING) + at[EARNED], depth)


@fast_bare
def lay_all(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, dice: int) -> None:
    """Fill the lists with what the waiting dice can be laid to, from its first position on."""
    at = work.at[0]
    shut = rules.shut[at[CLOSED], at[ROUND]]
    if dice and rules.settings[WILD] and work.dice[dice - 1] >= YELLOW_FACE:
        _lay_wild(rules, net, work, shut, dice)
    else:
        _lay_rest(rules, net, work, shut, whole(0), dice)


@fast_bare
def _go_on(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace) -> None:
    """Score one row more after the best so far, as long as that is better still."""
    while True:
        top = highest(work.best)
        value = work.best.value[top]
        if work.best.at[top, CLOSED] == LINES or work.best.steps[top] + 2 >= PATH_STEPS:
            return
        work.origin[0] = work.best.origin[top]
        _expand(rules, net, work, work.best, top)
        if work.best.value[highest(work.best)] <= value:
            return


@fast_bare
def _expand(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, list_: Shortlist, i: int) -> None:
    """Try rows to score from a position of a list: sets that allow to roll again, or one if that is possible anyway."""
    depth = whole(list_.steps[i])
    copy(list_.at[i], work.at[depth])
    copy(list_.path[i], work.path)
    first_layer(rules, net, work.at[depth], work.sums, work.plain, depth)
    order = work.order
    _arrange(rules, work.at[depth], order)
    first = depth
    work.spot[depth] = -1
    _finish(rules, net, work, depth)
    while depth >= first:
        work.spot[depth] += 1
        if work.spot[depth] == LINES:
            depth -= 1
            continue
        row = whole(order[work.spot[depth]])
        if not may_score(rules, work.at[depth], row):
            continue
        score_rows(rules, net, work, depth, row)
        brings = work.at[depth + 1, SUPPLY] > work.at[depth, SUPPLY]
        if brings or rules.settings[FREE_SCORING]:
            _finish(rules, net, work, depth + 1)
        if brings and work.at[depth + 1, SUPPLY] < rules.settings[THROWN] and depth + 2 < PATH_STEPS:
            work.spot[depth + 1] = work.spot[depth]
            depth += 1


@fast_bare
def _arrange(rules: ForOneRules, at: ForOnePosition, order: Ints) -> None:
    """In which order rows are put into sets. With the largest first, sets that are just large enough are all that come
    up; where tiles ask for an order, it is that of the card."""
    for i in range(LINES):
        order[i] = i
    if not rules.settings[FREE_SCORING]:
        for i in range(1, LINES):
            j = i
            while j and rules.fill[at[order[j]], DICE] > rules.fill[at[order[j - 1]], DICE]:
                order[j], order[j - 1] = order[j - 1], order[j]
                j -= 1


@fast_bare
def _finish(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, depth: int) -> None:
    """Value a position in which no more rows are to be scored, if the rules allow to go on from it."""
    at = work.at[depth]
    if at[CLOSED] == LINES or (stuck(rules, at) and must_score(rules, at) == LINES):
        offer(work, work.best, np.float32(points(rules, at)), depth)
    elif may_roll(rules, at):
        offer(work, work.best, evaluate(rules, net, at, work.sums, work.plain, depth, ROLLING) + at[EARNED], depth)


@fast_inline
def place(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, depth: int, die: int, row: int) -> None:
    """Lay a die, or let it leave, as the step after `level`."""
    copy(work.at[depth], work.at[depth + 1])
    work.path[depth] = die * STEP_BASE + row
    at = work.at[depth + 1]
    if row == LEAVES:
        leave(at, die)
    else:
        lay(rules, at, die, row)
        exchange(net, work.sums, work.plain, depth, depth + 1, work.at[depth, row], at[row])
    if die >= YELLOW_FACE:
        _move_yellow(rules, net, work, depth, depth + (row < LEAVES))
    elif row == LEAVES:
        work.plain[depth + 1] = work.plain[depth]
        for part in range(PARTS):
            store(work.sums, (depth + 1) * PARTS + part, load(work.sums, depth * PARTS + part))


@fast_inline
def _move_yellow(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, depth: int, sums: int) -> None:
    """The yellow die went elsewhere between `level` and the next; the sums so far are those of `sums`."""
    first = len(rules.fill) + YELLOW_AT
    old, new = first + work.at[depth, YELLOW_PLACE], first + work.at[depth + 1, YELLOW_PLACE]
    exchange(net, work.sums, work.plain, sums, depth + 1, old, new)


@fast_bare
def score_rows(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, depth: int, row: int) -> None:
    """Score a row, or none if it is LINES, and the full rows there is no choice about."""
    copy(work.at[depth], work.at[depth + 1])
    work.path[depth] = STEP_SCORE + row
    if row < LINES:
        score(rules, work.at[depth + 1], row)
    score_full(rules, work.at[depth + 1])
    _follow(rules, net, work, depth)


@fast_bare
def _follow(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, depth: int) -> None:
    """Bring the sums along to the next level, after rows were scored."""
    here = depth
    for row in range(LINES):
        if work.at[depth, row] != work.at[depth + 1, row]:
            exchange(net, work.sums, work.plain, here, depth + 1, work.at[depth, row], work.at[depth + 1, row])
            here = depth + 1
    if work.at[depth, YELLOW_PLACE] != work.at[depth + 1, YELLOW_PLACE]:
        _move_yellow(rules, net, work, depth, here)
