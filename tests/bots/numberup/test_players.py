"""The players of Number UP: each stronger than the one before, compiled and at a table the same player."""

from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from knobel.bots import BOTS, FULL_DEPTH, LADDER, learned_players
from knobel.bots.errors import ForeignParameters, NoParameters, StaleParameters
from knobel.bots.parameters import file_name, keep, load_parameters, mark, own_folder, seal, unseal
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide
from tests.bots.test_bots import play

PLAYERS = learned_players("numberup")


def test_the_ladder_rises_on_level_1() -> None:
    game = find("numberup", level=1)
    results = [PLAYERS.simulate(game, bot, 1000, seed=5) for bot in ("random", *LADDER)]
    for weaker, better in pairwise(results):
        spread = (weaker.var() / 1000 + better.var() / 1000) ** 0.5
        assert better.mean() - weaker.mean() > 4 * spread


def test_strong_reaches_what_it_is_said_to() -> None:
    """A small sample; the documents tell of the large ones. Four standard errors of room."""
    game = find("numberup", level=1)
    glance = PLAYERS.simulate(game, "strong", 2000, seed=11)
    assert glance.mean() > 91.0 - 4 * glance.std() / 2000**0.5
    ahead = PLAYERS.simulate(game, "strong", 40, seed=11, depth=FULL_DEPTH)
    assert ahead.mean() > 91.9 - 4 * ahead.std() / 40**0.5


@pytest.mark.parametrize("bot", LADDER)
def test_games_are_a_function_of_seed_and_number(bot: str) -> None:
    game = find("numberup", level=9)
    many, few = (PLAYERS.simulate(game, bot, games, seed=3) for games in (40, 15))
    assert np.array_equal(many[:15], few)
    assert not np.array_equal(PLAYERS.simulate(game, bot, 15, seed=4), few)


@pytest.mark.parametrize("bot", LADDER)
@pytest.mark.parametrize("number", level_numbers("numberup"))
def test_every_level_is_played_to_its_end_at_a_table(number: int, bot: str) -> None:
    game = find("numberup", level=number)
    least, most = game.bounds
    assert least <= play(f"numberup:{number}", bot, seed=number) <= most


def test_the_same_position_and_luck_give_the_same_move() -> None:
    game = find("numberup", level=1)
    state = game.draw(game.play(game.start(), game.node(game.start()).moves[0]), ("a5",))  # type: ignore[union-attr]
    state = game.play(state, game.node(state).moves[0])  # type: ignore[union-attr]
    state = game.draw(game.play(state, game.node(state).moves[0]), ("a4",))  # type: ignore[union-attr]
    node = game.node(state)
    assert isinstance(node, Decide)
    for bot in LADDER:
        assert len({str(BOTS[bot](game, state, node, Random(3))) for _ in range(3)}) == 1


def test_every_level_has_been_learned() -> None:
    for number in level_numbers("numberup"):
        assert load_parameters(find("numberup", level=number))["weights"].dtype == np.float32


def test_another_course_leaves_another_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By it a calibration knows whether the strong player has learned since."""
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    game = find("numberup", level=1)
    before = mark(game)
    keep(own_folder("numberup") / file_name(game), seal(game, {"weights": np.ones((2, 16))}))
    assert mark(game) != before


def test_parameters_of_other_rules_are_refused() -> None:
    first, second = find("numberup", level=1), find("numberup", level=2)
    sealed = seal(first, {"weights": np.ones((2, 16))})
    assert unseal(first, sealed, "x")["weights"].shape == (2, 16)
    with pytest.raises(StaleParameters, match="other rules"):
        unseal(second, sealed, "x")
    for broken in (b"", sealed[:-1], sealed[:60] + b"!" + sealed[61:]):
        with pytest.raises(ForeignParameters, match="damaged"):
            unseal(first, broken, "x")
    with pytest.raises(NoParameters, match="knobel train forone"):
        load_parameters(find("forone", free_discard=True))
