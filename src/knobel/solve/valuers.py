"""Where values come from: a solved table, or for games too large to carry one a model with exact end games.

`valuer` finds the best there is for a game: the table in the user's cache, the one shipped with the package, a
solve on the spot for small games, and for the rest what can be had without a table, or a refusal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from knobel.rules import digest
from knobel.rules.boxes import Bonus, Sheet
from knobel.rules.core import Game
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.solve.errors import NoTable, NotSolvable
from knobel.solve.induct import Problem, solve_layers
from knobel.solve.position import Position
from knobel.solve.shipped import Model, shipped_layers, shipped_model
from knobel.solve.tablefile import Folder, Values, table_folder
from knobel.solve.turns import Dice, Turn
from knobel.words import text

AT_ONCE = 1_000_000  # positions that are solved without being asked: a second or two
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
    """The rest of a game without a top box, as a game of its own: its free boxes, and what the bonuses still lack."""
    boxes = tuple(box for i, box in enumerate(sheet.boxes) if i in position.free)
    bonuses = tuple(Bonus(max(0, bonus.at - position.upper), bonus.points) for bonus in sheet.bonuses)
    problem = Problem(replace(sheet, boxes=boxes, bonuses=bonuses, chips=position.chips))
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


def sheet_of(game: Game[object]) -> Sheet:
    if not isinstance(game, SheetGame):
        raise NotSolvable(game=game.spec.key, why=text("solve.why.no_card"))
    return game.sheet


@lru_cache(maxsize=8)
def valuer(game: Game[object]) -> Table | Guess:
    """Who knows the values of this game."""
    problem, mark = Problem(sheet_of(game)), digest(game)
    if table := stored(problem, Folder(table_folder(game.spec.key, mark), mark)):
        return table
    if (layers := shipped_layers(problem, mark)) is not None:
        return Table(problem, layers)
    if problem.space.states <= AT_ONCE:
        return Table(problem, solve_layers(problem))
    if (model := shipped_model(problem, mark)) is not None:
        return Guess(problem, model)
    raise NoTable(game=str(game.spec), states=problem.space.states)


@dataclass
class Adviser:
    """Values and advice for one game. Keeps what a turn has in common with the next."""

    valuer: Table | Guess

    @cached_property
    def dice(self) -> Dice:
        return Dice(self.valuer.problem.card)

    def prepare(self, position: Position) -> None:
        """Make ready for questions about a position and what follows it."""
        if isinstance(self.valuer, Guess):
            self.valuer.prepare(position)

    def turn(self, position: Position) -> Turn:
        return Turn(self.valuer.problem.card, self.dice, self.valuer, position)


@lru_cache(maxsize=8)
def adviser(game: Game[object]) -> Adviser:
    return Adviser(valuer(game))
