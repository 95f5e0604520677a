"""The player for duels: it plays for the win, not for the mean.

After every entry it may make, it asks how likely it is to end ahead of its strongest rival. The ends of both cards are
taken for normally distributed around what exact play expects; how far they may be off is added up over the free boxes
and the bonus. With that chance in place of points, the turn is worked out like any other. Who is behind so comes to
take risks, who is ahead to avoid them. Alone at a table it plays for the mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import erf
from random import Random
from typing import Any

import numpy as np

from knobel.bots.pads.sight import Sight
from knobel.bots.pads.styles import STYLES, outlook
from knobel.rules.core import Decide, Game, Move
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition, Following, ValueFunction
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.arrays.shape import NEVER
from knobel.solver.asking.entries import POSSIBLE, Array, CardEntries
from knobel.solver.asking.turns import TurnValues

LEAST_SPREAD = 1e-3
_erf = np.frompyfunc(erf, 1, 1)


@dataclass(frozen=True)
class Spreads:
    """How far the end of a card may be off what is expected, squared: a sum over its free boxes, and the bonus."""

    boxes: tuple[float, ...]
    game: SheetGame

    @cached_property
    def _outlook(self) -> Any:
        return outlook(self.game, STYLES["skilled"])

    def value(self, position: CardPosition) -> float:
        sheet = self.game.sheet
        free = [box for box in sheet.number_boxes.values() if box in position.free]
        return sum([self.boxes[box] for box in position.free]) + self.of_bonus(free, position.upper)

    def of_bonus(self, free: Sequence[int], upper: int) -> float:
        """Of the bonus alone: what is likely to come, or not to, is hardly off."""
        most = sum(bonus.points for bonus in self.game.sheet.bonuses)
        likely: float = self._outlook.upper_bonus(free, upper) / most if most else 0.0
        return likely * (1 - likely) * most**2

    def following(self, scoring: SheetScoring, position: CardPosition) -> Following:
        """After every entry of a position."""
        sheet, points, levels = self.game.sheet, scoring.scores.points, scoring.scores.levels
        upper, lower = np.full(points.shape, float(NEVER)), np.full(len(scoring.rest) + 2, float(NEVER))
        for i, box in enumerate(scoring.upper):
            if box in position.free:
                upper[i, : levels[i]] = [
                    self.value(position.write(sheet, box, int(points[i, level]))) for level in range(levels[i])
                ]
        for i, box in enumerate(scoring.rest):
            if box in position.free:
                lower[i] = self.value(position.write(sheet, box, 0))
        if scoring.top is not None and scoring.top in position.free:
            lower[-2:] = self.value(position.write(sheet, scoring.top, 0))
        return Following(upper, lower)


# Kniffel: of each box under exact play (a strike counts as 0), scaled so that all of them and the bonus come to what
# the whole game is off by, 44.2 squared (docs/solver.md).
KNIFFEL = {
    "ones": 1.3, "twos": 5.0, "threes": 11.3, "fours": 20.1, "fives": 31.4, "sixes": 45.2, "three_kind": 47.0,
    "four_kind": 187.0, "full_house": 78.0, "small_straight": 22.0, "large_straight": 363.0, "kniffel": 860.0,
    "chance": 25.0,
}  # fmt: skip


@lru_cache(maxsize=4)
def spreads_of(game: SheetGame) -> Spreads:
    return Spreads(tuple(KNIFFEL[box.key] for box in game.sheet.boxes), game)


@dataclass(frozen=True)
class DuelEntries(CardEntries):
    """Entries with the chance to win in place of points."""

    spreads: Following
    lead: float
    spread: float

    @cached_property
    def worth(self) -> Array:
        means, nothing = super().worth, Following(*map(np.zeros_like, self.following))
        gains = CardEntries(self.scoring, self.position, nothing).worth
        off = CardEntries(self.scoring, self.position, self.spreads).worth - gains + self.spread
        possible = means > POSSIBLE
        z = np.where(possible, means + self.lead, 0.0) / np.sqrt(np.where(possible, off, 1.0))
        chances: Array = 0.5 * (1 + np.asarray(_erf(z / 2**0.5), float)) + 1e-9 * z
        return np.where(possible, chances, float(NEVER))


class DuelTurn(TurnValues):
    """A turn of who is `lead` points ahead of what the rival is expected to end with."""

    def __init__(self, seen: Sight, position: CardPosition, lead: float, spread: float) -> None:
        super().__init__(seen.scoring, seen.dice, seen.values, position)
        self.game, self.lead, self.spread = seen.game, lead, spread

    @cached_property
    def entries(self) -> CardEntries:
        spreads = spreads_of(self.game).following(self.scoring, self.position)
        following = self.value_function.following(self.position)
        return DuelEntries(self.scoring, self.position, following, spreads, self.lead, self.spread)


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
    expected, off = max(_outcome(game, seen.values, other) for i, other in enumerate(cards) if i != seat)
    lead = standing(card) - expected
    turn = DuelTurn(seen, CardPosition.of(sheet, card), lead, off + LEAST_SPREAD)
    return turn.options(card.dice, max(0, sheet.rolls - card.roll))[0].move


def standing(card: Card) -> int:
    """Points on a card without the bonuses, which are still to come."""
    return sum(filter(None, card.written)) + card.extra


def _outcome(game: SheetGame, values: ValueFunction, card: Card) -> tuple[float, float]:
    """What a card is expected to end with, and how far that may be off, squared. A turn that has begun is forgotten."""
    position = CardPosition.of(game.sheet, card)
    return standing(card) + values.value(position), spreads_of(game).value(position)
