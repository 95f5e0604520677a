"""Two plain solvers in double precision, to check the fast one against. Neither shares a line with it.

`worth` walks the game protocol itself, move by move and face by face: for tiny cards. `Plain` knows turns: it holds
a number for every ordered roll, averages over the dice thrown and takes the greatest over all 2ⁿ ways to keep, no
lattice, no classes, no lanes: for the last few turns of real games.
"""

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import counted
from knobel.rules.core import Decide, Draw, Game, Over, State


def worth(game: Game[State], state: State) -> float:
    """The expected final result from `state` on, if every decision is the best."""

    @cache
    def value(state: State) -> float:
        match game.node(state):
            case Over(points):
                return points
            case Decide(moves):
                return max(value(game.play(state, move)) for move in moves)
            case Draw(_, _, urns):
                draws = list(product(*(urn.faces for urn in urns)))
                return sum(value(game.draw(state, faces)) for faces in draws) / len(draws)

    return value(state)


Array = np.ndarray[Any, np.dtype[np.float64]]
Written = tuple[int | None, ...]


class Plain:
    """Expected points still to come: what free boxes and extra points bring, and the bonuses at the end."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.shape = tuple(len(die.faces) for die in sheet.dice)
        ordered = product(*(die.faces for die in sheet.dice))
        self.faces = [tuple(sorted(faces)) for faces in ordered]
        self.masks = list(product((False, True), repeat=len(sheet.dice)))
        self._values: dict[tuple[object, ...], float] = {}
        self._ends: dict[tuple[object, ...], Array] = {}

    def value(self, written: Written, chips: int = 0) -> float:
        """Before the first roll of a turn."""
        key = (*self._key(written), chips)
        if key not in self._values:
            if None not in written:
                return self.sheet.bonus(self.sheet.upper(written))
            self._values[key] = float(self.after(written, chips, self.sheet.rolls - 1).mean())
        return self._values[key]

    def _key(self, written: Written) -> tuple[object, ...]:
        free = tuple(points is None for points in written)
        top = None if self.sheet.top is None else written[self.sheet.top]
        return free, self.sheet.upper(written), None if top is None else top > 0

    def after(self, written: Written, chips: int, rolls_left: int) -> Array:
        """By ordered roll: the worth of having rolled it with so many rolls to come."""
        end = self._entered(written, chips)
        if chips:
            end = np.maximum(end, self._thrown(self._entered(written, chips - 1)))
        for _ in range(rolls_left):
            end = np.maximum(end, self._thrown(end))
        return end

    def _thrown(self, end: Array) -> Array:
        """The best over all sets of dice to throw again."""
        best = np.full(self.shape, -np.inf)
        for mask in self.masks:
            axes = tuple(die for die, thrown in enumerate(mask) if thrown)
            np.maximum(best, end.mean(axis=axes, keepdims=True), out=best)
        return best

    def _entered(self, written: Written, chips: int) -> Array:
        key = (*self._key(written), chips)
        if key not in self._ends:
            of_roll = {faces: self._best_entry(written, chips, faces) for faces in set(self.faces)}
            self._ends[key] = np.array([of_roll[faces] for faces in self.faces]).reshape(self.shape)
        return self._ends[key]

    def _best_entry(self, written: Written, chips: int, faces: tuple[int, ...]) -> float:
        return max(
            entry.points + entry.extra + self.value((*written[:box], entry.points, *written[box + 1 :]), chips)
            for box, entry in self.entries(written, faces)
        )

    def entries(self, written: Written, faces: tuple[int, ...]) -> list[tuple[int, Entry]]:
        entries = list(self.sheet.entries(counted(faces), written).items())
        strikes = [(box, Entry(0)) for box, entry in entries if entry.points] if self.sheet.strike_at_will else []
        return entries + strikes
