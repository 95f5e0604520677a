"""What the levels of Number UP may ask: how a line is counted, what earns a check or a −10, how the card is scored.

The exact rules, one line each; `code` of an enum is the number a compiled player may use for it.

**Layout.** The grid has `size` × `size` cells, 5 or 6. The deck holds each number 1 … `numbers` once in each of
`colours` colours. Lines are the rows, the columns, and, if the level has an aim for them, the two diagonals
(a1 → far corner, and the other one). Rows, columns and diagonals are the *sides*; each has its own `Aim`.

**Turn.** The player holds `hand` open cards, one in most levels. While fewer are held and the deck has cards left, the
only move is to draw one; so a hand of five is drawn card by card before the first card is laid, and is refilled
after each card. With a full hand, or an empty deck, one held card is laid on a legal cell or, up to `discards` times
a game, put aside for good. Legal are the free centre cells (one on 5 × 5, four on 6 × 6) until all are taken, then
the free cells beside a laid card. The game ends when the grid is full; held cards count nothing.

**Counting.** A line's *value* comes from the cards that lie in it now, free cells are gaps. It never falls.
- `best_colour`: add up the numbers of each colour; the highest sum.
- `second_colour`: the second highest of those sums; 0 with fewer than two colours. Two colours may tie.
- `touching_colour`: like best_colour, but only of cards of one colour in cells next to each other, without gap; one
  card alone counts too. The highest such sum.
- `colours`: how many different colours lie in the line.
- `equal_numbers`: for each number, that number times how often it lies in the line; the highest. Colours mean nothing.
- `run`: how many numbers the longest unbroken run has, wherever they lie: 2 4 3 6 has the run 2 3 4, value 3. Equal
  numbers count once, one card alone is a run of 1. Colours mean nothing.
- `stairs`: cards in cells next to each other, without gap, each one higher than the one before, or each one lower, at
  least two of them: the highest sum of numbers of such stairs, else 0. Colours mean nothing.

**Marks.** In this order:
1. the aim has a `limit` and the value is above it: *minus*, at once, also if a check lay there;
2. the value is at least the `target`: *check*, at once;
3. the line is full and the value is below the aim's `floor`: *minus*;
4. the line is full: *chip*; otherwise no mark yet.
A check is worth 10 points, a minus −10, a chip the line's value, no mark 0.

**Final scoring.** A side's total is the points of its lines times the `weight` of its aim.
- `sum`: all sides together.
- `lowest`: the lowest total of any side.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from knobel.rules.booklets.reader import LevelFields
from knobel.words import Text, text

CHECK_POINTS = 10

Card = str  # colour letter and number, such as "b4"
Cards = Sequence[Card | None]  # of a line, cell by cell; None where nothing lies


class Coded(StrEnum):
    """A word of a level file. Its code is its place in the list."""

    @property
    def code(self) -> int:
        return list(type(self)).index(self)


class Count(Coded):
    """How a line is valued."""

    BEST_COLOUR = "best_colour"
    SECOND_COLOUR = "second_colour"
    TOUCHING_COLOUR = "touching_colour"
    COLOURS = "colours"
    EQUAL_NUMBERS = "equal_numbers"
    RUN = "run"
    STAIRS = "stairs"

    def value_of(self, cards: Cards) -> int:
        return _VALUES[self](cards)

    def text(self) -> Text:
        return text(f"lines.count.{self}")


def colour(card: Card) -> str:
    return card[0]


def number(card: Card) -> int:
    return int(card[1:])


def _laid(cards: Cards) -> list[Card]:
    return [card for card in cards if card is not None]


def _colour_sums(cards: Cards) -> list[int]:
    sums: Counter[str] = Counter()
    for card in _laid(cards):
        sums[colour(card)] += number(card)
    return sorted(sums.values())


def _best_chain(cards: Cards, joins: Callable[[Card, Card], bool], least: int = 1) -> int:
    """The highest sum of a chain of neighbours in which each joins the one before it, of at least so many cards."""
    best, chain = 0, list[Card]()
    for card in cards:
        if card is None:
            chain = []
            continue
        chain = [*chain, card] if chain and joins(chain[-1], card) else [card]
        if len(chain) >= least:
            best = max(best, sum(map(number, chain)))
    return best


def _touching_colour(cards: Cards) -> int:
    return _best_chain(cards, lambda before, card: colour(before) == colour(card))


def _colours(cards: Cards) -> int:
    return len(set(map(colour, _laid(cards))))


def _equal_numbers(cards: Cards) -> int:
    return max((value * times for value, times in Counter(map(number, _laid(cards))).items()), default=0)


def _run(cards: Cards) -> int:
    numbers = set(map(number, _laid(cards)))
    longest = length = 0
    for value in range(1, max(numbers, default=0) + 1):
        length = length + 1 if value in numbers else 0
        longest = max(longest, length)
    return longest


def _stairs(cards: Cards) -> int:
    up = _best_chain(cards, lambda before, card: number(card) == number(before) + 1, least=2)
    down = _best_chain(cards, lambda before, card: number(card) == number(before) - 1, least=2)
    return max(up, down)


_VALUES: Mapping[Count, Callable[[Cards], int]] = {
    Count.BEST_COLOUR: lambda cards: max(_colour_sums(cards), default=0),
    Count.SECOND_COLOUR: lambda cards: [0, 0, *_colour_sums(cards)][-2],
    Count.TOUCHING_COLOUR: _touching_colour,
    Count.COLOURS: _colours,
    Count.EQUAL_NUMBERS: _equal_numbers,
    Count.RUN: _run,
    Count.STAIRS: _stairs,
}


class Mark(Coded):
    """What lies at the edge of a line."""

    CHECK = "check"
    CHIP = "chip"
    MINUS = "minus"


@dataclass(frozen=True, slots=True)
class Aim:
    """What the lines of one side are for: how they count, and what they earn."""

    count: Count = Count.BEST_COLOUR
    target: int = 9
    floor: int = 0  # a full line below it is turned to −10; 0: none
    limit: int = 0  # a line above it is turned to −10; 0: none
    weight: int = 1

    def mark(self, value: int, full: bool) -> Mark | None:
        if self.limit and value > self.limit:
            return Mark.MINUS
        if value >= self.target:
            return Mark.CHECK
        if not full:
            return None
        return Mark.MINUS if value < self.floor else Mark.CHIP

    def points(self, value: int, full: bool) -> int:
        match self.mark(value, full):
            case Mark.CHECK:
                return CHECK_POINTS
            case Mark.MINUS:
                return -CHECK_POINTS
            case Mark.CHIP:
                return value
        return 0

    @property
    def least(self) -> int:
        """The fewest points a line can end with."""
        return -CHECK_POINTS if self.floor or self.limit else 0

    def texts(self) -> Iterator[Text]:
        """What it takes, sentence by sentence."""
        yield text("lines.aim", count=self.count.text(), target=self.target)
        if self.floor:
            yield text("lines.all_or_nothing" if self.floor == self.target else "lines.floor", floor=self.floor)
        if self.limit:
            yield text("lines.limit", limit=self.limit)
        if self.weight > 1:
            yield text("lines.weight", n=self.weight)

    def declare(self) -> dict[str, Any]:
        return {
            "count": str(self.count),
            "target": self.target,
            "floor": self.floor,
            "limit": self.limit,
            "weight": self.weight,
        }


class Side(Coded):
    """A family of lines."""

    ROW = "row"
    COLUMN = "column"
    DIAGONAL = "diagonal"

    @property
    def plural(self) -> Text:
        return text(f"lines.side.{self}")


class Final(Coded):
    """How the totals of the sides become the result."""

    SUM = "sum"
    LOWEST = "lowest"

    def of(self, totals: Sequence[int]) -> int:
        return sum(totals) if self is Final.SUM else min(totals)


@dataclass(frozen=True, slots=True)
class GridPlan:
    """What a level lays out and asks for."""

    size: int = 5
    colours: int = 6
    numbers: int = 5
    rows: Aim = Aim()
    columns: Aim = Aim()
    diagonals: Aim | None = None
    hand: int = 1
    discards: int = 0
    final: Final = Final.SUM

    @property
    def aims(self) -> Mapping[Side, Aim]:
        """The aim of each side that counts."""
        aims = {Side.ROW: self.rows, Side.COLUMN: self.columns, Side.DIAGONAL: self.diagonals}
        return {side: aim for side, aim in aims.items() if aim is not None}

    def _aims_by_name(self) -> Iterator[tuple[Text, Aim]]:
        """The aims as one tells of them: rows and columns together where they ask the same."""
        aims = dict(self.aims)
        if self.rows == self.columns:
            yield text("lines.both"), self.rows
            del aims[Side.ROW], aims[Side.COLUMN]
        yield from ((side.plural, aim) for side, aim in aims.items())

    def texts(self) -> Iterator[Text]:
        """Everything in force, sentence by sentence."""
        yield text("lines.cards", n=self.colours * self.numbers, numbers=self.numbers, colours=self.colours)
        yield text("lines.grid_5" if self.size == 5 else "lines.grid_6")
        yield text("lines.marks", n=CHECK_POINTS)
        for where, aim in self._aims_by_name():
            yield from (text("lines.of_side", where=where, sentence=sentence) for sentence in aim.texts())
        if self.hand > 1:
            yield text("lines.hand", n=self.hand)
        if self.discards:
            yield text("lines.discards", n=self.discards)
        yield text(f"lines.final.{self.final}", sides=[side.plural for side in self.aims])

    def declare(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "colours": self.colours,
            "numbers": self.numbers,
            "aims": {str(side): aim.declare() for side, aim in self.aims.items()},
            "hand": self.hand,
            "discards": self.discards,
            "final": str(self.final),
        }


def read_plan(entry: LevelFields) -> GridPlan:
    """The plan of a level as its file has it. `lines` stands for rows and columns that ask the same."""
    sides = ("lines",) if "lines" in entry.tree else ("rows", "columns")
    entry.only("size", "colours", "numbers", *sides, "diagonals", "hand", "discards", "final")
    plan = GridPlan(
        size=entry.whole("size", 5, 6),
        colours=entry.whole("colours", 6, 8),
        numbers=entry.whole("numbers", 5, 6),
        rows=_read_aim(entry.table(sides[0])),
        columns=_read_aim(entry.table(sides[-1])),
        diagonals=_read_aim(entry.table("diagonals")) if "diagonals" in entry.tree else None,
        hand=entry.whole("hand", 1, 5, default=1),
        discards=entry.whole("discards", 0, 9, default=0),
        final=Final(entry.one_of("final", list(Final), default=Final.SUM)),
    )
    if plan.colours * plan.numbers < plan.size**2 + plan.discards:
        entry.fail("colours", "cards_short", cards=plan.colours * plan.numbers, needed=plan.size**2 + plan.discards)
    return plan


def _read_aim(entry: LevelFields) -> Aim:
    entry.only("count", "target", "floor", "limit", "weight")
    target = entry.whole("target", 5, 9)
    return Aim(
        count=Count(entry.one_of("count", list(Count))),
        target=target,
        floor=entry.whole("floor", 1, target) if "floor" in entry.tree else 0,
        limit=entry.whole("limit", target, 30) if "limit" in entry.tree else 0,
        weight=entry.whole("weight", 1, 5, default=1),
    )
