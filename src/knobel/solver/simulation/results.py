"""The results of games played on, in compiled code and with the best policy known, from where a turn may end."""

from collections.abc import Sequence

import numpy as np

from knobel.rules.sheetgame import SheetGame
from knobel.solver.asking.turns import TurnOutcome
from knobel.solver.asking.values import value_function
from knobel.solver.simulation.figures import games_from, picked
from knobel.solver.simulation.games import NUMBERS, PLACE, POINTS
from knobel.solver.simulation.simulate import GameMachine, Points, layers_of, new_tally


def simulate_results(game: SheetGame, outcomes: Sequence[TurnOutcome], games: int, seed: int) -> Points:
    """The points of the turn and of all that follows it. Another seed throws other dice."""
    known, starts = value_function(game), [outcomes[i] for i in picked(outcomes, games)]
    layer, now = len(starts[0].after.free), np.array([one.points + one.extra for one in starts], np.int32)
    if layer == 0:
        return now + np.array([one.later for one in starts], np.int32)
    machine = GameMachine(known.process, layers_of(known), seed, new_tally(known.process))
    ended = machine.play_on(layer, games_from(known, [one.after for one in starts]))
    later = np.empty(games, np.int32)
    later[ended & (NUMBERS - 1)] = (ended >> POINTS & ((1 << PLACE - POINTS) - 1)) + known.process.end()[ended >> PLACE]
    return now + later
