"""Playing for a target: the greatest probability to reach it, for every position and every number of points lacking.

The turn is the same as for the mean; what differs is the algebra. A value is a row of probabilities by points still
lacking, an entry shifts that row instead of adding to a number, and the end is 1 where nothing is lacking. So the
lanes are given to the points, and one solve answers all targets up to the one asked for.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from knobel.compiled import compiled
from knobel.solver.arrays.dice import Floats, Ints, Schedule, Steps
from knobel.solver.arrays.last_throw import LastThrow
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import OPEN, Scores
from knobel.solver.arrays.shape import LANES, NEVER
from knobel.solver.arrays.states import StateIndex
from knobel.solver.induction.kernel import Offsets, Workspace, case_of, turn, workspace
from knobel.solver.induction.lanes import larger, load_from, splat, store
from knobel.solver.induction.layers import side_by_side
from knobel.solver.induction.stages import first_roll
from knobel.solver.simulation.policy import leads_to


@compiled
def enter_shifted(
    scores: Scores, group: Ints, columns: int, leads: Offsets,
    known: Floats, stride: int, lacking: int, best_roll: Floats,
) -> None:  # fmt: skip
    """The best entry of every distinct roll for `LANES` numbers of points lacking; `lacking` is where in a row of
    `known` the first of them stands."""
    boxes, top, lower, depth = group[0], group[1], scores.lower.shape[1], scores.points.shape[1]
    for roll in range(len(scores.kind)):
        best, kind = splat(np.float32(0.0)), scores.kind[roll]
        for column in range(lower):
            if columns >> column & 1 and scores.lower[kind, column] > NEVER / 2:
                points = np.int64(scores.lower[kind, column])
                best = larger(best, load_from(known, leads[column] * stride + lacking - points))
        for i in range(scores.levels.shape[0]):
            if boxes >> i & 1:
                level = scores.level[roll, i]
                points = np.int64(scores.points[i, level - i * depth])
                best = larger(best, load_from(known, leads[lower + level] * stride + lacking - points))
        store(best_roll, roll, best)
    if top == OPEN:
        return
    for j in range(len(scores.again)):
        best, case = splat(np.float32(0.0)), case_of(scores, j, boxes, top, columns)
        for column in range(lower - 2):
            if columns >> column & 1 and scores.again_lower[case, j, column] > NEVER / 2:
                points = np.int64(scores.again_lower[case, j, column])
                best = larger(best, load_from(known, leads[column] * stride + lacking - points))
        for i in range(scores.levels.shape[0]):
            if boxes >> i & 1 and scores.again_extra[case, j, i] > NEVER / 2:
                level = scores.again_level[case, j, i]
                points = np.int64(scores.points[i, level - i * depth] + scores.again_extra[case, j, i])
                best = larger(best, load_from(known, leads[lower + level] * stride + lacking - points))
        store(best_roll, scores.again[j], best)


@compiled
def reach_layer(
    scores: Scores, last: LastThrow, places: StateIndex, schedule: Schedule, inner: Steps, rolls: int, offsets: Offsets,
    known: Floats, batches: Ints, own: Offsets, found: Floats, stride: int, pad: int, workspace: Workspace,
) -> None:  # fmt: skip
    leads, result = np.zeros(scores.lower.shape[1] + scores.points.size, np.int64), np.empty(LANES)
    width = places.chips + 1
    for b in range(len(batches)):
        for position in range(batches[b, 3], batches[b, 3] + batches[b, 4]):
            for first in range(pad, stride - LANES + 1, LANES):
                for chips in range(width):
                    columns = leads_to(scores, places, offsets, batches[b], position, chips, leads)
                    enter_shifted(scores, batches[b], columns, leads, known, stride, first, workspace.best)
                    turn(scores, last, schedule, inner, rolls, chips, places.chips, workspace)
                    first_roll(schedule, inner, workspace.full, workspace.kinds, result)
                    row = own[batches[b, 0], batches[b, 1]] + position * width + chips
                    for lane in range(LANES):
                        found[row * stride + first + lane] = result[lane]


@dataclass(frozen=True)
class TargetChance:
    """The greatest probability of at least `target` points, from the whole game or from an end game on."""

    process: DecisionProcess
    target: int
    threads: int = 1
    _known: dict[int, Floats] = field(default_factory=dict)

    @cached_property
    def pad(self) -> int:
        """Places in front of a row, for entries that bring more than is lacking; a row starts at 1 point lacking."""
        sheet = self.process.sheet
        extra = sheet.repeat.extra if sheet.repeat else 0
        most = max(box.points.of(roll) for box in sheet.boxes for roll in self.process.scoring.rolls)
        return max(most, sheet.repeat.anywhere if sheet.repeat else 0) + extra + 1

    @cached_property
    def stride(self) -> int:
        return self.pad + -(-(self.target + 1) // LANES) * LANES

    def chance(self, position: CardPosition, lacking: int) -> float:
        """The probability to get at least `lacking` points from `position` on, playing for nothing else."""
        place = self.process.space.place(position.free, position.upper, position.top, position.chips)
        if place is None or lacking > self.target:
            raise ValueError(lacking)
        layer, index = place
        return float(self._layer(layer)[index, max(lacking, -self.pad) + self.pad])

    def _layer(self, wanted: int) -> Floats:
        """By position of a layer: the probability for every number of points lacking. The last one asked is kept."""
        if wanted not in self._known:
            process, space, scoring = self.process, self.process.space, self.process.scoring
            schedule, inner = scoring.pools.steps
            ends, lacking = process.end().astype(np.int64), np.arange(self.stride) - self.pad
            known = (lacking[None, :] <= ends[:, None]).astype(np.float32)
            for layer in range(1, wanted + 1):
                found = np.ones((space.layer_sizes[layer], self.stride), np.float32)

                def work(batches: Ints, layer: int = layer, known: Floats = known, found: Floats = found) -> None:
                    reach_layer(
                        scoring.scores, scoring.last_throw, space.places, schedule, inner, process.sheet.rolls,
                        space.offsets[layer - 1], known.reshape(-1), batches, space.offsets[layer],
                        found.reshape(-1), self.stride, self.pad, workspace(scoring, scoring.last_throw),
                    )  # fmt: skip

                side_by_side(self.threads, space.batches(layer), work)
                known = found
            self._known.clear()
            self._known[wanted] = known
        return self._known[wanted]
