"""What a screen shows of a position: blocks of keys, numbers and move texts, and no words.

The terminal, the browser and the printer paint these blocks; each thing one can act on carries the text of its
move. `plain` turns a view into JSON values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, TypeAlias

from knobel.quick import quick
from knobel.words import Text


@dataclass(frozen=True, slots=True)
class DieView:
    kind: str  # a key of the catalogue under "dice"
    faces: tuple[int, ...]
    face: int | None  # None: not thrown yet, or in the air


@quick
@dataclass(frozen=True, slots=True)
class DiceBlock:
    """The dice of a pad game. The next throw is the move `again` with a mask: 1 stays, 0 is thrown again."""

    block: ClassVar = "dice"
    dice: tuple[DieView, ...]
    roll: int  # throws made in this turn
    rolls_left: int
    again: str | None  # "keep", "chip" or nothing


@dataclass(frozen=True, slots=True)
class BoxView:
    key: str
    name: Text
    rule: Text
    upper: bool
    top: bool  # what everybody hopes for: all dice alike, or all but one
    points: int | None  # what stands there; None: still free
    would: int | None  # what the dice on the table would bring
    extra: int  # extra points that would come with it
    note: Text | None  # why it would bring more than the box says: joker, extra points, super points
    move: str | None
    strike: str | None


@dataclass(frozen=True, slots=True)
class BonusView:
    at: int
    points: int
    reached: bool


@quick
@dataclass(frozen=True, slots=True)
class SheetBlock:
    block: ClassVar = "sheet"
    boxes: tuple[BoxView, ...]
    bonuses: tuple[BonusView, ...]
    upper: int
    lower: int
    extra: int
    pays_extra: bool  # whether the card knows extra points at all
    total: int


@dataclass(frozen=True, slots=True)
class TileView:
    """A challenge tile, beside its row or beside the whole card."""

    number: int
    kind: str
    name: Text
    rule: Text
    value: str  # what is printed on it: "+20", "≤ 6", or nothing
    spent: bool  # it has no more to say in this game


@dataclass(frozen=True, slots=True)
class RowView:
    key: str
    name: Text
    rule: Text
    upper: bool
    top: bool  # what everybody hopes for: all its dice alike
    fields: int
    points: int  # for each die of an upper row; for a lower one when it is complete
    order: tuple[int, ...]  # the numbers a straight wants, from left to right; of other rows nothing
    dice: tuple[int, ...]
    yellow: int | None  # which of them is the yellow die, counted from 0
    scored: int | None  # points once scored
    would: int  # points if it were scored now
    takes: Mapping[str, str]  # a waiting die, "4" or "y4" -> the move that puts it here
    refuses: Mapping[str, Text]  # a waiting die -> why it cannot lie here
    score: str | None  # the move that scores the row
    held: Text | None  # why a tile does not let it be scored now
    must: bool  # full, so it has to be scored
    tiles: tuple[TileView, ...]  # that lie beside it
    closed: bool  # a tile lets no dice in now


@dataclass(frozen=True, slots=True)
class RowsBlock:
    block: ClassVar = "rows"
    rows: tuple[RowView, ...]
    worst: int  # fewest dice any upper row has, or can be scored with, as it stands
    bonus: int
    bonus_steps: tuple[int, ...]
    best: int  # the most points still within reach
    tiles: tuple[TileView, ...]  # that lie beside the whole card
    thrown: int  # dice of one roll
    yellow: tuple[Text, ...]  # what the yellow die does; nothing: there is none
    yellow_at: str | None  # "supply", "waiting", "out" or the key of its row
    extra: int  # what tiles add to or take from the card as it stands, besides rows and bonus


@dataclass(frozen=True, slots=True)
class BecomesView:
    """A line as a card would leave it."""

    line: int  # its place among the lines of the grid
    value: int
    mark: str | None
    points: int


@dataclass(frozen=True, slots=True)
class CellView:
    name: str
    card: str | None
    takes: Mapping[str, str]  # card in hand -> the move that lays it here
    would: Mapping[str, tuple[BecomesView, ...]]  # card in hand -> the lines through here, were it laid
    why: Text | None  # why no card in hand may lie here


@dataclass(frozen=True, slots=True)
class LineView:
    key: str  # "row", "column" or "diagonal"
    index: int
    cells: tuple[str, ...]
    value: int
    target: int
    mark: str | None  # "check", "chip", "minus" or nothing yet
    points: int


@dataclass(frozen=True, slots=True)
class SideView:
    """All rows, all columns or both diagonals: what they are for, and what they have brought so far."""

    key: str
    name: Text
    count: str  # how its lines are counted
    target: int
    rules: tuple[Text, ...]
    floor: int  # a full line below it is worth -10; 0: none
    limit: int  # a line above it is worth -10; 0: none
    weight: int
    points: int


@dataclass(frozen=True, slots=True)
class GridBlock:
    block: ClassVar = "grid"
    size: int
    cells: tuple[CellView, ...]
    lines: tuple[LineView, ...]
    sides: tuple[SideView, ...]
    final: str  # "sum" of the sides, or their "lowest"


@dataclass(frozen=True, slots=True)
class TrayBlock:
    """Things that lie beside the card: the roll to place, the cards in hand, what the deck still holds."""

    block: ClassVar = "tray"
    key: str
    items: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class CounterBlock:
    block: ClassVar = "counter"
    key: str
    value: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class LevelBlock:
    """Which level of the booklet this is, so that its rule is at hand while it is played."""

    block: ClassVar = "level"
    number: int
    name: Text
    idea: Text  # what is new
    rule: Text
    parts: tuple[Text, ...]  # what the level lays out, explained piece by piece


@dataclass(frozen=True, slots=True)
class OwnBlock:
    """What only an engine from outside shows; its own kits know what is in it."""

    block: ClassVar = "own"
    key: str
    shows: Mapping[str, Any]


Block: TypeAlias = DiceBlock | SheetBlock | RowsBlock | GridBlock | TrayBlock | CounterBlock | LevelBlock | OwnBlock


@quick
@dataclass(frozen=True, slots=True)
class View:
    game: str
    engine: str  # which kit of a host shows it
    turn: int
    turns: int
    points: int
    over: bool
    blocks: tuple[Block, ...]
    actions: tuple[str, ...]  # moves that belong to no block: roll, leave a die, end


def plain(value: object) -> Any:
    """`value` as JSON knows it: objects, lists, strings, numbers. Blocks say of which kind they are."""
    match value:
        case str() | int() | None:  # nine of ten
            return value
        case Text(key, values):
            return {"key": key, "values": plain(values)}
        case tuple() | list():
            return [plain(item) for item in value]
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
    if is_dataclass(value):
        kind = {"block": value.block} if isinstance(value, Block) else {}
        return kind | {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    return value
