"""What the network sees of a position: eighteen features, each a row of its tables.

One feature for each row of the card, its fill, and one for each of `stock` (dice in the supply, dice out, whether rows
may still be scored before the roll), `worst` (what the bonus can still be), `closed` (rows scored), `clock` (the round)
and `yellow` (where the yellow die is).
"""

from typing import Any

from knobel.bots.forone.arrays import ForOneRules
from knobel.bots.forone.rounds import CLOSED, LINES, OUT, ROUND, SUPPLY, UPPER_OPEN, WORST, YELLOW_PLACE
from knobel.bots.forone.simulator import ForOnePosition
from knobel.compiled import fast_bare, fast_inline

# Rows of the tables behind those of the fills: where each kind of feature begins.
MOST_DICE = 19
STOCK, STOCKS = 0, 2 * MOST_DICE * MOST_DICE
WORSTS, CLOSEDS, CLOCKS, YELLOWS = 6 * 7, LINES + 1, 32, LINES + 4
WORST_AT = STOCKS
CLOSED_AT = WORST_AT + WORSTS
CLOCK_AT = CLOSED_AT + CLOSEDS
YELLOW_AT = CLOCK_AT + CLOCKS
BEHIND = YELLOW_AT + YELLOWS
FEATURES = LINES + 5  # of one position
SCORING, ROLLING = 0, 1  # what comes next: rows may be scored, or dice are rolled


@fast_bare
def features_of(rules: ForOneRules, at: ForOnePosition, phase: int, found: Any) -> None:
    first = len(rules.fill)
    for row in range(LINES):
        found[row] = at[row]
    found[LINES] = first + stock(at, phase)
    found[LINES + 1] = first + worst(at)
    found[LINES + 2] = first + CLOSED_AT + at[CLOSED]
    found[LINES + 3] = first + CLOCK_AT + at[ROUND]
    found[LINES + 4] = first + YELLOW_AT + at[YELLOW_PLACE]


@fast_inline
def stock(at: ForOnePosition, phase: int) -> int:
    return int((phase * MOST_DICE + at[OUT]) * MOST_DICE + at[SUPPLY])


@fast_inline
def worst(at: ForOnePosition) -> int:
    return int(WORST_AT + at[WORST] * 7 + at[UPPER_OPEN])
