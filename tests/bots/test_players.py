"""The learned players of both For One games: each stronger than the one before, compiled and at a table the same."""

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from knobel import Draw, Over, find
from knobel.bots import BOTS, FULL_DEPTH, LADDER, LEARNED, learned_players
from knobel.bots.calibration.histograms import PLAYERS as CALIBRATED
from knobel.bots.forone.arrays import encoding_of
from knobel.bots.forone.features import BEHIND
from knobel.bots.forone.network import HIDDEN
from knobel.bots.numberup.arrays import rules_of
from knobel.bots.numberup.network import net_of
from knobel.bots.parameters import load_parameters
from knobel.bots.protocols import Points
from knobel.bots.vectors import LANES
from knobel.rules.booklets import level_numbers
from knobel.rules.forone import ForOne
from knobel.rules.numberup import NumberUp
from tests.bots.test_bots import play
from tests.thoroughness import LONG, sample

LEVELS = [(key, number) for key in LEARNED for number in level_numbers(key)]
PLAYERS = ("random", *LADDER)
GAMES = 2000 if LONG else 800  # of the strong player on level 1

# What the strong player makes of level 1, without search and with it, as the documents say of many more games.
SAID = {"forone": (340.0, 342.0), "numberup": (91.0, 91.9)}


@cache
def simulated(key: str, level: int, bot: str, games: int) -> Points:
    return learned_players(key).simulate(find(key, level=level), bot, games, seed=11)


def standard_error(*results: Points) -> float:
    return float(sum(each.var() / len(each) for each in results) ** 0.5)


@pytest.mark.parametrize(
    ("key", "level"), [*(("forone", number) for number in sample((1, 7, 13, 19, 25), 2)), ("numberup", 1)]
)
def test_the_ladder_rises(key: str, level: int) -> None:
    """All strengths on level 1; on the others those that medals are measured by, with more between them."""
    players = PLAYERS if level == 1 else CALIBRATED
    games = {bot: GAMES if (bot, level) == ("strong", 1) else 500 for bot in players}
    results = [simulated(key, level, bot, games[bot]) for bot in players]
    for weaker, better in pairwise(results):
        assert better.mean() - weaker.mean() > 3 * standard_error(weaker, better)
    least, most = find(key, level=level).bounds
    assert all(least <= result.min() and result.max() <= most for result in results)


@pytest.mark.parametrize("key", LEARNED)
def test_strong_reaches_what_it_is_said_to(key: str) -> None:
    """A small sample; four standard errors of room."""
    plain, searching = SAID[key]
    without = simulated(key, 1, "strong", GAMES)
    assert without.mean() > plain - 4 * standard_error(without)
    ahead = learned_players(key).simulate(find(key, level=1), "strong", 24 if LONG else 8, seed=11, depth=FULL_DEPTH)
    assert ahead.mean() > searching - 4 * standard_error(ahead)


@pytest.mark.parametrize("bot", PLAYERS)
@pytest.mark.parametrize(("key", "level"), [("forone", 22), ("numberup", 9)])
def test_games_are_a_function_of_seed_and_number(key: str, level: int, bot: str) -> None:
    game, simulate = find(key, level=level), learned_players(key).simulate
    many, few = (simulate(game, bot, games, seed=3) for games in (40, 15))
    assert np.array_equal(many[:15], few)
    assert not np.array_equal(simulate(game, bot, 15, seed=4), few)


@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_every_level_is_played_to_its_end_at_a_table(key: str, level: int) -> None:
    """Turn by turn by another of the three, so that each comes to the positions of the others, too."""
    game, luck = find(key, level=level), Random(level)
    state, decided = game.start(), dict.fromkeys(LADDER, 0)
    while not isinstance(node := game.node(state), Over):
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
            continue
        bot = LADDER[(game.turn(state) + level) % len(LADDER)]
        chosen = BOTS[bot](game, state, node, luck)
        assert chosen in node.moves
        decided[bot] += 1
        state = game.play(state, chosen, node)
    least, most = game.bounds
    assert least <= node.points <= most
    assert all(decided.values())


def test_the_house_rule_is_played_too() -> None:
    assert play("forone:1+free_discard", "strong", seed=1) > 200


@pytest.mark.parametrize(("key", "level"), LEVELS)
def test_every_level_has_been_learned(key: str, level: int) -> None:
    """The parameters fit the network of their level, and something was learned of it."""
    game = find(key, level=level)
    found = load_parameters(game)
    if isinstance(game, ForOne):
        features = len(encoding_of(game).contents) + BEHIND
        shapes = {"weights": (features, HIDDEN), "plain": (features,), "last": (HIDDEN // LANES, LANES)}
    else:
        assert isinstance(game, NumberUp)
        shapes = {"weights": (net_of(rules_of(game)).rows, LANES)}
    assert {name: array.shape for name, array in found.items()} == shapes
    for array in found.values():
        assert array.dtype == np.float32
        assert np.isfinite(array).all()
        assert array.std() > 0.001
