"""Who knows values: a solved table, or for games too large to carry one a model with exact end games.

`valuer` opens the best there is for a game (see `sources`), `adviser` turns it into advice for every decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock

from knobel.rules import digest
from knobel.rules.boxes import Sheet
from knobel.rules.core import Game
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.solve.errors import NoTable, NotSolvable
from knobel.solve.induct import solve_layers
from knobel.solve.position import Position, rest_of_game
from knobel.solve.problem import Problem
from knobel.solve.shipped import Model, shipped_layers, shipped_model
from knobel.solve.sources import Source, folder_of, source
from knobel.solve.tablefile import Folder, Values
from knobel.solve.turns import Dice, Option, Turn
from knobel.words import text

END_GAME = 8  # free boxes up to which a large game without a table is solved from here on


@dataclass
class Table:
    """The layers of a solved game."""

    problem: Problem
    layers: Sequence[Values]

    @property
    def sheet(self) -> Sheet:
        return self.problem.sheet

    def value(self, position: Position) -> float:
        found = self.problem.space.place(position.free, position.upper, position.top, position.chips)
        if found is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        layer, index = found
        return float(self.layers[layer][index])

    def exact(self, position: Position) -> bool:  # noqa: ARG002
        return True


@dataclass
class Guess:
    """A model of the values, with end games solved exactly as they come up."""

    problem: Problem
    model: Model
    _ends: dict[tuple[frozenset[int], int, int], Table] = field(default_factory=dict)

    @property
    def sheet(self) -> Sheet:
        return self.problem.sheet

    def exact(self, position: Position) -> bool:
        return len(position.free) <= END_GAME

    def value(self, position: Position) -> float:
        found = self.problem.space.place(position.free, position.upper, position.top, position.chips)
        if found is None:
            fail("upper", "solve.why.upper", upper=position.upper)
        for (free, upper, chips), table in self._ends.items():
            if position.free <= free and position.upper >= upper and position.chips <= chips:
                return _in_end_game(table, self.sheet, free, upper, position)
        return self.model.value(self.problem, position)

    def prepare(self, position: Position) -> None:
        """Solve the end game from `position` on, if it is one."""
        if self.exact(position):
            key = (position.free, position.upper, position.chips)
            if key not in self._ends:
                self._ends.clear()
                self._ends[key] = end_game(self.sheet, position)


def end_game(sheet: Sheet, position: Position) -> Table:
    """The rest of a game, solved as a game of its own."""
    problem = Problem(rest_of_game(sheet, position)[0])
    return Table(problem, solve_layers(problem))


def _in_end_game(table: Table, sheet: Sheet, free: frozenset[int], upper: int, position: Position) -> float:
    names = sorted(free)
    inside = frozenset(names.index(box) for box in position.free)
    assert sheet.top is None
    return table.value(Position(inside, position.upper - upper, position.top, position.chips))


def stored(problem: Problem, folder: Folder) -> Table | None:
    """The table in a folder, if it is finished."""
    if not folder.has(problem.layers):
        return None
    sizes = problem.space.layer_sizes
    return Table(problem, [folder.read(layer, size) for layer, size in enumerate(sizes)])


def card_game(game: Game[object]) -> SheetGame:
    if not isinstance(game, SheetGame):
        raise NotSolvable(game=game.spec.key, why=text("solve.why.no_card"))
    return game


@lru_cache(maxsize=8)
def valuer(game: Game[object]) -> Table | Guess:
    """Who knows the values of this game."""
    card = card_game(game)
    problem, mark = Problem(card.sheet), digest(card)
    match source(card):
        case Source.STORED:
            table = stored(problem, folder_of(card))
            assert table is not None
            return table
        case Source.SHIPPED:
            layers = shipped_layers(problem, mark)
            assert layers is not None
            return Table(problem, layers)
        case Source.SOLVED:
            return Table(problem, solve_layers(problem))
        case Source.MODEL:
            model = shipped_model(problem, mark)
            assert model is not None
            return Guess(problem, model)
        case Source.NONE:
            raise NoTable(game=str(game.spec), states=problem.space.states)


@dataclass
class Adviser:
    """Values and advice for one game. Keeps what a turn has in common with the next, and answers one thread at a time,
    since all turns are worked out in the same place."""

    valuer: Table | Guess
    _turn: Turn | None = None
    _lock: Lock = field(default_factory=Lock)

    @cached_property
    def dice(self) -> Dice:
        return Dice(self.valuer.problem.card)

    def value(self, position: Position) -> float:
        """Expected points still to come."""
        with self._lock:
            self._prepare(position)
            return self.valuer.value(position)

    def options(
        self, position: Position, dice: tuple[int, ...], rolls_left: int, *, chip_used: bool = False
    ) -> list[Option]:
        """Every move with its worth, best first."""
        with self._lock:
            if self._turn is None or self._turn.position != position:
                self._prepare(position)
                self._turn = self.turn(position)
            return self._turn.options(dice, rolls_left, chip_used=chip_used)

    def _prepare(self, position: Position) -> None:
        """Make ready for questions about a position and what follows it."""
        if isinstance(self.valuer, Guess):
            self.valuer.prepare(position)

    def turn(self, position: Position) -> Turn:
        return Turn(self.valuer.problem.card, self.dice, self.valuer, position)


@lru_cache(maxsize=8)
def adviser(game: Game[object]) -> Adviser:
    return Adviser(valuer(game))
