"""Who plays what: the registry, the greedy bot of every engine, and that no bot sees more than its position."""

import random
from random import Random
from statistics import mean
from typing import Any

import pytest

from knobel import Decide, Draw, Over, find
from knobel.bots import BOTS, LADDER, REGISTRY, offered
from knobel.bots.errors import NoGreedyPlayer
from knobel.bots.greedy import GREEDY, greedy
from knobel.rules import GAMES
from knobel.rules.core import Game, Kind, Move
from knobel.rules.numberup import NumberUp

PAD = ["random", "greedy", *LADDER, "optimal"]
ALL = [*PAD, "duel"]
OFFERED = {
    "kniffel": ALL,
    "extreme": PAD,
    "seven": PAD,
    "forone": ["random", "greedy", *LADDER],
    "numberup": ["random", "greedy", *LADDER],
    "yahtzee": PAD,
    "yatzy": PAD,
    "maxi_yatzy": PAD[:-2],  # its values would have to be solved first
}


def play(spec: str, bot: str, seed: int) -> int:
    """One game, every move of which is legal; its points."""
    game, luck = find(spec), Random(seed)
    state = game.start()
    while True:
        node = game.node(state)
        match node:
            case Over(points):
                return points
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case Decide(moves):
                chosen = BOTS[bot](game, state, node, luck)
                assert chosen in moves
                state = game.play(state, chosen)


def decision(spec: str) -> tuple[Game[Any], Any, Decide]:
    """A position with something to choose, the first of a game."""
    game, luck = find(spec), Random(5)
    state = game.start()
    while True:
        match game.node(state):
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case Decide(moves) as node if len(moves) > 1:
                return game, state, node
            case Decide(moves):
                state = game.play(state, moves[0])
            case Over():
                raise AssertionError("a game without a choice")


def test_every_game_is_offered_its_bots() -> None:
    assert {kind.key: offered(kind.game()) for kind in GAMES} == OFFERED
    assert [each.name for each in REGISTRY] == ALL


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_every_engine_has_a_greedy_player_that_beats_random(kind: Kind) -> None:
    assert kind.game().engine in GREEDY
    key = kind.key
    assert mean(play(key, "greedy", seed) for seed in range(3)) > mean(play(key, "random", seed) for seed in range(10))


class Tower(NumberUp):
    """An engine from outside."""

    engine = "tower"


def test_an_engine_from_outside_brings_its_own_greedy_player(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Tower(spec=find("numberup").spec, plan=find("numberup").plan)
    _, state, node = decision("numberup")
    assert offered(game)[:2] == ["random", "beginner"]
    with pytest.raises(NoGreedyPlayer, match="tower"):
        greedy(game, state, node, Random(1))

    def last(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
        return node.moves[-1]

    monkeypatch.setitem(GREEDY, "tower", last)
    assert "greedy" in offered(game)
    assert BOTS["greedy"](game, state, node, Random(1)) == node.moves[-1]
    assert BOTS["greedy"](game, state, Decide(node.moves[:1]), Random(1)) == node.moves[0]  # nothing to choose


@pytest.mark.parametrize(
    ("spec", "bot"), [(key, bot) for key in ("kniffel", "forone", "numberup") for bot in OFFERED[key]]
)
def test_all_luck_of_a_bot_is_its_own_generator(spec: str, bot: str) -> None:
    """It neither hears nor disturbs the generator everybody shares, and the same luck gives the same move."""
    game, state, node = decision(spec)
    chosen = set()
    for shared in (1, 2):
        random.seed(shared)
        before = random.getstate()
        chosen.add(BOTS[bot](game, state, node, Random(7)))
        assert random.getstate() == before
    assert len(chosen) == 1


@pytest.mark.parametrize(("spec", "bot"), [("kniffel", "random"), ("forone", "beginner"), ("numberup", "beginner")])
def test_other_luck_may_give_another_move(spec: str, bot: str) -> None:
    game, state, node = decision(spec)
    assert len({BOTS[bot](game, state, node, Random(seed)) for seed in range(20)}) > 1
