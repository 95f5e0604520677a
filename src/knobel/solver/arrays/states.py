"""Which positions there are at the start of a turn, and where each of them lies in the table.

A position is the set of free boxes, the upper sum, the state of the top box and the chips. Upper sums are put into
*classes*: two sums are one class if every way to fill the free upper boxes ends in the same bonus; sums the filled
boxes cannot make have no class. A *layer* is all positions with the same number of free boxes, and in it a *group*
is those with the same free upper boxes and the same top box: its positions lie row by row, for every set of free
other boxes the classes, for every class the chips.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.solver.arrays.dice import Ints
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, SheetScoring
from knobel.solver.arrays.shape import LANES
from knobel.solver.plain.parts import CardSpace

Places: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]


class StateIndex(NamedTuple):
    """What compiled code reads to find a position."""

    classes: Ints  # by set of free upper boxes: how many classes of upper sums
    of_sum: Ints  # [set, sum up to the cap] -> class, or -1
    sums: Ints  # [set, class] -> smallest sum of it
    rank: Ints  # by set of free other boxes: its place among those of its size
    ranked: Ints  # the sets, by size and rank
    sizes: Ints  # where each size starts in `ranked`
    cap: int
    chips: int


class NextPlaces(NamedTuple):
    """Where every entry of a position leads, in the layer below; -1 for boxes that are not free."""

    upper: Places  # [upper box, level of its points]
    lower: Places  # by column of the lower part


@dataclass(frozen=True)
class StateSpace(CardSpace):
    """All positions, found by compiled code too."""

    scoring: SheetScoring

    @cached_property
    def places(self) -> StateIndex:
        count, scoring = len(self.classes), self.scoring
        of_sum = np.full((count, scoring.cap + 1), -1, np.int32)
        width = max(max(found.values()) for found in self.classes) + 1
        sums = np.zeros((count, width), np.int32)
        for free, found in enumerate(self.classes):
            for total in sorted(found, reverse=True):
                of_sum[free, total] = found[total]
                sums[free, found[total]] = total
        subsets = np.arange(1 << len(scoring.rest))
        size = np.array([int(subset).bit_count() for subset in subsets])
        ranked = np.argsort(size, kind="stable")
        starts = np.searchsorted(size[ranked], np.arange(len(scoring.rest) + 2))
        rank = np.empty(len(subsets), np.int32)
        rank[ranked] = np.arange(len(subsets)) - starts[size[ranked]]
        return StateIndex(
            classes=np.array(self.class_counts, np.int32),
            of_sum=of_sum,
            sums=sums,
            rank=rank,
            ranked=ranked.astype(np.int32),
            sizes=starts.astype(np.int32),
            cap=scoring.cap,
            chips=scoring.sheet.chips,
        )

    @cached_property
    def offsets(self) -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
        """[layer, free upper boxes, top] -> where the group starts in its layer, -1 for none."""
        layers = len(self.scoring.sheet.boxes) + 1
        offsets = np.full((layers, len(self.classes), 3), -1, np.int64)
        for layer in range(layers):
            at = 0
            for upper in range(len(self.classes)):
                for top in self.tops:
                    size = self.group_size(layer, upper, top)
                    if size:
                        offsets[layer, upper, top] = at
                        at += size * (self.places.chips + 1)
        return offsets

    def groups(self, layer: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """The groups of a layer as they lie in it: start, free upper boxes, top, other boxes free; and the end."""
        if layer not in self._groups:
            found = [
                (int(self.offsets[layer, upper, top]), upper, top, self.others(layer, upper, top))
                for upper in range(len(self.classes))
                for top in self.tops
                if self.group_size(layer, upper, top)
            ]
            self._groups[layer] = np.array([*found, (self.layer_sizes[layer], 0, 0, 0)], np.int64)
        return self._groups[layer]

    @cached_property
    def _groups(self) -> dict[int, np.ndarray[tuple[int, int], np.dtype[np.int64]]]:
        return {}

    def batches(self, layer: int) -> Ints:
        """The work of a layer in rows of lanes: free upper boxes, top, other boxes free, first position, how many."""
        parts = []
        for upper in range(len(self.classes)):
            for top in self.tops:
                size = self.group_size(layer, upper, top)
                first = np.arange(0, size, LANES, dtype=np.int32)
                part = np.empty((len(first), 5), np.int32)
                part[:, 0], part[:, 1], part[:, 2] = upper, top, self.others(layer, upper, top)
                part[:, 3], part[:, 4] = first, np.minimum(LANES, size - first)
                parts.append(part)
        return np.concatenate(parts)

    def place(self, free: frozenset[int], upper_sum: int, top: int, chips: int) -> tuple[int, int] | None:
        """Layer and index of a position; None if the filled upper boxes cannot make that sum."""
        upper = sum(1 << i for i, box in enumerate(self.scoring.upper) if box in free)
        others = sum(1 << i for i, box in enumerate(self.scoring.rest) if box in free)
        found = self.places.of_sum[upper, min(upper_sum, self.scoring.cap)]
        if found < 0:
            return None
        row = int(self.places.rank[others]) * int(self.places.classes[upper]) + int(found)
        index = int(self.offsets[len(free), upper, top]) + row * (self.places.chips + 1) + chips
        return len(free), index

    def position_at(self, layer: int, index: int) -> tuple[frozenset[int], int, int, int]:
        """The position at that place: free boxes, the smallest upper sum of its class, top, chips."""
        scoring, places, groups = self.scoring, self.places, self.groups(layer)
        start, boxes, top, others = groups[np.searchsorted(groups[:, 0], index, side="right") - 1].tolist()
        row, chips = divmod(index - start, places.chips + 1)
        rank, kind = divmod(row, int(places.classes[boxes]))
        rest = int(places.ranked[places.sizes[others] + rank])
        free = {box for i, box in enumerate(scoring.upper) if boxes >> i & 1}
        free |= {box for i, box in enumerate(scoring.rest) if rest >> i & 1}
        if scoring.top is not None and top == OPEN:
            free.add(scoring.top)
        return frozenset(free), int(places.sums[boxes, kind]), top, chips

    def next_places(self, free: frozenset[int], upper_sum: int, top: int, chips: int) -> NextPlaces | None:
        """Where the entries of a position lead; None if the filled upper boxes cannot make that sum."""
        scoring, places, width = self.scoring, self.places, self.places.chips + 1
        upper = [i for i, box in enumerate(scoring.upper) if box in free]
        rest = [i for i, box in enumerate(scoring.rest) if box in free]
        boxes, others = sum(1 << i for i in upper), sum(1 << i for i in rest)
        kind, offsets = places.of_sum[boxes, min(upper_sum, scoring.cap)], self.offsets[len(free) - 1]
        if kind < 0:
            return None
        points = scoring.scores.points
        found = NextPlaces(np.full(points.shape, -1), np.full(len(scoring.rest) + 2, -1))
        if upper:
            fewer = boxes & ~(1 << np.array(upper))
            kinds = places.of_sum[fewer[:, None], np.minimum(upper_sum + points[upper], scoring.cap)]
            rows = places.rank[others] * places.classes[fewer][:, None] + kinds
            found.upper[upper] = offsets[fewer, top][:, None] + rows * width + chips
        if rest:
            rows = places.rank[others & ~(1 << np.array(rest))] * places.classes[boxes] + kind
            found.lower[rest] = offsets[boxes, top] + rows * width + chips
        if scoring.top in free:
            row = places.rank[others] * places.classes[boxes] + kind
            found.lower[-2:] = offsets[boxes, [FILLED, STRUCK]] + row * width + chips
        return found
