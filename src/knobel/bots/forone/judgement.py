"""A judgement made by hand, for the two players that learn nothing.

Every row is looked at for itself: what it would bring on average if it were shown a few more dice, one after the other,
and could take each or leave it. To that come a price for dice in the supply, for dice that are gone, for the place of
the yellow die, and what the bonus can still be. All this is a network without a hidden layer. The solid player looks at
a whole round and takes what is valued most; the beginner knows only the rows, and sees them through some noise.
"""

import numpy as np

from knobel.bots.forone.card import FULL, NOWHERE, THROWN, YELLOW_FACE, Atlas, Card
from knobel.bots.forone.course import net_of
from knobel.bots.forone.network import BEHIND, MOST_DICE, ROLLING, SCORING, WORST_AT, YELLOW_AT, Floats, size

SHOWN = 18  # dice
LOST, SHORT, SPARE = 1.0, 4.0, 0.7  # points for a die out of the game, missing for a roll, and spare in the supply
BONUS = 0.3  # how much of the bonus that can still be reached is counted on
DOUBLED = 0.6  # how much of what the yellow die changes in a full row is counted on while it lies there
NOISE = {"beginner": 16.0, "solid": 0.0}


def judgement(map_: Atlas, bot: str) -> Floats:
    card = map_.card
    flat = np.zeros(size(len(card.fill) + BEHIND), np.float32)
    plain = net_of(map_, flat).plain
    plain[: len(card.fill)] = _promise(card)
    if bot == "solid":
        behind = plain[len(card.fill) :]
        thrown = card.rule[THROWN]
        for phase in (SCORING, ROLLING):
            for out in range(MOST_DICE):
                for supply in range(MOST_DICE):
                    missing = max(0, thrown - supply)
                    price = SPARE * supply - LOST * out - SHORT * missing
                    behind[(phase * MOST_DICE + out) * MOST_DICE + supply] = price
        for worst, bonus in enumerate(card.bonus):
            behind[WORST_AT + 7 * worst : WORST_AT + 7 * (worst + 1)] = BONUS * bonus
        for fill in np.flatnonzero(card.fill[:, FULL]):
            row, _ = map_.contents[fill]
            behind[YELLOW_AT + row] = DOUBLED * (card.pays[fill, 1:, 1] - card.pays[fill, 1:, 0]).mean()
    return flat


def _promise(card: Card) -> Floats:
    """What each fill brings on average after the dice it will be shown."""
    worth = card.pays[:, 1:, 0].mean(axis=1)
    after = card.fill[:, :YELLOW_FACE]
    for _ in range(SHOWN):
        taken = np.where(after == NOWHERE, -np.inf, worth[after])
        worth = np.maximum(worth[:, None], taken).mean(axis=1)
    promise: Floats = worth.astype(np.float32)
    return promise
