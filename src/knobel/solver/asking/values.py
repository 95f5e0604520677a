"""Who knows values: a solved table, or for games too large to carry one a model with exact end games.

`value_function` opens the best there is for a game (see `sources`), `adviser` turns it into advice for every decision.
Nothing here loads the compiler before it is needed: tables and models are read, and turns worked out, in NumPy; unlike
dice and many turns get the compiled lattice as soon as its machine code is there. A solve on the spot has to wait for
it; an end game of a large game does not, the model speaks until then.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock, Thread
from typing import Any

import numpy as np

from knobel.machine_code import Preparation
from knobel.rules import digest
from knobel.rules.boxes import Sheet
from knobel.rules.core import Game, Move
from knobel.rules.fields import fail
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition, Following, rest_of_game
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import SheetScoring
from knobel.solver.arrays.shape import NEVER
from knobel.solver.asking.axes import DiceAxes
from knobel.solver.asking.shipped import MODEL_ERROR, LowRankModel, shipped_layers, shipped_model
from knobel.solver.asking.sources import Source, folder_of, is_stored, source
from knobel.solver.asking.turns import MoveValue, TurnOutcome, TurnValues
from knobel.solver.errors import NoTable, NotSolvable
from knobel.solver.induction.value_table import ValueTable, stored
from knobel.words import text

END_GAME = 8  # free boxes up to which a large game without a table is solved from here on
KEPT_END_GAMES = 4
# Where throws on the compiled lattice pay: more to keep than of five dice, and more than a question or two.
MANY_KEEPS, FEW_TURNS = 1_000, 3
MACHINE_CODE = Preparation("solver")


@dataclass(frozen=True)
class EndGame:
    """The rest of a game from one position on, solved as a game of its own."""

    start: CardPosition
    table: ValueTable

    def covers(self, position: CardPosition) -> bool:
        """Whether it comes up in it: what is free there is free here, and the boxes filled since can make its sum."""
        begun = self.start
        if not (position.free <= begun.free and position.upper >= begun.upper and position.chips <= begun.chips):
            return False
        own = self.inside(position)
        return self.table.process.space.place(own.free, own.upper, own.top, own.chips) is not None

    def inside(self, position: CardPosition) -> CardPosition:
        names = sorted(self.start.free)
        free = frozenset(names.index(box) for box in position.free)
        return CardPosition(free, position.upper - self.start.upper, position.top, position.chips)


@dataclass
class ApproximateValues:
    """A model of the values, with end games solved exactly as they come up."""

    process: DecisionProcess
    model: LowRankModel
    solves_ends: Callable[[], bool] = MACHINE_CODE.ready
    _ends: list[EndGame] = field(default_factory=list)

    @property
    def sheet(self) -> Sheet:
        return self.process.sheet

    def exact(self, position: CardPosition) -> bool:
        """Whether all that follows is known exactly: if it is an end game that has been solved."""
        return not position.free or self._end(position) is not None

    def error(self, position: CardPosition) -> float | None:
        return None if self.exact(position) else MODEL_ERROR

    def _end(self, position: CardPosition) -> EndGame | None:
        return next((end for end in self._ends if end.covers(position)), None)

    def value(self, position: CardPosition) -> float:
        found = self.process.space.place(position.free, position.upper, position.top, position.chips)
        if found is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        if end := self._end(position):
            return end.table.value(end.inside(position))
        return self.model.value(self.process, position)

    def following(self, position: CardPosition) -> Following:
        if end := self._end(position):
            return self._widened(end, end.table.following(end.inside(position)))
        return self.model.following(self.process, position)

    def _widened(self, end: EndGame, inside: Following) -> Following:
        """What an end game knows, in the columns of the whole game."""
        scoring, names = self.process.scoring, sorted(end.start.free)
        own = end.table.process.scoring
        upper, lower = np.full(scoring.scores.points.shape, float(NEVER)), np.full(len(scoring.rest) + 2, float(NEVER))
        for i, box in enumerate(own.upper):
            upper[scoring.upper.index(names[box]), : inside.upper.shape[1]] = inside.upper[i]
        for i, box in enumerate(own.rest):
            lower[scoring.rest.index(names[box])] = inside.lower[i]
        return Following(upper, lower)

    def prepare(self, position: CardPosition) -> None:
        """Solve the end game from `position` on, if it is one and nobody has to wait for a compiler."""
        if 0 < len(position.free) <= END_GAME and self._end(position) is None and self.solves_ends():
            self._ends = [EndGame(position, end_game(self.sheet, position)), *self._ends][:KEPT_END_GAMES]


def end_game(sheet: Sheet, position: CardPosition) -> ValueTable:
    """The rest of a game, solved as a game of its own."""
    from knobel.solver.induction.layers import solve_layers

    assert sheet.top is None, "only large games need this, and those have no box that repeats"
    process = DecisionProcess(rest_of_game(sheet, position)[0])
    return ValueTable(process, solve_layers(process))


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
            from knobel.solver.induction.layers import solve_layers

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
    _turns: int = 0
    _loading: Thread | None = None
    _lock: Lock = field(default_factory=Lock)

    @property
    def scoring(self) -> SheetScoring:
        return self.value_function.process.scoring

    @cached_property
    def dice(self) -> DiceAxes:
        return DiceAxes(self.scoring)

    def _load(self) -> None:
        """Take the compiled lattice from now on. It comes in a thread, because even what is compiled takes a second to
        load; turns that have begun stay as they are."""
        from knobel.solver.asking.compiled_dice import CompiledDice

        faster = CompiledDice(self.scoring)
        faster.thrown(np.zeros(faster.shape))
        self.dice = faster

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
            return self._turn_of(position).options(dice, rolls_left, chip_used=chip_used)

    def moves(self, card: Card) -> list[MoveValue]:
        """The same from a card of the rules with dice on the table."""
        sheet = self.value_function.sheet
        left, paid = max(0, sheet.rolls - card.roll), card.roll > sheet.rolls
        return self.options(CardPosition.of(sheet, card), card.dice, left, chip_used=paid)

    def outcomes(self, card: Card, move: Move) -> list[TurnOutcome]:
        """What the turn of a card may end with after a move, if all that follows is the best."""
        sheet = self.value_function.sheet
        left, paid = max(0, sheet.rolls - max(card.roll, 1)), card.roll > sheet.rolls
        with self._lock:
            return self._turn_of(CardPosition.of(sheet, card)).outcomes(move, card.dice, left, chip_used=paid)

    def _turn_of(self, position: CardPosition) -> TurnValues:
        if self._turn is None or self._turn.position != position:
            self._prepare(position)
            self._turn = self.turn(position)
        return self._turn

    def _prepare(self, position: CardPosition) -> None:
        """Make ready for questions about a position and what follows it."""
        if isinstance(self.value_function, ApproximateValues):
            self.value_function.prepare(position)

    def turn(self, position: CardPosition) -> TurnValues:
        self._turns += 1
        if self._turns > FEW_TURNS and self._loading is None and self.dice.keeps > MANY_KEEPS and MACHINE_CODE.ready():
            self._loading = Thread(target=self._load, daemon=True)
            self._loading.start()
        return TurnValues(self.scoring, self.dice, self.value_function, position)


@lru_cache(maxsize=8)
def _adviser(game: Game[Any]) -> Adviser:
    return Adviser(value_function(game))


def adviser(game: Game[Any]) -> Adviser:
    """Who advises on this game; who has spoken from a model gives way as soon as there is a table."""
    found = _adviser(game)
    if isinstance(found.value_function, ApproximateValues) and is_stored(card_game(game)):
        value_function.cache_clear()
        _adviser.cache_clear()
        found = _adviser(game)
    return found
