"""The dice of a card as axes, one for each kind, and what throwing them does: in NumPy, without a compiler.

Numbers *by roll* have an axis for each kind of dice, along which its full rolls lie; numbers *by keep* have all its
keeps there, the full ones first. To throw means: along every axis, to each keep the mean of the rolls it may become. To
choose means: along every axis, to each roll the best of the keeps within it.
"""

from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import prod
from typing import Any, NamedTuple

import numpy as np

from knobel.solver.arrays.dice import Lattice, Pools
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.arrays.shape import LANES

Array = np.ndarray[Any, np.dtype[np.floating[Any]]]
Indices = np.ndarray[Any, np.dtype[np.intp]]


class Axis(NamedTuple):
    """One kind of dice: its keeps, full rolls first."""

    lattice: Lattice
    full: int
    keeps: int
    odds: Array  # [keep that is not full, roll]: the probability to become it
    within: Indices  # [roll, …]: the keeps within it, filled up with the roll itself

    @property
    def single(self) -> bool:
        """One fair die alone, which is kept or thrown."""
        return self.keeps == self.full + 1 and bool((self.odds[0] == self.odds[0, 0]).all())


class Masks(NamedTuple):
    """The ways to keep some of the dice that lie there: for each axis the odds of the different ones, and for each mask
    of a move, most kept first, which of them it is."""

    odds: tuple[Array, ...]
    which: Indices


class DiceAxes:
    """First come the kinds of the lattice that compiled code walks, last the kind that its lanes take."""

    def __init__(self, scoring: SheetScoring) -> None:
        self.scoring = scoring
        kinds = [kind for lattice in (scoring.pools.outer, scoring.pools.inner) for kind in lattice.kinds]
        single = [(die, count) for die, count in kinds if count == 1 and len(die.faces) < LANES]
        laned = single[:1] if len(kinds) > 1 else []
        self.pools = Pools.of(tuple(die for die, count in kinds if (die, count) not in laned for _ in range(count)))
        self.kinds = [*self.pools.outer.kinds, *self.pools.inner.kinds, *laned]
        self.lanes = len(laned[0][0].faces) if laned else 1
        self.masks = lru_cache(maxsize=10_000)(self._masks)

    @cached_property
    def axes(self) -> list[Axis]:
        return [_axis(Lattice((kind,))) for kind in self.kinds]

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return tuple(axis.full for axis in self.axes)

    @cached_property
    def places(self) -> list[list[int]]:
        """For each kind, where its dice stand in the order of the sheet."""
        kinds = [tuple(sorted(die.faces)) for die in self.scoring.sheet.dice]
        return [[i for i, kind in enumerate(kinds) if kind == die.faces] for die, _ in self.kinds]

    @cached_property
    def shows(self) -> Indices:
        """By roll: the distinct roll that boxes see."""
        return self.scoring.shown([axis.lattice.full_faces for axis in self.axes])

    def at(self, dice: tuple[int, ...]) -> tuple[int, ...]:
        """Where these dice are among the rolls."""
        return tuple(
            axis.lattice.node[(tuple(sorted(dice[i] for i in places)),)]
            for axis, places in zip(self.axes, self.places, strict=True)
        )

    @cached_property
    def first(self) -> Array:
        """By roll: the probability to throw it with all dice."""
        odds: Array = np.ones(1)
        for axis in self.axes:
            odds = np.multiply.outer(odds, axis.odds[-1])
        return odds.reshape(self.shape)

    # Values, backwards.

    def thrown(self, worth: Array) -> Array:
        """By roll: the best of keeping it and of throwing some of it again, from what rolls are worth after that."""
        return self._best(self.averaged(worth))

    def averaged(self, worth: Array) -> Array:
        """By keep: what it is worth to throw the rest, from what rolls are worth."""
        found = worth
        for i, axis in enumerate(self.axes):
            found = found.reshape(prod(found.shape[:i]), axis.full, -1)
            if axis.single:
                thrown = found.mean(axis=1, keepdims=True)
            elif found.shape[2] == 1:
                thrown = (found[:, :, 0] @ axis.odds.T)[:, :, None]
            else:
                thrown = axis.odds @ found
            found = np.concatenate((found, thrown), axis=1).reshape(self._by(i + 1))
        return found

    def _best(self, kept: Array) -> Array:
        for i, axis in enumerate(self.axes):
            parts = kept.reshape(prod(self.shape[:i]), axis.keeps, -1)
            if axis.single:
                kept = np.maximum(parts[:, : axis.full], parts[:, axis.full :])
            else:
                kept = parts[:, axis.within].max(axis=2)
        return kept.reshape(self.shape)

    def _by(self, done: int) -> tuple[int, ...]:
        """The shape of numbers by keep along the first axes and by roll along the others."""
        return (*(axis.keeps for axis in self.axes[:done]), *self.shape[done:])

    def choices(self, kept: Array) -> Indices:
        """By roll: the best of the keeps within it, as a place among all keeps."""
        found = []
        for i, axis in enumerate(self.axes):
            parts = kept.reshape(prod(self.shape[:i]), axis.keeps, -1)
            if axis.single:
                kept = np.maximum(parts[:, : axis.full], parts[:, axis.full :])
                found.append(kept > parts[:, : axis.full])
            else:
                among = parts[:, axis.within]
                kept = among.max(axis=2)
                found.append(among.argmax(axis=2))
        # The last axis has chosen whatever the others do; each one before it looks up what those after it chose.
        rolls = np.indices(self.shape).reshape(len(self.axes), -1)
        behind = np.zeros(rolls.shape[1], np.intp)
        width = 1
        for i in reversed(range(len(self.axes))):
            axis = self.axes[i]
            before = np.ravel_multi_index(tuple(rolls[:i]), self.shape[:i]) if i else 0
            chosen = found[i][before, rolls[i], behind]
            keep = np.where(chosen, axis.full, rolls[i]) if axis.single else axis.within[rolls[i], chosen]
            behind = keep * width + behind
            width *= axis.keeps
        return behind

    # Chances, forwards.

    def spread(self, mass: Array) -> Array:
        """By roll: how likely it is after throwing the rest of keeps that are so likely."""
        found = mass.reshape(tuple(axis.keeps for axis in self.axes))
        for i, axis in enumerate(self.axes):
            parts = found.reshape(prod(self.shape[:i]), axis.keeps, -1)
            full, rest = parts[:, : axis.full], parts[:, axis.full :]
            found = full + (rest / axis.full if axis.single else axis.odds.T @ rest)
        return found.reshape(self.shape)

    @cached_property
    def keeps(self) -> int:
        return prod(axis.keeps for axis in self.axes)

    def keep_at(self, dice: tuple[int, ...], mask: str) -> int:
        """The place, among all keeps, of the dice that a mask keeps."""
        at = 0
        for axis, places in zip(self.axes, self.places, strict=True):
            at = at * axis.keeps + axis.lattice.node[(tuple(sorted(dice[i] for i in places if mask[i] == "1")),)]
        return at

    # The ways to keep some of the dice that lie there.

    def kept(self, worth: Array, dice: tuple[int, ...]) -> list[float]:
        """For each mask of a move, most kept first: what it is worth to throw the others, from what rolls are worth."""
        masks, found, done = self.masks(dice), worth, 1
        for axis, odds in zip(self.axes, masks.odds, strict=True):
            parts = found.reshape(done, axis.full, -1)
            # NumPy deals so thin a product of matrices out to threads, which cost six times what they bring.
            found = np.einsum("kr,nrx->nkx", odds, parts) if axis.single else odds @ parts
            done *= len(odds)
        values: list[float] = found.reshape(-1)[masks.which].tolist()
        return values

    def _masks(self, dice: tuple[int, ...]) -> Masks:
        every, which = [], np.zeros(1 << len(dice), np.intp)
        bits = np.arange(1 << len(dice))
        for axis, places in zip(self.axes, self.places, strict=True):
            different = sorted(_parts(tuple(sorted(dice[i] for i in places))))
            every.append(np.array([_odds(axis, axis.lattice.node[(keep,)]) for keep in different]))
            number = np.zeros(1 << len(dice), np.intp)
            own = sum(1 << len(dice) - 1 - i for i in places)
            of_mask = {}
            for n in range(len(places) + 1):
                for some in combinations(places, n):
                    mask = sum(1 << len(dice) - 1 - i for i in some)
                    of_mask[mask] = different.index(tuple(sorted(dice[i] for i in some)))
            for mask, place in of_mask.items():
                number[bits & own == mask] = place
            which = which * len(different) + number
        return Masks(tuple(every), which[-2::-1])


@cache
def _axis(lattice: Lattice) -> Axis:
    within = [sorted(_within(lattice, node)) for node in range(lattice.full)]
    most = max(map(len, within))
    rows = np.array([[*keeps, *[node] * (most - len(keeps))] for node, keeps in enumerate(within)])
    odds: Array = np.array([chances(lattice, keep[0]) for keep in lattice.keeps[lattice.full :]])
    return Axis(lattice, lattice.full, len(lattice.keeps), odds, rows)


def _odds(axis: Axis, node: int) -> Array:
    sure: Array = np.eye(axis.full)[node] if node < axis.full else axis.odds[node - axis.full]
    return sure


def _within(lattice: Lattice, node: int) -> set[int]:
    """All that can be kept of a roll."""
    return {lattice.node[(part,)] for part in _parts(lattice.keeps[node][0])}


def _parts(faces: tuple[int, ...]) -> set[tuple[int, ...]]:
    parts: set[tuple[int, ...]] = {()}
    for face in faces:
        parts |= {tuple(sorted((*part, face))) for part in parts}
    return parts


@cache
def chances(axis: Lattice, keep: tuple[int, ...]) -> Array:
    """By full roll of one kind of dice: the probability to get it when `keep` is kept."""
    node = axis.node[(keep,)]
    if node < axis.full:
        sure: Array = np.eye(axis.full)[node]
        return sure
    parts = [chances(axis, axis.keeps[more][0]) for more in axis.more((keep,))]
    mean: Array = np.mean(parts, axis=0)
    return mean
