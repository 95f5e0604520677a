"""Score pad: real dice on a real table, and only the points are written down.

A noted entry has no dice, so it is checked against what some roll could bring in that box on that card.
"""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from knobel.errors import NoSuchEntry, NotBeforeThrow, PointsImpossible
from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import Roll
from knobel.rules.core import Game, Move
from knobel.rules.sheetgame import Card, SheetGame


class Written(NamedTuple):
    """An entry of the game being played that was made by hand, so it can be corrected."""

    seat: int
    box: str
    extra: int  # the extra points that came with it; the card only keeps their sum


def note(game: Game[Any], card: Any, box: str, points: int, extra: int | None) -> tuple[Card, int]:
    """The card with those points written in place of a turn, and the extra points that go with them."""
    sheet, index = _find(game, box)
    if card.roll or card.rolling or None not in card.written:
        raise NotBeforeThrow(box=sheet.boxes[index].name)
    if card.written[index] is not None:
        raise NoSuchEntry(box=sheet.boxes[index].name)
    entry = _check(sheet, card.written, index, points, extra)
    return replace(card, written=_put(card.written, index, points), extra=card.extra + entry.extra), entry.extra


def correct(game: Game[Any], card: Any, old: Written, points: int, extra: int | None) -> tuple[Card, int]:
    """The card with an earlier entry changed, and the extra points that now go with it."""
    sheet, index = _find(game, old.box)
    entry = _check(sheet, _put(card.written, index, None), index, points, extra)
    written = _put(card.written, index, points)
    return replace(card, written=written, extra=card.extra - old.extra + entry.extra), entry.extra


def standing(game: Game[Any], card: Any, box: str) -> int | None:
    """What stands in that box."""
    _, index = _find(game, box)
    points: int | None = card.written[index]
    return points


def entered(move: Move, before: Any, after: Any) -> tuple[str, int] | None:
    """Which box a move filled and the extra points it brought; None if it filled none."""
    if move.verb not in ("enter", "strike") or not isinstance(before, Card):
        return None
    return move.args[0], after.extra - before.extra


def _find(game: Game[Any], box: str) -> tuple[Sheet, int]:
    if isinstance(game, SheetGame):
        for index, candidate in enumerate(game.sheet.boxes):
            if candidate.key == box:
                return game.sheet, index
    raise NoSuchEntry(box=box[:40])


def _put(written: tuple[int | None, ...], index: int, points: int | None) -> tuple[int | None, ...]:
    return (*written[:index], points, *written[index + 1 :])


def _check(sheet: Sheet, written: tuple[int | None, ...], index: int, points: int, extra: int | None) -> Entry:
    """The possible entry with these points; where the extra points are left open, the fewest."""
    fitting = [e for e in _possible(sheet, written, index) if e.points == points and extra in (None, e.extra)]
    if not fitting:
        least, most = _bounds(sheet, written, index)
        raise PointsImpossible(points=points, box=sheet.boxes[index].name, least=least, most=most)
    return min(fitting, key=lambda entry: entry.extra)


def _possible(sheet: Sheet, written: tuple[int | None, ...], index: int) -> frozenset[Entry]:
    natural, special = _rolls(sheet)
    entries = (sheet.entries(roll, written).get(index) for roll in special)
    struck = {Entry(0)} if sheet.strike_at_will else set()
    return natural[index] | struck | {Entry(entry.points, entry.extra) for entry in entries if entry}


def _bounds(sheet: Sheet, written: tuple[int | None, ...], index: int) -> tuple[int, int]:
    points = [entry.points for entry in _possible(sheet, written, index)]
    return min(points), max(points)


@cache
def _rolls(sheet: Sheet) -> tuple[tuple[frozenset[Entry], ...], tuple[Roll, ...]]:
    """For each box what ordinary rolls bring there, and the rolls that can be worth more than the box says."""
    top = None if sheet.top is None else sheet.boxes[sheet.top]
    rolls = list(sheet.distinct_rolls())
    special = tuple(roll for roll in rolls if top and top.fits.holds(roll))
    ordinary = [roll for roll in rolls if not top or not top.fits.holds(roll)]
    return tuple(frozenset(Entry(box.score(roll)) for roll in ordinary) for box in sheet.boxes), special
