"""A simulator of For One – Kniffel for compiled code: a position is a row of small numbers.

Which numbers those are is said in `rounds`. What a level changes lies in its arrays;
tests play the simulator and the rules side by side on every level.
"""

from typing import Any

import numpy as np

from knobel.bots.forone.arrays import (
    BEFORE,
    BEGIN,
    COMPLETE,
    COUNTED,
    DICE,
    FULL,
    NOWHERE,
    PARTNER,
    SCORED,
    UPPER,
    ForOneEncoding,
    ForOneRules,
    Ints,
)
from knobel.bots.forone.rounds import (
    ACTED,
    CLOSED,
    EARNED,
    EVERY_ROUND,
    FULL_OPEN,
    LAST_ROUND,
    LINES,
    LOSS,
    NO_YELLOW,
    ONE_A_ROUND,
    OUT,
    OUT_AT_START,
    ROUND,
    SUPPLY,
    SUPPLY_AT_START,
    THROWN,
    UPPER_OPEN,
    WILD,
    WORST,
    YELLOW_DIE,
    YELLOW_FACE,
    YELLOW_GONE,
    YELLOW_PLACE,
    YELLOW_SUPPLY,
    YELLOW_WAITS,
    position_numbers,
)
from knobel.compiled import Stream, fast_bare, fast_inline, pick
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard

ForOnePosition = np.ndarray[Any, np.dtype[np.int32]]


def position_of(game: ForOne, encoding: ForOneEncoding, card: RowsCard) -> ForOnePosition:
    """A position of the rules as numbers, without the dice that wait."""
    return np.array(position_numbers(game, encoding.fills, card), np.int32)


@fast_inline
def whole(number: Any) -> int:
    """A constant or a number from an array as the kind of number that Python's are."""
    return np.int64(number)  # type: ignore[return-value]


@fast_inline
def copy(source: Any, to: Any) -> None:
    for i in range(len(to)):
        to[i] = source[i]


@fast_bare
def same(one: Any, other: Any) -> bool:
    differ = 0
    for i in range(len(one)):
        differ += one[i] != other[i]
    return differ == 0


@fast_bare
def start(rules: ForOneRules, at: ForOnePosition) -> None:
    for i in range(LINES):
        at[i] = rules.row[i, BEGIN]
    at[SUPPLY], at[OUT], at[ROUND], at[EARNED] = rules.settings[SUPPLY_AT_START], rules.settings[OUT_AT_START], 0, 0
    at[CLOSED], at[WORST], at[FULL_OPEN], at[ACTED] = 0, len(rules.bonus) - 1, 0, 0
    at[UPPER_OPEN] = 0
    for i in range(LINES):
        at[UPPER_OPEN] += rules.row[i, UPPER]
    at[YELLOW_PLACE] = YELLOW_SUPPLY if rules.settings[YELLOW_DIE] else NO_YELLOW


@fast_bare
def begin_round(rules: ForOneRules, at: ForOnePosition) -> None:
    """A round begins: dice are taken from the supply."""
    at[SUPPLY] -= rules.settings[THROWN]
    at[ROUND] += 1
    at[ACTED] = 0
    if at[YELLOW_PLACE] == YELLOW_SUPPLY:
        at[YELLOW_PLACE] = YELLOW_WAITS


@fast_inline
def lay(rules: ForOneRules, at: ForOnePosition, die: int, row: int) -> None:
    """A die, as a column of the fills, goes to a row that takes it."""
    at[row] = rules.fill[at[row], die]
    at[FULL_OPEN] += rules.fill[at[row], FULL]
    if die >= YELLOW_FACE:
        at[YELLOW_PLACE] = row


@fast_inline
def leave(at: ForOnePosition, die: int) -> None:
    at[OUT] += 1
    if die >= YELLOW_FACE:
        at[YELLOW_PLACE] = YELLOW_GONE


@fast_inline
def is_open(rules: ForOneRules, at: ForOnePosition, row: int) -> bool:
    return bool(rules.fill[at[row], SCORED] != at[row])


@fast_bare
def may_score(rules: ForOneRules, at: ForOnePosition, row: int) -> bool:
    if not is_open(rules, at, row) or (rules.settings[ONE_A_ROUND] and at[ACTED]):
        return False
    before = rules.row[row, BEFORE]
    waiting = 0
    for above in range(row):
        waiting += before >> above & 1 and is_open(rules, at, above)
    return waiting == 0


@fast_bare
def score(rules: ForOneRules, at: ForOnePosition, row: int) -> None:
    """Score a row, and the one that goes along with it."""
    _score(rules, at, row)
    partner = rules.row[row, PARTNER]
    if partner != NOWHERE and is_open(rules, at, partner):
        _score(rules, at, partner)
    at[ACTED] = rules.settings[ONE_A_ROUND] or rules.settings[EVERY_ROUND]


@fast_bare
def _score(rules: ForOneRules, at: ForOnePosition, row: int) -> None:
    fill = at[row]
    yellow = at[YELLOW_PLACE] == row
    dice, back = rules.fill[fill, DICE], rules.back[fill, at[OUT] - (at[YELLOW_PLACE] == YELLOW_GONE)]
    at[EARNED] += rules.pays[fill, at[ROUND], int(yellow)]
    at[SUPPLY] += back
    at[OUT] += dice - back
    if yellow:
        at[YELLOW_PLACE] = YELLOW_GONE if back < dice else YELLOW_SUPPLY
    at[row] = rules.fill[fill, SCORED]
    at[CLOSED] += 1
    at[FULL_OPEN] -= rules.fill[fill, FULL]
    at[UPPER_OPEN] -= rules.row[row, UPPER]
    at[WORST] = min(at[WORST], rules.fill[at[row], COUNTED])


@fast_bare
def must_score(rules: ForOneRules, at: ForOnePosition) -> int:
    """A full row that may be scored, or LINES if there is none."""
    if at[FULL_OPEN]:
        for row in range(LINES):
            if rules.fill[at[row], FULL] and may_score(rules, at, row):
                return row
    return LINES


@fast_bare
def score_full(rules: ForOneRules, at: ForOnePosition) -> None:
    """Score the full rows there is no choice about."""
    while at[FULL_OPEN] and not rules.settings[ONE_A_ROUND]:
        row = must_score(rules, at)
        if row == LINES:
            return
        score(rules, at, row)


@fast_inline
def stuck(rules: ForOneRules, at: ForOnePosition) -> bool:
    """Nothing can be rolled, so the game may be ended."""
    return bool(at[SUPPLY] < rules.settings[THROWN] or at[ROUND] == rules.settings[LAST_ROUND])


@fast_bare
def may_roll(rules: ForOneRules, at: ForOnePosition) -> bool:
    if stuck(rules, at) or must_score(rules, at) < LINES:
        return False
    if rules.settings[EVERY_ROUND] and not at[ACTED]:
        for row in range(LINES):
            if may_score(rules, at, row):
                return False
    return True


@fast_bare
def points(rules: ForOneRules, at: ForOnePosition) -> int:
    """The result if the game ended here."""
    total, worst = at[EARNED], at[WORST]
    for row in range(LINES):
        if is_open(rules, at, row):
            total += rules.pays[at[row], at[ROUND], int(at[YELLOW_PLACE] == row)]
            worst = min(worst, rules.fill[rules.fill[at[row], SCORED], COUNTED])
    for pair in range(len(rules.twins)):
        complete = rules.fill[at[rules.twins[pair, 0]], COMPLETE] + rules.fill[at[rules.twins[pair, 1]], COMPLETE]
        total += rules.twins[pair, 2] if complete == 2 else rules.twins[pair, 3] if complete else 0
    return int(total + rules.bonus[worst] - rules.settings[LOSS] * at[OUT])


@fast_bare
def roll(rules: ForOneRules, at: ForOnePosition, dice: Ints, stream: Stream) -> int:
    """Roll the dice of a round into the order in which they are laid; how many they are."""
    count = whole(rules.settings[THROWN])
    yellow = at[YELLOW_PLACE] == YELLOW_WAITS
    for i in range(count - yellow):
        dice[i] = pick(stream, YELLOW_FACE)
    if yellow:
        dice[count - 1] = YELLOW_FACE + pick(stream, YELLOW_FACE)
    sort_dice(rules, dice, count)
    return count


@fast_bare
def sort_dice(rules: ForOneRules, dice: Ints, count: int) -> None:
    """Dice by number, among equals the yellow one last; a wild one has no number and comes last of all."""
    for i in range(1, count):
        j = i
        while j and _later(rules, dice[j - 1], dice[j]):
            dice[j], dice[j - 1] = dice[j - 1], dice[j]
            j -= 1


@fast_bare
def _later(rules: ForOneRules, one: int, other: int) -> bool:
    if rules.settings[WILD] and max(one, other) >= YELLOW_FACE:
        return one > other
    return (one % YELLOW_FACE, one) > (other % YELLOW_FACE, other)


@fast_bare
def over(rules: ForOneRules, at: ForOnePosition) -> bool:
    """Whether a position chosen at the end of a round is the last one."""
    return at[CLOSED] == LINES or stuck(rules, at)
