"""For One – Number UP: lay the cards one by one into a grid so that every line comes to its target.

Moves: `draw` turns the next card; `place c3` lays it on column c, row 3; `discard` puts it aside. With a hand of
several cards, `place c3 b4` and `discard b4` say which. A card is its colour and number, `b4`. The deck is never
shuffled ahead: each card is drawn from what is left when it is turned. What levels ask of lines: see `lines.py`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from knobel.rules import views
from knobel.rules.booklets import Level, earlier_versions, level_numbers, level_of
from knobel.rules.core import Decide, Draw, Face, Game, Kind, Move, Node, Over, Spec, Urn, move
from knobel.rules.fields import fail
from knobel.rules.lines import CHECK_POINTS, Aim, Card, GridPlan, Side, read_plan
from knobel.rules.views import Block
from knobel.words import Text, text

COLOURS = "abcdefgh"
COLUMNS = "abcdef"

DRAW = move("draw")


@dataclass(frozen=True, slots=True)
class Line:
    """A row, a column or a diagonal: where it lies in the grid, and what it is for."""

    side: Side
    index: int
    cells: tuple[int, ...]
    aim: Aim


@dataclass(frozen=True, slots=True)
class Layout:
    """A position: the cards in the grid, row by row, those in hand and those put aside, both sorted."""

    cells: tuple[Card | None, ...]
    hand: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    drawing: bool = False


@dataclass(frozen=True, repr=False)
class NumberUp(Game[Layout]):
    engine = "grid"

    plan: GridPlan
    level: Level | None = field(default=None, compare=False)  # what its note says; the plan is what counts

    @property
    def players(self) -> tuple[int, int]:
        return 1, 1

    @cached_property
    def turns(self) -> int:
        """A turn is one card that is laid or put aside."""
        return self.plan.size**2 + self.plan.discards

    @property
    def bounds(self) -> tuple[int, int]:
        sides = [[line.aim for line in self.lines if line.side is side] for side in self.plan.aims]
        least = self.plan.final.of([sum(aim.least * aim.weight for aim in aims) for aims in sides])
        return least, self.plan.final.of([sum(CHECK_POINTS * aim.weight for aim in aims) for aims in sides])

    def declare(self) -> Mapping[str, Any]:
        return {"engine": "numberup", **self.plan.declare()}

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        colours, numbers = COLOURS[: self.plan.colours], range(1, self.plan.numbers + 1)
        return tuple(f"{colour}{number}" for colour in colours for number in numbers)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        size = self.plan.size
        places = {
            Side.ROW: [range(i * size, (i + 1) * size) for i in range(size)],
            Side.COLUMN: [range(i, size * size, size) for i in range(size)],
            Side.DIAGONAL: [range(0, size * size, size + 1), range(size - 1, size * size - 1, size - 1)],
        }
        return tuple(
            Line(side, i, tuple(cells), aim)
            for side, aim in self.plan.aims.items()
            for i, cells in enumerate(places[side])
        )

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
    def cell_by_name(self) -> Mapping[str, int]:
        return {self.cell_name(cell): cell for cell in range(self.plan.size**2)}

    def start(self) -> Layout:
        return Layout(cells=(None,) * self.plan.size**2)

    def turn(self, state: Layout) -> int:
        return sum(card is not None for card in state.cells) + len(state.aside)

    def node(self, state: Layout) -> Node:
        if state.drawing:
            return Draw(self.turn(state), len(state.hand) + 1, (Urn(0, self.rest(state)),))
        if None not in state.cells:
            return Over(self.points(state))
        if len(state.hand) < self.plan.hand and self.rest(state):
            return Decide((DRAW,))
        places = [self.placing(cell, card) for card in state.hand for cell in self.free_cells(state)]
        return Decide((*places, *self._discards(state)))

    def placing(self, cell: int, card: Card) -> Move:
        return move("place", self.cell_name(cell), *self._named(card))

    def _discards(self, state: Layout) -> Iterator[Move]:
        if len(state.aside) < self.plan.discards:
            yield from (move("discard", *self._named(card)) for card in state.hand)

    def _named(self, card: Card) -> tuple[Card, ...]:
        """How a move names a card: where only one is held, not at all."""
        return (card,) if self.plan.hand > 1 else ()

    def rest(self, state: Layout) -> tuple[Card, ...]:
        """The cards not seen yet, in the order of the deck list."""
        gone = {*state.cells, *state.hand, *state.aside}
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
        return line.aim.count.value_of([state.cells[cell] for cell in line.cells])

    def mark(self, state: Layout, line: Line) -> str | None:
        return line.aim.mark(self.line_value(state, line), self._full(state, line))

    def line_points(self, state: Layout, line: Line) -> int:
        return line.aim.points(self.line_value(state, line), self._full(state, line))

    def _full(self, state: Layout, line: Line) -> bool:
        return all(state.cells[cell] is not None for cell in line.cells)

    def side_points(self, state: Layout, side: Side) -> int:
        return sum(self.line_points(state, line) * line.aim.weight for line in self.lines if line.side is side)

    def points(self, state: Layout) -> int:
        return self.plan.final.of([self.side_points(state, side) for side in self.plan.aims])

    def _apply(self, state: Layout, move: Move) -> Layout:
        match move:
            case Move("place", (name, *named)):
                return self._laid(state, self.cell_by_name[name], self._card(state, named))
            case Move("discard", named):
                card = self._card(state, named)
                return replace(state, hand=_without(state.hand, card), aside=_with(state.aside, card))
        return replace(state, drawing=True)

    def _laid(self, state: Layout, cell: int, card: Card) -> Layout:
        cells = (*state.cells[:cell], card, *state.cells[cell + 1 :])
        return replace(state, cells=cells, hand=_without(state.hand, card))

    def _card(self, state: Layout, named: "list[Card] | tuple[Card, ...]") -> Card:
        return named[0] if named else state.hand[0]

    def _reveal(self, state: Layout, faces: tuple[Face, ...]) -> Layout:
        return replace(state, hand=_with(state.hand, str(faces[0])), drawing=False)

    def why_not(self, state: Layout, move: Move) -> Text | None:
        held = len(state.hand) == self.plan.hand or not self.rest(state)
        match move:
            case _ if not held:
                return text("why.hand_first", n=self.plan.hand) if state.hand else None
            case Move("place", (_,)) | Move("discard", ()) if self.plan.hand > 1:
                return text("why.which_card", hand=state.hand)
            case Move("place", (_, card)) | Move("discard", (card,)) if card not in state.hand:
                return text("why.not_in_hand", card=card, hand=state.hand)
            case Move("place", (name, *_)) if name not in self.cell_by_name:
                return text("why.outside", cell=name, size=self.plan.size)
            case Move("place", (name, *_)):
                return self.why_not_here(state, self.cell_by_name[name])
            case Move("discard") if self.plan.discards:
                return text("why.discards_used", n=self.plan.discards)
            case Move("discard"):
                return text("why.no_discards")
        return None

    def why_not_here(self, state: Layout, cell: int) -> Text | None:
        """Why no card may be laid on that cell, if none may."""
        name = self.cell_name(cell)
        if state.cells[cell] is not None:
            return text("why.cell_taken", cell=name)
        if cell in self.free_cells(state):
            return None
        if any(state.cells[middle] is None for middle in self.centre):
            return text("why.centre_first", cell=name)
        return text("why.not_beside", cell=name)

    def _blocks(self, state: Layout, moves: tuple[Move, ...]) -> tuple[Block, ...]:
        plan = self.plan
        hand = views.CounterBlock("hand", len(state.hand), plan.hand)
        discards = views.CounterBlock("discards", plan.discards - len(state.aside), plan.discards)
        return (
            views.TrayBlock("hand", state.hand),
            self._grid_view(state, moves),
            views.TrayBlock("deck", self.rest(state)),
            *((hand,) if plan.hand > 1 else ()),
            *((discards,) if plan.discards else ()),
            views.TrayBlock("aside", state.aside),
            *((self.level.note(*plan.texts()),) if self.level else ()),
        )

    def _grid_view(self, state: Layout, moves: tuple[Move, ...]) -> views.GridBlock:
        laying = any(move.verb == "place" for move in moves)
        free = set(self.free_cells(state)) if laying else set()
        return views.GridBlock(
            size=self.plan.size,
            cells=tuple(
                views.CellView(
                    name=self.cell_name(cell),
                    card=card,
                    takes={held: str(self.placing(cell, held)) for held in state.hand} if cell in free else {},
                    would={held: self._becomes(state, cell, held) for held in state.hand} if cell in free else {},
                    why=self.why_not_here(state, cell) if laying and card is None else None,
                )
                for cell, card in enumerate(state.cells)
            ),
            lines=tuple(self._line_view(state, line) for line in self.lines),
            sides=tuple(
                views.SideView(
                    key=side,
                    name=side.plural,
                    count=aim.count,
                    target=aim.target,
                    rules=tuple(aim.texts()),
                    floor=aim.floor,
                    limit=aim.limit,
                    weight=aim.weight,
                    points=self.side_points(state, side),
                )
                for side, aim in self.plan.aims.items()
            ),
            final=self.plan.final,
        )

    def _line_view(self, state: Layout, line: Line) -> views.LineView:
        return views.LineView(
            key=line.side,
            index=line.index,
            cells=tuple(map(self.cell_name, line.cells)),
            value=self.line_value(state, line),
            target=line.aim.target,
            mark=self.mark(state, line),
            points=self.line_points(state, line),
        )

    def _becomes(self, state: Layout, cell: int, card: Card) -> tuple[views.BecomesView, ...]:
        """What a card laid there would make of the lines through that cell."""
        after = self._laid(state, cell, card)
        return tuple(
            views.BecomesView(i, self.line_value(after, line), self.mark(after, line), self.line_points(after, line))
            for i, line in enumerate(self.lines)
            if cell in line.cells
        )

    def format(self, state: Layout) -> str:
        fields = ["cells=" + ",".join(card or "-" for card in state.cells)]
        fields += [f"hand={','.join(state.hand)}"] if state.hand else []
        fields += [f"aside={','.join(state.aside)}"] if state.aside else []
        fields += ["drawing=1"] if state.drawing else []
        return " ".join(fields)

    def parse(self, fields: Mapping[str, str]) -> Layout:
        if unknown := fields.keys() - {"cells", "hand", "aside", "drawing"}:
            fail(min(unknown), "position.field")
        cells = tuple(None if word == "-" else word for word in fields.get("cells", "").split(","))
        if len(cells) != self.plan.size**2:
            fail("cells", "position.count", n=self.plan.size**2)
        state = Layout(cells, _cards(fields, "hand"), _cards(fields, "aside"))
        self._check(state)
        if "drawing" in fields:
            if fields["drawing"] != "1" or self.node(state) != Decide((DRAW,)):
                fail("drawing", "position.turn")
            return replace(state, drawing=True)
        return state

    def _check(self, state: Layout) -> None:
        """Refuse what no game of this level can lead to."""
        seen = Counter(card for card in (*state.cells, *state.hand, *state.aside) if card is not None)
        for card, times in seen.items():
            if card not in self.deck or times > 1:
                fail("cells", "position.card", card=card[:20])
        if len(state.aside) > self.plan.discards:
            fail("aside", "position.most", n=self.plan.discards)
        if len(state.hand) > self.plan.hand:
            fail("hand", "position.most", n=self.plan.hand)
        begun = self.turn(state) > 0
        if begun and len(state.hand) < self.plan.hand - 1 and self.rest(state):
            fail("hand", "position.turn")  # the hand is full whenever a card leaves it, as long as the deck lasts
        self._check_together(state)

    def _check_together(self, state: Layout) -> None:
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


def _with(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(sorted((*cards, card)))


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple(other for other in cards if other != card)


def _cards(fields: Mapping[str, str], field: str) -> tuple[Card, ...]:
    """The cards of a field, which has them sorted."""
    cards = tuple(fields[field].split(",")) if fields.get(field) else ()
    if cards != tuple(sorted(cards)):
        fail(field, "position.sorted")
    return cards


def build(spec: Spec) -> NumberUp:
    level = level_of(spec)
    assert level is not None
    return NumberUp(read_plan(level.entry), level, spec=spec)


KIND = Kind("numberup", build, levels=partial(level_numbers, "numberup"), earlier=partial(earlier_versions, "numberup"))
