"""Self-play: the strong player plays against the deck and moves its values towards what came of them.

After a batch of games every position is pulled towards a mixture of the value of the next ones and the result
(temporal differences, λ = `TRACE`); Adam takes the step, its pace falling along a half cosine.
"""

from typing import NamedTuple

import numpy as np

from knobel.bots.numberup.glance import Desk, best, draw, play, value_moves
from knobel.bots.numberup.network import SCALE, Floats, Net, look, value
from knobel.bots.numberup.slopes import add_slope
from knobel.bots.numberup.twin import LAID, Ints, Level, points, reset
from knobel.compiled import adam, begin, fast

BATCH = 10
PACE, LAST_PACE = 1.5e-3, 3e-5
TRACE = 0.6
EPSILON = 1e-8


class Record(NamedTuple):
    """The positions of a game, each after a move and before the next draw."""

    grid: Ints
    deck: Ints
    held: Ints
    tally: Ints
    worth: Floats


class Moments(NamedTuple):
    """The gradient and its moments."""

    mean: Floats  # flat, as is the next
    square: Floats
    grad: Floats


def record(level: Level) -> Record:
    steps = level.size**2 + level.discards + 1
    return Record(
        grid=np.zeros((BATCH, steps, level.size**2), np.int64),
        deck=np.zeros((BATCH, steps, level.colours), np.int64),
        held=np.zeros((BATCH, steps, level.hand), np.int64),
        tally=np.zeros((BATCH, steps, 4), np.int64),
        worth=np.zeros((BATCH, steps), np.float32),
    )


@fast
def _play_game(level: Level, net: Net, weights: Floats, desk: Desk, record: Record, row: int) -> tuple[int, int]:
    """One game, written down; its length and its points."""
    position = desk.position
    reset(level, position)
    step = 0
    while position.tally[LAID] < level.size**2:
        draw(level, position, desk.stream)
        found = value_moves(level, net, weights, position, desk.work, desk.options)
        top = best(desk.options, found)
        play(level, position, desk.options.moves[top])
        record.grid[row, step] = position.grid
        record.deck[row, step] = position.deck
        record.held[row, step] = position.held
        record.tally[row, step] = position.tally
        record.worth[row, step] = desk.options.values[top]
        step += 1
    return step, points(level, position)


@fast
def _learn_game(
    level: Level, net: Net, weights: Floats, grad: Floats, desk: Desk, record: Record, row: int, steps: int, result: int
) -> None:
    """Add the gradient of one game. The last position is the result itself and needs no value."""
    position, aim = desk.position, np.float32(result)
    for step in range(steps - 2, -1, -1):
        aim = np.float32(TRACE) * aim + np.float32(1 - TRACE) * record.worth[row, step + 1]
        position.grid[:] = record.grid[row, step]
        position.deck[:] = record.deck[row, step]
        position.held[:] = record.held[row, step]
        position.tally[:] = record.tally[row, step]
        look(level, net, weights, position, desk.work)
        error = value(level, net, weights, position, desk.work) - aim
        add_slope(level, net, weights, grad, position, desk.work, np.float32(error / SCALE))


@fast
def lesson(
    level: Level, net: Net, weights: Floats, moments: Moments, desk: Desk, record: Record,
    seed: int, first: int, games: int, course: int,
) -> float:  # fmt: skip
    """Games `first` … of a course, learned from in batches; their mean points."""
    total = 0.0
    for batch in range(first // BATCH, (first + games) // BATCH):
        positions = 0
        for row in range(BATCH):
            begin(desk.stream, seed, batch * BATCH + row)
            steps, result = _play_game(level, net, weights, desk, record, row)
            total += result
            positions += steps - 1
            _learn_game(level, net, weights, moments.grad, desk, record, row, steps, result)
        fraction = batch * BATCH / course
        pace = LAST_PACE + (PACE - LAST_PACE) * 0.5 * (1 + np.cos(np.pi * fraction))
        flat, grad = weights.reshape(-1), moments.grad.reshape(-1)
        adam(flat, moments.mean, moments.square, grad, batch + 1, pace, 1 / positions, EPSILON)
    return total / games
