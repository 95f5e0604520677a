"""The last throw of a turn.

What it brings depends on the numbers that lie there in the end, whichever dice show them. So keeps that leave the same
dice to throw and hold the same numbers are alike: of the 823,543 keeps of seven unlike dice, 28,366 are different. Each
of these is valued once, and the others look it up, which spares them their averages.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.solver.arrays.dice import Ints, Lattice, Offsets, Pools, bounds, flat
from knobel.solver.arrays.shape import offsets

Codes: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

WORTHWHILE = 4  # so many keeps must be alike, on average


class LastThrow(NamedTuple):
    """The different keeps: the distinct rolls first, then by the number of dice missing. Where too few are alike there
    are only the rolls."""

    keeps: int  # how many
    more: Offsets  # first[i]:first[i+1] of it: where the keeps start that one die more makes of keep number rolls+i
    first: Ints
    alike: Offsets  # by outer node × inner nodes + inner node: where the keep starts that it is like


class _Coder:
    """Writes what makes keeps different as one number: how many dice of every kind are missing, and how often every
    face is there. The number of a keep is the sum of those of its parts."""

    def __init__(self, pools: Pools) -> None:
        self.pools = pools
        self.kinds = (*pools.outer.kinds, *pools.inner.kinds)
        dice, unit = sum(count for _, count in self.kinds), 1
        self.gap: list[int] = []  # by kind: what a missing die adds
        for _, count in self.kinds:
            self.gap.append(unit)
            unit *= count + 1
        self.gaps = unit
        self.face: dict[int, int] = {}  # what a die that shows it adds
        for face in sorted({face for die, _ in self.kinds for face in die.faces}):
            self.face[face] = unit
            unit *= dice + 1
        self.fits = unit < 2**63

    def of_faces(self, faces: tuple[int, ...]) -> int:
        return sum(self.face[face] for face in faces)

    def every(self) -> Codes:
        """By outer node × inner nodes + inner node."""
        outer = self._of(self.pools.outer, self.gap)
        inner = self._of(self.pools.inner, self.gap[len(self.pools.outer.kinds) :])
        return (outer[:, None] + inner).reshape(-1)

    def _of(self, lattice: Lattice, gap: list[int]) -> Codes:
        return np.array(
            [
                sum(
                    each * (count - len(faces)) + self.of_faces(faces)
                    for each, (_, count), faces in zip(gap, lattice.kinds, keep, strict=False)
                )
                for keep in lattice.keeps
            ],
            np.int64,
        )

    def missing(self, code: int) -> list[int]:
        """How many dice of every kind are missing."""
        return [code // gap % (count + 1) for gap, (_, count) in zip(self.gap, self.kinds, strict=True)]

    def more(self, code: int) -> list[int]:
        """What one die more makes of it; which of the missing dice does not matter, so the first."""
        kind = next(i for i, count in enumerate(self.missing(code)) if count)
        return [code - self.gap[kind] + self.face[face] for face in self.kinds[kind][0].faces]


def last_throw(pools: Pools, rolls: list[tuple[int, ...]]) -> LastThrow:
    """For distinct rolls in this order."""
    coder, nothing = _Coder(pools), np.empty(0, np.uint32)
    every = coder.every() if coder.fits else nothing
    different = np.unique(every)
    if len(every) <= WORTHWHILE * len(different):
        return LastThrow(len(rolls), nothing, np.zeros(1, np.int32), nothing)
    rest = [code for code in different.tolist() if code % coder.gaps]
    rest.sort(key=lambda code: sum(coder.missing(code)))
    number = {code: i for i, code in enumerate([*map(coder.of_faces, rolls), *rest])}
    more = [[number[other] for other in coder.more(code)] for code in rest]
    numbers = np.array([number[code] for code in different.tolist()], np.uint32)
    return LastThrow(
        keeps=len(number),
        more=flat(more),
        first=bounds(more),
        alike=offsets(numbers[np.searchsorted(different, every)]),
    )
