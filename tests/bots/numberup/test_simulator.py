"""The simulator and the rules, side by side: the same moves, positions and points, on every level."""

from random import Random

import numpy as np
import pytest

from knobel.bots.numberup import simulator
from knobel.bots.numberup.arrays import rules_of
from knobel.bots.numberup.layouts import move_of
from knobel.bots.numberup.workspace import all_moves, move_list
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.numberup import NumberUp

GAMES_A_LEVEL = 12


def assert_same(told: simulator.NumberUpPosition, seen: simulator.NumberUpPosition) -> None:
    assert np.array_equal(told.grid, seen.grid)
    assert np.array_equal(told.deck, seen.deck)
    assert np.array_equal(told.tally, seen.tally)
    assert sorted(told.held) == sorted(seen.held)


@pytest.mark.parametrize("number", level_numbers("numberup"))
def test_in_step(number: int) -> None:
    game = find("numberup", level=number)
    assert isinstance(game, NumberUp)
    rules = rules_of(game)
    options, position = move_list(rules), simulator.blank(rules)
    cards = {card: i for i, card in enumerate(game.deck)}
    for seed in range(GAMES_A_LEVEL):
        luck = Random(seed)
        state = game.start()
        simulator.reset(rules, position)
        while True:
            assert simulator.points(rules, position) == game.points(state)
            match game.node(state):
                case Over():
                    break
                case Draw(urns=(urn,)):
                    assert simulator.drawing(rules, position)
                    at = luck.randrange(len(urn.faces))
                    assert simulator.card_at(rules, position, at) == cards[str(urn.faces[at])]
                    simulator.take(rules, position, cards[str(urn.faces[at])])
                    state = game.draw(state, (urn.faces[at],))
                case Decide(moves) if moves[0].verb == "draw":
                    state = game.play(state, moves[0])
                case Decide(moves):
                    assert not simulator.drawing(rules, position)
                    found = options.moves[: all_moves(rules, position, options)].tolist()
                    told = {move_of(game, position.held, number): number for number in found}
                    assert told.keys() == set(moves)
                    move = luck.choice(moves)
                    simulator.play(rules, position, told[move])
                    state = game.play(state, move)
            assert_same(simulator.position_of(game, state), position)
