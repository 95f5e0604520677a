"""Side figures of every position, when all decisions are the best for the mean: how likely each upper bonus is, how
likely the top box is to be filled with points, and the extra points to come.

Backwards like the values: the policy of a turn gives the probability of every entry, and a figure of a position is the
mix of those that follow, with what the entry itself adds.
"""

from functools import partial
from typing import Any

import numpy as np

from knobel.compiled import compiled
from knobel.solver.arrays.dice import Floats, Ints, Schedule, Steps
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import OPEN, Scores
from knobel.solver.arrays.shape import LANES, Values
from knobel.solver.arrays.states import StateIndex
from knobel.solver.errors import NotSolvable
from knobel.solver.induction.kernel import Offsets, Workspace, enter, follow, spread, workspace
from knobel.solver.induction.lanes import rows
from knobel.solver.induction.layers import side_by_side
from knobel.solver.induction.stages import keep_stage
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.objectives.distribution import entered, rolled
from knobel.solver.simulation.policy import (
    EXTRA,
    Transitions,
    best_entries,
    entries,
    gains_of_repeats,
    leads_to,
    memory_of_turn,
    transitions,
    usual_gains,
)
from knobel.words import text

Figures = np.ndarray[Any, np.dtype[np.float64]]  # [position, figure]


@compiled
def figures_layer(
    scores: Scores, places: StateIndex, schedule: Schedule, inner: Steps, transitions: Transitions, rolls: int,
    offsets: Offsets, known: Values, batches: Ints, own: Offsets, below: Figures, found: Figures, workspace: Workspace,
    memory: tuple[Floats, ...], gains: Ints, chosen: Floats, of_kind: Floats,
) -> None:  # fmt: skip
    """Figures of a layer from those of the layer below. The last two are of the top box: filled, and extra points."""
    base, positions, held = np.empty(LANES), np.empty(LANES, np.int32), np.zeros(LANES, np.int32)
    end, mass = np.empty(inner.full), np.empty(inner.nodes)
    made, worth, odds = np.empty(inner.full, np.int32), np.empty(inner.full, np.int32), np.empty(inner.full)
    leads, width, filled = np.zeros(gains.shape[1], np.int64), below.shape[1], scores.lower.shape[1] - 2
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
                source = below[leads[made[i]]]
                for figure in range(width):
                    row[figure] += odds[i] * source[figure]
                row[width - 2] += odds[i] * (top == OPEN and made[i] == filled)
                row[width - 1] += odds[i] * (worth[i] & ((1 << EXTRA) - 1))


def end_figures(process: DecisionProcess) -> Figures:
    """Those of full cards: which bonuses are reached."""
    space, bonuses = process.space, process.sheet.bonuses
    found = np.zeros((space.layer_sizes[0], len(bonuses) + 2))
    for top in space.tops:
        for kind in range(int(space.places.classes[0])):
            place = int(space.offsets[0, 0, top]) + kind
            found[place, : len(bonuses)] = [int(space.places.sums[0, kind]) >= bonus.at for bonus in bonuses]
    return found


def figures(table: ValueTable, threads: int = 1) -> list[Figures]:
    """Layer by layer, for a solved game of equal dice without chips."""
    process, space, scoring = table.process, table.process.space, table.process.scoring
    if scoring.pools.outer.kinds or process.sheet.chips:
        raise NotSolvable(game=process.sheet.key, why=text("solve.why.spread"))
    schedule, inner = scoring.pools.steps
    paths, layers = transitions(scoring.pools), [end_figures(process)]
    gains = np.zeros((len(scoring.rolls), entries(scoring.scores)), np.int32)
    usual_gains(scoring.scores, gains)

    def work(layer: int, found: Figures, batches: Ints) -> None:
        figures_layer(
            scoring.scores, space.places, schedule, inner, paths, process.sheet.rolls, space.offsets[layer - 1],
            np.asarray(table.layers[layer - 1]), batches, space.offsets[layer], layers[layer - 1], found,
            workspace(scoring), memory_of_turn(scoring), gains.copy(), rows(len(scoring.rolls)),
            rows(len(scoring.scores.lower)),
        )  # fmt: skip

    for layer in range(1, process.layers + 1):
        found = np.empty((space.layer_sizes[layer], layers[0].shape[1]))
        side_by_side(threads, space.batches(layer), partial(work, layer, found))
        layers.append(found)
    return layers
