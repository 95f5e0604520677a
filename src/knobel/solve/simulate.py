"""Many games with the exact policy: their results, and how they came about."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.solve.entries import entries, usual_gains
from knobel.solve.errors import NotSolvable
from knobel.solve.hands import Tally, hands, memory_of_turn, memos, ways
from knobel.solve.kernel import room
from knobel.solve.lanes import rows
from knobel.solve.playing import NUMBERS, PLACE, POINTS, Batch, play_turn, sort_games
from knobel.solve.pools import Doubles
from knobel.solve.position import Position
from knobel.solve.problem import Problem
from knobel.solve.shape import LANES
from knobel.solve.tables import Card
from knobel.solve.valuers import Table
from knobel.words import text

BLOCK = NUMBERS  # games played at once

Points = np.ndarray[Any, np.dtype[np.int32]]


@dataclass(frozen=True)
class Played:
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


def simulate(table: Table, count: int, seed: int) -> Played:
    """Play `count` games. The same seed gives the same games, however many are asked for."""
    began, problem = time.process_time(), table.problem
    points, zeros, extra = np.zeros((3, entries(problem.card.scores)), np.int64)
    tally = Tally(points, zeros, extra, chips=np.zeros(problem.layers, np.int64))
    machine = _Machine(table, seed, tally)
    results = [machine.play(first, min(BLOCK, count - first)) for first in range(0, count, BLOCK)]
    return Played(
        points=np.concatenate(results),
        bonus_rate=machine.with_bonus / count,
        box_points=_by_box(problem.card, tally.points / count),
        struck=_by_box(problem.card, tally.zeros / count),
        extra=float(tally.extra.sum() / count),
        chips=[float(paid / count) for paid in tally.chips],
        cpu_seconds=time.process_time() - began,
    )


def _by_box(card: Card, by_entry: Doubles) -> dict[str, float]:
    """What was counted by entry, added up by box, in the order of the sheet."""
    rest, columns, depth = len(card.rest), len(card.rest) + 2, card.scores.points.shape[1]
    found = {box: float(by_entry[column]) for column, box in enumerate(card.rest)}
    if card.top is not None:
        found[card.top] = float(by_entry[rest:columns].sum())
    for i, box in enumerate(card.upper):
        found[box] = float(by_entry[columns + i * depth :][:depth].sum())
    return {box.key: found[i] for i, box in enumerate(card.sheet.boxes)}


class _Machine:
    """What all blocks of games share."""

    def __init__(self, table: Table, seed: int, tally: Tally) -> None:
        self.table, self.seed, self.tally = table, seed, tally
        card = table.problem.card
        if max(table.problem.space.layer_sizes) >> (63 - PLACE):
            raise NotSolvable(game=card.sheet.key, why=text("solve.why.size"))
        self.room, self.memory, self.ways = room(card), memory_of_turn(card), ways(card.pools)
        self.keeps, self.batch = memos(card), _batch(card)
        self.with_bonus = 0  # games that ended with one

    @property
    def problem(self) -> Problem:
        return self.table.problem

    def play(self, first: int, count: int) -> Points:
        """The results of some games."""
        problem, card, space = self.problem, self.problem.card, self.problem.space
        place = space.place(*_key(Position.start(problem.sheet)))
        assert place is not None
        games = np.arange(count, dtype=np.int64) + (place[1] << PLACE)
        plan, inner = card.pools.steps
        other, hand = np.empty_like(games), hands(count)
        for layer in range(problem.layers, 0, -1):
            if space.layer_sizes[layer] > 4 * BLOCK:
                games.sort()
            else:
                sort_games(games, other, np.empty(space.layer_sizes[layer] + 1, np.int32))
                games, other = other, games
            play_turn(
                card.scores, space.places, plan, inner, self.ways, problem.sheet.rolls,
                space.offsets[layer - 1], self.table.layers[layer - 1], space.groups(layer), games,
                np.uint64(self.seed), first, problem.layers - layer, self.room, self.memory, self.keeps, self.batch,
                self.tally, hand,
            )  # fmt: skip
        results = np.empty(count, np.int32)
        reached = problem.end()[games >> PLACE].astype(np.int64)
        results[games & (NUMBERS - 1)] = (games >> POINTS & ((1 << PLACE - POINTS) - 1)) + reached
        self.with_bonus += int((reached > 0).sum())
        return results


def _key(position: Position) -> tuple[frozenset[int], int, int, int]:
    return position.free, position.upper, position.top, position.chips


def _batch(card: Card) -> Batch:
    count, gains = entries(card.scores), np.zeros((len(card.rolls), entries(card.scores)), np.int32)
    usual_gains(card.scores, gains)
    return Batch(
        group=np.zeros(3, np.int32),
        positions=np.zeros(LANES, np.int32),
        chips=np.zeros(LANES, np.int32),
        fewer=np.zeros(LANES, np.int32),
        base=np.zeros(LANES),
        leads=np.zeros((LANES, count), np.int64),
        gains=gains,
        chosen=rows(2 * len(card.rolls)),
        of_kind=rows(len(card.scores.lower)),
    )
