"""Many games of one bot: who can simulate what, and that every way to play them is the same game."""

from random import Random

import numpy as np
import pytest

from knobel import Draw, Over, find
from knobel.bots import BOTS, learned_players
from knobel.bots.simulation import (
    Simulation,
    by_graded_player,
    by_learned_players,
    by_protocol,
    by_solver,
    simulate,
    simulators,
)
from knobel.compiled import begin, pick


def test_one_table_says_who_simulates_what() -> None:
    ladder = ("beginner", "casual", "solid", "skilled", "strong")
    graded = dict.fromkeys(ladder, by_graded_player)
    plain = dict.fromkeys(("random", "greedy", "duel"), by_protocol)
    assert simulators(find("kniffel")) == {**plain, **graded, "optimal": by_solver}
    learned = dict.fromkeys(("random", *ladder), by_learned_players)
    for key in ("forone", "numberup"):
        assert simulators(find(key)) == {"greedy": by_protocol, "optimal": by_solver, **learned}


@pytest.mark.parametrize(("key", "level"), [("forone", 1), ("forone", 18), ("numberup", 9)])
def test_compiled_and_by_protocol_random_is_the_same_player(key: str, level: int) -> None:
    game = find(key, level=level)
    compiled = learned_players(key).simulate(game, "random", 4000, seed=2)
    table = np.array(by_protocol(game, "random", 150, seed=2))
    error = (compiled.var() / 4000 + table.var() / 150) ** 0.5
    assert abs(compiled.mean() - table.mean()) < 4 * error


@pytest.mark.parametrize(("key", "level"), [("forone", 1), ("numberup", 1), ("numberup", 9)])
def test_compiled_and_at_a_table_solid_plays_the_same_games(key: str, level: int) -> None:
    """It needs no luck of its own, so with the draws of the compiled games it comes to their points."""
    game, stream = find(key, level=level), np.zeros(1, np.uint64)
    for number, points in enumerate(learned_players(key).simulate(game, "solid", 3, seed=5)):
        begin(stream, 5, number)
        state = game.start()
        while not isinstance(node := game.node(state), Over):
            if isinstance(node, Draw):
                state = game.draw(state, tuple(urn.faces[pick(stream, len(urn.faces))] for urn in node.urns))
            else:
                state = game.play(state, BOTS["solid"](game, state, node, Random(1)), node)
        assert node.points == points


def test_depth_reaches_the_strong_player() -> None:
    game = find("numberup", level=1)
    without, ahead = (simulate(game, "strong", 20, 5, depth=depth) for depth in (0, 1))
    assert ahead.mean > without.mean


def test_what_points_come_to() -> None:
    found = Simulation(find("numberup", level=1), "solid", 1, (3, 1000, 2, 2))
    assert (len(found), found.mean, round(found.sd, 4), round(found.sem, 4)) == (4, 251.75, 498.8336, 249.4168)
    assert (found.percentiles[1], found.percentiles[50], found.percentiles[99]) == (2, 2, 1000)
    assert found.medals == {"bronze": 0.25, "silver": 0.25, "gold": 0.25}
    assert Simulation(find("kniffel"), "solid", 1, (300,)).medals == {}
    assert Simulation(find("kniffel"), "solid", 1, (300,)).sd == 0
