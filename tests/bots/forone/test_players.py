"""The players of For One – Kniffel: each stronger than the one before, compiled and at a table the same player."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from knobel.bots import BOTS, LADDER, learned_players
from knobel.bots.errors import StaleParameters
from knobel.bots.parameters import load_parameters, seal, unseal
from knobel.bots.simulation import by_protocol
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard
from tests.bots.test_bots import play

PLAYERS = learned_players("forone")
LEVELS = level_numbers("forone")


def after_roll(game: ForOne, faces: tuple[int, ...]) -> RowsCard:
    state = game.start()
    node = game.node(state)
    assert isinstance(node, Decide)
    return game.draw(game.play(state, node.moves[0]), faces)


@pytest.mark.parametrize("level", LEVELS[::6])
def test_the_ladder_rises(level: int) -> None:
    game = find("forone", level=level)
    results = [PLAYERS.simulate(game, bot, 500, seed=5) for bot in ("random", *LADDER)]
    for weaker, better in pairwise(results):
        error = ((weaker.var() + better.var()) / 500) ** 0.5
        assert better.mean() - weaker.mean() > 3 * error
    least, most = game.bounds
    assert all(least <= result.min() and result.max() <= most for result in results)


def test_strong_reaches_what_it_is_said_to() -> None:
    """A small sample; the documents tell of the large ones. Four standard errors of room."""
    game = find("forone", level=1)
    glance = PLAYERS.simulate(game, "strong", 2000, seed=11)
    assert glance.mean() > 340 - 4 * glance.std() / 2000**0.5
    ahead = PLAYERS.simulate(game, "strong", 24, seed=11, depth=1)
    assert ahead.mean() > 342 - 4 * ahead.std() / 24**0.5


@pytest.mark.parametrize("bot", ["random", *LADDER])
def test_games_are_a_function_of_seed_and_number(bot: str) -> None:
    game = find("forone", level=22)
    many, few = (PLAYERS.simulate(game, bot, games, seed=3) for games in (40, 15))
    assert np.array_equal(many[:15], few)
    assert not np.array_equal(PLAYERS.simulate(game, bot, 15, seed=4), few)


@pytest.mark.parametrize("level", [1, 18])
def test_compiled_and_at_a_table_random_is_the_same_player(level: int) -> None:
    game = find("forone", level=level)
    compiled, table = PLAYERS.simulate(game, "random", 4000, seed=2), np.array(by_protocol(game, "random", 150, seed=2))
    error = (compiled.var() / 4000 + table.var() / 150) ** 0.5
    assert abs(compiled.mean() - table.mean()) < 4 * error


@pytest.mark.parametrize("bot", LADDER)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_played_to_its_end_at_a_table(level: int, bot: str) -> None:
    least, most = find("forone", level=level).bounds
    assert least <= play(f"forone:{level}", bot, seed=level) <= most


def test_the_house_rule_is_played_too() -> None:
    assert play("forone:1+free_discard", "strong", seed=1) > 200


def test_the_same_position_and_luck_give_the_same_move() -> None:
    game = find("forone", level=1)
    state = after_roll(game, (1, 2, 4, 4, 6))
    node = game.node(state)
    assert isinstance(node, Decide)
    for bot in LADDER:
        assert len({str(BOTS[bot](game, state, node, Random(3))) for _ in range(3)}) == 1


def test_every_level_has_been_learned() -> None:
    sizes = [len(seal(game, load_parameters(game))) for game in (find("forone", level=level) for level in LEVELS)]
    assert sum(sizes) < 2_000_000


def test_parameters_of_another_level_are_refused() -> None:
    first, second = find("forone", level=1), find("forone", level=2)
    with pytest.raises(StaleParameters, match="other rules"):
        unseal(second, seal(first, load_parameters(first)), "x")
