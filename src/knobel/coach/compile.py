"""Makes machine code ahead of time: `python -m knobel.coach.compile PART`, in a process of its own and out of the way.

Each part is made by doing once, with next to nothing, what it is for.
"""

import os
import sys
from typing import Any

from knobel.machine_code import Preparation
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Game, Over


def _solver() -> None:
    from knobel.coach.pad_reasons import simulated
    from knobel.rules.sheetgame import ROLL, SheetGame
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.asking.compiled_dice import CompiledDice
    from knobel.solver.asking.values import adviser, end_game

    import numpy as np  # isort: skip

    for name in ("kniffel", "extreme", "seven"):
        game = find(name)
        assert isinstance(game, SheetGame)
        expert = adviser(game)
        dice = CompiledDice(expert.scoring)
        dice.thrown(np.zeros(dice.shape))
        if game.sheet.top is None:
            end_game(game.sheet, CardPosition(frozenset({0, len(game.sheet.boxes) - 1}), chips=game.sheet.chips))
        simulated(game, game.start(), ROLL, games=1)


def _learned(name: str) -> None:
    from knobel.bots import learned_players
    from knobel.coach.advice import advise

    game: Game[Any] = find(name)
    state = game.start()
    while not isinstance(node := game.node(state), Over):
        if isinstance(node, Draw):
            state = game.draw(state, tuple(urn.faces[0] for urn in node.urns))
            continue
        assert isinstance(node, Decide)
        if len(node.moves) > 1:
            advise(game, state)
            learned_players(name).results(game, state, 1)
            return
        state = game.play(state, node.moves[0])


def main(part: str) -> None:
    if hasattr(os, "nice"):
        os.nice(19)
    os.environ["KNOBEL_COMPILE"] = "here"
    _solver() if part == "solver" else _learned(part)
    Preparation(part).done()


if __name__ == "__main__":
    main(sys.argv[1])
