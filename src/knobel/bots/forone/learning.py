"""Self-play: the strong player plays and moves its values towards what came of them.

After a batch of games every position is pulled towards a mixture of the value of the next ones and the result
(temporal differences, λ = `TRACE`), and so are games of a while ago, drawn again at random. Adam takes the steps, its
pace falling along a half cosine; what is kept is the average of the parameters over the last thousand batches or so.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.bots.forone.card import NOWHERE, Card, Ints
from knobel.bots.forone.desk import Desk, highest
from knobel.bots.forone.network import FEATURES, HIDDEN, ROLLING, SCORING, Floats, Net, features_of
from knobel.bots.forone.play import over, roll
from knobel.bots.forone.turn import look
from knobel.bots.forone.twin import EARNED, WIDTH, begin, copy, points, take
from knobel.compiled import adam, fast_bare, pick
from knobel.compiled import begin as begin_stream

BATCH = 10
REMEMBERED = 1000  # games
STEPS = 48  # the most positions of a game: two a round
AGAIN = 3  # batches of remembered games for one of new ones
TRACE = 0.5
PACE, LAST_PACE = 2e-3, 4e-5
PLAIN_PACE, OUTER_PACE = 20.0, 5.0  # the tables of points and the outer layer move in larger steps than the inner one
EPSILON = 1e-3
MOST = 30.0  # points of error that count
AVERAGE = 1000  # batches

Small = np.ndarray[Any, np.dtype[np.int16]]


class Memory(NamedTuple):
    """The last games: positions after the laying of a round (if rows could then be scored) and before the next roll."""

    at: Small  # [game, step]
    phase: Small  # [game, step]
    steps: Ints
    result: Ints


class Course(NamedTuple):
    """The parameters, flat; where they are on average; the moments of their gradient."""

    flat: Floats
    average: Floats
    mean: Floats
    square: Floats
    slope: Floats


def memory() -> Memory:
    return Memory(
        at=np.zeros((REMEMBERED, STEPS, WIDTH), np.int16),
        phase=np.zeros((REMEMBERED, STEPS), np.int16),
        steps=np.zeros(REMEMBERED, np.int32),
        result=np.zeros(REMEMBERED, np.int32),
    )


def course(flat: Floats) -> Course:
    return Course(flat, flat.copy(), *(np.zeros_like(flat) for _ in range(3)))


@fast_bare
def _play(card: Card, net: Net, desk: Desk, memory: Memory, game: int) -> None:
    """One game, remembered."""
    at, step = desk.now, 0
    begin(card, at)
    while True:
        take(card, at)
        look(card, net, desk, at, roll(card, at, desk.dice, desk.stream))
        top = highest(desk.best)
        origin = desk.best.origin[top]
        copy(desk.best.at[top], at)
        if origin != NOWHERE:
            copy(desk.placed.at[origin], memory.at[game, step])
            memory.phase[game, step] = SCORING
            step += 1
        if over(card, at):
            break
        copy(at, memory.at[game, step])
        memory.phase[game, step] = ROLLING
        step += 1
    memory.steps[game] = step
    memory.result[game] = points(card, at)


class Pages(NamedTuple):
    """Scratch for one game: features, the hidden layer and the value of each position."""

    found: Ints
    hidden: Floats
    value: Floats


def pages() -> Pages:
    return Pages(
        found=np.zeros((STEPS, FEATURES), np.int32),
        hidden=np.zeros((STEPS, HIDDEN), np.float32),
        value=np.zeros(STEPS, np.float32),
    )


@fast_bare
def _learn(card: Card, net: Net, slope: Net, pages: Pages, memory: Memory, game: int) -> int:
    """Add the slope of one game's errors; how many positions it has."""
    weights, last = net.weights.reshape(-1, HIDDEN), net.last.reshape(HIDDEN)
    for step in range(memory.steps[game]):
        at, hidden = memory.at[game, step], pages.hidden[step]
        features_of(card, at, memory.phase[game, step], pages.found[step])
        value = np.float32(at[EARNED])
        for j in range(HIDDEN):
            hidden[j] = 0
        for k in range(FEATURES):
            feature = pages.found[step, k]
            value += net.plain[feature]
            for j in range(HIDDEN):
                hidden[j] += weights[feature, j]
        for j in range(HIDDEN):
            hidden[j] = hidden[j] if hidden[j] > 0 else np.float32(0)
            value += last[j] * hidden[j]
        pages.value[step] = value
    aim = np.float32(memory.result[game])
    for step in range(memory.steps[game] - 1, -1, -1):
        if step < memory.steps[game] - 1:
            aim = np.float32(TRACE) * aim + np.float32(1 - TRACE) * pages.value[step + 1]
        error = min(max(aim - pages.value[step], np.float32(-MOST)), np.float32(MOST))
        _slope(net, slope, pages, step, error)
    return int(memory.steps[game])


@fast_bare
def _slope(net: Net, slope: Net, pages: Pages, step: int, error: float) -> None:
    slopes, last, slope_last = slope.weights.reshape(-1, HIDDEN), net.last.reshape(HIDDEN), slope.last.reshape(HIDDEN)
    hidden = pages.hidden[step]
    for j in range(HIDDEN):
        slope_last[j] += error * hidden[j]
        hidden[j] = error * last[j] if hidden[j] > 0 else np.float32(0)
    for k in range(FEATURES):
        feature = pages.found[step, k]
        slope.plain[feature] += error
        for j in range(HIDDEN):
            slopes[feature, j] += hidden[j]


@fast_bare
def _step(course: Course, features: int, turn: int, pace: float, positions: int) -> None:
    """The slopes lead uphill, so the rate is negative."""
    inner, plain = features * HIDDEN, features * (HIDDEN + 1)
    for first, last, rate in (
        (0, inner, -pace), (inner, plain, -pace * PLAIN_PACE), (plain, len(course.flat), -pace * OUTER_PACE)
    ):  # fmt: skip
        adam(
            course.flat[first:last], course.mean[first:last], course.square[first:last], course.slope[first:last],
            turn, rate, 1 / positions, EPSILON,
        )  # fmt: skip


@fast_bare
def lesson(
    card: Card, net: Net, slope: Net, course: Course, desk: Desk, memory: Memory, pages: Pages,
    seed: int, first: int, games: int, whole: int, pace: float,
) -> float:  # fmt: skip
    """Games `first` … of a course of `whole` games, learned from in batches; their mean points."""
    total = 0.0
    for batch in range(first // BATCH, (first + games) // BATCH):
        fall = 0.5 * (1 + np.cos(np.pi * batch * BATCH / whole))
        here = LAST_PACE + (pace - LAST_PACE) * fall
        for again in range(AGAIN + 1):
            positions = 0
            for i in range(BATCH):
                game: Any = (batch * BATCH + i) % REMEMBERED
                if again:
                    game = np.int64(pick(desk.stream, min((batch + 1) * BATCH, REMEMBERED)))
                else:
                    begin_stream(desk.stream, seed, batch * BATCH + i)
                    _play(card, net, desk, memory, game)
                    total += memory.result[game]
                positions += _learn(card, net, slope, pages, memory, game)
            _step(course, len(net.plain), batch * (AGAIN + 1) + again + 1, here, positions)
        share = np.float32(1 / min(batch + 2, AVERAGE))
        for i in range(len(course.flat)):
            course.average[i] += share * (course.flat[i] - course.average[i])
    return total / games
