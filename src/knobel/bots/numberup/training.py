"""Self-play: the strong player plays against the deck and moves its values towards what came of them.

After a batch of games every position is pulled towards a mixture of the value of the next ones and the result
(temporal differences, λ = `LAMBDA`); Adam takes the step, its learning rate falling along a half cosine.
"""

import io
from typing import NamedTuple

import numpy as np

from knobel.bots.numberup.arrays import Ints, NumberUpRules, rules_of
from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.gradients import add_gradient
from knobel.bots.numberup.layouts import LAID
from knobel.bots.numberup.network import SCALE, NumberUpNet, evaluate, initial_parameters, net_of, read_position
from knobel.bots.numberup.simulator import draw, play, points, reset
from knobel.bots.numberup.workspace import NumberUpWorkspace, best, workspace
from knobel.bots.parameters import seal
from knobel.compiled import Floats, adam, begin, fast
from knobel.rules.numberup import NumberUp

BATCH = 10
RATE, LAST_RATE = 1.5e-3, 3e-5
LAMBDA = 0.6
EPSILON = 1e-8


class GameRecord(NamedTuple):
    """The positions of a game, each after a move and before the next draw."""

    grid: Ints
    deck: Ints
    held: Ints
    tally: Ints
    worth: Floats


class NumberUpOptimizer(NamedTuple):
    """The gradient and its moments."""

    mean: Floats  # flat, as is the next
    square: Floats
    gradient: Floats


def game_record(rules: NumberUpRules) -> GameRecord:
    steps = rules.size**2 + rules.discards + 1
    return GameRecord(
        grid=np.zeros((BATCH, steps, rules.size**2), np.int64),
        deck=np.zeros((BATCH, steps, rules.colours), np.int64),
        held=np.zeros((BATCH, steps, rules.hand), np.int64),
        tally=np.zeros((BATCH, steps, 4), np.int64),
        worth=np.zeros((BATCH, steps), np.float32),
    )


@fast
def _play_game(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, work: NumberUpWorkspace, record: GameRecord, row: int
) -> tuple[int, int]:
    """One game, written down; its length and its points."""
    position = work.position
    reset(rules, position)
    step = 0
    while position.tally[LAID] < rules.size**2:
        draw(rules, position, work.stream)
        found = value_moves(rules, net, weights, position, work.activations, work.options)
        top = best(work.options, found)
        play(rules, position, work.options.moves[top])
        record.grid[row, step] = position.grid
        record.deck[row, step] = position.deck
        record.held[row, step] = position.held
        record.tally[row, step] = position.tally
        record.worth[row, step] = work.options.values[top]
        step += 1
    return step, points(rules, position)


@fast
def _learn_game(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    gradient: Floats,
    work: NumberUpWorkspace,
    record: GameRecord,
    row: int,
    steps: int,
    result: int,
) -> None:
    """Add the gradient of one game. The last position is the result itself and needs no value."""
    position, aim = work.position, np.float32(result)
    for step in range(steps - 2, -1, -1):
        aim = np.float32(LAMBDA) * aim + np.float32(1 - LAMBDA) * record.worth[row, step + 1]
        position.grid[:] = record.grid[row, step]
        position.deck[:] = record.deck[row, step]
        position.held[:] = record.held[row, step]
        position.tally[:] = record.tally[row, step]
        read_position(rules, net, weights, position, work.activations)
        error = evaluate(rules, net, weights, position, work.activations) - aim
        add_gradient(rules, net, weights, gradient, position, work.activations, np.float32(error / SCALE))


@fast
def train(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, optimizer: NumberUpOptimizer, work: NumberUpWorkspace,
    record: GameRecord, seed: int, first: int, games: int, whole: int,
) -> float:  # fmt: skip
    """Games `first` … of a course of `whole` games, learned from in batches; their mean points."""
    total = 0.0
    for batch in range(first // BATCH, (first + games) // BATCH):
        positions = 0
        for row in range(BATCH):
            begin(work.stream, seed, batch * BATCH + row)
            steps, result = _play_game(rules, net, weights, work, record, row)
            total += result
            positions += steps - 1
            _learn_game(rules, net, weights, optimizer.gradient, work, record, row, steps, result)
        fraction = batch * BATCH / whole
        rate = LAST_RATE + (RATE - LAST_RATE) * 0.5 * (1 + np.cos(np.pi * fraction))
        flat, gradient = weights.reshape(-1), optimizer.gradient.reshape(-1)
        adam(flat, optimizer.mean, optimizer.square, gradient, 0, len(flat), batch + 1, rate, 1 / positions, EPSILON)
    return total / games


class NumberUpTrainer:
    """A `Trainer`."""

    def __init__(self, game: NumberUp, seed: int, games: int) -> None:
        self.game, self.seed, self.games = game, seed, games
        self.played = 0
        self._rules = rules_of(game)
        self._net = net_of(self._rules)
        self._weights = initial_parameters(self._rules, seed)
        flat = np.zeros(self._weights.size, np.float32)
        self._optimizer = NumberUpOptimizer(flat, flat.copy(), np.zeros_like(self._weights))
        self._work = workspace(self._rules, self._net)
        self._record = game_record(self._rules)

    def step(self, games: int) -> float:
        games = -(-games // BATCH) * BATCH  # whole batches, so that it does not matter where a course is left
        mean = train(
            self._rules, self._net, self._weights, self._optimizer, self._work, self._record,
            self.seed, self.played, games, self.games,
        )  # fmt: skip
        self.played += games
        return mean

    def checkpoint(self) -> bytes:
        store = io.BytesIO()
        np.savez(
            store, weights=self._weights, mean=self._optimizer.mean, square=self._optimizer.square, played=self.played
        )
        return store.getvalue()

    def resume(self, saved: bytes) -> None:
        with np.load(io.BytesIO(saved)) as store:
            self._weights[:] = store["weights"]
            self._optimizer.mean[:] = store["mean"]
            self._optimizer.square[:] = store["square"]
            self.played = int(store["played"])

    def seal(self) -> bytes:
        return seal(self.game, {"weights": self._weights})
