"""The whole distribution of the points to come when every decision is the best for the mean.

Backwards like the values: the policy of a turn gives the probability of every entry, and the distribution of a
position is the mix of those that follow, each shifted by its points.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from knobel.compiled import compiled
from knobel.rules.fields import fail
from knobel.solver.arrays.dice import Doubles, Floats, Ints, Schedule, Steps
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.scoring import Scores
from knobel.solver.arrays.shape import LANES, UNITS, Values
from knobel.solver.arrays.states import StateIndex
from knobel.solver.errors import NotSolvable
from knobel.solver.induction.kernel import Offsets, Workspace, enter, follow, spread, workspace
from knobel.solver.induction.lanes import at, rows
from knobel.solver.induction.layers import side_by_side
from knobel.solver.induction.stages import keep_stage
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.policy import (
    EXTRA,
    Transitions,
    best_entries,
    best_keep,
    entries,
    gains_of_repeats,
    leads_to,
    memory_of_turn,
    transitions,
    usual_gains,
)
from knobel.words import text

Chances = np.ndarray[Any, np.dtype[np.float64]]


@compiled
def rolled(
    transitions: Transitions,
    inner: Steps,
    memory: tuple[Floats, ...],
    stages: int,
    lane: int,
    mass: Doubles,
    end: Doubles,
) -> None:
    """The probability of every roll at the end of a turn, into `end`, for dice of one kind."""
    full, nodes, first, more = transitions.inner_full, transitions.inner_nodes, inner.first, inner.more
    end[:] = inner.odds
    for stage in range(stages - 1, -1, -1):
        mass[:], worth = 0.0, memory[stage]
        for roll in range(full):
            mass[best_keep(transitions, worth, roll, lane)] += end[roll]
        for node in range(nodes - 1, full - 1, -1):  # nodes with more dice missing come later
            low, high = at(first, node - full), at(first, node - full + 1)
            each = mass[node] / (high - low)
            for j in range(low, high):
                mass[more[j] // UNITS] += each
        end[:] = mass[:full]


@compiled
def entered(
    scores: Scores, gains: Ints, chosen: Floats, lane: int, end: Doubles, made: Ints, worth: Ints, odds: Doubles
) -> int:
    """How likely each entry is that the turn may end with, and what it brings, given the odds of its last roll. Returns
    how many there are: a few dozen, where there are hundreds of rolls."""
    count = 0
    for roll in range(len(end)):
        shown = scores.spread[roll]
        entry = np.int64(chosen[shown, lane])
        gain, found = gains[shown, entry], 0
        while found < count and (made[found] != entry or worth[found] != gain):
            found += 1
        if found == count:
            made[count], worth[count], odds[count] = entry, gain, 0.0
            count += 1
        odds[found] += end[roll]
    return count


@compiled
def spread_layer(
    scores: Scores, places: StateIndex, schedule: Schedule, inner: Steps, transitions: Transitions, rolls: int,
    offsets: Offsets, known: Values, batches: Ints, own: Offsets, below: Floats, found: Floats, workspace: Workspace,
    memory: tuple[Floats, ...], gains: Ints, chosen: Floats, of_kind: Floats,
) -> None:  # fmt: skip
    """Distributions of a layer (`found`, a row for each position) from those of the layer below."""
    base, positions, held = np.empty(LANES), np.empty(LANES, np.int32), np.zeros(LANES, np.int32)
    end, mass = np.empty(inner.full), np.empty(inner.nodes)
    made, worth, odds = np.empty(inner.full, np.int32), np.empty(inner.full, np.int32), np.empty(inner.full)
    leads = np.zeros(gains.shape[1], np.int64)
    for b in range(len(batches)):
        boxes, top, first, count = batches[b, 0], batches[b, 1], batches[b, 3], batches[b, 4]
        for lane in range(LANES):
            positions[lane] = first + min(lane, count - 1)
        base[:] = np.nan
        lower = follow(scores, places, offsets, known, batches[b], positions, held, base, workspace)
        enter(scores, boxes, top, lower, workspace)
        best_entries(scores, boxes, top, lower, workspace, of_kind, 0, chosen)
        gains_of_repeats(scores, boxes, top, lower, gains)
        spread(scores, workspace.best, workspace.full)
        for stage in range(rolls - 1):
            keep_stage(schedule, inner, workspace.full, workspace.part, memory[stage])
        for lane in range(count):
            rolled(transitions, inner, memory, rolls - 1, lane, mass, end)
            leads_to(scores, places, offsets, batches[b], positions[lane], 0, leads)
            row = found[own[boxes, top] + positions[lane]]
            row[:] = 0.0
            for i in range(entered(scores, gains, chosen, lane, end, made, worth, odds)):
                gain, weight = (worth[i] >> EXTRA) + (worth[i] & ((1 << EXTRA) - 1)), np.float32(odds[i])
                source = below[leads[made[i]]]
                shifted = row[gain : gain + len(source)]
                for x in range(len(shifted)):
                    shifted[x] += weight * source[x]


@dataclass(frozen=True)
class ResultDistribution:
    """Distributions for a solved game of equal dice without chips."""

    table: ValueTable
    threads: int = 1

    def __post_init__(self) -> None:
        process = self.table.process
        if process.scoring.pools.outer.kinds or process.sheet.chips:
            raise NotSolvable(game=process.sheet.key, why=text("solve.why.spread"))

    @cached_property
    def width(self) -> int:
        """More points than this have no probability float32 could hold apart from 0: no card brings them."""
        return self.table.sheet.most + 1

    def of(self, position: CardPosition) -> Chances:
        """By points: the probability to get so many from `position` on."""
        process, space = self.table.process, self.table.process.space
        schedule, inner = process.scoring.pools.steps
        paths, ends = transitions(process.scoring.pools), process.end().astype(np.int64)
        below = np.zeros((len(ends), int(ends.max()) + 1), np.float32)
        below[np.arange(len(ends)), ends] = 1
        gains = np.zeros((len(process.scoring.rolls), entries(process.scoring.scores)), np.int32)
        usual_gains(process.scoring.scores, gains)
        step = max(int(process.scoring.scores.lower.max()), max(map(max, process.scoring.level_points), default=0))
        step += process.sheet.repeat.extra if process.sheet.repeat else 0
        for layer in range(1, len(position.free) + 1):
            found = np.empty((space.layer_sizes[layer], min(below.shape[1] + step, self.width)), np.float32)

            def work(batches: Ints, layer: int = layer, below: Floats = below, found: Floats = found) -> None:
                spread_layer(
                    process.scoring.scores, space.places, schedule, inner, paths, process.sheet.rolls,
                    space.offsets[layer - 1], np.asarray(self.table.layers[layer - 1]), batches, space.offsets[layer],
                    below, found, workspace(process.scoring), memory_of_turn(process.scoring),
                    gains.copy(), rows(len(process.scoring.rolls)), rows(len(process.scoring.scores.lower)),
                )  # fmt: skip

            side_by_side(self.threads, space.batches(layer), work)
            below = found
        place = space.place(position.free, position.upper, position.top, 0)
        if place is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        chances: Chances = below[place[1]].astype(np.float64)
        return chances
