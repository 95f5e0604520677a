"""Players that need no person. A bot sees a position of the solo game and its own generator, never dice to come.

`REGISTRY` lists them: the name, the bot, and which games it plays. The strengths of the `LADDER`, weakest first, exist
in every game of the package, learned or graded. An engine of one's own enters its greedy player in
`knobel.bots.greedy.GREEDY`; the learned players of a game are a package here, named in `LEARNED`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple, cast

from knobel.bots import graded, greedy, optimal
from knobel.bots.errors import UnknownBot
from knobel.bots.protocols import FULL_DEPTH, LADDER, Bot, LearnedPlayers, TableBot
from knobel.bots.wasm.levels import has_level
from knobel.bots.wasm.memory import has_web_assembly
from knobel.rules.core import Decide, Game, Move

__all__ = [
    "BOTS",
    "FULL_DEPTH",
    "LADDER",
    "LEARNED",
    "REGISTRY",
    "Bot",
    "check_known",
    "decide",
    "learned_players",
    "offered",
]

LEARNED = ("forone", "numberup")  # games with learned players, each with its package here


class RegisteredBot(NamedTuple):
    name: str
    bot: Bot
    plays: Callable[[Game[Any]], bool]
    at_table: TableBot | None = None  # for who looks at the others' cards, too


def learned_players(key: str) -> LearnedPlayers:
    """The learned players of a game; imported when needed, since they load a compiler. In a browser, which has neither
    that nor NumPy, the same code as WebAssembly: it plays and advises, and does nothing else."""
    module = f"knobel.bots.wasm.{key}" if has_web_assembly() else f"knobel.bots.{key}.players"
    return cast(LearnedPlayers, import_module(module).PLAYERS)


def _random(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    """Any legal move, all equally likely."""
    return luck.choice(node.moves)


def _of_strength(name: str) -> RegisteredBot:
    """A player that every game has in a form of its own: learned, or graded."""

    def bot(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
        if len(node.moves) == 1:
            return node.moves[0]
        if game.spec.key in LEARNED:
            return learned_players(game.spec.key).bots[name](game, state, node, luck)
        return graded.play(name, game, state, luck)

    def plays(game: Game[Any]) -> bool:
        if game.spec.key in LEARNED:
            return graded.has_numpy() or (has_web_assembly() and has_level(game))
        return graded.plays(name, game)

    return RegisteredBot(name, bot, plays)


REGISTRY = (
    RegisteredBot("random", _random, lambda game: True),  # noqa: ARG005
    RegisteredBot("greedy", greedy.greedy, greedy.plays),
    *map(_of_strength, LADDER),
    RegisteredBot("optimal", optimal.optimal, optimal.plays),
    RegisteredBot("duel", optimal.optimal, graded.duels, graded.duel),
)
BOTS: Mapping[str, Bot] = {each.name: each.bot for each in REGISTRY}


_AT_TABLE = {each.name: each.at_table for each in REGISTRY if each.at_table is not None}


def decide(name: str, game: Game[Any], cards: Sequence[Any], seat: int, node: Decide, luck: Random) -> Move:
    """The move of a bot in one seat of a table."""
    try:
        if name in _AT_TABLE:
            return _AT_TABLE[name](game, cards, seat, node, luck)
        return BOTS[name](game, cards[seat], node, luck)
    except ImportError:  # a match from elsewhere, whose bot cannot reckon here: somebody has to play on
        return greedy.greedy(game, cards[seat], node, luck)


def check_known(bots: Iterable[str | None], game: Game[Any]) -> None:
    """Refuse a match, from another release perhaps, with a bot that nobody here knows."""
    for bot in bots:
        if bot is not None and bot not in BOTS:
            raise UnknownBot(bot=bot[:40], game=game.name, known=list(BOTS))


def offered(game: Game[Any]) -> list[str]:
    """The bots that can play this game.

    >>> from knobel.rules import find
    >>> (offered(find("kniffel")), offered(find("numberup"))) == (
    ...     ['random', 'greedy', *LADDER, 'optimal', 'duel'], ['random', 'greedy', *LADDER])
    True
    """
    return [each.name for each in REGISTRY if _plays_here(each, game)]


def _plays_here(each: RegisteredBot, game: Game[Any]) -> bool:
    try:
        return each.plays(game)
    except ImportError:  # what it reckons with is not here: a browser's Python has no NumPy
        return False
