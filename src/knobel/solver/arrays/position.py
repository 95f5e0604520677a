"""A position at the start of a turn, reduced to what the rest of the game depends on."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from knobel.rules.boxes import Bonus, Sheet
from knobel.rules.fields import fail
from knobel.rules.sheetgame import Card as Written
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK


@dataclass(frozen=True)
class CardPosition:
    free: frozenset[int]  # indices of boxes
    upper: int = 0
    top: int = OPEN
    chips: int = 0

    @classmethod
    def start(cls, sheet: Sheet) -> "CardPosition":
        return cls(frozenset(range(len(sheet.boxes))), chips=sheet.chips)

    @classmethod
    def of(cls, sheet: Sheet, card: Written) -> "CardPosition":
        """The position of a card as it is written, whatever the turn has brought so far."""
        free = frozenset(i for i, points in enumerate(card.written) if points is None)
        held = None if sheet.top is None else card.written[sheet.top]
        top = OPEN if held is None else FILLED if held else STRUCK
        return cls(free, sheet.upper(card.written), top, card.chips)

    @classmethod
    def told(cls, sheet: Sheet, free: list[str], upper: int, top: int | None, chips: int | None) -> "CardPosition":
        """The position a user describes by the flags of the command line."""
        keys = sheet.indices
        for key in free:
            if key not in keys:
                fail("open", "solve.why.box", box=key, allowed=list(keys))
        if not free or len(set(free)) < len(free):
            fail("open", "solve.why.open")
        boxes = frozenset(keys[key] for key in free)
        if chips is not None and not 0 <= chips <= sheet.chips:
            fail("chips", "solve.why.chips", most=sheet.chips)
        if upper > _most(sheet, boxes):
            fail("upper", "solve.why.upper", upper=upper)
        state = _top(sheet, boxes, top)
        return cls(boxes, upper, state, sheet.chips if chips is None else chips)

    def card(self, sheet: Sheet, dice: tuple[int, ...] = (), roll: int = 0) -> Written:
        """A card in this position, with dice on the table. In which number box the upper sum stands does not matter."""
        written: list[int | None] = [None if box in self.free else 0 for box in range(len(sheet.boxes))]
        filled = [box for box in sheet.number_boxes.values() if box not in self.free]
        if filled:
            written[filled[0]] = self.upper
        if sheet.top is not None and self.top == FILLED:
            written[sheet.top] = 1  # with how much does not matter either
        return Written(tuple(written), chips=self.chips, roll=roll, dice=dice)

    def write(self, sheet: Sheet, box: int, points: int) -> "CardPosition":
        upper = self.upper + (points if box in sheet.number_boxes.values() else 0)
        top = self.top if box != sheet.top else FILLED if points else STRUCK
        return CardPosition(self.free - {box}, upper, top, self.chips)

    def spend(self) -> "CardPosition":
        return CardPosition(self.free, self.upper, self.top, self.chips - 1)


def rest_of_game(sheet: Sheet, position: CardPosition) -> tuple[Sheet, CardPosition]:
    """What is still to come as a game of its own: its free boxes, the top box if later rolls look at it, and what the
    bonuses still lack; and where `position` is in it."""
    boxes = sorted(position.free | ({sheet.top} if sheet.top is not None else set()))
    bonuses = tuple(Bonus(max(0, bonus.at - position.upper), bonus.points) for bonus in sheet.bonuses)
    smaller = replace(sheet, boxes=tuple(sheet.boxes[i] for i in boxes), bonuses=bonuses, chips=position.chips)
    free = frozenset(boxes.index(i) for i in position.free)
    return smaller, CardPosition(free, 0, position.top, position.chips)


def _most(sheet: Sheet, free: frozenset[int]) -> int:
    """The highest upper sum that the filled number boxes can hold."""
    return sum([most for box, most in sheet.number_most.items() if box not in free])


def _top(sheet: Sheet, free: frozenset[int], points: int | None) -> int:
    """The state of the top box. When it is filled its points must be told, since later rolls depend on them."""
    if sheet.top is None or sheet.top in free:
        if points is not None:
            fail("top", "solve.why.top_open")
        return OPEN
    box = sheet.boxes[sheet.top]
    most = sheet.top_points
    if points not in (0, most):
        fail("top", "solve.why.top_points", box=box.key, most=most)
    return FILLED if points else STRUCK


class Following(NamedTuple):
    """What is expected after every entry of a position; NEVER for boxes that are not free."""

    upper: np.ndarray[Any, np.dtype[np.float64]]  # [upper box, level of its points], as in `Scores.points`
    lower: np.ndarray[Any, np.dtype[np.float64]]  # by column of the lower part


class ValueFunction(Protocol):
    """Something that knows what positions are worth."""

    @property
    def sheet(self) -> Sheet: ...

    def value(self, position: CardPosition) -> float:
        """Expected points still to come before the first roll of the turn."""

    def following(self, position: CardPosition) -> Following:
        """The same for every position that an entry may lead to."""

    def exact(self, position: CardPosition) -> bool:
        """Whether that is exact, for this position and all that follow."""

    def error(self, position: CardPosition) -> float | None:
        """How far it is off if it is not exact: one standard error, in points."""
