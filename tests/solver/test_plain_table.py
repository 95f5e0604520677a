"""A packed table read in plain Python: the values that NumPy reads, and the same advice from them."""

from random import Random

import pytest

from knobel.bots.pads.plain import plain_options
from knobel.rules import digest, find
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import FILLED
from knobel.solver.asking.shipped import shipped_layers
from knobel.solver.asking.values import adviser
from knobel.solver.errors import NoTable
from knobel.solver.plain.table import has_plain_table, plain_table
from tests.bots.pads.test_graded import decisions


def card_game(name: str) -> SheetGame:
    game = find(name)
    assert isinstance(game, SheetGame)
    return game


@pytest.mark.parametrize("name", ["kniffel", "seven"])
def test_every_layer_is_read_as_numpy_reads_it(name: str) -> None:
    game, luck = card_game(name), Random(1)
    process, table = DecisionProcess(game.sheet), plain_table(game)
    layers = shipped_layers(process, digest(game))
    assert layers is not None
    for layer, values in enumerate(layers):
        for index in [0, len(values) - 1, *luck.choices(range(len(values)), k=40)]:
            free, upper, top, chips = process.space.position_at(layer, index)
            found = table.value(free, upper, 1 if top == FILLED else 0, chips)
            assert found == pytest.approx(values[index], abs=1e-9), (layer, index)


def test_the_same_moves_with_the_same_values() -> None:
    game = card_game("kniffel")
    expert, exact = adviser(game), plain_table(game).value
    for card in list(decisions(game, 7))[::6]:
        right, found = expert.moves(card), plain_options(game, card, exact)
        assert {str(move) for move, _ in found} == {str(each.move) for each in right}
        known = {str(each.move): each.value for each in right}
        assert all(value == pytest.approx(known[str(move)], abs=1e-6) for move, value in found)
        assert found[0][1] == max(value for _, value in found)


def test_other_rules_have_none() -> None:
    game = card_game("kniffel+kniffel_after_strike")
    assert not has_plain_table(game)
    with pytest.raises(NoTable):
        plain_table(game)
