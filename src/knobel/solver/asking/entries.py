"""Every entry of every distinct roll on one card: what it brings, and what it is worth with all that follows.

Entries have columns: first those of the lower part as `scoring` has them (the rest, then the top box with points, and
struck), then the upper boxes.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from knobel.solver.arrays.position import CardPosition, Following
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, SheetScoring, case_number
from knobel.solver.arrays.shape import NEVER

Array = np.ndarray[Any, np.dtype[np.floating[Any]]]

POSSIBLE = float(NEVER) / 2  # entries that are worth less cannot be made


@dataclass(frozen=True)
class CardEntries:
    scoring: SheetScoring
    position: CardPosition
    following: Following

    @cached_property
    def worth(self) -> Array:
        """[distinct roll, column]: its points and all that is expected after it."""
        columns = self.scoring.columns
        lower = columns.lower.shape[1]
        found = np.empty(columns.gains.shape)
        np.add(columns.lower, self.following.lower, out=found[:, :lower])
        raised = self.following.upper.reshape(-1) + columns.points
        found[:, lower:] = raised[columns.levels]
        for j, roll in enumerate(self._repeating):
            case, scores = self._case(j), self.scoring.scores
            found[roll, :lower] = scores.again_lower[case, j] + self.following.lower
            levels, extra = (
                each[case, j, : columns.levels.shape[1]] for each in (scores.again_level, scores.again_extra)
            )
            found[roll, lower:] = raised[levels] + extra
        return found

    @cached_property
    def best(self) -> Array:
        """By distinct roll: the best entry."""
        best: Array = self.worth.max(axis=1)
        return best

    @cached_property
    def gains(self) -> Array:
        """[distinct roll, column]: the points that are written, with extra points; meaningless where nothing can be."""
        columns = self.scoring.columns
        if not self._repeating:
            return columns.gains
        found, lower, scores = columns.gains.copy(), columns.lower.shape[1], self.scoring.scores
        for j, roll in enumerate(self._repeating):
            case = self._case(j)
            found[roll, :lower] = np.maximum(scores.again_lower[case, j], 0)
            levels, extra = (
                each[case, j, : columns.levels.shape[1]] for each in (scores.again_level, scores.again_extra)
            )
            found[roll, lower:] = columns.points[levels] + np.maximum(extra, 0)
        return found

    @property
    def _repeating(self) -> list[int]:
        """The rolls that are worth something else because the top box is filled."""
        return [] if self.position.top == OPEN else self.scoring.repeating

    def _case(self, j: int) -> int:
        number = int(self.scoring.scores.number[j])
        number_free = number >= 0 and self.scoring.upper[number] in self.position.free
        rest_free = any(box in self.position.free for box in self.scoring.rest)
        return case_number(self.position.top, number_free, rest_free)

    def box(self, column: int) -> int:
        """The box of a column."""
        rest = len(self.scoring.rest)
        if column < rest:
            return self.scoring.rest[column]
        if column < rest + 2:
            assert self.scoring.top is not None
            return self.scoring.top
        return self.scoring.upper[column - rest - 2]

    def column(self, box: int, worth: Any) -> int:
        """The column of an entry in that box, for a roll whose columns are worth this."""
        rest = len(self.scoring.rest)
        if box == self.scoring.top:
            return rest if worth[rest] > POSSIBLE else rest + 1
        return self.scoring.rest.index(box) if box in self.scoring.rest else rest + 2 + self.scoring.upper.index(box)

    def extra(self, roll: int, column: int) -> int:
        """The extra points among what an entry brings, which are not written into its box."""
        if roll not in self._repeating:
            return 0
        written: list[int | None] = [
            None if i in self.position.free else 0 for i in range(len(self.scoring.sheet.boxes))
        ]
        if self.scoring.top is not None and self.position.top == FILLED:
            written[self.scoring.top] = 1
        entry = self.scoring.sheet.entries(self.scoring.rolls[roll], written).get(self.box(column))
        return entry.extra if entry else 0

    def struck(self, box: int) -> float:
        """What it is worth to write a zero into that box."""
        if box == self.scoring.top:
            return float(self.following.lower[len(self.scoring.rest) + STRUCK - FILLED])
        if box in self.scoring.rest:
            return float(self.following.lower[self.scoring.rest.index(box)])
        return float(self.following.upper[self.scoring.upper.index(box), 0])  # the first level is that of no points
