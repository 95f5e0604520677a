"""A hand-made evaluation, for the players that learn nothing: beginner, casual and solid.

Every row is looked at for itself: what it would bring on average if it were shown a few more dice, one after the other,
and could take each or leave it. To that come a price for dice in the supply, for dice that are gone, for the place of
the yellow die, and what the bonus can still be. All this is a network without a hidden layer. The solid player looks at
a whole round and takes what is valued most; the casual one sees the same through some noise, the beginner only the
rows and through more of it. The skilled player has a little noise before what the strong one has learned.
"""

import numpy as np

from knobel.bots.forone.arrays import FULL, NOWHERE, ForOneEncoding, ForOneRules
from knobel.bots.forone.features import BEHIND, MOST_DICE, ROLLING, SCORING, WORST_AT, YELLOW_AT
from knobel.bots.forone.network import net_of, parameter_count
from knobel.bots.forone.rounds import THROWN, YELLOW_FACE
from knobel.compiled import Floats

DICE_SHOWN = 18
LOST, SHORT, SPARE = 1.0, 4.0, 0.7  # points for a die out of the game, missing for a roll, and spare in the supply
BONUS = 0.3  # how much of the bonus that can still be reached is counted on
DOUBLED = 0.6  # how much of what the yellow die changes in a full row is counted on while it lies there


def heuristic_parameters(encoding: ForOneEncoding, bot: str) -> Floats:
    """Parameters for the network of the strong player that make it value positions as this one does."""
    rules = encoding.rules
    flat = np.zeros(parameter_count(len(rules.fill) + BEHIND), np.float32)
    plain = net_of(encoding, flat).plain
    plain[: len(rules.fill)] = _expected(rules)
    if bot != "beginner":
        behind = plain[len(rules.fill) :]
        thrown = rules.settings[THROWN]
        for phase in (SCORING, ROLLING):
            for out in range(MOST_DICE):
                for supply in range(MOST_DICE):
                    missing = max(0, thrown - supply)
                    price = SPARE * supply - LOST * out - SHORT * missing
                    behind[(phase * MOST_DICE + out) * MOST_DICE + supply] = price
        for worst, bonus in enumerate(rules.bonus):
            behind[WORST_AT + 7 * worst : WORST_AT + 7 * (worst + 1)] = BONUS * bonus
        for fill in np.flatnonzero(rules.fill[:, FULL]):
            row, _ = encoding.contents[fill]
            behind[YELLOW_AT + row] = DOUBLED * (rules.pays[fill, 1:, 1] - rules.pays[fill, 1:, 0]).mean()
    return flat


def _expected(rules: ForOneRules) -> Floats:
    """What each fill brings on average after the dice it will be shown."""
    worth = rules.pays[:, 1:, 0].mean(axis=1)
    after = rules.fill[:, :YELLOW_FACE]
    for _ in range(DICE_SHOWN):
        taken = np.where(after == NOWHERE, -np.inf, worth[after])
        worth = np.maximum(worth[:, None], taken).mean(axis=1)
    expected: Floats = worth.astype(np.float32)
    return expected
