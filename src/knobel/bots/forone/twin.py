"""The rules of For One – Kniffel once more, for compiled code: a position is a row of small numbers.

The first thirteen are the fills of the rows, the others are named below. What a level changes lies in its card
(`card`); tests play this twin and the rules side by side on every level.
"""

from typing import Any

import numpy as np

from knobel.bots.compiling import compiled_bare, compiled_inline
from knobel.bots.forone.card import (
    BEFORE,
    BEGIN,
    COMPLETE,
    COUNTED,
    DICE,
    EVERY_ROUND,
    FULL,
    LAST_ROUND,
    LINES,
    LOSS,
    NOWHERE,
    ONE_A_ROUND,
    OUT_AT_START,
    PARTNER,
    SCORED,
    SUPPLY_AT_START,
    THROWN,
    UPPER,
    YELLOW_DIE,
    YELLOW_FACE,
    Atlas,
    Card,
)
from knobel.rules.forone import ForOne
from knobel.rules.rows import GONE, IN_SUPPLY, WAITING, RowsCard

# Behind the fills: dice, the round, points of the scored rows, how many those are, the fewest dice an upper row was
# scored with, upper rows that are open, full rows that are open, where the yellow die is, whether a row was scored
# since the last roll.
SUPPLY, OUT, ROUND, EARNED, CLOSED, WORST, UPPER_OPEN, FULL_OPEN, YELLOW, ACTED = range(LINES, LINES + 10)
WIDTH = LINES + 10

# Where the yellow die is, unless on a row.
YELLOW_SUPPLY, YELLOW_WAITS, YELLOW_GONE, NO_YELLOW = range(LINES, LINES + 4)
LEAVES = LINES  # instead of a row: the die leaves the game

Position = np.ndarray[Any, np.dtype[np.int32]]


def position_of(game: ForOne, map_: Atlas, table: RowsCard) -> Position:
    """A position of the rules as numbers, without the dice that wait."""
    at = np.zeros(WIDTH, np.int32)
    for i, (dice, scored) in enumerate(zip(table.rows, table.scored, strict=True)):
        at[i] = map_.fills[i, dice if scored is None else scored]
    upper = [i for i, row in enumerate(game.rows) if row.upper]
    places = {IN_SUPPLY: YELLOW_SUPPLY, WAITING: YELLOW_WAITS, GONE: YELLOW_GONE, "": NO_YELLOW, **game.index}
    at[SUPPLY], at[OUT], at[ROUND], at[EARNED] = table.supply, table.out, table.round, sum(table.paid)
    at[CLOSED] = table.rows_scored
    at[WORST] = min((count for i in upper if (count := table.scored[i]) is not None), default=len(map_.card.bonus) - 1)
    at[UPPER_OPEN] = sum(table.scored[i] is None for i in upper)
    at[FULL_OPEN] = map_.card.fill[at[:LINES], FULL].sum()
    at[YELLOW], at[ACTED] = places[table.yellow], table.acted
    return at


@compiled_inline
def copy(source: Any, to: Any) -> None:
    for i in range(len(to)):
        to[i] = source[i]


@compiled_bare
def same(one: Any, other: Any) -> bool:
    differ = 0
    for i in range(len(one)):
        differ += one[i] != other[i]
    return differ == 0


@compiled_bare
def begin(card: Card, at: Position) -> None:
    for i in range(LINES):
        at[i] = card.row[i, BEGIN]
    at[SUPPLY], at[OUT], at[ROUND], at[EARNED] = card.rule[SUPPLY_AT_START], card.rule[OUT_AT_START], 0, 0
    at[CLOSED], at[WORST], at[FULL_OPEN], at[ACTED] = 0, len(card.bonus) - 1, 0, 0
    at[UPPER_OPEN] = 0
    for i in range(LINES):
        at[UPPER_OPEN] += card.row[i, UPPER]
    at[YELLOW] = YELLOW_SUPPLY if card.rule[YELLOW_DIE] else NO_YELLOW


@compiled_bare
def take(card: Card, at: Position) -> None:
    """A round begins: dice are taken from the supply."""
    at[SUPPLY] -= card.rule[THROWN]
    at[ROUND] += 1
    at[ACTED] = 0
    if at[YELLOW] == YELLOW_SUPPLY:
        at[YELLOW] = YELLOW_WAITS


@compiled_inline
def lay(card: Card, at: Position, die: int, row: int) -> None:
    """A die, as a column of the fills, goes to a row that takes it."""
    at[row] = card.fill[at[row], die]
    at[FULL_OPEN] += card.fill[at[row], FULL]
    if die >= YELLOW_FACE:
        at[YELLOW] = row


@compiled_inline
def leave(at: Position, die: int) -> None:
    at[OUT] += 1
    if die >= YELLOW_FACE:
        at[YELLOW] = YELLOW_GONE


@compiled_inline
def is_open(card: Card, at: Position, row: int) -> bool:
    return bool(card.fill[at[row], SCORED] != at[row])


@compiled_bare
def may_score(card: Card, at: Position, row: int) -> bool:
    if not is_open(card, at, row) or (card.rule[ONE_A_ROUND] and at[ACTED]):
        return False
    before = card.row[row, BEFORE]
    waiting = 0
    for above in range(row):
        waiting += before >> above & 1 and is_open(card, at, above)
    return waiting == 0


@compiled_bare
def score(card: Card, at: Position, row: int) -> None:
    """Score a row, and the one that goes along with it."""
    _score(card, at, row)
    partner = card.row[row, PARTNER]
    if partner != NOWHERE and is_open(card, at, partner):
        _score(card, at, partner)
    at[ACTED] = card.rule[ONE_A_ROUND] or card.rule[EVERY_ROUND]


@compiled_bare
def _score(card: Card, at: Position, row: int) -> None:
    fill = at[row]
    yellow = at[YELLOW] == row
    dice, back = card.fill[fill, DICE], card.back[fill, at[OUT] - (at[YELLOW] == YELLOW_GONE)]
    at[EARNED] += card.pays[fill, at[ROUND], int(yellow)]
    at[SUPPLY] += back
    at[OUT] += dice - back
    if yellow:
        at[YELLOW] = YELLOW_GONE if back < dice else YELLOW_SUPPLY
    at[row] = card.fill[fill, SCORED]
    at[CLOSED] += 1
    at[FULL_OPEN] -= card.fill[fill, FULL]
    at[UPPER_OPEN] -= card.row[row, UPPER]
    at[WORST] = min(at[WORST], card.fill[at[row], COUNTED])


@compiled_bare
def must_score(card: Card, at: Position) -> int:
    """A full row that may be scored, or LINES if there is none."""
    if at[FULL_OPEN]:
        for row in range(LINES):
            if card.fill[at[row], FULL] and may_score(card, at, row):
                return row
    return LINES


@compiled_bare
def score_full(card: Card, at: Position) -> None:
    """Score the full rows there is no choice about."""
    while at[FULL_OPEN] and not card.rule[ONE_A_ROUND]:
        row = must_score(card, at)
        if row == LINES:
            return
        score(card, at, row)


@compiled_inline
def stuck(card: Card, at: Position) -> bool:
    """Nothing can be rolled, so the game may be ended."""
    return bool(at[SUPPLY] < card.rule[THROWN] or at[ROUND] == card.rule[LAST_ROUND])


@compiled_bare
def may_roll(card: Card, at: Position) -> bool:
    if stuck(card, at) or must_score(card, at) < LINES:
        return False
    if card.rule[EVERY_ROUND] and not at[ACTED]:
        for row in range(LINES):
            if may_score(card, at, row):
                return False
    return True


@compiled_bare
def points(card: Card, at: Position) -> int:
    """The result if the game ended here."""
    total, worst = at[EARNED], at[WORST]
    for row in range(LINES):
        if is_open(card, at, row):
            total += card.pays[at[row], at[ROUND], int(at[YELLOW] == row)]
            worst = min(worst, card.fill[card.fill[at[row], SCORED], COUNTED])
    for pair in range(len(card.twins)):
        complete = card.fill[at[card.twins[pair, 0]], COMPLETE] + card.fill[at[card.twins[pair, 1]], COMPLETE]
        total += card.twins[pair, 2] if complete == 2 else card.twins[pair, 3] if complete else 0
    return int(total + card.bonus[worst] - card.rule[LOSS] * at[OUT])
