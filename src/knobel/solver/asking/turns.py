"""One turn of one position: what every roll, keep and entry is worth, from a valuer of what follows; and, for each
move, what the turn comes to if it is played on as well as possible.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from knobel.rules.boxes import Sheet
from knobel.rules.core import Move, move
from knobel.solver.arrays.position import CardPosition, ValueFunction
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.asking.axes import Array, DiceAxes, Indices
from knobel.solver.asking.entries import POSSIBLE, CardEntries

ROLL, KEEP, CHIP, ENTER, STRIKE = "roll", "keep", "chip", "enter", "strike"


class MoveValue(NamedTuple):
    """A move with its worth: the points of this turn's entry and all that is expected after it."""

    move: Move
    value: float


class TurnOutcome(NamedTuple):
    """An entry that a turn may end with, and how likely it is."""

    box: int
    points: int  # that are written
    extra: int  # extra points that come with it
    chance: float
    later: float  # expected after it
    after: CardPosition


class TurnValues:
    """The turn of one position."""

    def __init__(
        self, scoring: SheetScoring, dice: DiceAxes, value_function: ValueFunction, position: CardPosition
    ) -> None:
        self.scoring, self.dice, self.value_function, self.position = scoring, dice, value_function, position
        self._stages: dict[int, Array] = {}
        self._choices: dict[int, Indices] = {}

    @property
    def sheet(self) -> Sheet:
        return self.scoring.sheet

    @cached_property
    def entries(self) -> CardEntries:
        """What can be entered without a chip."""
        return CardEntries(self.scoring, self.position, self.value_function.following(self.position))

    @cached_property
    def paid_entries(self) -> CardEntries:
        """What can be entered by who has paid one."""
        spent = self.position.spend()
        return CardEntries(self.scoring, spent, self.value_function.following(spent))

    def entered(self, entries: CardEntries) -> Array:
        """By roll: the best entry."""
        best: Array = entries.best.take(self.dice.shows)
        return best

    def stage(self, rolls_left: int) -> Array:
        """By roll: what it is worth with so many rolls to come."""
        if rolls_left not in self._stages:
            if rolls_left:
                self._stages[rolls_left] = self.dice.thrown(self.stage(rolls_left - 1))
            else:
                end = self.entered(self.entries)
                if self.position.chips:
                    end = np.maximum(end, self.dice.thrown(self.entered(self.paid_entries)))
                self._stages[0] = end
        return self._stages[rolls_left]

    def options(self, dice: tuple[int, ...], rolls_left: int, *, chip_used: bool = False) -> list[MoveValue]:
        """Every move with its worth, best first; among equals the one that keeps or enters, in the card's order."""
        found = list(self._entries(dice))
        if rolls_left:
            found += self._throws(KEEP, dice, self.stage(rolls_left - 1))
        elif self.position.chips and not chip_used:
            found += self._throws(CHIP, dice, self.entered(self.paid_entries))
        return sorted(found, key=lambda option: -option.value)

    def _throws(self, verb: str, dice: tuple[int, ...], worth: Array) -> Iterator[MoveValue]:
        return map(MoveValue, _throw_moves(verb, len(dice)), self.dice.kept(worth, dice))

    def _entries(self, dice: tuple[int, ...]) -> Iterator[MoveValue]:
        roll, sheet = int(self.dice.shows[self.dice.at(dice)]), self.sheet
        worth, gains = self.entries.worth[roll].tolist(), self.entries.gains[roll].tolist()
        for box in sorted(self.position.free):
            column = self.entries.column(box, worth)
            if worth[column] > POSSIBLE:
                yield MoveValue(move(ENTER, sheet.boxes[box].key), worth[column])
                if sheet.strike_at_will and gains[column] > self.entries.extra(roll, column):
                    yield MoveValue(move(STRIKE, sheet.boxes[box].key), self.entries.struck(box))

    # What a turn comes to.

    def outcomes(
        self, move: Move, dice: tuple[int, ...], rolls_left: int, *, chip_used: bool = False
    ) -> list[TurnOutcome]:
        """The entries that the turn may end with after a move, if all that follows is the best; likeliest first."""
        if move.verb in (ENTER, STRIKE):
            return [self._entered(move, dice)]
        if move.verb == ROLL:
            return self._play_on(self.dice.first, rolls_left)
        mass = np.zeros(self.dice.keeps)
        mass[self.dice.keep_at(dice, move.args[0])] = 1
        rolls = self.dice.spread(mass)
        if move.verb == CHIP or chip_used:
            return self._listed([(self.paid_entries if move.verb == CHIP else self.entries, rolls)])
        return self._play_on(rolls, rolls_left - 1)

    def _entered(self, move: Move, dice: tuple[int, ...]) -> TurnOutcome:
        roll, box = int(self.dice.shows[self.dice.at(dice)]), self.sheet.index(move.args[0])
        entries = self.entries
        if move.verb == STRIKE:
            return TurnOutcome(box, 0, 0, 1.0, entries.struck(box), self.position.write(self.sheet, box, 0))
        column = entries.column(box, entries.worth[roll])
        return self._outcome(entries, roll, column, 1.0)

    def _outcome(self, entries: CardEntries, roll: int, column: int, chance: float) -> TurnOutcome:
        box, gain, extra = entries.box(column), int(entries.gains[roll, column]), entries.extra(roll, column)
        after = entries.position.write(self.sheet, box, gain - extra)
        return TurnOutcome(box, gain - extra, extra, chance, float(entries.worth[roll, column]) - gain, after)

    def _play_on(self, rolls: Array, left: int) -> list[TurnOutcome]:
        """From how likely rolls are, with so many throws still to come."""
        for stage in range(left, 0, -1):
            rolls = self._throw_on(rolls, stage, self.stage(stage - 1))
        if not self.position.chips:
            return self._listed([(self.entries, rolls)])
        paid = self.entered(self.paid_entries)
        pays = self.stage(0) > self.entered(self.entries)
        thrown = self._throw_on(np.where(pays, rolls, 0.0), 0, paid)
        return self._listed([(self.entries, np.where(pays, 0.0, rolls)), (self.paid_entries, thrown)])

    def _throw_on(self, rolls: Array, stage: int, worth: Array) -> Array:
        """How likely rolls are after the best keep of those before was thrown."""
        if stage not in self._choices:
            self._choices[stage] = self.dice.choices(self.dice.averaged(worth))
        mass = np.bincount(self._choices[stage], rolls.reshape(-1), self.dice.keeps)
        return self.dice.spread(mass.astype(np.float64))

    def _listed(self, ends: list[tuple[CardEntries, Array]]) -> list[TurnOutcome]:
        found: dict[tuple[object, ...], TurnOutcome] = {}
        for entries, rolls in ends:
            shown = np.bincount(self.dice.shows.reshape(-1), rolls.reshape(-1), len(self.scoring.rolls))
            columns = entries.worth.argmax(axis=1)
            for roll in np.flatnonzero(shown).tolist():
                one = self._outcome(entries, roll, int(columns[roll]), float(shown[roll]))
                key = (one.box, one.points, one.extra, one.after.chips)
                same = found.get(key)
                found[key] = one if same is None else one._replace(chance=one.chance + same.chance)
        return sorted(found.values(), key=lambda one: -one.chance)


_MOVES: dict[tuple[str, int], tuple[Move, ...]] = {}


def _throw_moves(verb: str, dice: int) -> tuple[Move, ...]:
    """Every way to throw some dice again, most kept first."""
    if (verb, dice) not in _MOVES:
        _MOVES[verb, dice] = tuple(move(verb, f"{bits:0{dice}b}") for bits in range(2**dice - 2, -1, -1))
    return _MOVES[verb, dice]
