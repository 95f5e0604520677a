"""Many games with the exact policy: their results, and how they came about."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.solver.arrays.dice import Doubles
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.arrays.shape import LANES, Values
from knobel.solver.errors import NotSolvable
from knobel.solver.induction.kernel import Offsets, workspace
from knobel.solver.induction.lanes import rows
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.games import NUMBERS, PLACE, POINTS, Batch, Tally, hands, memos, play_turn, sort_games
from knobel.solver.simulation.policy import entries, memory_of_turn, transitions, usual_gains
from knobel.words import text

BLOCK = NUMBERS  # games played at once

Points = np.ndarray[Any, np.dtype[np.int32]]


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
    machine = GameMachine(table, seed, new_tally(process))
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

    def __init__(self, table: ValueTable, seed: int, tally: Tally) -> None:
        self.table, self.seed, self.tally = table, seed, tally
        scoring = table.process.scoring
        if max(table.process.space.layer_sizes) >> (63 - PLACE):
            raise NotSolvable(game=scoring.sheet.key, why=text("solve.why.size"))
        self.workspace, self.memory, self.transitions = (
            workspace(scoring),
            memory_of_turn(scoring),
            transitions(scoring.pools),
        )
        self.keeps, self.batch = memos(scoring), _batch(scoring)
        self.with_bonus = 0  # games that ended with one

    @property
    def process(self) -> DecisionProcess:
        return self.table.process

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
        process, scoring, space = self.process, self.process.scoring, self.process.space
        schedule, inner = scoring.pools.steps
        other, hand = np.empty_like(games), hands(len(games))
        for layer in range(begun, 0, -1):
            if space.layer_sizes[layer] > 4 * BLOCK:
                games.sort()
            else:
                sort_games(games, other, np.empty(space.layer_sizes[layer] + 1, np.int32))
                games, other = other, games
            play_turn(
                scoring.scores, space.places, schedule, inner, self.transitions, process.sheet.rolls,
                space.offsets[layer - 1], self.known(layer, games), space.groups(layer), games,
                np.uint64(self.seed), first, process.layers - layer, self.workspace, self.memory, self.keeps,
                self.batch, self.tally, hand,
            )  # fmt: skip
        return games

    def known(self, layer: int, games: Offsets) -> Values:  # noqa: ARG002
        """What the positions below a layer are worth, at least those that these games may come to."""
        found: Values = self.table.layers[layer - 1]
        return found


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
    )
