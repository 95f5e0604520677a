"""Search: towards the end, where nothing is left to estimate, it is the exact expectation."""

import numpy as np
import pytest

from knobel.bots.numberup import search, simulator
from knobel.bots.numberup.arrays import NumberUpRules, rules_of
from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.heuristic import estimate_moves
from knobel.bots.numberup.layouts import DECK, LAID, NEVER, RANDOM
from knobel.bots.numberup.network import net_of
from knobel.bots.numberup.workspace import all_moves, best, move_list, workspaces
from knobel.bots.vectors import LANES
from knobel.compiled import begin
from knobel.rules import find
from knobel.rules.numberup import NumberUp


def exact(rules: NumberUpRules, position: simulator.NumberUpPosition) -> float:
    """The mean result of perfect play before the next draw, by trying everything."""
    if position.tally[LAID] == rules.size**2:
        return simulator.points(rules, position)
    return float(np.mean([_best(rules, position, i) for i in range(position.tally[DECK])]))


def _best(rules: NumberUpRules, position: simulator.NumberUpPosition, drawn: int) -> float:
    options, after = move_list(rules), simulator.blank(rules)
    found = []
    simulator.take(rules, position, simulator.card_at(rules, position, drawn))
    for move in options.moves[: all_moves(rules, position, options)].copy():
        simulator.copy(position, after)
        simulator.play(rules, after, move)
        found.append(exact(rules, after))
    simulator.give_back(rules, position)
    return max(found)


@pytest.mark.parametrize(("number", "cards"), [(1, 1), (1, 2), (6, 2)])
def test_the_last_cards_are_weighed_exactly(number: int, cards: int) -> None:
    """With parameters that know nothing, what is found comes from looking ahead alone."""
    game = find("numberup", level=number)
    assert isinstance(game, NumberUp)
    rules = rules_of(game)
    net = net_of(rules)
    weights, spaces = np.zeros((net.rows, LANES), np.float32), workspaces(rules, net)
    position, options, stream = spaces.here.position, spaces.here.options, spaces.here.stream
    for deal in range(4):
        begin(stream, 1, deal)
        simulator.reset(rules, position)
        while position.tally[LAID] < rules.size**2 - cards - 1:
            simulator.draw(rules, position, stream)
            found = estimate_moves(rules, position, options, stream, RANDOM)
            simulator.play(rules, position, options.moves[best(options, found)])
        simulator.draw(rules, position, stream)
        found = value_moves(rules, net, weights, position, spaces.here.activations, options)
        search.look_ahead(rules, net, weights, spaces, found, cards)
        after = simulator.blank(rules)
        for move, value in zip(options.moves[:found], options.values[:found], strict=True):
            simulator.copy(position, after)
            simulator.play(rules, after, move)
            assert value == pytest.approx(exact(rules, after), abs=1e-9)


def test_only_the_best_and_close_moves_are_looked_at() -> None:
    game = find("numberup", level=1)
    assert isinstance(game, NumberUp)
    options, luck = move_list(rules_of(game)), np.random.default_rng(1)
    for most, margin in ((1, 9.0), (3, 0.4), (3, 9.0), (20, 0.1)):
        values = luck.random(12)
        options.values[:12] = values
        left = search.narrow(options, 12, most, margin)
        kept = options.values[:12] > NEVER
        assert left == kept.sum()
        expected = sorted(values[values >= values.max() - margin])[-most:]
        assert sorted(values[kept]) == expected
