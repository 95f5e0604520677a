"""Dice grouped by kind, and the lattice of what can be kept of them.

A *keep* is a multiset of faces for every kind of dice. Rolling again means: average in one missing die at a time,
down from the full rolls; choosing what to keep means: take out one die at a time, up from the empty keep. Both
walk the same lattice, whose nodes are numbered with the full rolls first, then by the number of missing dice.

The dice are split in two: an inner lattice small enough for the nearest cache, and an outer one around it, because a
keep of both parts is a keep of each. The outer one is walked kind by kind, each inside the one before, so that what is
worked on shrinks from cache to cache.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, groupby, product
from math import comb, factorial, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from knobel.rules.boxes import Die
from knobel.solver.arrays.shape import offsets

Ints: TypeAlias = np.ndarray[Any, np.dtype[np.int32]]
Offsets: TypeAlias = np.ndarray[Any, np.dtype[np.unsignedinteger[Any]]]  # where rows start, see `offsets`
Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
Doubles: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Keep: TypeAlias = tuple[tuple[int, ...], ...]  # for every kind the faces kept, sorted

INNER_ROWS = 500  # nodes of the inner lattice at most, so that its rows stay in the nearest cache

INNER, AVERAGE = range(2)  # the jobs of a schedule


class Steps(NamedTuple):
    """A lattice as arrays, as compiled code reads it. Lists of each node lie one after the other."""

    full: int  # so many nodes, the first, have no die missing
    short: int  # so many nodes, the first, have at most one die missing
    nodes: int
    more: Offsets  # first[i]:first[i+1] of it: the nodes one die more gives node full+i
    first: Ints
    less: Offsets  # the nodes that one die less gives
    begin: Ints
    runs: Ints  # by threes: first node, last node + 1, how many each has in `less`, for nodes that have equally many
    odds: Doubles  # by full node: the probability of rolling it


class Schedule(NamedTuple):
    """A reroll stage around the inner lattice, as jobs on blocks of rows, one row for every full inner roll. Blocks of
    full rolls of the outer dice come first; those with dice missing are used again and again."""

    full: int  # so many full rolls the outer dice have
    odds: Doubles  # the probability of each
    rows: int  # that all blocks take together
    jobs: Ints  # what, first row of the block, its rows (of INNER the outer node), which `sources` it has: from, to
    sources: Offsets  # where other blocks start


@dataclass(frozen=True)
class Lattice:
    """All keeps of some dice, each kind with the number of its dice."""

    kinds: tuple[tuple[Die, int], ...]

    @cached_property
    def keeps(self) -> tuple[Keep, ...]:
        pools = [
            [faces for n in range(count + 1) for faces in combinations_with_replacement(sorted(set(die.faces)), n)]
            for die, count in self.kinds
        ]
        return tuple(sorted(product(*pools), key=lambda keep: (self.missing(keep), *map(self._distinct, keep))))

    @cached_property
    def node(self) -> dict[Keep, int]:
        return {keep: i for i, keep in enumerate(self.keeps)}

    @cached_property
    def full(self) -> int:
        return sum(self.missing(keep) == 0 for keep in self.keeps)

    @property
    def full_faces(self) -> list[tuple[int, ...]]:
        """The faces of every full roll, whichever kind of dice shows them."""
        return [tuple(face for faces in keep for face in faces) for keep in self.keeps[: self.full]]

    def missing(self, keep: Keep) -> int:
        return sum(count - len(faces) for (_, count), faces in zip(self.kinds, keep, strict=True))

    @staticmethod
    def _distinct(faces: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """How many ways there are to take one die out. Nodes are sorted by it so that loops over them keep pace, and
        kind by kind so that the full rolls of several kinds lie as those of the first, around those of the others."""
        return len(set(faces)), faces

    def more(self, keep: Keep) -> list[int]:
        """The nodes reached by rolling one missing die; which of them does not matter, so the first."""
        kind = next(i for i, (_, count) in enumerate(self.kinds) if len(keep[i]) < count)
        return [
            self.node[*keep[:kind], tuple(sorted((*keep[kind], face))), *keep[kind + 1 :]]
            for face in self.kinds[kind][0].faces
        ]

    def less(self, keep: Keep) -> list[int]:
        """The nodes reached by taking one die out."""
        nodes = []
        for kind, faces in enumerate(keep):
            for face in sorted(set(faces)):
                at = faces.index(face)
                nodes.append(self.node[*keep[:kind], faces[:at] + faces[at + 1 :], *keep[kind + 1 :]])
        return nodes

    def odds(self, keep: Keep) -> float:
        chance = 1.0
        for (die, count), faces in zip(self.kinds, keep, strict=True):
            orders = factorial(count) // prod(map(factorial, Counter(faces).values()))
            chance *= orders * prod(map(die.faces.count, faces)) / len(die.faces) ** count
        return chance

    @cached_property
    def steps(self) -> Steps:
        more = [self.more(keep) for keep in self.keeps[self.full :]]
        less = [self.less(keep) for keep in self.keeps]
        return Steps(
            full=self.full,
            short=sum(self.missing(keep) <= 1 for keep in self.keeps),
            nodes=len(self.keeps),
            more=flat(more),
            first=bounds(more),
            less=flat(less),
            begin=bounds(less),
            runs=_runs(less, self.full),
            odds=np.array([self.odds(keep) for keep in self.keeps[: self.full]], np.float64),
        )


def flat(lists: list[list[int]]) -> Offsets:
    return offsets([node for nodes in lists for node in nodes])


def bounds(lists: list[list[int]]) -> Ints:
    return np.cumsum([0, *map(len, lists)], dtype=np.int32)


def _runs(less: list[list[int]], full: int) -> Ints:
    runs = []
    for (_, count), group in groupby(range(len(less)), key=lambda node: (node < full, len(less[node]))):
        nodes = list(group)
        runs.append((nodes[0], nodes[-1] + 1, count))
    return np.array(runs, np.int32).reshape(-1)


@dataclass(frozen=True)
class Pools:
    """The dice of a game as an outer and an inner lattice."""

    outer: Lattice
    inner: Lattice

    @classmethod
    def of(cls, dice: tuple[Die, ...]) -> "Pools":
        """Kinds go inside, those with the most dice first, as long as the inner lattice stays small."""
        counted = Counter(tuple(sorted(die.faces)) for die in dice)
        kinds = sorted(((Die("", faces), n) for faces, n in counted.items()), key=lambda kind: -_size(*kind))
        inner: list[tuple[Die, int]] = []
        outer: list[tuple[Die, int]] = []
        for kind in kinds:
            fits = not inner or prod(_size(*each) for each in [*inner, kind]) <= INNER_ROWS
            (inner if fits and not outer else outer).append(kind)
        return cls(Lattice(tuple(outer)), Lattice(tuple(inner)))

    @cached_property
    def steps(self) -> tuple[Schedule, Steps]:
        return _Scheduler(self).schedule(), self.inner.steps

    @cached_property
    def stage_steps(self) -> int:
        """Rows that a reroll stage adds up or compares."""
        schedule, inner = self.steps
        what, _, size, first, last = schedule.jobs.T.astype(np.int64)
        size[what == INNER] = inner.full
        return int((size * (last - first)).sum()) + int((what == INNER).sum()) * (len(inner.more) + len(inner.less))

    @property
    def nodes(self) -> int:
        return len(self.outer.keeps) * len(self.inner.keeps)


class _Scheduler:
    """Writes the jobs of a stage: of every kind of outer dice average its missing dice in; then, from the empty keep
    up, do the same with the kinds inside it. Innermost, take out a die of any kind where that is better: there a block
    is small enough to stay in the nearest cache meanwhile."""

    def __init__(self, pools: Pools) -> None:
        self.pools, self.kinds = pools, [Lattice((kind,)) for kind in pools.outer.kinds]
        self.sizes = [prod(each.full for each in self.kinds[i:]) * pools.inner.full for i in range(len(self.kinds) + 1)]
        self.jobs: list[tuple[int, int, int, int, int]] = []
        self.sources: list[int] = []
        self.scratch = [self.sizes[0]]  # by kind: where blocks with dice of it missing begin
        for kind, size in zip(self.kinds, self.sizes[1:], strict=True):
            self.scratch.append(self.scratch[-1] + (len(kind.keeps) - kind.full) * size)

    def schedule(self) -> Schedule:
        self._visit(0, (), [])
        outer = self.pools.outer
        return Schedule(
            full=outer.full,
            odds=np.array([outer.odds(keep) for keep in outer.keeps[: outer.full]], np.float64),
            rows=self.scratch[-1],
            jobs=np.array(self.jobs, np.int32),
            sources=offsets(self.sources),
        )

    def _visit(self, start: int, keep: Keep, fewer: list[int]) -> None:
        """The jobs of the block at `start`, where `keep` is what is kept of the kinds around it. The blocks at `fewer`
        are finished and have one die of these taken out."""
        level = len(keep)
        if level == len(self.kinds):
            self._job(INNER, start, self.pools.outer.node[keep], fewer)
            return
        kind, size = self.kinds[level], self.sizes[level + 1]
        inside = [start + node * size for node in range(kind.full)]
        inside += range(self.scratch[level], self.scratch[level + 1], size)
        for node in range(kind.full, len(kind.keeps)):
            self._job(AVERAGE, inside[node], size, [inside[more] for more in kind.more(kind.keeps[node])])
        for node in reversed(range(len(kind.keeps))):
            # Where a die of this kind is missing, dice of those around it are taken out later: with this one there.
            around = [other + node * size for other in fewer] if node < kind.full else []
            own = [inside[other] for other in kind.less(kind.keeps[node])]
            self._visit(inside[node], (*keep, *kind.keeps[node]), around + own)

    def _job(self, what: int, start: int, size: int, others: list[int]) -> None:
        self.jobs.append((what, start, size, len(self.sources), len(self.sources) + len(others)))
        self.sources += others


def _size(die: Die, count: int) -> int:
    return comb(len(die.faces) + count, count)
