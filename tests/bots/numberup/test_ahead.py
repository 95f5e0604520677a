"""Looking ahead: towards the end, where nothing is left to estimate, it is the exact expectation."""

import numpy as np
import pytest

from knobel.bots.numberup import ahead, glance, judgement, network, twin
from knobel.bots.vectors import LANES
from knobel.compiled import begin
from knobel.rules import find
from knobel.rules.numberup import NumberUp


def exact(level: twin.Level, position: twin.Position) -> float:
    """The mean result of perfect play before the next draw, by trying everything."""
    if position.tally[twin.LAID] == level.size**2:
        return twin.points(level, position)
    return float(np.mean([_best(level, position, i) for i in range(position.tally[twin.DECK])]))


def _best(level: twin.Level, position: twin.Position, drawn: int) -> float:
    options, after = glance.options(level), twin.blank(level)
    found = []
    twin.take(level, position, twin.card_at(level, position, drawn))
    for move in options.moves[: glance.all_moves(level, position, options)].copy():
        glance.copy(position, after)
        glance.play(level, after, move)
        found.append(exact(level, after))
    twin.give_back(level, position)
    return max(found)


@pytest.mark.parametrize(("number", "cards"), [(1, 1), (1, 2), (6, 2)])
def test_the_last_cards_are_weighed_exactly(number: int, cards: int) -> None:
    """With parameters that know nothing, what is found comes from looking ahead alone."""
    game = find("numberup", level=number)
    assert isinstance(game, NumberUp)
    level = twin.level_of(game)
    net = network.net_of(level)
    weights, desks = np.zeros((net.rows, LANES), np.float32), ahead.desks(level, net)
    position, options, stream = desks.here.position, desks.here.options, desks.here.stream
    for deal in range(4):
        begin(stream, 1, deal)
        twin.reset(level, position)
        while position.tally[twin.LAID] < level.size**2 - cards - 1:
            glance.draw(level, position, stream)
            found = judgement.judge_moves(level, position, options, stream, judgement.RANDOM)
            glance.play(level, position, options.moves[glance.best(options, found)])
        glance.draw(level, position, stream)
        found = glance.value_moves(level, net, weights, position, desks.here.work, options)
        ahead.look_ahead(level, net, weights, desks, found, cards)
        after = twin.blank(level)
        for move, value in zip(options.moves[:found], options.values[:found], strict=True):
            glance.copy(position, after)
            glance.play(level, after, move)
            assert value == pytest.approx(exact(level, after), abs=1e-9)


def test_only_the_best_and_close_moves_are_looked_at() -> None:
    game = find("numberup", level=1)
    assert isinstance(game, NumberUp)
    options, luck = glance.options(twin.level_of(game)), np.random.default_rng(1)
    for most, margin in ((1, 9.0), (3, 0.4), (3, 9.0), (20, 0.1)):
        values = luck.random(12)
        options.values[:12] = values
        left = ahead.narrow(options, 12, most, margin)
        kept = options.values[:12] > ahead.NEVER
        assert left == kept.sum()
        expected = sorted(values[values >= values.max() - margin])[-most:]
        assert sorted(values[kept]) == expected
