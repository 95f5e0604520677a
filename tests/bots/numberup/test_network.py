"""The network: its gradient is its slope, and neither turning the grid nor renaming colours changes a value."""

from typing import Any

import numpy as np
import pytest

from knobel.bots.numberup import glance, judgement, network, slopes, twin
from knobel.bots.vectors import LANES
from knobel.compiled import begin
from knobel.rules import find
from knobel.rules.numberup import NumberUp

# One colour, mixed channels with discards, diagonals, a hand.
LEVELS = (1, 9, 16, 18)


class Table:
    """A level with a position in mid-game and parameters that nobody learned."""

    def __init__(self, number: int) -> None:
        game = find("numberup", level=number)
        assert isinstance(game, NumberUp)
        self.level = twin.level_of(game)
        self.net = network.net_of(self.level)
        luck = np.random.default_rng(1)
        noise = luck.normal(0, 0.1, (self.net.rows, LANES))
        self.weights = (network.fresh(self.level, 1) + noise).astype(np.float32)
        self.desk = glance.desk(self.level, self.net)
        begin(self.desk.stream, 1, 2)
        twin.reset(self.level, self.desk.position)
        for _ in range(12):
            glance.draw(self.level, self.desk.position, self.desk.stream)
            self.play(judgement.RANDOM)

    def play(self, who: int) -> None:
        position, options = self.desk.position, self.desk.options
        found = judgement.judge_moves(self.level, position, options, self.desk.stream, who)
        glance.play(self.level, position, options.moves[glance.best(options, found)])

    def value(self) -> float:
        network.look(self.level, self.net, self.weights, self.desk.position, self.desk.work)
        return network.value(self.level, self.net, self.weights, self.desk.position, self.desk.work)

    def gradient(self) -> Any:
        grad = np.zeros_like(self.weights)
        self.value()
        slopes.add_slope(self.level, self.net, self.weights, grad, self.desk.position, self.desk.work, np.float32(1))
        return grad


@pytest.mark.parametrize("number", LEVELS)
def test_the_gradient_is_the_slope(number: int) -> None:
    table = Table(number)
    grad, luck = table.gradient(), np.random.default_rng(7)
    used = np.argwhere(np.abs(grad) > 0.01)
    off = []
    for row, column in luck.permutation(used)[:120]:
        before, step = table.weights[row, column], 0.01
        table.weights[row, column] = before + step
        above = table.value()
        table.weights[row, column] = before - step
        slope = (above - table.value()) / (2 * step * network.SCALE)
        table.weights[row, column] = before
        off.append(abs(slope - grad[row, column]) / abs(grad[row, column]))
    assert np.quantile(off, 0.8) < 0.02  # a few parameters cross the kink of a rectifier on the way


def test_a_move_is_worth_what_its_position_is_worth() -> None:
    """Only the lines of the cell are read anew for a move; looking at the whole position gives the same."""
    for number in LEVELS:
        table = Table(number)
        level, net, desk = table.level, table.net, table.desk
        glance.draw(level, desk.position, desk.stream)
        found = glance.value_moves(level, net, table.weights, desk.position, desk.work, desk.options)
        moves, values = desk.options.moves[:found].copy(), desk.options.values[:found].copy()
        before = twin.blank(level)
        glance.copy(desk.position, before)
        for move, value in zip(moves, values, strict=True):
            glance.copy(before, desk.position)
            glance.play(level, desk.position, move)
            assert table.value() == pytest.approx(value, abs=1e-3)


def test_turned_and_recoloured_it_is_the_same() -> None:
    table = Table(1)
    level, position, value = table.level, table.desk.position, table.value()
    size, numbers = level.size, level.numbers
    grid = position.grid.reshape(size, size)
    colours = np.array([3, 1, 5, 0, 2, 4])
    renamed = np.where(grid < 0, grid, colours[grid // numbers] * numbers + grid % numbers)
    position.deck[colours] = position.deck.copy()
    for turned in (renamed, renamed[::-1], renamed[:, ::-1]):
        position.grid[:] = turned.ravel()
        assert table.value() == pytest.approx(value, abs=1e-3)
