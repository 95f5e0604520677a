"""A score card as arrays: what every distinct roll brings in every box. From here on nobody knows a full house.

Boxes are split in three: the upper part, whose points move the upper sum; the top box, whose filling changes what
later rolls are worth; and the rest. `columns` of the lower part are the rest and two for the top box: filled with
points, and struck. Rolls with the same points in all columns are one class.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np

from knobel.solver.arrays.dice import Doubles, Floats, Ints, Offsets, Pools, bounds, flat
from knobel.solver.arrays.last_throw import LastThrow, last_throw
from knobel.solver.arrays.shape import NEVER, offsets
from knobel.solver.plain.parts import FILLED as FILLED
from knobel.solver.plain.parts import OPEN as OPEN
from knobel.solver.plain.parts import STRUCK as STRUCK
from knobel.solver.plain.parts import CardParts


class Trios(NamedTuple):
    """Upper boxes three by three: which levels occur together. A roll then has two things to compare instead of six."""

    each: int  # so many threes (the last may be smaller) a roll has
    levels: Offsets  # first[i]:first[i+1] of it: the levels of combination i
    first: Ints
    shown: Offsets  # by distinct roll × each + three: which combination it shows


class Scores(NamedTuple):
    """What compiled code reads. `level` numbers the different points an upper box can hold."""

    kind: Ints  # by distinct roll: its class
    lower: Floats  # [class, column] points
    level: Ints  # distinct roll by distinct roll, for every upper box: box × most levels + level
    trios: Trios
    points: Ints  # [upper box, level]
    levels: Ints  # by upper box: how many there are
    again: Ints  # the distinct rolls that repeat the top box
    number: Ints  # by repeating roll: the upper box of its number, or -1
    again_lower: Floats  # [case, repeating roll, column]
    again_level: Ints  # [case, repeating roll, upper box], as in `level`
    again_extra: Floats  # [case, repeating roll, upper box], NEVER where it must not be entered
    spread: Ints  # by full roll: its distinct roll


class EntryColumns(NamedTuple):
    """Every entry of every distinct roll on an empty card: the columns of the lower part, then the upper boxes."""

    lower: Doubles  # [roll, column], NEVER where it cannot be entered
    levels: np.ndarray[Any, np.dtype[np.intp]]  # [roll, upper box] → box × most levels + level
    points: Doubles  # by box × most levels + level
    gains: Doubles  # [roll, column]: points that are written, none where it cannot be entered


@dataclass(frozen=True)
class SheetScoring(CardParts):
    """A sheet with its boxes sorted into the three parts, and their points as arrays."""

    @cached_property
    def pools(self) -> Pools:
        return Pools.of(self.sheet.dice)

    @cached_property
    def scores(self) -> Scores:
        lower, kind = np.unique(self._lower(), axis=0, return_inverse=True)
        levels = self.level_points
        points = np.zeros((max(len(self.upper), 1), max(map(len, levels), default=1)), np.int32)
        for i, each in enumerate(levels):
            points[i, : len(each)] = each
        level = [
            [
                i * points.shape[1] + levels[i].index(self.sheet.boxes[box].score(roll))
                for i, box in enumerate(self.upper)
            ]
            for roll in self.rolls
        ]
        again_lower, again_level, again_extra = self._repeats()
        numbers = [self.number_box(self.rolls[i]) for i in self.repeating]
        return Scores(
            kind=kind.astype(np.int32).reshape(-1),
            lower=lower,
            level=np.array(level, np.int32).reshape(len(self.rolls), len(self.upper)),
            trios=_trios(level),
            points=points,
            levels=np.array([len(each) for each in levels], np.int32),
            again=np.array(self.repeating, np.int32),
            number=np.array([-1 if box is None else self.upper.index(box) for box in numbers], np.int32),
            again_lower=again_lower,
            again_level=again_level,
            again_extra=again_extra,
            spread=self.shown([self.pools.outer.full_faces, self.pools.inner.full_faces]).astype(np.int32).reshape(-1),
        )

    @cached_property
    def columns(self) -> EntryColumns:
        scores = self.scores
        lower = scores.lower[scores.kind].astype(np.float64)
        levels, points = scores.level.astype(np.intp), scores.points.reshape(-1).astype(np.float64)
        return EntryColumns(lower, levels, points, np.concatenate((np.maximum(lower, 0), points[levels]), axis=1))

    def shown(self, parts: Sequence[Sequence[tuple[int, ...]]]) -> np.ndarray[Any, np.dtype[np.intp]]:
        """For every choice of some faces from each part: the distinct roll that they make together. How often each
        face is there is written as one number, so that parts can be added up."""
        most, faces = len(self.sheet.dice) + 1, sorted({face for die in self.sheet.dice for face in die.faces})
        unit = {face: most**i for i, face in enumerate(faces)}
        kind = np.int64 if most ** len(faces) < 2**63 else object

        def numbers(rolls: Iterable[tuple[int, ...]]) -> np.ndarray[Any, np.dtype[Any]]:
            return np.array([sum(unit[face] for face in roll) for roll in rolls], kind)

        known = numbers(roll.faces for roll in self.rolls)
        order, together = np.argsort(known), numbers(parts[0])
        for part in parts[1:]:
            together = np.add.outer(together, numbers(part))
        return order[np.searchsorted(known, together, sorter=order)]

    @cached_property
    def last_throw(self) -> LastThrow:
        """Apart from the scores: only a solve needs it, and listing the keeps of unlike dice takes a while."""
        return last_throw(self.pools, [roll.faces for roll in self.rolls])

    def _lower(self) -> Floats:
        """[distinct roll, column] for rolls that are nothing special."""
        table = np.full((len(self.rolls), len(self.rest) + 2), NEVER, np.float32)
        for i, roll in enumerate(self.rolls):
            table[i, : len(self.rest)] = [self.sheet.boxes[box].score(roll) for box in self.rest]
            if self.top is not None:
                points = self.sheet.boxes[self.top].score(roll)
                if points:
                    table[i, -2] = points
                if not points or self.sheet.strike_at_will:
                    table[i, -1] = 0
        return table

    def _repeats(self) -> tuple[Floats, Ints, Floats]:
        count, width = max(len(self.repeating), 1), max(len(self.upper), 1)
        lower = np.full((8, count, len(self.rest) + 2), NEVER, np.float32)
        depth = max(map(len, self.level_points), default=1)
        level = np.zeros((8, count, width), np.int32) + np.arange(width, dtype=np.int32) * depth  # a row in use
        extra = np.full((8, count, width), NEVER, np.float32)
        for (state, number_free, lower_free), entries in self.cases.items():
            case = case_number(state, number_free, lower_free)
            for j, entry in enumerate(entries):
                for column, box in enumerate(self.rest):
                    if box in entry:
                        lower[case, j, column] = entry[box].points + entry[box].extra
                for i, box in enumerate(self.upper):
                    if box in entry:
                        level[case, j, i] = i * depth + self.level_points[i].index(entry[box].points)
                        extra[case, j, i] = entry[box].extra
        return lower, level, extra


def _trios(level: list[list[int]]) -> Trios:
    found: list[list[int]] = []
    shown = []
    every = np.array(level, np.int32)
    for first in range(0, every.shape[1], 3):
        different, which = np.unique(every[:, first : first + 3], axis=0, return_inverse=True)
        shown.append(which.reshape(-1) + len(found))
        found += different.tolist()
    return Trios(len(shown), flat(found), bounds(found), offsets(np.array(shown, np.int64).T.reshape(-1)))


@overload
def case_number(state: int, number_free: bool, lower_free: bool) -> int: ...
@overload
def case_number(state: Ints, number_free: Ints | int, lower_free: Any) -> Ints: ...
def case_number(state: Any, number_free: Any, lower_free: Any) -> Any:
    """Of one position, or of as many as the arrays have."""
    return (state - 1) * 4 + number_free * 2 + lower_free
