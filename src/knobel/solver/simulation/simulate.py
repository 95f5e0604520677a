"""Many games with the exact policy: their results, and how they came about."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from knobel.solver.arrays.dice import Doubles
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.arrays.shape import LANES, Values
from knobel.solver.asking.values import ApproximateValues
from knobel.solver.errors import NotSolvable
from knobel.solver.induction.kernel import Offsets, workspace
from knobel.solver.induction.lanes import rows
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.games import (
    NUMBERS,
    PLACE,
    POINTS,
    Batch,
    Hands,
    Tally,
    hands,
    memos,
    play_turn,
    sort_games,
)
from knobel.solver.simulation.policy import entries, memory_of_turn, transitions, usual_gains
from knobel.words import text

BLOCK = NUMBERS  # games played at once
FEW_GAMES = 2000  # of a model: with more of them, writing out a whole layer costs less than looking for what they need

Points = np.ndarray[Any, np.dtype[np.int32]]
LayerValues = Callable[[int, Offsets], Values]
"""(layer, games in it) → what the positions below that layer are worth, at least those that these games may come to"""


@dataclass(frozen=True)
class SimulationResult:
    points: Points
    bonus_rate: float
    box_points: dict[str, float]  # mean points written, by box
    struck: dict[str, float]  # how often a zero was written, by box
    extra: float  # extra points per game
    chips: list[float]  # chips paid per game, by turn
    cpu_seconds: float

    @property
    def mean(self) -> float:
        return float(self.points.mean())

    @property
    def sd(self) -> float:
        return float(self.points.std(ddof=1)) if len(self.points) > 1 else 0.0

    @property
    def sem(self) -> float:
        return float(self.sd / len(self.points) ** 0.5)


def simulate(table: ValueTable, count: int, seed: int) -> SimulationResult:
    """Play `count` games. The same seed gives the same games, however many are asked for."""
    began, process = time.process_time(), table.process
    machine = GameMachine(process, layers_of(table), seed, new_tally(process))
    results = [machine.play(first, min(BLOCK, count - first)) for first in range(0, count, BLOCK)]
    return SimulationResult(
        points=np.concatenate(results),
        bonus_rate=machine.with_bonus / count,
        box_points=_by_box(process.scoring, machine.tally.points / count),
        struck=_by_box(process.scoring, machine.tally.zeros / count),
        extra=float(machine.tally.extra.sum() / count),
        chips=[float(paid / count) for paid in machine.tally.chips],
        cpu_seconds=time.process_time() - began,
    )


def layers_of(known: ValueTable | ApproximateValues) -> LayerValues:
    """What positions are worth, layer by layer."""
    if isinstance(known, ValueTable):
        layers = known.layers
        return lambda layer, games: layers[layer - 1]  # noqa: ARG005
    return partial(_filled_in, known)


def _filled_in(model: ApproximateValues, layer: int, games: Offsets) -> Values:
    """By a model whose layers are too large to be written out for a few games: only what is asked for is."""
    space = model.process.space
    if len(games) > FEW_GAMES:
        return model.model.layer(model.process, layer - 1)
    found: Values = np.empty(space.layer_sizes[layer - 1], model.process.kind)  # pages nobody writes take no room
    for place in np.unique(games >> PLACE).tolist():
        free, upper, top, chips = space.position_at(layer, place)
        for left in {chips, max(0, chips - 1)}:
            places = space.next_places(free, upper, top, left)
            assert places is not None
            worth = model.following(CardPosition(free, upper, top, left))
            for where, values in zip(places, worth, strict=True):
                found[where[where >= 0]] = values[where >= 0]
    return found


def new_tally(process: DecisionProcess) -> Tally:
    points, zeros, extra = np.zeros((3, entries(process.scoring.scores)), np.int64)
    return Tally(points, zeros, extra, chips=np.zeros(process.layers, np.int64))


def _by_box(scoring: SheetScoring, by_entry: Doubles) -> dict[str, float]:
    """What was counted by entry, added up by box, in the order of the sheet."""
    rest, columns, depth = len(scoring.rest), len(scoring.rest) + 2, scoring.scores.points.shape[1]
    found = {box: float(by_entry[column]) for column, box in enumerate(scoring.rest)}
    if scoring.top is not None:
        found[scoring.top] = float(by_entry[rest:columns].sum())
    for i, box in enumerate(scoring.upper):
        found[box] = float(by_entry[columns + i * depth :][:depth].sum())
    return {box.key: found[i] for i, box in enumerate(scoring.sheet.boxes)}


class GameMachine:
    """What all blocks of games share."""

    def __init__(self, process: DecisionProcess, known: LayerValues, seed: int, tally: Tally) -> None:
        self.process, self.known, self.seed, self.tally = process, known, seed, tally
        scoring = process.scoring
        if max(process.space.layer_sizes) >> (63 - PLACE):
            raise NotSolvable(game=scoring.sheet.key, why=text("solve.why.size"))
        self.workspace, self.memory, self.transitions = (
            workspace(scoring),
            memory_of_turn(scoring),
            transitions(scoring.pools),
        )
        self.keeps, self.batch = memos(scoring), _batch(scoring)
        self.with_bonus = 0  # games that ended with one

    def play(self, first: int, count: int) -> Points:
        """The results of some games."""
        process = self.process
        place = process.space.place(*_key(CardPosition.start(process.sheet)))
        assert place is not None
        games = self.play_on(process.layers, np.arange(count, dtype=np.int64) + (place[1] << PLACE), first)
        results = np.empty(count, np.int32)
        reached = process.end()[games >> PLACE].astype(np.int64)
        results[games & (NUMBERS - 1)] = (games >> POINTS & ((1 << PLACE - POINTS) - 1)) + reached
        self.with_bonus += int((reached > 0).sum())
        return results

    def play_on(self, begun: int, games: Offsets, first: int = 0) -> Offsets:
        """Games from a layer on to the end; each knows its place there, its points and its number."""
        space = self.process.space
        other, hand = np.empty_like(games), hands(len(games))
        for layer in range(begun, 0, -1):
            if space.layer_sizes[layer] > 4 * BLOCK:
                games.sort()
            else:
                sort_games(games, other, np.empty(space.layer_sizes[layer] + 1, np.int32))
                games, other = other, games
            self.play_turn(layer, games, first, hand)
        return games

    def play_turn(self, layer: int, games: Offsets, first: int, hand: Hands) -> None:
        """One turn of all games, which are sorted by their places."""
        process, scoring, space = self.process, self.process.scoring, self.process.space
        schedule, inner = scoring.pools.steps
        play_turn(
            scoring.scores, space.places, schedule, inner, self.transitions, process.sheet.rolls,
            space.offsets[layer - 1], self.known(layer, games), space.groups(layer), games,
            np.uint64(self.seed), first, process.layers - layer, self.workspace, self.memory, self.keeps,
            self.batch, self.tally, hand,
        )  # fmt: skip


def _key(position: CardPosition) -> tuple[frozenset[int], int, int, int]:
    return position.free, position.upper, position.top, position.chips


def _batch(scoring: SheetScoring) -> Batch:
    count, gains = entries(scoring.scores), np.zeros((len(scoring.rolls), entries(scoring.scores)), np.int32)
    usual_gains(scoring.scores, gains)
    return Batch(
        group=np.zeros(3, np.int32),
        positions=np.zeros(LANES, np.int32),
        chips=np.zeros(LANES, np.int32),
        fewer=np.zeros(LANES, np.int32),
        base=np.zeros(LANES),
        leads=np.zeros((LANES, count), np.int64),
        gains=gains,
        chosen=rows(2 * len(scoring.rolls)),
        of_kind=rows(len(scoring.scores.lower)),
        paid_after=rows(scoring.scores.lower.shape[1]),
        paid_upper=rows(scoring.scores.points.size),
    )
