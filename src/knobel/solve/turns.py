"""One turn of one position: what every roll, keep and entry is worth, from a valuer of what follows.

The reroll stages run on the compiled lattice. There is only one position, so the lanes are given to the faces of a
single die, if the game has one of its kind: lane *f* holds the rolls where it shows *f*, one lane more those where
it is thrown again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import Roll
from knobel.rules.core import Move, move
from knobel.solve.kernel import enter
from knobel.solve.kernel import room as scratch
from knobel.solve.lanes import rows
from knobel.solve.pools import Lattice, Pools
from knobel.solve.position import Position, Valuer
from knobel.solve.shape import LANES, NEVER
from knobel.solve.stages import reroll
from knobel.solve.tables import FILLED, OPEN, STRUCK, Card

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Option:
    """A move with its worth: the points of this turn's entry and all that is expected after it."""

    move: Move
    value: float


class Dice:
    """The dice of a sheet as axes, one for each kind, and the lattice without the kind that the lanes take."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.kinds = [kind for lattice in (card.pools.outer, card.pools.inner) for kind in lattice.kinds]
        single = [i for i, (die, count) in enumerate(self.kinds) if count == 1 and len(die.faces) < LANES]
        self.laned = single[0] if single and len(self.kinds) > 1 else None
        rest = [die for i, (die, count) in enumerate(self.kinds) if i != self.laned for _ in range(count)]
        self.pools = Pools.of(tuple(rest))
        self.axes = [Lattice((kind,)) for kind in self.kinds]
        self._full = rows(self.pools.steps[0].rows)
        self._part = rows(len(self.pools.inner.keeps))

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.full for axis in self.axes)

    @cached_property
    def shows(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        """By roll, with an axis for each kind: the distinct roll that boxes see."""
        found = {roll.faces: i for i, roll in enumerate(self.card.rolls)}
        indices = np.empty(self.shape, np.intp)
        for at in np.ndindex(self.shape):
            faces = [face for axis, i in zip(self.axes, at, strict=True) for face in axis.keeps[i][0]]
            indices[at] = found[tuple(sorted(faces))]
        return indices

    @cached_property
    def _rows(self) -> np.ndarray[Any, np.dtype[np.intp]]:
        """Where the rolls of the rest lie in the flattened axes of the rest."""
        axes = [axis for i, axis in enumerate(self.axes) if i != self.laned]
        order = {axis.kinds[0][0].faces: i for i, axis in enumerate(axes)}
        places = []
        for outer in self.pools.outer.keeps[: self.pools.outer.full]:
            for inner in self.pools.inner.keeps[: self.pools.inner.full]:
                kinds = (*self.pools.outer.kinds, *self.pools.inner.kinds)
                at = [0] * len(axes)
                for (die, _), faces in zip(kinds, (*outer, *inner), strict=True):
                    at[order[die.faces]] = axes[order[die.faces]].node[(faces,)]
                places.append(np.ravel_multi_index(at, [axis.full for axis in axes]))
        return np.array(places, np.intp)

    def thrown(self, worth: Array) -> Array:
        """By roll: the best of keeping it and throwing some of it again."""
        plan, inner = self.pools.steps
        if self.laned is None:
            flat = worth.reshape(-1, 1)[self._rows]
            self._full[: len(flat)] = flat
            reroll(plan, inner, self._full, self._part)
            flat = self._full[: len(flat), :1]
        else:
            moved = np.moveaxis(worth, self.laned, -1)
            faces = moved.shape[-1]
            flat = moved.reshape(-1, faces)[self._rows]
            self._full[: len(flat), :faces] = flat
            self._full[: len(flat), faces:] = flat.mean(axis=1, keepdims=True)
            reroll(plan, inner, self._full, self._part)
            flat = np.maximum(self._full[: len(flat), :faces], self._full[: len(flat), faces : faces + 1])
        result: Array = np.empty(flat.shape)
        result[self._rows] = flat
        if self.laned is None:
            shaped: Array = result.reshape(self.shape)
            return shaped
        rest = [size for i, size in enumerate(self.shape) if i != self.laned]
        moved_back: Array = np.ascontiguousarray(np.moveaxis(result.reshape(*rest, -1), -1, self.laned))
        return moved_back

    def kept(self, worth: Array, faces: tuple[tuple[int, ...], ...]) -> tuple[list[list[tuple[int, ...]]], Array]:
        """The expectation after every keep of a roll: for each axis the keeps, and the numbers by their indices."""
        keeps = []
        for i, (axis, shown) in enumerate(zip(self.axes, faces, strict=True)):
            some = sorted(_parts(shown))
            matrix = np.array([chances(axis, keep) for keep in some])
            worth = np.moveaxis(np.tensordot(matrix, worth, (1, i)), 0, i)
            keeps.append(some)
        return keeps, worth

    def by_kind(self, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The faces of dice in the order of the sheet, sorted into the kinds."""
        kinds = [tuple(sorted(die.faces)) for die in self.card.sheet.dice]
        return tuple(
            tuple(sorted(face for face, kind in zip(dice, kinds, strict=True) if kind == die.faces))
            for die, _ in self.kinds
        )


def _parts(faces: tuple[int, ...]) -> set[tuple[int, ...]]:
    parts: set[tuple[int, ...]] = {()}
    for face in faces:
        parts |= {tuple(sorted((*part, face))) for part in parts}
    return parts


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


class Turn:
    """The turn of one position."""

    def __init__(self, card: Card, dice: Dice, valuer: Valuer, position: Position) -> None:
        self.card, self.dice, self.valuer, self.position = card, dice, valuer, position
        self._stages: dict[int, Array] = {}

    @property
    def sheet(self) -> Sheet:
        return self.card.sheet

    @cached_property
    def base(self) -> float:
        return self.valuer.value(self.position.write(self.sheet, min(self.position.free), 0))

    def entered(self, position: Position) -> Array:
        """By roll: the best entry, relative to the base."""
        room, scores, free = _scratch(self.card), self.card.scores, position.free
        depth = scores.points.shape[1]
        upper = lower = 0
        for i, box in enumerate(self.card.upper):
            if box in free:
                upper |= 1 << i
                for level, points in enumerate(self.card.level_points[i]):
                    follows = self.valuer.value(position.write(self.sheet, box, points))
                    room.upper[i * depth + level] = follows + points - self.base
        for column, box in enumerate(self.card.rest):
            room.after[column] = NEVER
            if box in free:
                lower |= 1 << column
                room.after[column] = self.valuer.value(position.write(self.sheet, box, 0)) - self.base
        if self.card.top is not None and position.top == OPEN:
            lower |= 3 << len(self.card.rest)
            for state, points in ((FILLED, 1), (STRUCK, 0)):
                follows = self.valuer.value(position.write(self.sheet, self.card.top, points))
                room.after[len(self.card.rest) + state - FILLED] = follows - self.base
        enter(scores, upper, position.top, lower, room)
        best: Array = room.best[:, 0].astype(np.float64)
        shown: Array = best[self.dice.shows]
        return shown

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

    def options(self, dice: tuple[int, ...], rolls_left: int, *, chip_used: bool = False) -> list[Option]:
        """Every move with its worth, best first; among equals the one that keeps or enters, in the card's order."""
        found = list(self._entries(dice))
        if rolls_left:
            found += self._throws("keep", dice, self.stage(rolls_left - 1))
        elif self.position.chips and not chip_used:
            found += self._throws("chip", dice, self.entered(self.position.spend()))
        return sorted(found, key=lambda option: -option.value)

    def _throws(self, verb: str, dice: tuple[int, ...], worth: Array) -> Iterator[Option]:
        keeps, numbers = self.dice.kept(worth, self.dice.by_kind(dice))
        index = [{keep: i for i, keep in enumerate(some)} for some in keeps]
        for bits in range(2 ** len(dice) - 2, -1, -1):
            mask = f"{bits:0{len(dice)}b}"
            kept = tuple(face if bit == "1" else None for face, bit in zip(dice, mask, strict=True))
            at = tuple(index[i][faces] for i, faces in enumerate(self._kept_by_kind(kept)))
            yield Option(move(verb, mask), float(numbers[at]) + self.base)

    def _kept_by_kind(self, kept: tuple[int | None, ...]) -> list[tuple[int, ...]]:
        kinds = [tuple(sorted(die.faces)) for die in self.sheet.dice]
        return [
            tuple(
                sorted(face for face, kind in zip(kept, kinds, strict=True) if kind == die.faces and face is not None)
            )
            for die, _ in self.dice.kinds
        ]

    def _entries(self, dice: tuple[int, ...]) -> Iterator[Option]:
        for box, entry in self._possible(dice).items():
            yield self._option("enter", box, entry)
            if self.sheet.strike_at_will and entry.points:
                yield self._option("strike", box, Entry(0))

    def _option(self, verb: str, box: int, entry: Entry) -> Option:
        follows = self.valuer.value(self.position.write(self.sheet, box, entry.points))
        return Option(move(verb, self.sheet.boxes[box].key), entry.points + entry.extra + follows)

    def _possible(self, dice: tuple[int, ...]) -> dict[int, Entry]:
        written: list[int | None] = [None if i in self.position.free else 0 for i in range(len(self.sheet.boxes))]
        if self.sheet.top is not None and self.position.top == FILLED:
            written[self.sheet.top] = 1
        return self.sheet.entries(Roll(dice), written)


@cache
def _scratch(card: Card) -> Any:
    return scratch(card)
