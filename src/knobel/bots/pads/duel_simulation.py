"""Many duels, compiled: the player for the win against the player for the mean."""

from typing import NamedTuple

import numpy as np

from knobel.bots.pads.duel import off
from knobel.bots.pads.duel_games import STEPS_A_UNIT, WIDEST, DuelDice, DuelScratch, play_round
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.axes import DiceAxes
from knobel.solver.asking.values import value_function
from knobel.solver.induction.kernel import Offsets
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.policy import entries, transitions, usual_gains


class DuelResult(NamedTuple):
    """Points of both in every duel: of who plays for the win (or, without, for the mean as well), and of the other."""

    points: Offsets
    rival: Offsets

    @property
    def share(self) -> float:
        """Of the wins; a draw is half of one."""
        return float((self.points > self.rival).mean() + (self.points == self.rival).mean() / 2)

    @property
    def error(self) -> float:
        won = (self.points > self.rival) + (self.points == self.rival) / 2
        return float(won.std() / len(won) ** 0.5)


def duels(game: SheetGame, count: int, seed: int, *, for_win: bool = True) -> DuelResult:
    """Half of them begins the one, half the other."""
    table = value_function(game)
    assert isinstance(table, ValueTable)
    process, space, scoring = table.process, table.process.space, table.process.scoring
    dice, scratch = _dice(process), _scratch(process)
    begin = CardPosition.start(game.sheet)
    start = space.place(begin.free, begin.upper, begin.top, begin.chips)
    assert start is not None
    parts = []
    for first in (0, 1):  # who begins: the one who plays for the win, or the other
        many = count // 2 if first else count - count // 2
        where = [np.full(many, start[1], np.int64) for _ in range(2)]
        points = [np.zeros(many, np.int64) for _ in range(2)]
        for layer in range(process.layers, 0, -1):
            for turn, who in enumerate((first, 1 - first)):
                other, beside = 1 - who, layer - turn
                play_round(
                    scoring.scores, space.places, dice, process.sheet.rolls, space.offsets[layer - 1],
                    space.groups(layer), np.asarray(table.layers[layer - 1], np.float64),
                    np.asarray(table.layers[beside], np.float64), where[who], where[other], points[who],
                    points[other], off(layer - 1, beside), for_win and who == 0, seed,
                    ((layer * 2 + who) * 2 + first) << 32, scratch,
                )  # fmt: skip
        end = process.end().astype(np.int64)
        parts.append([points[who] + end[where[who]] for who in range(2)])
    return DuelResult(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _dice(process: DecisionProcess) -> DuelDice:
    lattice, paths = DiceAxes(process.scoring).axes[0].lattice, transitions(process.scoring.pools)
    faces = len(lattice.kinds[0][0].faces)
    more = [[0] * faces if lattice.missing(keep) == 0 else lattice.more(keep) for keep in lattice.keeps]
    less = [lattice.less(keep) or [node] for node, keep in enumerate(lattice.keeps)]
    width = max(map(len, less))
    return DuelDice(
        full=lattice.full,
        more=np.array(more, np.int32),
        less=np.array([[*each, *[each[0]] * (width - len(each))] for each in less], np.int32),
        first=paths.inner_begin,
        keeps=paths.inner_keeps,
    )


def _scratch(process: DecisionProcess) -> DuelScratch:
    scoring = process.scoring
    count, nodes = entries(scoring.scores), len(scoring.pools.inner.keeps)
    gains = np.zeros((len(scoring.rolls), count), np.int32)
    usual_gains(scoring.scores, gains)
    z = np.arange(-WIDEST, WIDEST + 1 / STEPS_A_UNIT, 1 / STEPS_A_UNIT)
    density = np.exp(-(z**2) / 2) / (2 * np.pi) ** 0.5 / STEPS_A_UNIT
    normal = np.cumsum(density) - density / 2
    return DuelScratch(
        gains=gains,
        leads=np.zeros(count, np.int64),
        mean=np.zeros(count),
        entry=np.zeros(len(scoring.rolls), np.int32),
        entered=np.zeros(len(scoring.rolls)),
        near=np.zeros(nodes),
        far=np.zeros(nodes),
        best=np.zeros(nodes),
        normal=normal,
        group=np.zeros(3, np.int32),
    )
