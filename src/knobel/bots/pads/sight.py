"""What a graded player sees, as arrays: the points it thinks to get, and what it takes positions to be worth."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from knobel.bots.pads.styles import STYLES, Outlook, PadStyle, outlook, rarest_box
from knobel.rules.boxes import Sheet
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition, Following, ValueFunction
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import OPEN, Scores, SheetScoring
from knobel.solver.arrays.shape import NEVER, Values
from knobel.solver.asking.axes import DiceAxes
from knobel.solver.asking.turns import TurnValues
from knobel.solver.asking.values import ApproximateValues, adviser, value_function
from knobel.solver.induction.value_table import ValueTable

KEPT_TURNS = 8


@dataclass(frozen=True)
class BelievedScoring(SheetScoring):
    """A card on which the rarest box seems to pay more than it does."""

    chase: float = 1.0

    @cached_property
    def scores(self) -> Scores:
        true = SheetScoring(self.sheet).scores
        lower, box = true.lower.copy(), rarest_box(self.sheet)
        column = len(self.rest) if box == self.top else self.rest.index(box) if box in self.rest else None
        if column is not None:
            lower[:, column] = np.where(lower[:, column] > 0, lower[:, column] * self.chase, lower[:, column])
        return true._replace(lower=lower)


@dataclass(frozen=True)
class BelievedValues:
    """A `ValueFunction` that adds up boxes."""

    outlook: Outlook

    @property
    def sheet(self) -> Sheet:
        return self.outlook.sheet

    @cached_property
    def process(self) -> DecisionProcess:
        return DecisionProcess(self.sheet)

    def value(self, position: CardPosition) -> float:
        return self.outlook.value(position.free, position.upper, position.chips)

    def following(self, position: CardPosition) -> Following:
        scoring = self.process.scoring
        points, levels = scoring.scores.points, scoring.scores.levels
        upper, lower = np.full(points.shape, float(NEVER)), np.full(len(scoring.rest) + 2, float(NEVER))
        for i, box in enumerate(scoring.upper):
            if box in position.free:
                for level in range(levels[i]):
                    upper[i, level] = self.value(position.write(self.sheet, box, int(points[i, level])))
        for i, box in enumerate(scoring.rest):
            if box in position.free:
                lower[i] = self.value(position.write(self.sheet, box, 0))
        if scoring.top in position.free and scoring.top is not None:
            lower[-2:] = self.value(position.write(self.sheet, scoring.top, 0))
        return Following(upper, lower)

    def exact(self, position: CardPosition) -> bool:  # noqa: ARG002
        return False

    def error(self, position: CardPosition) -> float | None:  # noqa: ARG002
        return None

    def layer(self, layer: int) -> Values:
        """What the positions of a layer are worth."""
        space, scoring, places = self.process.space, self.process.scoring, self.process.space.places
        found: Values = np.empty(space.layer_sizes[layer], self.process.kind)
        chips = np.arange(places.chips + 1) * self.outlook.chip * layer / len(self.sheet.boxes)
        boxes = self.outlook.boxes
        for start, upper, top, others in space.groups(layer)[:-1].tolist():
            free = [box for i, box in enumerate(scoring.upper) if upper >> i & 1]
            base = sum(boxes[box] for box in free) + (
                boxes[scoring.top] if scoring.top is not None and top == OPEN else 0
            )
            sums = places.sums[upper, : places.classes[upper]].tolist()
            bonus = np.array([self.outlook.upper_bonus(free, total) for total in sums])
            sets = places.ranked[places.sizes[others] : places.sizes[others + 1]].astype(np.int64)
            rest = sum((sets >> i & 1) * boxes[box] for i, box in enumerate(scoring.rest)) + np.zeros(len(sets))
            block = (base + rest)[:, None, None] + bonus[:, None] + chips
            found[start : start + block.size] = block.reshape(-1)
        return found


@dataclass
class Sight:
    """A style and a card: all that stays the same from turn to turn."""

    game: SheetGame
    style: PadStyle

    @cached_property
    def values(self) -> ValueFunction:
        return (
            value_function(self.game) if self.style.boxes == "exact" else BelievedValues(outlook(self.game, self.style))
        )

    @cached_property
    def scoring(self) -> SheetScoring:
        if self.style.chase == 1.0:
            return self.process.scoring
        return BelievedScoring(self.game.sheet, self.style.chase)

    @property
    def process(self) -> DecisionProcess:
        values = self.values
        assert isinstance(values, ValueTable | ApproximateValues | BelievedValues)
        return values.process

    @property
    def dice(self) -> DiceAxes:
        """The adviser knows when compiled ones are ready; but who needs no exact values does not wait for it."""
        return adviser(self.game).dice if self.style.boxes == "exact" else self._own_dice

    @cached_property
    def _own_dice(self) -> DiceAxes:
        return DiceAxes(self.process.scoring)

    def turn(self, position: CardPosition) -> TurnValues:
        """The turn of a position as the player sees it. The last few are kept: a turn has several decisions."""
        if position not in self._turns:
            if len(self._turns) >= KEPT_TURNS:
                self._turns.clear()
            self._turns[position] = TurnValues(self.scoring, self.dice, self.values, position)
        return self._turns[position]

    @cached_property
    def _turns(self) -> dict[CardPosition, TurnValues]:
        return {}


@lru_cache(maxsize=32)
def sight(game: SheetGame, name: str) -> Sight:
    return Sight(game, STYLES[name])
