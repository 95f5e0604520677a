"""The optimal bot: the move with the highest expected result, from the solver's values.

The solver brings a compiler, so it is loaded with the first decision. Hosts that must not wait ask in a thread.
"""

from random import Random
from typing import Any

from knobel.bots import graded
from knobel.rules.core import Decide, Game, Move
from knobel.rules.sheetgame import Card, SheetGame


def optimal(game: Game[Any], state: Card, node: Decide, luck: Random, /) -> Move:
    if len(node.moves) == 1:
        return node.moves[0]
    if not graded.has_numpy():
        return graded.play("optimal", game, state, luck)
    from knobel.solver.asking.values import adviser

    return adviser(game).moves(state)[0].move


def plays(game: Game[Any]) -> bool:
    """Whether the optimal bot knows this game without hours of work first."""
    if not isinstance(game, SheetGame):
        return False
    if not graded.has_numpy():
        return graded.plays("optimal", game)
    from knobel.solver.asking.sources import has_values

    return has_values(game)


def simulate(game: Game[Any], games: int, seed: int) -> list[int]:
    """The points of games with the exact policy, in compiled code."""
    from knobel.solver.asking.values import value_function
    from knobel.solver.errors import NoTable
    from knobel.solver.induction.value_table import ValueTable
    from knobel.solver.simulation.simulate import simulate

    known = value_function(game)
    if not isinstance(known, ValueTable):
        raise NoTable(game=str(game.spec), states=known.process.space.states)
    points: list[int] = simulate(known, games, seed).points.tolist()
    return points
