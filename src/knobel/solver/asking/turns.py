"""One turn of one position: what every roll, keep and entry is worth, from a valuer of what follows.

The reroll stages run on the compiled lattice. There is only one position, so the lanes are given to the faces of a
single die, if the game has one of its kind: lane *f* holds the rolls where it shows *f*, one lane more those where
it is thrown again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np

from knobel.compiled import compiled
from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import counted
from knobel.rules.core import Move, move
from knobel.solver.arrays.dice import Lattice, Pools
from knobel.solver.arrays.position import CardPosition, ValueFunction
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, SheetScoring
from knobel.solver.arrays.shape import LANES, NEVER
from knobel.solver.induction.kernel import enter
from knobel.solver.induction.kernel import workspace as scratch
from knobel.solver.induction.lanes import rows
from knobel.solver.induction.stages import reroll

Array = np.ndarray[Any, np.dtype[np.floating[Any]]]


@dataclass(frozen=True)
class MoveValue:
    """A move with its worth: the points of this turn's entry and all that is expected after it."""

    move: Move
    value: float


class DiceAxes:
    """The dice of a sheet as axes, one for each kind: first those of the lattice, last the kind that the lanes take."""

    def __init__(self, scoring: SheetScoring) -> None:
        self.scoring = scoring
        kinds = [kind for lattice in (scoring.pools.outer, scoring.pools.inner) for kind in lattice.kinds]
        single = [(die, count) for die, count in kinds if count == 1 and len(die.faces) < LANES]
        laned = single[:1] if len(kinds) > 1 else []
        self.pools = Pools.of(tuple(die for die, count in kinds if (die, count) not in laned for _ in range(count)))
        self.kinds = [*self.pools.outer.kinds, *self.pools.inner.kinds, *laned]
        self.axes = [Lattice((kind,)) for kind in self.kinds]
        self.lanes = len(laned[0][0].faces) if laned else 1
        self._full = rows(self.pools.steps[0].rows)
        self._part = rows(len(self.pools.inner.keeps))

    @cached_property
    def shows(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        """By roll, with an axis for each kind: the distinct roll that boxes see."""
        return self.scoring.shown([axis.full_faces for axis in self.axes])

    def thrown(self, worth: Array) -> Array:
        """By roll: the best of keeping it and throwing some of it again. The rolls of the lattice lie in the order of
        the axes, so numbers go in and out as they are."""
        flat, lanes = worth.reshape(-1, self.lanes), self.lanes
        full = self._full[: len(flat)]
        full[:, :lanes] = flat
        full[:, lanes] = flat @ np.full(lanes, 1 / lanes, np.float32)
        reroll(*self.pools.steps, self._full, self._part)
        return np.maximum(full[:, :lanes], full[:, lanes : lanes + 1]).reshape(worth.shape)

    def kept(self, worth: Array, shown: list[tuple[int, ...]]) -> tuple[list[list[tuple[int, ...]]], Array]:
        """The expectation after every keep of a roll: for each axis the keeps, and the numbers by their indices."""
        keeps, found, done = [sorted(_parts(faces)) for faces in shown], worth, 1
        for axis, some in zip(self.axes, keeps, strict=True):
            after = np.array([chances(axis, keep) for keep in some])
            found = mixed(after, found.reshape(done, axis.full, -1))
            done *= len(some)
        found = found.reshape([len(some) for some in keeps])
        return keeps, found

    @cached_property
    def places(self) -> list[list[int]]:
        """For each kind, where its dice stand in the order of the sheet."""
        kinds = [tuple(sorted(die.faces)) for die in self.scoring.sheet.dice]
        return [[i for i, kind in enumerate(kinds) if kind == die.faces] for die, _ in self.kinds]


@compiled
def mixed(shares: Array, worth: Array) -> Array:
    """Sums along the middle axis, each with its own shares."""
    mixtures, faces = shares.shape
    found = np.zeros((len(worth), mixtures, worth.shape[2]))
    for i in range(len(worth)):
        for k in range(mixtures):
            for face in range(faces):
                if shares[k, face]:
                    for j in range(worth.shape[2]):
                        found[i, k, j] += shares[k, face] * worth[i, face, j]
    return found


def _parts(faces: tuple[int, ...]) -> set[tuple[int, ...]]:
    parts: set[tuple[int, ...]] = {()}
    for face in faces:
        parts |= {tuple(sorted((*part, face))) for part in parts}
    return parts


def _masks(places: list[int], dice: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every choice among some dice, as the mask of a move and as their places."""
    for n in range(len(places) + 1):
        for which in combinations(places, n):
            yield sum(1 << dice - 1 - i for i in which), which


@cache
def chances(axis: Lattice, keep: tuple[int, ...]) -> Array:
    """By full roll of the axis: the probability to get it when `keep` is kept."""
    node = axis.node[(keep,)]
    if node < axis.full:
        sure: Array = np.eye(axis.full)[node]
        return sure
    parts = [chances(axis, axis.keeps[more][0]) for more in axis.more((keep,))]
    mean: Array = np.mean(parts, axis=0)
    return mean


class TurnValues:
    """The turn of one position."""

    def __init__(
        self, scoring: SheetScoring, dice: DiceAxes, value_function: ValueFunction, position: CardPosition
    ) -> None:
        self.scoring, self.dice, self.value_function, self.position = scoring, dice, value_function, position
        self._stages: dict[int, Array] = {}

    @property
    def sheet(self) -> Sheet:
        return self.scoring.sheet

    @cached_property
    def base(self) -> float:
        return self.value_function.value(self.position.write(self.sheet, min(self.position.free), 0))

    def entered(self, position: CardPosition) -> Array:
        """By roll: the best entry, relative to the base."""
        workspace, scores, free = _scratch(self.scoring), self.scoring.scores, position.free
        depth = scores.points.shape[1]
        upper = lower = 0
        for i, box in enumerate(self.scoring.upper):
            if box in free:
                upper |= 1 << i
                for level, points in enumerate(self.scoring.level_points[i]):
                    follows = self.value_function.value(position.write(self.sheet, box, points))
                    workspace.upper[i * depth + level] = follows + points - self.base
        for column, box in enumerate(self.scoring.rest):
            workspace.after[column] = NEVER
            if box in free:
                lower |= 1 << column
                workspace.after[column] = self.value_function.value(position.write(self.sheet, box, 0)) - self.base
        if self.scoring.top is not None and position.top == OPEN:
            lower |= 3 << len(self.scoring.rest)
            for state, points in ((FILLED, 1), (STRUCK, 0)):
                follows = self.value_function.value(position.write(self.sheet, self.scoring.top, points))
                workspace.after[len(self.scoring.rest) + state - FILLED] = follows - self.base
        enter(scores, upper, position.top, lower, workspace)
        return np.take(np.ascontiguousarray(workspace.best[:, 0]), self.dice.shows)

    def stage(self, rolls_left: int) -> Array:
        """By roll: what it is worth with so many rolls to come, relative to the base."""
        if rolls_left not in self._stages:
            if rolls_left:
                self._stages[rolls_left] = self.dice.thrown(self.stage(rolls_left - 1))
            else:
                end = self.entered(self.position)
                if self.position.chips:
                    end = np.maximum(end, self.dice.thrown(self.entered(self.position.spend())))
                self._stages[0] = end
        return self._stages[rolls_left]

    def options(self, dice: tuple[int, ...], rolls_left: int, *, chip_used: bool = False) -> list[MoveValue]:
        """Every move with its worth, best first; among equals the one that keeps or enters, in the card's order."""
        found = list(self._entries(dice))
        if rolls_left:
            found += self._throws("keep", dice, self.stage(rolls_left - 1))
        elif self.position.chips and not chip_used:
            found += self._throws("chip", dice, self.entered(self.position.spend()))
        return sorted(found, key=lambda option: -option.value)

    def _throws(self, verb: str, dice: tuple[int, ...], worth: Array) -> Iterator[MoveValue]:
        shown = [tuple(sorted(dice[i] for i in places)) for places in self.dice.places]
        keeps, numbers = self.dice.kept(worth, shown)
        index = []
        for some, places in zip(keeps, self.dice.places, strict=True):
            masks = _masks(places, len(dice))
            index.append({mask: some.index(tuple(sorted(dice[i] for i in which))) for mask, which in masks})
        own = [sum(1 << len(dice) - 1 - i for i in places) for places in self.dice.places]
        for bits in range(2 ** len(dice) - 2, -1, -1):
            at = tuple(by_mask[bits & mine] for by_mask, mine in zip(index, own, strict=True))
            yield MoveValue(move(verb, f"{bits:0{len(dice)}b}"), float(numbers[at]) + self.base)

    def _entries(self, dice: tuple[int, ...]) -> Iterator[MoveValue]:
        for box, entry in self._possible(dice).items():
            yield self._option("enter", box, entry)
            if self.sheet.strike_at_will and entry.points:
                yield self._option("strike", box, Entry(0))

    def _option(self, verb: str, box: int, entry: Entry) -> MoveValue:
        follows = self.value_function.value(self.position.write(self.sheet, box, entry.points))
        return MoveValue(move(verb, self.sheet.boxes[box].key), entry.points + entry.extra + follows)

    def _possible(self, dice: tuple[int, ...]) -> dict[int, Entry]:
        written: list[int | None] = [None if i in self.position.free else 0 for i in range(len(self.sheet.boxes))]
        if self.sheet.top is not None and self.position.top == FILLED:
            written[self.sheet.top] = 1
        return self.sheet.entries(counted(dice), written)


@cache
def _scratch(scoring: SheetScoring) -> Any:
    return scratch(scoring)
