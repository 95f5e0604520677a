"""The players at a table, and all that commands ask of them.

Compiled code decides a whole round; `rounds` makes moves of the rules of it, one at a time.
"""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from knobel.bots.forone.arrays import ForOneEncoding, encoding_of
from knobel.bots.forone.games import play_games, play_random_games
from knobel.bots.forone.heuristic import heuristic_parameters
from knobel.bots.forone.network import ForOneNet, learned_parameters, net_of
from knobel.bots.forone.rounds import CANDIDATES, LEARNED_NETS, NOISE, RoundPlans, waiting_dice
from knobel.bots.forone.search import choose
from knobel.bots.forone.simulator import position_of
from knobel.bots.forone.training import ForOneTrainer
from knobel.bots.forone.workspace import ForOneWorkspace, workspace
from knobel.bots.protocols import LADDER, Bot, LearnedPlayers, MoveEstimate, Points
from knobel.rules import digest
from knobel.rules.core import Decide, Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard


class ForOnePlayer(NamedTuple):
    """A player and a level: all that stays the same from game to game."""

    encoding: ForOneEncoding
    net: ForOneNet


_PLAYERS: dict[tuple[str, str], ForOnePlayer] = {}


def player(game: ForOne, bot: str) -> ForOnePlayer:
    key = digest(game), bot
    if key not in _PLAYERS:
        encoding = encoding_of(game)
        flat = learned_parameters(game) if bot in LEARNED_NETS else heuristic_parameters(encoding, bot)
        _PLAYERS[key] = ForOnePlayer(encoding, net_of(encoding, flat))
    return _PLAYERS[key]


def workspaces(bot: str) -> tuple[ForOneWorkspace, ForOneWorkspace]:
    """Room for a decision, and for the rolls looked at ahead of it."""
    return workspace(best=CANDIDATES if bot == "strong" else 1, noise=NOISE[bot]), workspace(best=CANDIDATES)


def _decided(bot: str, game: ForOne, state: RowsCard, luck: Random) -> list[int]:
    """The steps of the path to the position to go for."""
    encoding, net = player(game, bot)
    here, deeper = workspaces(bot)
    here.stream[0] = luck.getrandbits(64)
    dice = waiting_dice(game, state)
    here.dice[: len(dice)] = dice
    top = choose(encoding.rules, net, here, deeper, position_of(game, encoding, state), len(dice), bot == "strong")
    steps: list[int] = here.best.path[top, : here.best.steps[top]].tolist()
    return steps


_PLANS = RoundPlans(_decided)


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
    assert isinstance(game, ForOne)
    return _PLANS.next_move(bot, game, state, node, luck)


class ForOnePlayers:
    """The `LearnedPlayers` of this game."""

    bots: Mapping[str, Bot] = {name: partial(_play, name) for name in LADDER}

    def training_games(self, game: Game[Any]) -> int:
        """Level 1 is learned from nothing, the others from what is known of it."""
        return 800_000 if game.spec.level == 1 else 24_000

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, depth: int = 0, first: int = 0) -> Points:
        assert isinstance(game, ForOne)
        results = np.zeros(games, np.int32)
        if bot == "random":
            play_random_games(encoding_of(game).rules, workspace(), seed, first, results)
        else:
            encoding, net = player(game, bot)
            here, deeper = workspaces(bot)
            play_games(encoding.rules, net, here, deeper, depth > 0 and bot == "strong", seed, first, results)
        return results

    def estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        from knobel.bots.forone.advice import estimates

        assert isinstance(game, ForOne)
        return estimates(game, state, node)

    def plain_estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        from knobel.bots.forone.plain import plain_estimates

        assert isinstance(game, ForOne)
        return plain_estimates(game, state, node)

    def results(self, game: Game[Any], state: Any, games: int) -> Points:
        from knobel.bots.forone.advice import results

        assert isinstance(game, ForOne)
        return results(game, state, games)

    def trainer(self, game: Game[Any], seed: int, games: int) -> ForOneTrainer:
        assert isinstance(game, ForOne)
        return ForOneTrainer(game, seed, games)


PLAYERS: LearnedPlayers = ForOnePlayers()
