"""Positions of For One – Kniffel as text: `format_table` and `parse_table` are each other's way back.

A row is its dice (`1123`), `-` when it is empty, and `x3` once scored with three dice; `x3:18` if its level made it
worth 18 in that moment and not what the card says. The yellow die is `supply`, `out`, `waiting:4` or `kniffel:4`.
"""

from collections.abc import Mapping

from knobel.rules.fields import fail, number, numbers, whole
from knobel.rules.foroneplan import FACES, WHITE_DICE, RowsPlan
from knobel.rules.rows import GONE, IN_SUPPLY, WAITING, Row, RowsCard

_FIELDS = frozenset({"rows", "supply", "out", "round", "waiting", "rolling", "yellow", "acted"})


def format_table(plan: RowsPlan, table: RowsCard) -> str:
    rows = ",".join(_format_row(plan.rows[i], table, i) for i in range(len(plan.rows)))
    fields = [f"rows={rows}", f"supply={table.supply}", f"out={table.out}", f"round={table.round}"]
    if table.waiting:
        fields.append("waiting=" + ",".join(map(str, table.waiting)))
    if table.rolling:
        fields.append("rolling=1")
    if table.yellow:
        fields.append(f"yellow={table.yellow}:{table.shows}" if table.shows else f"yellow={table.yellow}")
    if table.acted:
        fields.append("acted=1")
    return " ".join(fields)


def _format_row(row: Row, table: RowsCard, i: int) -> str:
    scored = table.scored[i]
    if scored is None:
        return "".join(map(str, table.rows[i])) or "-"
    return f"x{scored}" if table.paid[i] == row.score(scored) else f"x{scored}:{table.paid[i]}"


def parse_table(plan: RowsPlan, fields: Mapping[str, str]) -> RowsCard:
    if unknown := fields.keys() - _FIELDS:
        fail(min(unknown), "position.field")
    words = fields.get("rows", "").split(",")
    if len(words) != len(plan.rows):
        fail("rows", "position.count", n=len(plan.rows))
    rows = [_parse_row(plan, i, word) for i, word in enumerate(words)]
    place, _, shows = fields.get("yellow", "").partition(":")
    table = RowsCard(
        rows=tuple(dice for dice, _, _ in rows),
        scored=tuple(count for _, count, _ in rows),
        paid=tuple(paid for _, _, paid in rows),
        supply=whole(fields, "supply", 0, WHITE_DICE + 1),
        out=whole(fields, "out", 0, WHITE_DICE + 1),
        round=whole(fields, "round", 0, plan.rounds),
        waiting=numbers(fields, "waiting"),
        rolling=bool(whole(fields, "rolling", 0, 1)),
        yellow=place,
        shows=number("yellow", shows) if shows else 0,
        acted=bool(whole(fields, "acted", 0, 1)),
    )
    _check_dice(plan, table)
    _check_yellow(plan, table)
    _check_moment(plan, table)
    return table


def _parse_row(plan: RowsPlan, i: int, word: str) -> tuple[tuple[int, ...], int | None, int]:
    row = plan.rows[i]
    if word.startswith("x"):
        digits, colon, points = word[1:].partition(":")
        count = number("rows", digits)
        if count > row.fields:
            fail("rows", "position.row", row=row.name, dice=word)
        paid = -number("rows", points[1:]) if points.startswith("-") else number("rows", points or "0")
        paid = paid if colon else row.score(count)
        if paid not in plan.worths[i][count] or (colon and paid == row.score(count)):
            fail("rows", "position.paid", row=row.name, points=paid)
        return (), count, paid
    dice = () if word == "-" else tuple(number("rows", digit) for digit in word)
    possible = len(dice) <= row.fields and all(die in FACES for die in dice) and dice == tuple(sorted(dice))
    if not (possible and row.takes.may_hold(dice, row.fields)):
        fail("rows", "position.row", row=row.name, dice=word)
    return dice, None, 0


def _check_dice(plan: RowsPlan, table: RowsCard) -> None:
    thrown = len(table.waiting) + (table.yellow == WAITING and not table.rolling)
    if any(die not in FACES for die in table.waiting) or thrown > plan.thrown:
        fail("waiting", "position.waiting")
    if table.waiting != tuple(sorted(table.waiting)) or (table.waiting and table.rolling):
        fail("waiting", "position.waiting")
    in_play = sum(map(len, table.rows)) + table.supply + table.out + thrown + plan.thrown * table.rolling
    if in_play != plan.all_dice:
        fail("supply", "position.dice", n=plan.all_dice, value=in_play)


def _check_yellow(plan: RowsPlan, table: RowsCard) -> None:
    place, shows = table.yellow, table.shows
    if plan.yellow is None:
        possible = not place and not shows
    elif place == IN_SUPPLY:
        possible = not shows and table.supply > 0 and not table.rolling
    elif place == GONE:
        possible = not shows and table.out > 0
    elif place == WAITING:
        possible = not shows if table.rolling else shows in FACES
    else:
        possible = any(row.key == place and shows in dice for row, dice in zip(plan.rows, table.rows, strict=True))
    if not possible:
        fail("yellow", "position.yellow")


def _check_moment(plan: RowsPlan, table: RowsCard) -> None:
    scored = table.rows_scored
    placing = table.rolling or table.placing
    begun = placing or table.out != plan.aside or any(table.rows) or scored
    if bool(begun) != bool(table.round):
        fail("round", "position.turn")
    if scored == len(plan.rows) and placing:
        fail("waiting", "position.turn")
    if table.acted and (placing or not scored or not plan.counts_acts):
        fail("acted", "position.turn")
