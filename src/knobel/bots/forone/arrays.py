"""The rules of a level of For One – Kniffel as arrays.

Of what lies in a row only its future counts: which dice may follow, what it will pay, how many dice come back. Contents
that agree in that are one *fill*, found by asking the rules about every content there is. A fill belongs to one
row; "scored with three dice" is a fill too. So compiled code never asks what a full house is or a tile does to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from knobel.bots.forone.rounds import (
    EVERY_ROUND,
    FREE_DISCARD,
    FREE_SCORING,
    LAST_ROUND,
    LINES,
    LOSS,
    ONE_A_ROUND,
    OUT_AT_START,
    SUPPLY_AT_START,
    THROWN,
    WILD,
    YELLOW_DIE,
    YELLOW_FACE,
    Content,
)
from knobel.rules import digest
from knobel.rules.forone import ForOne
from knobel.rules.foroneplan import BONUS_STEPS, FACES
from knobel.rules.mechanisms import Chain, Loss, OneARound, RowScoring, TopDown, Twins

Ints = np.ndarray[Any, np.dtype[np.int32]]

NOWHERE = -1
MANY = 99  # more dice, rounds or rows than there are

# Columns of a fill. The first six say which fill a white die of each face leads to, the next six the yellow one. Then:
# its dice, whether it is full and open, the fill once it is scored, the dice that count for the bonus once it is
# scored, whether all its fields are or were taken.
DICE, FULL, SCORED, COUNTED, COMPLETE = range(2 * YELLOW_FACE, 2 * YELLOW_FACE + 5)

# Columns of a row: its first fill, whether it is an upper one, the rows to be scored before it (as bits), and the row
# that is scored along with it.
BEGIN, UPPER, BEFORE, PARTNER = range(4)


class ForOneRules(NamedTuple):
    """A level, as compiled code reads it."""

    fill: Ints  # [fill, column]
    row: Ints  # [row, column]
    settings: Ints  # THROWN … WILD
    pays: Ints  # [fill, round, whether the yellow die lies there]
    back: Ints  # [fill, white dice that are out]: dice that come to the supply
    shut: Ints  # [rows scored, round]: rows that take no dice, as bits
    twins: Ints  # [pair, (row, row, points for both complete, for one)]
    bonus: Ints  # by the fewest dice any upper row was scored with


@dataclass(frozen=True)
class ForOneEncoding:
    """The arrays of a level, and the way from contents of rows to their fills."""

    rules: ForOneRules
    fills: dict[Content, int]
    contents: tuple[Content, ...]  # one for each fill


_ENCODINGS: dict[str, ForOneEncoding] = {}


def encoding_of(game: ForOne) -> ForOneEncoding:
    """Worked out once for all games that play alike."""
    mark = digest(game)
    if mark not in _ENCODINGS:
        _ENCODINGS[mark] = _Encoder(game).encoding()
    return _ENCODINGS[mark]


class _Encoder:
    """Asks the rules about every content of every row."""

    def __init__(self, game: ForOne) -> None:
        self.game, self.plan = game, game.plan
        self.found: dict[Any, int] = {}
        self.fills: dict[Content, int] = {}
        self.contents: list[Content] = []
        self.columns: list[list[int]] = []
        self.pays: list[list[tuple[int, ...]]] = []
        self.back: list[list[int]] = []

    def encoding(self) -> ForOneEncoding:
        empty = [self._open(i, ()) for i in range(LINES)]
        rules = ForOneRules(
            fill=np.array(self.columns, np.int32),
            row=np.array([[first, *self._row(i)] for i, first in enumerate(empty)], np.int32),
            settings=self._settings(),
            pays=np.array(self.pays, np.int32),
            back=np.array(self.back, np.int32),
            shut=self._shut(),
            twins=np.array(list(self._twins()), np.int32).reshape(-1, 4),
            bonus=np.array(BONUS_STEPS, np.int32),
        )
        return ForOneEncoding(rules, self.fills, tuple(self.contents))

    def _open(self, i: int, dice: tuple[int, ...]) -> int:
        """The fill of these dice in that row."""
        if (i, dice) in self.fills:
            return self.fills[i, dice]
        row, wild = self.plan.rows[i], self.plan.yellow is not None and self.plan.yellow.wild
        white = [self._after(i, dice, face) for face in FACES]
        yellow = [self._after(i, dice, row.wild(dice, face) if wild else face) for face in FACES]
        pays = [self._pays(i, dice, at) for at in range(self.plan.rounds + 1)]
        mark = (i, len(dice), *white, *yellow, *pays)
        if mark not in self.found:
            full, scored = int(len(dice) == row.fields), self._scored(i, len(dice))
            self.found[mark] = self._add((i, dice), [*white, *yellow, len(dice), full, scored, MANY, full], pays)
        self.fills[i, dice] = self.found[mark]
        return self.found[mark]

    def _after(self, i: int, dice: tuple[int, ...], face: int) -> int:
        accepts = self.plan.rows[i].accepts(dice, face)
        return self._open(i, tuple(sorted((*dice, face)))) if accepts else NOWHERE

    def _pays(self, i: int, dice: tuple[int, ...], at: int) -> tuple[int, ...]:
        scoring = RowScoring(self.plan.rows[i], len(dice), sum(dice), at)
        return tuple(self.plan.worth(i, scoring, yellow=yellow) for yellow in (False, True))

    def _scored(self, i: int, count: int) -> int:
        """The fill of a row scored with so many dice; in a lower row it only counts whether it was complete."""
        row = self.plan.rows[i]
        complete = count == row.fields
        mark = (i, "scored", count if row.upper else complete)
        if mark not in self.found:
            nothing = [NOWHERE] * 2 * YELLOW_FACE
            columns = [*nothing, 0, 0, len(self.columns), count if row.upper else MANY, int(complete)]
            self.found[mark] = self._add((i, count), columns, [(0, 0)] * (self.plan.rounds + 1))
        self.fills[i, count] = self.found[mark]
        return self.found[mark]

    def _add(self, content: Content, columns: list[int], pays: list[tuple[int, ...]]) -> int:
        self.contents.append(content)
        self.columns.append(columns)
        self.pays.append(pays)
        self.back.append([self._back(content, out) for out in range(self.plan.all_dice + 1)])
        return len(self.columns) - 1

    def _back(self, content: Content, out: int) -> int:
        i, dice = content
        if isinstance(dice, int):
            return 0
        table = self.plan.start()
        rows = (*table.rows[:i], dice, *table.rows[i + 1 :])
        return self.plan.dice_back(replace(table, rows=rows, out=out), i)

    def _row(self, i: int) -> tuple[int, int, int]:
        before, partner = 0, NOWHERE
        for tile in self.plan.tiles:
            if isinstance(tile.kind, TopDown) and i in tile.at:
                before |= sum(1 << above for above in tile.at if above < i)
            if isinstance(tile.kind, Chain) and i in tile.at:
                (partner,) = (other for other in tile.at if other != i)
        return int(self.plan.rows[i].upper), before, partner

    def _settings(self) -> Ints:
        plan, settings = self.plan, np.zeros(11, np.int32)
        settings[THROWN] = plan.thrown
        settings[SUPPLY_AT_START], settings[OUT_AT_START] = plan.start().supply, plan.aside
        settings[LAST_ROUND] = plan.last_round or MANY
        settings[ONE_A_ROUND] = any(isinstance(tile.kind, OneARound) for tile in plan.tiles)
        settings[EVERY_ROUND] = plan.hurries
        settings[LOSS] = sum(tile.kind.points for tile in plan.tiles if isinstance(tile.kind, Loss))
        settings[FREE_SCORING], settings[FREE_DISCARD] = plan.needs_free_scoring, self.game.free_discard
        settings[YELLOW_DIE], settings[WILD] = plan.yellow is not None, plan.yellow is not None and plan.yellow.wild
        return settings

    def _shut(self) -> Ints:
        """Which rows take no dice, asked of a table with so many rows scored in that round."""
        shut, start = np.zeros((LINES + 1, self.plan.rounds + 1), np.int32), self.plan.start()
        for scored in range(LINES + 1):
            for at in range(self.plan.rounds + 1):
                table = replace(start, scored=(0,) * scored + (None,) * (LINES - scored), round=at)
                shut[scored, at] = sum(1 << i for i in range(LINES) if self.plan.closing(table, i))
        return shut

    def _twins(self) -> Iterator[tuple[int, ...]]:
        for tile in self.plan.tiles:
            if isinstance(tile.kind, Twins):
                yield (*tile.at, tile.kind.both, -tile.kind.one)
