"""The optimal bot: the move with the highest expected result, from the solver's values.

The solver brings a compiler, so it is loaded with the first decision. Hosts that must not wait ask in a thread.
"""

from random import Random
from typing import Any

from knobel.rules.core import Decide, Game, Move
from knobel.rules.sheetgame import Card, SheetGame


def optimal(game: Game[Any], state: Card, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    if len(node.moves) == 1:
        return node.moves[0]
    from knobel.solve.position import Position
    from knobel.solve.valuers import adviser

    assert isinstance(game, SheetGame)
    left = max(0, game.sheet.rolls - state.roll)
    paid = state.roll > game.sheet.rolls
    return adviser(game).options(Position.of(game.sheet, state), state.dice, left, chip_used=paid)[0].move


def plays(game: Game[Any]) -> bool:
    """Whether the optimal bot knows this game without hours of work first."""
    if not isinstance(game, SheetGame):
        return False
    from knobel.solve.sources import has_values

    return has_values(game)


def simulate(game: Game[Any], games: int, seed: int) -> list[int]:
    """The points of games with the exact policy, in compiled code."""
    from knobel.solve.errors import NoTable
    from knobel.solve.simulate import simulate
    from knobel.solve.valuers import Table, valuer

    known = valuer(game)
    if not isinstance(known, Table):
        raise NoTable(game=str(game.spec), states=known.problem.space.states)
    points: list[int] = simulate(known, games, seed).points.tolist()
    return points
