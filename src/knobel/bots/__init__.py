"""Players that need no person. A bot sees a position of the solo game and its own generator, never dice to come."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any, cast

from knobel.bots import optimal as solved
from knobel.bots.greedy import greedy
from knobel.bots.school import AS_AT_A_TABLE, LADDER, Bot, School
from knobel.rules.core import Decide, Game, Move

__all__ = ["AS_AT_A_TABLE", "BOTS", "LADDER", "SCHOOLS", "Bot", "School", "offered", "school"]

SCHOOLS = ("forone", "numberup")  # games whose players learn, each with its package here


def random(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    """Any legal move, all equally likely."""
    return luck.choice(node.moves)


def school(key: str) -> School:
    """The players of a game that learn; imported when needed, since it loads a compiler."""
    return cast(School, import_module(f"knobel.bots.{key}").SCHOOL)


def _pupil(name: str) -> Bot:
    def pupil(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
        if len(node.moves) == 1:
            return node.moves[0]
        return school(game.spec.key).bots[name](game, state, node, luck)

    return pupil


BOTS: Mapping[str, Bot] = {
    "random": random,
    "greedy": greedy,
    **{name: _pupil(name) for name in LADDER},
    "optimal": solved.optimal,
}


def offered(game: Game[Any]) -> list[str]:
    """The bots that can play this game, weakest first.

    >>> from knobel.rules import find
    >>> offered(find("kniffel")), offered(find("numberup"))
    (['random', 'greedy', 'optimal'], ['random', 'greedy', 'beginner', 'solid', 'strong'])
    """
    learned = LADDER if game.spec.key in SCHOOLS else ()
    exact = ("optimal",) if solved.plays(game) else ()
    return ["random", "greedy", *learned, *exact]
