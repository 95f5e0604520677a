"""The 22 challenge tiles of For One – Kniffel, where they lie, and the yellow die.

A level lays each tile at most once. Tiles that act on the same row do so in the order of their numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from knobel.rules.mechanisms import (
    AllOrNothing,
    Chain,
    Deadline,
    Debt,
    Dusk,
    EveryRound,
    Gate,
    Ice,
    Loss,
    Mechanism,
    OneARound,
    Pledge,
    Prize,
    Rescue,
    Scales,
    Tide,
    TopDown,
    Twins,
    Wine,
)
from knobel.rules.rows import ROWS
from knobel.words import Text, text

TILES: Mapping[int, Mechanism] = {
    1: Scales(),
    2: AllOrNothing(),
    3: Ice(2),
    4: Wine(2),
    5: Deadline(6),
    6: Deadline(9),
    7: Prize(20),
    8: Prize(40),
    9: Debt(20),
    10: Debt(30),
    11: Twins(both=40, one=20),
    12: Dusk(10),
    13: Tide(),
    14: Gate(3),
    15: Chain(),
    16: TopDown(),
    17: OneARound(),
    18: EveryRound(),
    19: Rescue(1),
    20: Rescue(3),
    21: Pledge(),
    22: Loss(5),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """A challenge tile on its place."""

    number: int
    places: tuple[int, ...]  # the rows it lies beside; none: the whole card

    @property
    def kind(self) -> Mechanism:
        return TILES[self.number]

    @property
    def at(self) -> tuple[int, ...]:
        """The rows it acts on."""
        return self.kind.acts_on(self.places)

    def title(self) -> Text:
        return text("tiles.title", n=self.number, name=self.kind.name)

    def text(self) -> Text:
        if not self.places:
            return text("tiles.on_card", title=self.title(), rule=self.kind.text())
        rows = [ROWS[i].name for i in self.places]
        return text("tiles.on_rows", title=self.title(), rows=rows, rule=self.kind.text())

    def declare(self) -> dict[str, Any]:
        return {"rows": [ROWS[i].key for i in self.places], **self.kind.declare()}


@dataclass(frozen=True, slots=True)
class YellowDie:
    """What the yellow die does in a level."""

    wild: bool = False
    times: int = 1
    burden: int = 0

    @property
    def needs_free_scoring(self) -> bool:
        """A row may be scored early to get the yellow die back, or late to keep its burden away."""
        return True

    def worth(self, points: int) -> int:
        return points * self.times - self.burden

    def texts(self) -> tuple[Text, ...]:
        told = [text("yellow.thrown")]
        if self.wild:
            told.append(text("yellow.wild"))
        if self.times > 1:
            told.append(text("yellow.times", times=self.times))
        if self.burden:
            told.append(text("yellow.burden", points=self.burden))
        return tuple(told)

    def declare(self) -> dict[str, Any]:
        return {"wild": self.wild, "times": self.times, "burden": self.burden}
