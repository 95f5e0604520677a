"""A sheet made ready for solving: its boxes, its positions, and how the work on a layer is cut."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from knobel.rules.boxes import Sheet
from knobel.solver.arrays.dice import INNER, Ints
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.arrays.shape import LANES, Values
from knobel.solver.arrays.states import StateSpace

DOUBLE_UP_TO = 50_000_000  # positions: tables up to here are kept in double precision


@dataclass(frozen=True)
class DecisionProcess:
    sheet: Sheet

    @cached_property
    def scoring(self) -> SheetScoring:
        return SheetScoring(self.sheet)

    @cached_property
    def space(self) -> StateSpace:
        return StateSpace(self.scoring)

    @property
    def layers(self) -> int:
        return len(self.sheet.boxes)

    @property
    def kind(self) -> str:
        return "<f8" if self.space.states <= DOUBLE_UP_TO else "<f4"

    @property
    def stages(self) -> float:
        """Stages for one position. Numbers of chips share the throw a chip buys, except for who had several."""
        chips = self.sheet.chips
        return self.sheet.rolls - 1 + max(0, chips - 1) / (chips + 1)

    @cached_property
    def turn_steps(self) -> float:
        """Steps of all stages of a turn. The last throw of unlike dice values each of its different keeps once."""
        whole, last = self.scoring.pools.stage_steps * self.stages, self.scoring.last_throw
        if not whole or not len(last.alike):
            return whole
        (schedule, inner), averages = self.scoring.pools.steps, 0
        for what, _, size, first, end in schedule.jobs.tolist():
            averages += len(inner.more) if what == INNER else size * (end - first)
        return whole - averages + len(last.more)

    def chunk(self, layer: int) -> int:
        """Rows of lanes in a chunk: a second or so of work, less where that leaves threads idle."""
        second = 2**26 // (self.scoring.pools.nodes * (1 + 2 * self.sheet.chips))
        eighth = self.space.layer_sizes[layer] // (LANES * 8 * (1 + self.sheet.chips))
        return max(1, min(second, eighth))

    def end(self) -> Values:
        """The layer of full cards: the bonuses."""
        space, places = self.space, self.space.places
        values = np.zeros(space.layer_sizes[0], self.kind)
        width = places.chips + 1
        for top in space.tops:
            start = int(space.offsets[0, 0, top])
            for kind in range(int(places.classes[0])):
                bonus = self.sheet.bonus(int(places.sums[0, kind]))
                values[start + kind * width : start + (kind + 1) * width] = bonus
        return values

    def span(self, layer: int, batches: Ints) -> tuple[int, int]:
        """The positions of some batches that follow each other: from, to."""
        own, width = self.space.offsets[layer], self.space.places.chips + 1
        first, last = batches[0], batches[-1]
        low = own[first[0], first[1]] + first[3] * width
        high = own[last[0], last[1]] + (last[3] + last[4]) * width
        return int(low), int(high)
