"""The network: its gradient is its slope, and neither turning the grid nor renaming colours changes a value."""

from typing import Any

import numpy as np
import pytest

from knobel.bots.numberup import network, simulator
from knobel.bots.numberup.arrays import rules_of
from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.gradients import add_gradient
from knobel.bots.numberup.heuristic import estimate_moves
from knobel.bots.numberup.layouts import RANDOM
from knobel.bots.numberup.workspace import best, workspace
from knobel.bots.vectors import LANES
from knobel.compiled import begin
from knobel.rules import find
from knobel.rules.numberup import NumberUp

# One colour, mixed channels with discards, diagonals, a hand.
LEVELS = (1, 9, 16, 18)


class MidGame:
    """A level with a position in mid-game and parameters that nobody learned."""

    def __init__(self, number: int) -> None:
        game = find("numberup", level=number)
        assert isinstance(game, NumberUp)
        self.rules = rules_of(game)
        self.net = network.net_of(self.rules)
        luck = np.random.default_rng(1)
        noise = luck.normal(0, 0.1, (self.net.rows, LANES))
        self.weights = (network.initial_parameters(self.rules, 1) + noise).astype(np.float32)
        self.work = workspace(self.rules, self.net)
        begin(self.work.stream, 1, 2)
        simulator.reset(self.rules, self.work.position)
        for _ in range(12):
            simulator.draw(self.rules, self.work.position, self.work.stream)
            self.play(RANDOM)

    def play(self, who: int) -> None:
        position, options = self.work.position, self.work.options
        found = estimate_moves(self.rules, position, options, self.work.stream, who)
        simulator.play(self.rules, position, options.moves[best(options, found)])

    def value(self) -> float:
        network.read_position(self.rules, self.net, self.weights, self.work.position, self.work.activations)
        return network.evaluate(self.rules, self.net, self.weights, self.work.position, self.work.activations)

    def gradient(self) -> Any:
        grad = np.zeros_like(self.weights)
        self.value()
        add_gradient(self.rules, self.net, self.weights, grad, self.work.position, self.work.activations, np.float32(1))
        return grad


@pytest.mark.parametrize("number", LEVELS)
def test_the_gradient_is_the_slope(number: int) -> None:
    here = MidGame(number)
    grad, luck = here.gradient(), np.random.default_rng(7)
    used = np.argwhere(np.abs(grad) > 0.01)
    off = []
    for row, column in luck.permutation(used)[:120]:
        before, step = here.weights[row, column], 0.01
        here.weights[row, column] = before + step
        above = here.value()
        here.weights[row, column] = before - step
        slope = (above - here.value()) / (2 * step * network.SCALE)
        here.weights[row, column] = before
        off.append(abs(slope - grad[row, column]) / abs(grad[row, column]))
    assert np.quantile(off, 0.8) < 0.02  # a few parameters cross the kink of a rectifier on the way


def test_a_move_is_worth_what_its_position_is_worth() -> None:
    """Only the lines of the cell are read anew for a move; looking at the whole position gives the same."""
    for number in LEVELS:
        here = MidGame(number)
        rules, net, work = here.rules, here.net, here.work
        simulator.draw(rules, work.position, work.stream)
        found = value_moves(rules, net, here.weights, work.position, work.activations, work.options)
        moves, values = work.options.moves[:found].copy(), work.options.values[:found].copy()
        before = simulator.blank(rules)
        simulator.copy(work.position, before)
        for move, value in zip(moves, values, strict=True):
            simulator.copy(before, work.position)
            simulator.play(rules, work.position, move)
            assert here.value() == pytest.approx(value, abs=1e-3)


def test_turned_and_recoloured_it_is_the_same() -> None:
    here = MidGame(1)
    rules, position, value = here.rules, here.work.position, here.value()
    size, numbers = rules.size, rules.numbers
    grid = position.grid.reshape(size, size)
    colours = np.array([3, 1, 5, 0, 2, 4])
    renamed = np.where(grid < 0, grid, colours[grid // numbers] * numbers + grid % numbers)
    position.deck[colours] = position.deck.copy()
    for turned in (renamed, renamed[::-1], renamed[:, ::-1]):
        position.grid[:] = turned.ravel()
        assert here.value() == pytest.approx(value, abs=1e-3)
