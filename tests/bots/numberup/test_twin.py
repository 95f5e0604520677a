"""The compiled twin and the rules, side by side: the same moves, positions and points, on every level."""

from random import Random

import numpy as np
import pytest

from knobel.bots.numberup import glance, twin
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.numberup import NumberUp

GAMES_A_LEVEL = 12


def assert_same(told: twin.Position, seen: twin.Position) -> None:
    assert np.array_equal(told.grid, seen.grid)
    assert np.array_equal(told.deck, seen.deck)
    assert np.array_equal(told.tally, seen.tally)
    assert sorted(told.held) == sorted(seen.held)


@pytest.mark.parametrize("number", level_numbers("numberup"))
def test_in_step(number: int) -> None:
    game = find("numberup", level=number)
    assert isinstance(game, NumberUp)
    level = twin.level_of(game)
    options, position = glance.options(level), twin.blank(level)
    cards = {card: i for i, card in enumerate(game.deck)}
    for seed in range(GAMES_A_LEVEL):
        luck = Random(seed)
        state = game.start()
        twin.reset(level, position)
        while True:
            assert twin.points(level, position) == game.points(state)
            match game.node(state):
                case Over():
                    break
                case Draw(urns=(urn,)):
                    assert twin.drawing(level, position)
                    at = luck.randrange(len(urn.faces))
                    assert twin.card_at(level, position, at) == cards[str(urn.faces[at])]
                    twin.take(level, position, cards[str(urn.faces[at])])
                    state = game.draw(state, (urn.faces[at],))
                case Decide(moves) if moves[0].verb == "draw":
                    state = game.play(state, moves[0])
                case Decide(moves):
                    assert not twin.drawing(level, position)
                    found = options.moves[: glance.all_moves(level, position, options)].tolist()
                    told = {glance.move_of(game, level, position, code): code for code in found}
                    assert told.keys() == set(moves)
                    move = luck.choice(moves)
                    glance.play(level, position, told[move])
                    state = game.play(state, move)
            assert_same(twin.position_of(game, level, state), position)
