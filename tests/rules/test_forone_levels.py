"""Every level of For One – Kniffel under random play: no illegal position, and nothing leaves the bounds."""

from random import Random

import pytest

from knobel import Over, find
from knobel.rules.booklets import level_numbers
from knobel.rules.forone import ForOne
from knobel.rules.rows import GONE, RowsCard
from tests.playing import walk
from tests.thoroughness import LONG, glimpse

GAMES = 1000 if LONG else 8


@pytest.mark.parametrize("level", glimpse(level_numbers("forone"), 6))
def test_random_games(level: int) -> None:
    game = find("forone", level=level)
    assert isinstance(game, ForOne)
    luck = Random(level)
    for _ in range(GAMES):
        for state, node in walk(game, luck):
            check(game, state, over=isinstance(node, Over))


def check(game: ForOne, state: RowsCard, *, over: bool) -> None:
    """The dice are all there, every row can still be completed, and points are possible."""
    plan = game.plan
    least, most = game.bounds
    assert least <= game.points(state) <= game.best(state) <= most
    assert over == (None not in state.scored)
    assert plan.dice_to_place(state) or not state.placing
    assert state.round <= game.turns
    assert state.out >= (state.yellow == GONE)
    for i, row in enumerate(plan.rows):
        assert row.takes.may_hold(state.rows[i], row.fields)
        if (count := state.scored[i]) is not None:
            assert not state.rows[i]
            assert state.paid[i] in plan.worths[i][count]
    assert game.parse(dict(field.split("=", 1) for field in game.format(state).split(" "))) == state
