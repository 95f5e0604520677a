"""Positions of For One – Kniffel made by hand, on plans made by hand."""

from collections.abc import Iterable
from typing import Any

from knobel import Decide
from knobel.rules.booklets.reader import LevelFields
from knobel.rules.core import Move, Spec
from knobel.rules.forone import ForOne
from knobel.rules.foroneplan import read_plan
from knobel.rules.rows import ROWS, RowsCard

KEYS = tuple(row.key for row in ROWS)


def each(rows: Iterable[str], word: str) -> dict[str, Any]:
    """The same dice on each of these rows."""
    return dict.fromkeys(rows, word)


def game(*tiles: object, free_discard: bool = False, **plan: Any) -> ForOne:
    """A game with these tiles: a number for one of the whole card, `(number, row, …)` for one that lies at rows."""
    laid = [{"tile": tile} if isinstance(tile, int) else {"tile": tile[0], "rows": list(tile[1:])} for tile in tiles]  # type: ignore[index]
    entry = LevelFields("test", 99, {**plan, "tiles": laid})
    return ForOne(plan=read_plan(entry), free_discard=free_discard, spec=Spec("forone", 99))


def table(
    on: ForOne, *, waiting: str = "", yellow: str = "", round: int = 1, out: int | None = None, acted: bool = False,
    **rows: str,
) -> RowsCard:  # fmt: skip
    """A position with these rows (`x3`: scored with three dice); the rest of the dice is the supply."""
    words = [rows.get(key, "-") for key in KEYS]
    lost = on.plan.aside if out is None else out
    lying = sum(len(word) for word in words if word[0] not in "x-")
    supply = on.plan.all_dice - lying - lost - len(waiting.replace(",", "")) - yellow.startswith("waiting")
    fields = {"rows": ",".join(words), "supply": str(supply), "out": str(lost), "round": str(round)}
    fields |= {"waiting": waiting} if waiting else {}
    fields |= {"yellow": yellow} if yellow else {}
    fields |= {"acted": "1"} if acted else {}
    return on.parse(fields)


def moves(on: ForOne, state: RowsCard) -> set[str]:
    node = on.node(state)
    assert isinstance(node, Decide)
    return {str(move) for move in node.moves}


def play(on: ForOne, state: RowsCard, *lines: str) -> RowsCard:
    for line in lines:
        state = on.play(state, Move.parse(line))
    return state


def worth(on: ForOne, row: str, dice: str, *, round: int = 1, yellow: str = "") -> int:
    """What a row is worth that is scored so; a die elsewhere tells of the round that was played."""
    elsewhere = {} if dice else each(["threes"], "3")
    state = play(on, table(on, round=round, yellow=yellow, **each([row], dice or "-"), **elsewhere), f"score {row}")
    return state.paid[KEYS.index(row)]
