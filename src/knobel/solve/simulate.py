"""Many games with the exact policy: their results, and how they came about."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.solve.hands import Games, Tally, hands, memory_of_turn, memos, ways
from knobel.solve.kernel import room
from knobel.solve.playing import find_places, play_turn, sort_games
from knobel.solve.problem import Problem
from knobel.solve.valuers import Table

BLOCK = 1 << 20  # games played at once; their states take 40 bytes each

Array = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Played:
    points: np.ndarray[Any, np.dtype[np.int32]]
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
    blocks = [machine.play(first, min(BLOCK, count - first)) for first in range(0, count, BLOCK)]
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
        points=np.concatenate([block.points for block in blocks]),
        bonus_rate=sum(map(machine.bonuses, blocks)) / count,
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
        self.room, self.memory, self.memo = room(card), memory_of_turn(card), memos(card)
        self.ways = ways(card.pools)

    @property
    def problem(self) -> Problem:
        return self.table.problem

    def play(self, first: int, count: int) -> Games:
        problem, card, space = self.problem, self.problem.card, self.problem.space
        games = Games(*(np.zeros(count, np.int32) for _ in Games._fields))
        games.upper[:] = (1 << len(card.upper)) - 1
        games.others[:] = (1 << len(card.rest)) - 1
        games.chips[:] = problem.sheet.chips
        outer, inner = card.pools.steps
        place, hand = np.empty(count, np.int64), hands(count)
        for layer in range(problem.layers, 0, -1):
            find_places(space.places, space.offsets[layer], games, place)
            play_turn(
                card.scores, space.places, outer, inner, self.ways, problem.sheet.rolls,
                space.offsets[layer - 1], self.table.layers[layer - 1], games,
                _sorted(place, space.layer_sizes[layer]), place,
                np.uint64(self.seed), first, problem.layers - layer, self.room, self.memory, self.memo,
                self.tally, hand,
            )  # fmt: skip
        reached = np.array([problem.sheet.bonus(total) for total in range(card.cap + 1)], np.int32)
        games.points[:] += reached[games.total]
        return games

    def bonuses(self, games: Games) -> int:
        least = min((bonus.at for bonus in self.problem.sheet.bonuses), default=0)
        return int((games.raw_upper >= least).sum())


def _sorted(place: Array, size: int) -> Array:
    """The games in the order of their places; by counting unless there are far more places than games."""
    if size > 4 * BLOCK:
        return np.argsort(place, kind="stable")
    order = np.empty(len(place), np.int64)
    sort_games(place, order, np.empty(size + 1, np.int32))
    return order
