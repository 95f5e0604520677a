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
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.asking.values import adviser

    assert isinstance(game, SheetGame)
    left = max(0, game.sheet.rolls - state.roll)
    paid = state.roll > game.sheet.rolls
    return adviser(game).options(CardPosition.of(game.sheet, state), state.dice, left, chip_used=paid)[0].move


def plays(game: Game[Any]) -> bool:
    """Whether the optimal bot knows this game without hours of work first."""
    if not isinstance(game, SheetGame):
        return False
    from knobel.solver.asking.sources import has_values

    return has_values(game)
