"""Many games of a graded player, compiled."""

from functools import partial
from typing import NamedTuple

import numpy as np

from knobel.bots.pads.games import new_options, play_turn
from knobel.bots.pads.sight import BelievedValues, Sight
from knobel.solver.arrays.shape import Values
from knobel.solver.asking.values import ApproximateValues
from knobel.solver.induction.kernel import Offsets
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.games import Hands
from knobel.solver.simulation.simulate import BLOCK, GameMachine, LayerValues, Points, layers_of, new_tally


class PadSimulation(NamedTuple):
    points: Points
    decisions: float  # with a choice, a game


def simulate(sight: Sight, games: int, seed: int, first: int = 0) -> PadSimulation:
    """Games `first` … of a seed. The same seed gives the same games, however many are asked for."""
    machine = PadMachine(sight, seed)
    parts = [machine.play(first + at, min(BLOCK, games - at)) for at in range(0, games, BLOCK)]
    return PadSimulation(np.concatenate(parts), float(machine.decisions[0] / games))


class PadMachine(GameMachine):
    """The same dice as for the exact player, and another mind."""

    def __init__(self, sight: Sight, seed: int) -> None:
        super().__init__(sight.process, _layers(sight), seed, new_tally(sight.process))
        self.sight, self.options, self.decisions = sight, new_options(), np.zeros(1, np.int64)

    def play_turn(self, layer: int, games: Offsets, first: int, hand: Hands) -> None:
        process, scoring, space = self.process, self.process.scoring, self.process.space
        schedule, inner = scoring.pools.steps
        play_turn(
            scoring.scores, self.sight.scoring.scores, space.places, schedule, inner, self.transitions,
            process.sheet.rolls, space.offsets[layer - 1], self.known(layer, games), space.groups(layer), games,
            np.uint64(self.seed), first, process.layers - layer, self.workspace, self.memory, self.batch, self.tally,
            hand, self.sight.style.foresight, float(self.sight.style.temperature), self.options, self.decisions,
        )  # fmt: skip


def _layers(sight: Sight) -> LayerValues:
    values = sight.values
    if isinstance(values, BelievedValues):
        return partial(_below, values)
    assert isinstance(values, ValueTable | ApproximateValues)
    return layers_of(values)


def _below(values: BelievedValues, layer: int, games: Offsets) -> Values:  # noqa: ARG001
    return values.layer(layer - 1)
