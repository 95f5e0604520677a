"""A solved game: its layers, and the value of any position in them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from knobel.rules.boxes import Sheet
from knobel.rules.fields import fail
from knobel.solver.arrays.position import CardPosition, Following
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import NEVER, Values
from knobel.solver.induction.files import TableFolder


@dataclass
class ValueTable:
    """The layers of a solved game."""

    process: DecisionProcess
    layers: Sequence[Values]

    @property
    def sheet(self) -> Sheet:
        return self.process.sheet

    def value(self, position: CardPosition) -> float:
        found = self.process.space.place(position.free, position.upper, position.top, position.chips)
        if found is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        layer, index = found
        return float(self.layers[layer][index])

    def following(self, position: CardPosition) -> Following:
        places = self.process.space.next_places(position.free, position.upper, position.top, position.chips)
        if places is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        below = self.layers[len(position.free) - 1]
        upper, lower = (np.where(each < 0, NEVER, below[each]) for each in places)
        return Following(upper, lower)

    def exact(self, position: CardPosition) -> bool:  # noqa: ARG002
        return True

    def error(self, position: CardPosition) -> float | None:  # noqa: ARG002
        return None


def stored(process: DecisionProcess, folder: TableFolder) -> ValueTable | None:
    """The table in a folder, if it is finished."""
    if not folder.has(process.layers):
        return None
    sizes = process.space.layer_sizes
    return ValueTable(process, [folder.read(layer, size) for layer, size in enumerate(sizes)])
