"""For One – Number UP: lay the cards one by one into a grid and collect one colour in every row and column.

Moves: `draw` turns the next card; `place c3` lays it on column c, row 3. A card is its colour and number, `b4`.
The deck is never shuffled ahead: each card is drawn from what is left when it is turned.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from knobel.rules import views
from knobel.rules.booklets import booklet, level_numbers
from knobel.rules.core import Decide, Draw, Face, Game, Kind, Move, Node, Over, Spec, Urn, move
from knobel.rules.fields import fail
from knobel.rules.views import View
from knobel.words import Text, text

COLOURS = "abcdefgh"
COLUMNS = "abcdef"
CHECK_POINTS = 10

DRAW = move("draw")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a level lays out: the grid, the cards in play and the points a line has to reach."""

    size: int = 5
    colours: int = 6
    numbers: int = 5
    target: int = 9

    def declare(self) -> dict[str, Any]:
        return {"size": self.size, "colours": self.colours, "numbers": self.numbers, "target": self.target}


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column: where it lies in the grid."""

    key: str
    index: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A position: the cards in the grid, row by row, and the one just turned."""

    cells: tuple[str | None, ...]
    card: str | None = None
    drawing: bool = False


@dataclass(frozen=True)
class NumberUp(Game[Layout]):
    plan: Plan

    @property
    def players(self) -> tuple[int, int]:
        return 1, 1

    @property
    def turns(self) -> int:
        return self.plan.size**2

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, CHECK_POINTS * len(self.lines)

    def declare(self) -> Mapping[str, Any]:
        return {"engine": "numberup", **self.plan.declare()}

    @cached_property
    def deck(self) -> tuple[str, ...]:
        colours, numbers = COLOURS[: self.plan.colours], range(1, self.plan.numbers + 1)
        return tuple(f"{colour}{number}" for colour in colours for number in numbers)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        size = self.plan.size
        rows = (Line("row", i, tuple(range(i * size, (i + 1) * size))) for i in range(size))
        columns = (Line("column", i, tuple(range(i, size * size, size))) for i in range(size))
        return (*rows, *columns)

    @cached_property
    def centre(self) -> tuple[int, ...]:
        """Where the game begins: the middle cell, or the four middle cells of an even grid."""
        size = self.plan.size
        middle = range((size - 1) // 2, size // 2 + 1)
        return tuple(row * size + column for row in middle for column in middle)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        size = self.plan.size
        return tuple(
            tuple(
                r * size + c
                for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
                if 0 <= r < size and 0 <= c < size
            )
            for row in range(size)
            for column in range(size)
        )

    def cell_name(self, cell: int) -> str:
        return f"{COLUMNS[cell % self.plan.size]}{cell // self.plan.size + 1}"

    @cached_property
    def _cell_by_name(self) -> Mapping[str, int]:
        return {self.cell_name(cell): cell for cell in range(self.turns)}

    def start(self) -> Layout:
        return Layout(cells=(None,) * self.turns)

    def turn(self, state: Layout) -> int:
        return sum(card is not None for card in state.cells)

    def node(self, state: Layout) -> Node:
        if state.drawing:
            return Draw(self.turn(state), 1, (Urn(0, self.rest(state)),))
        if state.card is not None:
            return Decide(tuple(move("place", self.cell_name(cell)) for cell in self.free_cells(state)))
        if None not in state.cells:
            return Over(self.points(state))
        return Decide((DRAW,))

    def rest(self, state: Layout) -> tuple[str, ...]:
        """The cards not seen yet, in the order of the deck list."""
        gone = {*state.cells, state.card}
        return tuple(card for card in self.deck if card not in gone)

    def free_cells(self, state: Layout) -> Iterator[int]:
        """Where a card may be laid: first the centre, then beside a card that lies there."""
        if open_centre := [cell for cell in self.centre if state.cells[cell] is None]:
            yield from open_centre
            return
        for cell, card in enumerate(state.cells):
            if card is None and any(state.cells[beside] is not None for beside in self.neighbours[cell]):
                yield cell

    def line_value(self, state: Layout, line: Line) -> int:
        """The sum of the best colour in that line."""
        sums: Counter[str] = Counter()
        for cell in line.cells:
            if card := state.cells[cell]:
                sums[card[0]] += int(card[1:])
        return max(sums.values(), default=0)

    def mark(self, state: Layout, line: Line) -> str | None:
        """`check` as soon as the target is reached, `chip` on a full line that missed it."""
        if self.line_value(state, line) >= self.plan.target:
            return "check"
        return "chip" if all(state.cells[cell] for cell in line.cells) else None

    def line_points(self, state: Layout, line: Line) -> int:
        match self.mark(state, line):
            case "check":
                return CHECK_POINTS
            case "chip":
                return self.line_value(state, line)
        return 0

    def points(self, state: Layout) -> int:
        return sum(self.line_points(state, line) for line in self.lines)

    def _apply(self, state: Layout, move: Move) -> Layout:
        if move == DRAW:
            return replace(state, drawing=True)
        cell = self._cell_by_name[move.args[0]]
        return Layout(cells=(*state.cells[:cell], state.card, *state.cells[cell + 1 :]))

    def _reveal(self, state: Layout, faces: tuple[Face, ...]) -> Layout:
        return replace(state, card=str(faces[0]), drawing=False)

    def why_not(self, state: Layout, move: Move) -> Text | None:
        match move:
            case _ if state.card is None:
                return None
            case Move("place", (name,)) if name not in self._cell_by_name:
                return text("why.outside", cell=name, size=self.plan.size)
            case Move("place", (name,)) if state.cells[self._cell_by_name[name]] is not None:
                return text("why.cell_taken", cell=name)
            case Move("place", (name,)) if any(state.cells[cell] is None for cell in self.centre):
                return text("why.centre_first", cell=name)
            case Move("place", (name,)):
                return text("why.not_beside", cell=name)
        return None

    def view(self, state: Layout) -> View:
        node = self.node(state)
        legal = node.moves if isinstance(node, Decide) else ()
        cells = []
        for cell, card in enumerate(state.cells):
            name = self.cell_name(cell)
            cells.append(views.Cell(name, card, f"place {name}" if move("place", name) in legal else None))
        return View(
            game=str(self.spec),
            turn=self.turn(state),
            turns=self.turns,
            points=self.points(state),
            over=isinstance(node, Over),
            blocks=(
                views.Tray("card", (state.card,) if state.card else ()),
                views.Grid(self.plan.size, tuple(cells), tuple(self._line_view(state, line) for line in self.lines)),
                views.Tray("deck", self.rest(state)),
            ),
            actions=(str(DRAW),) if DRAW in legal else (),
        )

    def _line_view(self, state: Layout, line: Line) -> views.Line:
        return views.Line(
            key=line.key,
            index=line.index,
            cells=tuple(map(self.cell_name, line.cells)),
            value=self.line_value(state, line),
            target=self.plan.target,
            mark=self.mark(state, line),
            points=self.line_points(state, line),
        )

    def format(self, state: Layout) -> str:
        fields = ["cells=" + ",".join(card or "-" for card in state.cells)]
        if state.card:
            fields.append(f"card={state.card}")
        if state.drawing:
            fields.append("drawing=1")
        return " ".join(fields)

    def parse(self, fields: Mapping[str, str]) -> Layout:
        if unknown := fields.keys() - {"cells", "card", "drawing"}:
            fail(min(unknown), "position.field")
        cells = tuple(None if word == "-" else word for word in fields.get("cells", "").split(","))
        state = Layout(cells=cells, card=fields.get("card"), drawing="drawing" in fields)
        if len(cells) != self.turns:
            fail("cells", "position.count", n=self.turns)
        if fields.get("drawing", "1") != "1" or (state.drawing and state.card):
            fail("drawing", "position.turn")
        seen = [card for card in (*cells, state.card) if card is not None]
        for card, times in Counter(seen).items():
            if card not in self.deck or times > 1:
                fail("cells", "position.card", card=card[:20])
        if None not in cells and (state.card or state.drawing):
            fail("card", "position.turn")
        self._check_reachable(state)
        return state

    def _check_reachable(self, state: Layout) -> None:
        """Cards spread from the centre; one that touches no other was never laid by the rules."""
        laid = {cell for cell, card in enumerate(state.cells) if card is not None}
        centre = laid & set(self.centre)
        reached, edge = set(centre), list(centre)
        while edge:
            beside = laid.intersection(self.neighbours[edge.pop()]) - reached
            reached |= beside
            edge.extend(beside)
        if laid - reached or (laid - centre and len(centre) < len(self.centre)):
            fail("cells", "position.apart")


def build(spec: Spec) -> NumberUp:
    level = booklet("numberup").level(spec.level or 1)
    return NumberUp(Plan(**level.plan), spec=spec)


KIND = Kind("numberup", build, levels=partial(level_numbers, "numberup"))
