"""The players at a table, and all that commands ask of them."""

from collections.abc import Mapping
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from knobel.bots.numberup.arrays import NumberUpRules, rules_of
from knobel.bots.numberup.games import play_games
from knobel.bots.numberup.layouts import SKILLED, WHO, move_of
from knobel.bots.numberup.network import NumberUpNet, net_of
from knobel.bots.numberup.search import choose
from knobel.bots.numberup.simulator import position_of
from knobel.bots.numberup.training import NumberUpTrainer
from knobel.bots.numberup.workspace import workspaces
from knobel.bots.parameters import load_parameters
from knobel.bots.protocols import FULL_DEPTH, LADDER, Bot, LearnedPlayers, MoveEstimate, Points
from knobel.bots.vectors import LANES
from knobel.compiled import Floats
from knobel.rules.core import Decide, Game, Move
from knobel.rules.numberup import NumberUp

_LONG_COURSES = {1: 2_400_000, 19: 30_000}  # the base game, and a level that is hard to get the hang of


class NumberUpPlayer(NamedTuple):
    """A player and a level: all that stays the same from game to game."""

    rules: NumberUpRules
    net: NumberUpNet
    weights: Floats


@cache
def player(game: NumberUp, bot: str) -> NumberUpPlayer:
    rules = rules_of(game)
    net = net_of(rules)
    learned = WHO[bot] >= SKILLED
    return NumberUpPlayer(
        rules, net, load_parameters(game)["weights"] if learned else np.zeros((net.rows, LANES), np.float32)
    )


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    assert isinstance(game, NumberUp)
    rules, net, weights = player(game, bot)
    spaces = workspaces(rules, net)
    here = spaces.here._replace(position=position_of(game, state))
    here.stream[0] = luck.getrandbits(64)
    top = choose(rules, net, weights, spaces._replace(here=here), WHO[bot], FULL_DEPTH)
    return move_of(game, here.position.held, here.options.moves[top])


class NumberUpPlayers:
    """The `LearnedPlayers` of this game."""

    bots: Mapping[str, Bot] = {name: partial(_play, name) for name in LADDER}

    def training_games(self, game: Game[Any]) -> int:
        """More for the base game, fewer where a game has many moves to look at."""
        assert isinstance(game, NumberUp)
        if game.spec.level in _LONG_COURSES:
            return _LONG_COURSES[game.spec.level]
        if game.plan.hand > 1:
            return 8_000
        return 30_000 if game.plan.size == 5 else 20_000

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, depth: int = 0, first: int = 0) -> Points:
        assert isinstance(game, NumberUp)
        rules, net, weights = player(game, bot)
        results = np.zeros(games, np.int32)
        play_games(rules, net, weights, workspaces(rules, net), WHO[bot], depth, seed, first, results)
        return results

    def estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        from knobel.bots.numberup.advice import estimates

        assert isinstance(game, NumberUp)
        return estimates(game, state, node)

    def plain_estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        from knobel.bots.numberup.plain import plain_estimates

        assert isinstance(game, NumberUp)
        return plain_estimates(game, state, node)

    def results(self, game: Game[Any], state: Any, games: int) -> Points:
        from knobel.bots.numberup.advice import results

        assert isinstance(game, NumberUp)
        return results(game, state, games)

    def trainer(self, game: Game[Any], seed: int, games: int) -> NumberUpTrainer:
        assert isinstance(game, NumberUp)
        return NumberUpTrainer(game, seed, games)


PLAYERS: LearnedPlayers = NumberUpPlayers()
