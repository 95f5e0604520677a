"""Side figures: what else is to come with the expected points. How likely each upper bonus is, how likely the top box
is to be filled with points, and the extra points; exact where the package brings them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from knobel.rules import digest
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import Values
from knobel.solver.asking.shipped import shipped_figures
from knobel.solver.asking.turns import TurnOutcome
from knobel.solver.asking.values import value_function


class SideFigures(NamedTuple):
    bonuses: tuple[float, ...]  # the chance of each, in the order of the card
    top: float  # the chance that the top box is filled with points after this turn
    extra: float  # extra points after this turn
    games: int | None = None  # from so many simulated games, if they are not exact


@dataclass(frozen=True)
class KnownFigures:
    """Those of every position, layer by layer, beginning with the one of one free box."""

    process: DecisionProcess
    layers: Sequence[Values]

    def of(self, position: CardPosition) -> Values:
        bonuses = self.process.sheet.bonuses
        if not position.free:
            return np.array([*(position.upper >= bonus.at for bonus in bonuses), 0, 0], np.float64)
        place = self.process.space.place(position.free, position.upper, position.top, position.chips)
        assert place is not None
        found: Values = self.layers[place[0] - 1][place[1]]
        return found

    def after(self, outcomes: Sequence[TurnOutcome]) -> SideFigures:
        """What is to come after a turn that may end in these ways."""
        mixed = sum(
            (one.chance * self.of(one.after) for one in outcomes), start=np.zeros(len(self.process.sheet.bonuses) + 2)
        )
        *bonuses, top, extra = mixed.tolist()
        return SideFigures(tuple(bonuses), top, extra)


@lru_cache(maxsize=4)
def known_figures(game: SheetGame) -> KnownFigures | None:
    """The exact side figures of a game, if there are any."""
    process = value_function(game).process
    layers = shipped_figures(process, digest(game))
    return None if layers is None else KnownFigures(process, layers)
