"""What a move does: the parts its value is made of, and the chances of what it leads to. All of it is computed.

The parts of an option add up to its value, so those of two options add up to the difference between them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from knobel.words import Text

SO_FAR, NOW, BONUS, TOP, BOXES, LATER = "so_far", "now", "bonus", "top", "boxes", "later"


class ValuePart(NamedTuple):
    """A part of a value."""

    key: str  # what it is: SO_FAR … LATER
    points: float
    name: Text | None = None  # which one, where there are several
    chance: float | None = None  # how likely it is to be had
    error: float | None = None  # of the points: one standard error, where they are simulated


class Chance(NamedTuple):
    """Something a move may lead to."""

    key: str
    name: Text
    chance: float
    points: float | None = None  # that it brings on average, when it comes
    error: float | None = None  # of the chance, where it is simulated


@dataclass(frozen=True, slots=True)
class Reason:
    parts: tuple[ValuePart, ...]
    chances: tuple[Chance, ...] = ()
    notes: tuple[Text, ...] = ()  # what else it does, in words of the game

    @property
    def value(self) -> float:
        return sum(part.points for part in self.parts)

    def part(self, key: str) -> float:
        """The points of all parts of that kind."""
        return sum(part.points for part in self.parts if part.key == key)


Explain = Callable[[Any], Reason]
"""option → reason"""
