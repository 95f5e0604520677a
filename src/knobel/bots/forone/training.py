"""Self-play: the strong player plays and moves its values towards what came of them.

After a batch of games every position is pulled towards a mixture of the value of the next ones and the result
(temporal differences, λ = `LAMBDA`), and so are games of a while ago, drawn again at random. Adam takes the steps, its
learning rate falling along a half cosine; what is kept is the average of the parameters over the last thousand batches
or so.
"""

import io
from typing import Any, NamedTuple

import numpy as np

from knobel.bots.errors import NoParameters
from knobel.bots.forone.arrays import NOWHERE, ForOneEncoding, ForOneRules, Ints, encoding_of
from knobel.bots.forone.evaluation import evaluate_round
from knobel.bots.forone.features import BEHIND, ROLLING, SCORING
from knobel.bots.forone.gradients import POSITIONS, ForOneActivations, add_gradient, forward, new_activations
from knobel.bots.forone.network import HIDDEN, ForOneNet, learned_parameters, net_of, parameter_count
from knobel.bots.forone.rounds import WIDTH
from knobel.bots.forone.simulator import begin_round, copy, over, points, roll, start
from knobel.bots.forone.workspace import ForOneWorkspace, highest, workspace
from knobel.bots.parameters import seal
from knobel.compiled import Floats, adam, begin, fast_bare, pick
from knobel.rules import find
from knobel.rules.forone import ForOne

BATCH = 10
CAPACITY = 1000  # games
REPLAYS = 3  # batches of remembered games for one of new ones
LAMBDA = 0.5
LAST_RATE = 4e-5
PLAIN_RATE, OUTER_RATE = 20.0, 5.0  # the tables of points and the outer layer move in larger steps than the inner one
EPSILON = 1e-3
LARGEST_ERROR = 30.0  # points of error that count
AVERAGED = 1000  # batches
FIRST_RATE, LATER_RATE = 2e-3, 1e-3  # from nothing, and from what is known of level 1

Small = np.ndarray[Any, np.dtype[np.int16]]


class ReplayBuffer(NamedTuple):
    """The last games: positions after the laying of a round (if rows could then be scored) and before the next roll."""

    at: Small  # [game, step]
    phase: Small  # [game, step]
    steps: Ints
    result: Ints


class ForOneOptimizer(NamedTuple):
    """The parameters, flat; where they are on average; the moments of their gradient."""

    flat: Floats
    average: Floats
    mean: Floats
    square: Floats
    gradient: Floats


def replay_buffer() -> ReplayBuffer:
    return ReplayBuffer(
        at=np.zeros((CAPACITY, POSITIONS, WIDTH), np.int16),
        phase=np.zeros((CAPACITY, POSITIONS), np.int16),
        steps=np.zeros(CAPACITY, np.int32),
        result=np.zeros(CAPACITY, np.int32),
    )


def new_optimizer(flat: Floats) -> ForOneOptimizer:
    return ForOneOptimizer(flat, flat.copy(), *(np.zeros_like(flat) for _ in range(3)))


@fast_bare
def _play_game(rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, buffer: ReplayBuffer, game: int) -> None:
    """One game of self-play, remembered."""
    at, step = work.now, 0
    start(rules, at)
    while True:
        begin_round(rules, at)
        evaluate_round(rules, net, work, at, roll(rules, at, work.dice, work.stream))
        top = highest(work.best)
        origin = work.best.origin[top]
        copy(work.best.at[top], at)
        if origin != NOWHERE:
            copy(work.placed.at[origin], buffer.at[game, step])
            buffer.phase[game, step] = SCORING
            step += 1
        if over(rules, at):
            break
        copy(at, buffer.at[game, step])
        buffer.phase[game, step] = ROLLING
        step += 1
    buffer.steps[game] = step
    buffer.result[game] = points(rules, at)


@fast_bare
def _learn_game(
    rules: ForOneRules,
    net: ForOneNet,
    gradient: ForOneNet,
    activations: ForOneActivations,
    buffer: ReplayBuffer,
    game: int,
) -> int:
    """Add the gradient of one game's errors; how many positions it has."""
    for step in range(buffer.steps[game]):
        forward(rules, net, buffer.at[game, step], buffer.phase[game, step], activations, step)
    target = np.float32(buffer.result[game])
    for step in range(buffer.steps[game] - 1, -1, -1):
        if step < buffer.steps[game] - 1:
            target = np.float32(LAMBDA) * target + np.float32(1 - LAMBDA) * activations.value[step + 1]
        error = min(max(target - activations.value[step], np.float32(-LARGEST_ERROR)), np.float32(LARGEST_ERROR))
        add_gradient(net, gradient, activations, step, error)
    return int(buffer.steps[game])


@fast_bare
def _step(optimizer: ForOneOptimizer, features: int, step: int, rate: float, positions: int) -> None:
    """The gradient leads uphill, so the rates are negative."""
    flat, _, mean, square, gradient = optimizer
    share, inner, plain = 1 / positions, features * HIDDEN, features * (HIDDEN + 1)
    adam(flat, mean, square, gradient, 0, inner, step, -rate, share, EPSILON)
    adam(flat, mean, square, gradient, inner, plain, step, -rate * PLAIN_RATE, share, EPSILON)
    adam(flat, mean, square, gradient, plain, len(flat), step, -rate * OUTER_RATE, share, EPSILON)


@fast_bare
def train(
    rules: ForOneRules, net: ForOneNet, gradient: ForOneNet, optimizer: ForOneOptimizer, work: ForOneWorkspace,
    buffer: ReplayBuffer, activations: ForOneActivations,
    seed: int, first: int, games: int, whole: int, rate: float,
) -> float:  # fmt: skip
    """Games `first` … of a course of `whole` games, learned from in batches; their mean points."""
    total = 0.0
    for batch in range(first // BATCH, (first + games) // BATCH):
        fall = 0.5 * (1 + np.cos(np.pi * batch * BATCH / whole))
        here = LAST_RATE + (rate - LAST_RATE) * fall
        for replay in range(REPLAYS + 1):
            positions = 0
            for i in range(BATCH):
                game: Any = (batch * BATCH + i) % CAPACITY
                if replay:
                    game = np.int64(pick(work.stream, min((batch + 1) * BATCH, CAPACITY)))
                else:
                    begin(work.stream, seed, batch * BATCH + i)
                    _play_game(rules, net, work, buffer, game)
                    total += buffer.result[game]
                positions += _learn_game(rules, net, gradient, activations, buffer, game)
            _step(optimizer, len(net.plain), batch * (REPLAYS + 1) + replay + 1, here, positions)
        share = np.float32(1 / min(batch + 2, AVERAGED))
        for i in range(len(optimizer.flat)):
            optimizer.average[i] += share * (optimizer.flat[i] - optimizer.average[i])
    return total / games


class ForOneTrainer:
    """A `Trainer`. Level 1 is learned from nothing; every other level from what is known of level 1."""

    def __init__(self, game: ForOne, seed: int, games: int) -> None:
        self.game, self.seed, self.games = game, seed, games
        self.played = 0
        encoding = encoding_of(game)
        start = None if game.spec.level == 1 else _from_first_level(encoding)
        self._rate = FIRST_RATE if start is None else LATER_RATE
        self._optimizer = new_optimizer(_initial_parameters(game, encoding, seed) if start is None else start)
        self._net, self._gradient = net_of(encoding, self._optimizer.flat), net_of(encoding, self._optimizer.gradient)
        self._rules, self._work = encoding.rules, workspace()
        self._buffer, self._activations = replay_buffer(), new_activations()

    def step(self, games: int) -> float:
        games = -(-games // BATCH) * BATCH  # whole batches, so that it does not matter where a course is left
        mean = train(
            self._rules, self._net, self._gradient, self._optimizer, self._work, self._buffer, self._activations,
            self.seed, self.played, games, self.games, self._rate,
        )  # fmt: skip
        self.played += games
        return mean

    def checkpoint(self) -> bytes:
        store = io.BytesIO()
        np.savez_compressed(store, played=self.played, **self._state())
        return store.getvalue()

    def resume(self, saved: bytes) -> None:
        with np.load(io.BytesIO(saved)) as store:
            self.played = int(store["played"])
            for name, array in self._state().items():
                array[...] = store[name]

    def _state(self) -> dict[str, Any]:
        """The arrays of a checkpoint. The gradient is not among them: after a batch it is zero."""
        optimizer = self._optimizer._asdict()
        del optimizer["gradient"]
        return optimizer | self._buffer._asdict()

    def seal(self) -> bytes:
        """The average of the parameters; features that never came up are cleared, which packs better."""
        net = net_of(encoding_of(self.game), self._optimizer.average.copy())
        moved = net_of(encoding_of(self.game), self._optimizer.square).plain > 0
        weights = net.weights.reshape(-1, HIDDEN)
        weights[~moved] = 0
        net.plain[~moved] = 0
        return seal(self.game, {"weights": weights, "plain": net.plain, "last": net.last})


def _initial_parameters(game: ForOne, encoding: ForOneEncoding, seed: int) -> Floats:
    """Small random numbers where there is something to tell apart, and the points of rows as a first guess."""
    flat = np.zeros(parameter_count(len(encoding.contents) + BEHIND), np.float32)
    net, luck = net_of(encoding, flat), np.random.default_rng(seed)
    net.weights.reshape(-1, HIDDEN)[: len(encoding.contents)] = luck.normal(0, 0.1, (len(encoding.contents), HIDDEN))
    signs = np.where(np.arange(HIDDEN) % 2, 1, -1).reshape(net.last.shape)
    net.last[...] = signs * np.abs(luck.normal(0, 1, net.last.shape))
    for fill, (i, content) in enumerate(encoding.contents):
        if not isinstance(content, int):
            row = game.rows[i]
            net.plain[fill] = row.most * (0.45 + 0.55 * len(content) / row.fields)
    return flat


def _from_first_level(encoding: ForOneEncoding) -> Floats | None:
    """What is known of level 1, row by row of its tables; None if nothing is."""
    first = find("forone", level=1)
    assert isinstance(first, ForOne)
    try:
        known = net_of(base := encoding_of(first), learned_parameters(first))
    except NoParameters:
        return None
    flat = np.zeros(parameter_count(len(encoding.contents) + BEHIND), np.float32)
    net = net_of(encoding, flat)
    places = [base.fills[content] for content in encoding.contents] + [len(base.contents) + i for i in range(BEHIND)]
    net.weights.reshape(-1, HIDDEN)[:] = known.weights.reshape(-1, HIDDEN)[places]
    net.plain[:] = known.plain[places]
    net.last[...] = known.last
    return flat
