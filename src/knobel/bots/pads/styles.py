"""How graded players of score cards see the game. They err as people do, not by rolling for blunders.

A player is a `PadStyle`: what it takes a card to be worth, how far it looks ahead within a turn, how it exaggerates the
rarest box, and how sure it is. All else is the same turn for everybody: work out what every keep and every entry is
worth by the player's own lights, then choose, the better the likelier. What it takes a card to be worth is either the
solver's value or an `Outlook`, a sum over the free boxes that anybody could carry in their head. This module needs the
standard library alone.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import erf, exp
from random import Random
from typing import Literal

from knobel.rules.boxes import Sheet
from knobel.rules.combinations import Same
from knobel.rules.sheetgame import SheetGame

WHOLE_TURN = 9  # throws to look ahead: more than any turn has
SPREAD = 0.9  # how far an upper box ends from its par, in dice
UNKNOWN_PAR = 0.5  # of the most a box may hold, on cards nobody measured


@dataclass(frozen=True, slots=True)
class PadStyle:
    """One strength. `boxes` says where the worth of a free box comes from: half of the most it may hold, its par (what
    it brings on average when played best), or, for the card as a whole, the solver."""

    boxes: Literal["half", "par", "exact"]
    foresight: int = WHOLE_TURN  # throws ahead
    bonus: float = 1.0  # how much of the upper bonus it counts on
    chase: float = 1.0  # how many times the points of the rarest box it thinks to get there
    temperature: float = 0.0  # points by which a move may be worse and still be chosen a third as often


STYLES: Mapping[str, PadStyle] = {
    "beginner": PadStyle("half", foresight=1, bonus=0.0, chase=2.0, temperature=2.0),
    "casual": PadStyle("par", foresight=1, bonus=0.0, chase=1.5, temperature=1.0),
    "solid": PadStyle("par", bonus=0.5, temperature=0.5),
    "skilled": PadStyle("par", temperature=0.2),
    "strong": PadStyle("exact", temperature=0.4),
    "optimal": PadStyle("exact"),
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a style takes the rest of a card to be worth, box by box."""

    sheet: Sheet
    boxes: tuple[float, ...]
    chip: float
    bonus: float

    def value(self, free: frozenset[int], upper: int, chips: int) -> float:
        """Points still to come, of a card with these boxes free."""
        found = sum([self.boxes[box] for box in free]) + chips * self.chip * len(free) / len(self.boxes)
        return found + self.upper_bonus([box for box in self.sheet.number_boxes.values() if box in free], upper)

    def upper_bonus(self, free: Sequence[int], upper: int) -> float:
        """The part of the bonuses that is counted on, with these number boxes free."""
        if not self.bonus:
            return 0.0
        expected = upper + sum([self.boxes[box] for box in free])
        most = upper + sum([_most_of_number(self.sheet, box) for box in free])
        spread = SPREAD * sum([(self.sheet.boxes[box].number or 0) ** 2 for box in free]) ** 0.5
        found = 0.0
        for bonus in self.sheet.bonuses:
            if upper >= bonus.at:
                found += bonus.points
            elif most >= bonus.at:
                found += bonus.points * _normal((expected - bonus.at + 0.5) / spread)
        return self.bonus * found


def outlook(game: SheetGame, style: PadStyle) -> Outlook:
    """How a style sees this card."""
    pars, half = _pars().get(game.spec.key, {}), style.boxes == "half"
    most = _most(game.sheet)
    boxes = (
        UNKNOWN_PAR * most[i] if half or box.key not in pars else pars[box.key]
        for i, box in enumerate(game.sheet.boxes)
    )
    return Outlook(game.sheet, tuple(boxes), 0.0 if half else pars.get("chip", 0.0), style.bonus)


def knows_pars(game: SheetGame) -> bool:
    """Whether the boxes of this card were measured."""
    return game.spec.key in _pars()


def rarest_box(sheet: Sheet) -> int:
    """The box that people chase: for the most dice alike that a fixed sum is paid for; -1 if there is none."""

    def alike(box: int) -> int:
        fits = sheet.boxes[box].fits
        return fits.n if isinstance(fits, Same) else 0

    return max(sheet.tops, key=alike, default=-1)


def pick(worth: Sequence[float], temperature: float, luck: Random) -> int:
    """Which of several things is chosen, the better the likelier; without a temperature the best, first of equals."""
    best = max(worth)
    if not temperature:
        return worth.index(best)
    weights = [exp((each - best) / temperature) for each in worth]
    left = luck.random() * sum(weights)
    for i, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return i
    return worth.index(best)


@cache
def _pars() -> Mapping[str, Mapping[str, float]]:
    return tomllib.loads(files(__package__).joinpath("pars.toml").read_text(encoding="utf-8"))


@cache
def _most(sheet: Sheet) -> tuple[int, ...]:
    rolls = list(sheet.distinct_rolls())
    return tuple(max(box.score(roll) for roll in rolls) for box in sheet.boxes)


def _most_of_number(sheet: Sheet, box: int) -> int:
    number = sheet.boxes[box].number or 0
    dice = sum(number in die.faces for die in sheet.dice)
    return max(number * dice, sheet.repeat.anywhere if sheet.repeat else 0)


def _normal(x: float) -> float:
    return 0.5 * (1 + erf(x / 2**0.5))
