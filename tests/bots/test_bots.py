"""Bots play legal games to the end, greedy better than random, and none sees dice to come."""

from random import Random
from statistics import mean

import pytest

from knobel import Decide, Draw, Over, find
from knobel.bots import BOTS
from knobel.rules import GAMES


def play(spec: str, bot: str, seed: int) -> int:
    game, luck = find(spec), Random(seed)
    state = game.start()
    while True:
        node = game.node(state)
        match node:
            case Over(points):
                return points
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case Decide():
                state = game.play(state, BOTS[bot](game, state, node, luck))


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_greedy_beats_random(kind: object) -> None:
    key = kind.key  # type: ignore[attr-defined]
    assert mean(play(key, "greedy", seed) for seed in range(3)) > mean(play(key, "random", seed) for seed in range(10))


def test_a_bot_is_a_function_of_position_and_its_own_generator() -> None:
    game = find("kniffel")
    state = game.draw(game.play(game.start(), game.node(game.start()).moves[0]), (1, 2, 3, 4, 6))  # type: ignore[union-attr]
    node = game.node(state)
    assert isinstance(node, Decide)
    assert {str(BOTS["greedy"](game, state, node, Random(7))) for _ in range(5)} == {
        str(BOTS["greedy"](game, state, node, Random(7)))
    }
