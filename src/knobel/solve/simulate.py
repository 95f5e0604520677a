"""Many games with the exact policy: their results, and how they came about."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.solve.errors import NotSolvable
from knobel.solve.hands import Tally, hands, memory_of_turn, memos, ways
from knobel.solve.kernel import room
from knobel.solve.playing import NUMBERS, PLACE, POINTS, Batch, Paid, play_turn, sort_games
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
    began = time.process_time()
    problem = table.problem
    columns = len(problem.card.rest) + 2 + len(problem.card.upper)
    boxes = [np.zeros(columns, np.int64) for _ in range(3)]
    tally = Tally(boxes[0], boxes[1], boxes[2], chips=np.zeros(problem.layers, np.int64))
    machine = _Machine(table, seed, tally)
    results = [machine.play(first, min(BLOCK, count - first)) for first in range(0, count, BLOCK)]
    sheet, card = problem.sheet, problem.card
    names = [*(sheet.boxes[box].key for box in card.rest), *(sheet.boxes[box].key for box in card.upper)]
    by_box = [np.delete(array, [len(card.rest), len(card.rest) + 1]) for array in (tally.points, tally.zeros)]
    points = dict(zip(names, by_box[0] / count, strict=True))
    struck = dict(zip(names, by_box[1] / count, strict=True))
    if card.top is not None:
        top = sheet.boxes[card.top].key
        points[top] = tally.points[len(card.rest)] / count
        struck[top] = tally.zeros[len(card.rest) + 1] / count
    order = [box.key for box in sheet.boxes]
    return Played(
        points=np.concatenate(results),
        bonus_rate=machine.with_bonus / count,
        box_points={key: float(points[key]) for key in order},
        struck={key: float(struck[key]) for key in order},
        extra=float(tally.extra.sum() / count),
        chips=[float(paid / count) for paid in tally.chips],
        cpu_seconds=time.process_time() - began,
    )


class _Machine:
    """What all blocks of games share."""

    def __init__(self, table: Table, seed: int, tally: Tally) -> None:
        self.table, self.seed, self.tally = table, seed, tally
        card = table.problem.card
        if max(table.problem.space.layer_sizes) >> (63 - PLACE):
            raise NotSolvable(game=card.sheet.key, why=text("solve.why.size"))
        self.room, self.memory, self.ways = room(card), memory_of_turn(card), ways(card.pools)
        self.paid = Paid(np.empty_like(self.room.after), np.empty_like(self.room.upper))
        self.keeps, self.entries = memos(card), np.empty(len(card.rolls) * LANES, np.int64)
        self.batch = _batch(card)
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
        outer, inner = card.pools.steps
        other, hand = np.empty_like(games), hands(count)
        for layer in range(problem.layers, 0, -1):
            if space.layer_sizes[layer] > 4 * BLOCK:
                games.sort()
            else:
                sort_games(games, other, np.empty(space.layer_sizes[layer] + 1, np.int32))
                games, other = other, games
            play_turn(
                card.scores, space.places, outer, inner, self.ways, problem.sheet.rolls,
                space.offsets[layer - 1], self.table.layers[layer - 1], space.groups(layer), games,
                np.uint64(self.seed), first, problem.layers - layer, self.room, self.paid, self.memory, self.keeps,
                self.entries, self.batch, self.tally, hand,
            )  # fmt: skip
        results = np.empty(count, np.int32)
        reached = problem.end()[games >> PLACE].astype(np.int64)
        results[games & (NUMBERS - 1)] = (games >> POINTS & ((1 << PLACE - POINTS) - 1)) + reached
        self.with_bonus += int((reached > 0).sum())
        return results


def _key(position: Position) -> tuple[frozenset[int], int, int, int]:
    return position.free, position.upper, position.top, position.chips


def _batch(card: Card) -> Batch:
    columns, levels = card.scores.lower.shape[1], card.scores.points.size
    return Batch(
        group=np.zeros(3, np.int32),
        positions=np.zeros(LANES, np.int32),
        chips=np.zeros(LANES, np.int32),
        fewer=np.zeros(LANES, np.int32),
        base=np.zeros(LANES),
        lower=np.zeros((LANES, columns), np.int64),
        upper=np.zeros((LANES, levels), np.int64),
        others=np.zeros(LANES, np.int32),
    )
