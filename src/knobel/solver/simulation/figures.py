"""Side figures by simulation, for games whose exact ones would take hours: games are played on, in compiled code and
with the best policy known, from where a turn may end.

Starts are drawn as evenly as chances allow, and games of the same number throw the same dice, so options of one
decision can be compared with fewer games than their errors alone would ask for.
"""

from collections.abc import Sequence

import numpy as np

from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.scoring import FILLED, OPEN
from knobel.solver.asking.figures import SideFigures
from knobel.solver.asking.turns import TurnOutcome
from knobel.solver.asking.values import ApproximateValues, value_function
from knobel.solver.induction.kernel import Offsets
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.games import NUMBERS, PLACE
from knobel.solver.simulation.simulate import GameMachine, layers_of, new_tally

SEED = 7


def simulate_figures(game: SheetGame, outcomes: Sequence[TurnOutcome], games: int) -> SideFigures:
    """What is to come after a turn that may end in these ways."""
    known = value_function(game)
    process, bonuses = known.process, game.sheet.bonuses
    starts = [outcomes[i].after for i in picked(outcomes, games)]
    layer = len(starts[0].free)
    if layer == 0:
        reached = [float(np.mean([start.upper >= bonus.at for start in starts])) for bonus in bonuses]
        return SideFigures(tuple(reached), 0.0, 0.0, games)
    machine = GameMachine(process, layers_of(known), SEED, new_tally(process))
    ended = machine.play_on(layer, games_from(known, starts))
    space, order = process.space, ended & (NUMBERS - 1)
    totals, tops = np.empty(games, np.int64), np.empty(games, np.int64)
    for place in np.unique(ended >> PLACE).tolist():
        _, total, top, _ = space.position_at(0, place)
        mine = order[ended >> PLACE == place]
        totals[mine], tops[mine] = total, top
    begun = np.array([start.top for start in starts])
    return SideFigures(
        bonuses=tuple(float((totals >= bonus.at).mean()) for bonus in bonuses),
        top=float(((tops == FILLED) & (begun == OPEN)).mean()) if game.sheet.top is not None else 0.0,
        extra=float(machine.tally.extra.sum() / games),
        games=games,
    )


def picked(outcomes: Sequence[TurnOutcome], games: int) -> list[int]:
    """Which outcome each game begins with, each as often as it is likely."""
    upto = np.cumsum([one.chance for one in outcomes])
    found: list[int] = np.searchsorted(upto, (np.arange(games) + 0.5) / games * upto[-1]).tolist()
    return found


def games_from(known: ValueTable | ApproximateValues, starts: Sequence[CardPosition]) -> Offsets:
    space, found = known.process.space, []
    for number, start in enumerate(starts):
        place = space.place(start.free, start.upper, start.top, start.chips)
        assert place is not None
        found.append((place[1] << PLACE) + number)
    return np.array(found, np.int64)
