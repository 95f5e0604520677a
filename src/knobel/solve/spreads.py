"""The whole distribution of the points to come when every decision is the best for the mean.

Backwards like the values: the policy of a turn gives the probability of every entry, and the distribution of a
position is the mix of those that follow, each shifted by its points.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from knobel.solve.errors import NotSolvable
from knobel.solve.hands import Ways, memory_of_turn, ways
from knobel.solve.kernel import Offsets, Room, Values, enter, follow, room, spread
from knobel.solve.lanes import compiled
from knobel.solve.playing import best_entry, keep_stage
from knobel.solve.pools import Doubles, Floats, Ints, Steps
from knobel.solve.position import Position
from knobel.solve.reach import leads_to
from knobel.solve.shape import LANES, NEVER
from knobel.solve.space import Places
from knobel.solve.tables import Scores
from knobel.solve.valuers import Table
from knobel.words import text


@compiled
def rolled(
    ways: Ways, memory: tuple[Floats, ...], stages: int, lane: int, odds: Doubles, mass: Doubles, end: Doubles
) -> None:
    """The probability of every roll at the end of a turn, into `end`, for dice of one kind."""
    full, nodes = ways.inner_full, ways.inner_full + len(ways.inner_first) - 1
    end[:] = odds
    for stage in range(stages - 1, -1, -1):
        mass[:] = 0.0
        for roll in range(full):
            best, kept = NEVER, roll
            for j in range(ways.inner_begin[roll], ways.inner_begin[roll + 1]):
                value = memory[stage][ways.inner_keeps[j], lane]
                if value > best:
                    best, kept = value, ways.inner_keeps[j]
            mass[kept] += end[roll]
        for node in range(nodes - 1, full - 1, -1):  # nodes with more dice missing come later
            first, last = ways.inner_first[node - full], ways.inner_first[node - full + 1]
            for j in range(first, last):
                mass[ways.inner_more[j]] += mass[node] / (last - first)
        end[:] = mass[:full]


@compiled
def spread_layer(
    scores: Scores, places: Places, outer: Steps, inner: Steps, ways: Ways, rolls: int, offsets: Offsets,
    known: Values, batches: Ints, own: Offsets, below: Floats, found: Floats, room: Room, memory: tuple[Floats, ...],
) -> None:  # fmt: skip
    """Distributions of a layer (`found`, a row for each position) from those of the layer below."""
    base, positions, held = np.empty(LANES), np.empty(LANES, np.int32), np.zeros(LANES, np.int32)
    end, mass = np.empty(inner.full), np.empty(inner.full + len(inner.share))
    lower, upper = np.zeros(scores.lower.shape[1], np.int64), np.zeros(scores.points.size, np.int64)
    rest, depth = scores.lower.shape[1] - 2, scores.points.shape[1]
    for b in range(len(batches)):
        boxes, top, first, count = batches[b, 0], batches[b, 1], batches[b, 3], batches[b, 4]
        for lane in range(LANES):
            positions[lane] = first + min(lane, count - 1)
        base[:] = np.nan
        union = follow(scores, places, offsets, known, batches[b], positions, held, base, room)
        enter(scores, boxes, top, union, room)
        spread(scores, room.best, room.full)
        for stage in range(rolls - 1):
            keep_stage(outer, inner, room.full, room.part, memory[stage])
        for lane in range(count):
            rolled(ways, memory, rolls - 1, lane, inner.odds, mass, end)
            columns = leads_to(scores, places, offsets, batches[b], positions[lane], 0, lower, upper)
            row = found[own[boxes, top] + positions[lane]]
            row[:] = 0.0
            others = columns & ((1 << rest) - 1)
            for roll in range(inner.full):
                entry = best_entry(scores, boxes, top, others, scores.spread[roll], room, lane)
                column, points, extra = entry >> 20, entry >> 10 & 1023, entry & 1023
                if column < rest + 2:
                    follows = lower[column]
                else:
                    i = column - rest - 2
                    level = 0
                    while scores.points[i, level] != points:
                        level += 1
                    follows = upper[i * depth + level]
                gain, weight = points + extra, np.float32(end[roll])
                source = below[follows]
                for x in range(min(len(source), len(row) - gain)):
                    row[gain + x] += weight * source[x]


@dataclass(frozen=True)
class Spread:
    """Distributions for a solved game of equal dice without chips."""

    table: Table

    def __post_init__(self) -> None:
        problem = self.table.problem
        if problem.card.pools.outer.kinds or problem.sheet.chips:
            raise NotSolvable(game=problem.sheet.key, why=text("solve.why.spread"))

    @cached_property
    def width(self) -> int:
        """More points than this have no probability float32 could hold apart from 0: no card brings them."""
        return self.table.sheet.most + 1

    def start(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """By points: the probability to end a game with so many."""
        problem, space = self.table.problem, self.table.problem.space
        outer, inner = problem.card.pools.steps
        own, memory, paths = room(problem.card), memory_of_turn(problem.card), ways(problem.card.pools)
        ends = problem.end().astype(np.int64)
        below = np.zeros((len(ends), int(ends.max()) + 1), np.float32)
        below[np.arange(len(ends)), ends] = 1
        step = max(int(problem.card.scores.lower.max()), max(map(max, problem.card.level_points), default=0))
        step += problem.sheet.repeat.extra if problem.sheet.repeat else 0
        for layer in range(1, problem.layers + 1):
            width = min(below.shape[1] + step, self.width)
            found = np.zeros((space.layer_sizes[layer], width), np.float32)
            spread_layer(
                problem.card.scores, space.places, outer, inner, paths, problem.sheet.rolls, space.offsets[layer - 1],
                np.asarray(self.table.layers[layer - 1]), space.batches(layer), space.offsets[layer],
                below, found, own, memory,
            )  # fmt: skip
            below = found
        place = space.place(Position.start(problem.sheet).free, 0, 0, 0)
        assert place is not None
        distribution: np.ndarray[Any, np.dtype[np.float64]] = below[place[1]].astype(np.float64)
        return distribution
