"""Players that need no person. A bot sees a position of the solo game and its own generator, never dice to come.

`REGISTRY` lists them, weakest first: the name, the bot, and which games it plays. An engine of one's own enters
its greedy player in `knobel.bots.greedy.GREEDY`; the learned players of a game are a package here, named in `LEARNED`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, cast

from knobel.bots import greedy, optimal
from knobel.bots.protocols import FULL_DEPTH, LADDER, Bot, LearnedPlayers
from knobel.rules.core import Decide, Game, Move

__all__ = ["BOTS", "FULL_DEPTH", "LADDER", "LEARNED", "REGISTRY", "Bot", "learned_players", "offered"]

LEARNED = ("forone", "numberup")  # games with learned players, each with its package here


class RegisteredBot(NamedTuple):
    name: str
    bot: Bot
    plays: Callable[[Game[Any]], bool]


def learned_players(key: str) -> LearnedPlayers:
    """The learned players of a game; imported when needed, since they load a compiler."""
    return cast(LearnedPlayers, import_module(f"knobel.bots.{key}").PLAYERS)


def _random(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    """Any legal move, all equally likely."""
    return luck.choice(node.moves)


def _learned(name: str) -> Bot:
    def learned(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
        if len(node.moves) == 1:
            return node.moves[0]
        return learned_players(game.spec.key).bots[name](game, state, node, luck)

    return learned


def _has_learned_players(game: Game[Any]) -> bool:
    return game.spec.key in LEARNED


REGISTRY = (
    RegisteredBot("random", _random, lambda game: True),  # noqa: ARG005
    RegisteredBot("greedy", greedy.greedy, greedy.plays),
    *(RegisteredBot(name, _learned(name), _has_learned_players) for name in LADDER),
    RegisteredBot("optimal", optimal.optimal, optimal.plays),
)
BOTS: Mapping[str, Bot] = {each.name: each.bot for each in REGISTRY}


def offered(game: Game[Any]) -> list[str]:
    """The bots that can play this game, weakest first.

    >>> from knobel.rules import find
    >>> offered(find("kniffel")), offered(find("numberup"))
    (['random', 'greedy', 'optimal'], ['random', 'greedy', 'beginner', 'solid', 'strong'])
    """
    return [each.name for each in REGISTRY if each.plays(game)]
