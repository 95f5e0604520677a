"""The player for duels: it plays for the win, not for the mean.

After every entry it may make, it asks how likely it is to end ahead of its strongest rival. The ends of both cards are
taken for normally distributed around what exact play expects, the further off the more boxes are free. With that chance
in place of points, the turn is worked out like any other. Who is behind so comes to take risks, who is ahead to avoid
them. Alone at a table it plays for the mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import erf
from random import Random
from typing import Any

import numpy as np

from knobel.bots.pads.sight import Sight
from knobel.bots.pads.styles import STYLES
from knobel.rules.core import Decide, Game, Move
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.shape import NEVER
from knobel.solver.asking.entries import POSSIBLE, Array, CardEntries
from knobel.solver.asking.turns import TurnValues

A_BOX = 44.2**2 / 13  # of Kniffel: how far a whole game is off (docs/solver.md), squared, for each of its boxes
LEAST = 1e-3
_erf = np.frompyfunc(erf, 1, 1)


def off(*free: int) -> float:
    """How far the ends of cards with so many free boxes each may be off, together."""
    return float((LEAST + A_BOX * sum(free)) ** 0.5)


@dataclass(frozen=True)
class DuelEntries(CardEntries):
    """Entries with the chance to win in place of points."""

    lead: float
    off: float

    @cached_property
    def worth(self) -> Array:
        means = super().worth
        z = np.where(means > POSSIBLE, means + self.lead, 0.0) / self.off
        chances = 0.5 * (1 + np.asarray(_erf(z / 2**0.5), float)) + 1e-9 * z  # also where all is won or lost
        return np.where(means > POSSIBLE, chances, float(NEVER))


class DuelTurn(TurnValues):
    """A turn of who is `lead` points ahead of what the rival is expected to end with."""

    def __init__(self, seen: Sight, position: CardPosition, lead: float, off: float) -> None:
        super().__init__(seen.scoring, seen.dice, seen.values, position)
        self.lead, self.off = lead, off

    @cached_property
    def entries(self) -> CardEntries:
        following = self.value_function.following(self.position)
        return DuelEntries(self.scoring, self.position, following, self.lead, self.off)


@lru_cache(maxsize=4)
def _sight(game: SheetGame) -> Sight:
    return Sight(game, STYLES["optimal"])


def play(game: Game[Any], cards: Sequence[Card], seat: int, node: Decide, luck: Random) -> Move:
    """The move that wins most often against the strongest of the others."""
    from knobel.bots.optimal import optimal

    assert isinstance(game, SheetGame)
    if len(cards) == 1 or len(node.moves) == 1:
        return optimal(game, cards[seat], node, luck)
    seen, card, sheet = _sight(game), cards[seat], game.sheet
    expected, theirs = max(_outcome(seen, other) for i, other in enumerate(cards) if i != seat)
    turn = DuelTurn(
        seen, CardPosition.of(sheet, card), standing(card) - expected, off(card.written.count(None) - 1, theirs)
    )
    return turn.options(card.dice, max(0, sheet.rolls - card.roll))[0].move


def standing(card: Card) -> int:
    """Points on a card without the bonuses, which are still to come."""
    return sum(filter(None, card.written)) + card.extra


def _outcome(seen: Sight, card: Card) -> tuple[float, int]:
    """What a card is expected to end with, and its free boxes. A turn that has begun is forgotten."""
    position = CardPosition.of(seen.game.sheet, card)
    return standing(card) + seen.values.value(position), len(position.free)
