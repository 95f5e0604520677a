"""Players that need no person. A bot sees a position of the solo game and its own generator, never dice to come."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol

from knobel.bots import optimal as solved
from knobel.bots.greedy import greedy
from knobel.rules.core import Decide, Game, Move


class Bot(Protocol):
    """Chooses among the legal moves of a decision."""

    def __call__(self, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move: ...


def random(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    """Any legal move, all equally likely."""
    return luck.choice(node.moves)


BOTS: Mapping[str, Bot] = {"random": random, "greedy": greedy, "optimal": solved.optimal}


def offered(game: Game[Any]) -> list[str]:
    """The bots that can play this game, weakest first."""
    return [name for name in BOTS if name != "optimal" or solved.plays(game)]
