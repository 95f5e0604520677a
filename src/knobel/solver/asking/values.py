"""Who knows values: a solved table, or for games too large to carry one a model with exact end games.

`valuer` opens the best there is for a game (see `sources`), `adviser` turns it into advice for every decision.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any

from knobel.rules import digest
from knobel.rules.boxes import Sheet
from knobel.rules.core import Game
from knobel.rules.fields import fail
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition, rest_of_game
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.shipped import MODEL_ERROR, LowRankModel, shipped_layers, shipped_model
from knobel.solver.asking.sources import Source, folder_of, source
from knobel.solver.asking.turns import DiceAxes, MoveValue, TurnValues
from knobel.solver.errors import NoTable, NotSolvable
from knobel.solver.induction.layers import solve_layers
from knobel.solver.induction.value_table import ValueTable, stored
from knobel.words import text

END_GAME = 8  # free boxes up to which a large game without a table is solved from here on


@dataclass
class ApproximateValues:
    """A model of the values, with end games solved exactly as they come up."""

    process: DecisionProcess
    model: LowRankModel
    _ends: dict[tuple[frozenset[int], int, int], ValueTable] = field(default_factory=dict)

    @property
    def sheet(self) -> Sheet:
        return self.process.sheet

    def exact(self, position: CardPosition) -> bool:
        return len(position.free) <= END_GAME

    def error(self, position: CardPosition) -> float | None:
        return None if self.exact(position) else MODEL_ERROR

    def value(self, position: CardPosition) -> float:
        found = self.process.space.place(position.free, position.upper, position.top, position.chips)
        if found is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        for (free, upper, chips), table in self._ends.items():
            if position.free <= free and position.upper >= upper and position.chips <= chips:
                return _in_end_game(table, self.sheet, free, upper, position)
        return self.model.value(self.process, position)

    def prepare(self, position: CardPosition) -> None:
        """Solve the end game from `position` on, if it is one."""
        if self.exact(position):
            key = (position.free, position.upper, position.chips)
            if key not in self._ends:
                self._ends.clear()
                self._ends[key] = end_game(self.sheet, position)


def end_game(sheet: Sheet, position: CardPosition) -> ValueTable:
    """The rest of a game, solved as a game of its own."""
    process = DecisionProcess(rest_of_game(sheet, position)[0])
    return ValueTable(process, solve_layers(process))


def _in_end_game(table: ValueTable, sheet: Sheet, free: frozenset[int], upper: int, position: CardPosition) -> float:
    names = sorted(free)
    inside = frozenset(names.index(box) for box in position.free)
    assert sheet.top is None
    return table.value(CardPosition(inside, position.upper - upper, position.top, position.chips))


def card_game(game: Game[Any]) -> SheetGame:
    if not isinstance(game, SheetGame):
        raise NotSolvable(game=game.spec.key, why=text("solve.why.no_card"))
    return game


@lru_cache(maxsize=8)
def value_function(game: Game[Any]) -> ValueTable | ApproximateValues:
    """Who knows the values of this game."""
    card = card_game(game)
    process, mark = DecisionProcess(card.sheet), digest(card)
    match source(card):
        case Source.STORED:
            table = stored(process, folder_of(card))
            assert table is not None
            return table
        case Source.SHIPPED:
            layers = shipped_layers(process, mark)
            assert layers is not None
            return ValueTable(process, layers)
        case Source.SOLVED:
            return ValueTable(process, solve_layers(process))
        case Source.MODEL:
            model = shipped_model(process, mark)
            assert model is not None
            return ApproximateValues(process, model)
        case Source.NONE:
            raise NoTable(game=str(game.spec), states=process.space.states)


@dataclass
class Adviser:
    """Values and advice for one game. Keeps what a turn has in common with the next, and answers one thread at a time,
    since all turns are worked out in the same place."""

    value_function: ValueTable | ApproximateValues
    _turn: TurnValues | None = None
    _lock: Lock = field(default_factory=Lock)

    @cached_property
    def dice(self) -> DiceAxes:
        return DiceAxes(self.value_function.process.scoring)

    def value(self, position: CardPosition) -> float:
        """Expected points still to come."""
        with self._lock:
            self._prepare(position)
            return self.value_function.value(position)

    def options(
        self, position: CardPosition, dice: tuple[int, ...], rolls_left: int, *, chip_used: bool = False
    ) -> list[MoveValue]:
        """Every move with its worth, best first."""
        with self._lock:
            if self._turn is None or self._turn.position != position:
                self._prepare(position)
                self._turn = self.turn(position)
            return self._turn.options(dice, rolls_left, chip_used=chip_used)

    def moves(self, card: Card) -> list[MoveValue]:
        """The same from a card of the rules with dice on the table."""
        sheet = self.value_function.sheet
        left, paid = max(0, sheet.rolls - card.roll), card.roll > sheet.rolls
        return self.options(CardPosition.of(sheet, card), card.dice, left, chip_used=paid)

    def _prepare(self, position: CardPosition) -> None:
        """Make ready for questions about a position and what follows it."""
        if isinstance(self.value_function, ApproximateValues):
            self.value_function.prepare(position)

    def turn(self, position: CardPosition) -> TurnValues:
        return TurnValues(self.value_function.process.scoring, self.dice, self.value_function, position)


@lru_cache(maxsize=8)
def _adviser(game: Game[Any]) -> Adviser:
    return Adviser(value_function(game))


def adviser(game: Game[Any]) -> Adviser:
    """Who advises on this game; who has spoken from a model gives way as soon as there is a table."""
    found = _adviser(game)
    if isinstance(found.value_function, ApproximateValues) and source(card_game(game)) is Source.STORED:
        value_function.cache_clear()
        _adviser.cache_clear()
        found = _adviser(game)
    return found
