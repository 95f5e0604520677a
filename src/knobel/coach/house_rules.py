"""What can be changed about a score card to make a house rule, and the card that a change makes.

A field has its place in the card as its key (`boxes.full_house`, `bonuses.1.at`, `repeat.joker`); changes are plain
values by such keys. Whether the card is a possible one is said by its reader.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from knobel.coach.errors import NothingChanged
from knobel.errors import BadSheet
from knobel.rules.boxes import Bonus, Sheet
from knobel.rules.combinations import Flat, Total
from knobel.rules.sheetfile import MOST_POINTS, sheet_game
from knobel.rules.sheetgame import SheetGame
from knobel.words import LANGUAGES, Text, text

Value: TypeAlias = int | bool | str
BOXES, BONUSES, THROWS, RULINGS = "boxes", "bonuses", "throws", "rulings"  # how fields are grouped
SOURCE = "house rule"
MOST_BONUSES = 2
_MARK = re.compile("_[0-9a-f]{6}$")  # what tells the keys of changed cards apart


@dataclass(frozen=True, slots=True)
class CardField:
    """Something about a card that can be changed: a number, something that is so or not, or one of a few options."""

    key: str
    group: str
    name: Text
    value: Value
    least: int = 0
    most: int = 0
    options: tuple[tuple[str, Text], ...] = ()


def card_fields(sheet: Sheet) -> list[CardField]:
    """Everything that can be changed about a card, in the order it is read."""
    return [*_boxes(sheet), *_bonuses(sheet), *_throws(sheet), *_rulings(sheet)]


def _boxes(sheet: Sheet) -> Iterator[CardField]:
    for box in sheet.boxes:
        match box.points:
            case Flat(points):
                yield CardField(f"boxes.{box.key}", BOXES, box.name, points, 0, MOST_POINTS)
            case Total(times):
                name = text("laboratory.field.times", box=box.name)
                yield CardField(f"boxes.{box.key}", BOXES, name, times, 1, 9)


def _bonuses(sheet: Sheet) -> Iterator[CardField]:
    if not sheet.number_boxes:
        return
    count = max(len(sheet.bonuses), MOST_BONUSES)
    known = [*sheet.bonuses, *[Bonus(_untouched(sheet), 0)] * (count - len(sheet.bonuses))]
    for n, bonus in enumerate(known, 1):
        yield CardField(f"bonuses.{n}.at", BONUSES, text("laboratory.field.at", n=n), bonus.at, 1, MOST_POINTS)
        name = text("laboratory.field.bonus", n=n)
        yield CardField(f"bonuses.{n}.points", BONUSES, name, bonus.points, 0, MOST_POINTS)


def _untouched(sheet: Sheet) -> int:
    """Where a bonus that does not exist yet is offered: four of each number, or above the last one."""
    return max([4 * sum(sheet.number_boxes), *(bonus.at + 10 for bonus in sheet.bonuses)])


def _throws(sheet: Sheet) -> Iterator[CardField]:
    yield CardField("rolls", THROWS, text("laboratory.field.rolls"), sheet.rolls, 1, 9)
    yield CardField("chips", THROWS, text("laboratory.field.chips"), sheet.chips, 0, 9)


def _rulings(sheet: Sheet) -> Iterator[CardField]:
    yield CardField("strike_at_will", RULINGS, text("laboratory.field.strike_at_will"), sheet.strike_at_will)
    if (repeat := sheet.repeat) is None or sheet.top is None:
        return
    top = sheet.boxes[sheet.top].name
    for name, value in (("anywhere", repeat.anywhere), ("extra", repeat.extra)):
        words = text(f"laboratory.field.{name}", box=top)
        yield CardField(f"repeat.{name}", RULINGS, words, value, 0, MOST_POINTS)
    in_number_box = text("laboratory.field.extra_in_number_box_only", box=top)
    yield CardField("repeat.extra_in_number_box_only", RULINGS, in_number_box, repeat.extra_in_number_box_only)
    options = tuple((joker, text(f"laboratory.joker.{joker}")) for joker in ("never", "free", "forced"))
    yield CardField("repeat.joker", RULINGS, text("laboratory.field.joker", box=top), repeat.joker, options=options)
    for flag, value in (
        ("extra_after_strike", repeat.extra_after_strike),
        ("joker_after_strike", repeat.joker_after_strike),
    ):
        yield CardField(f"repeat.{flag}", RULINGS, text(f"laboratory.field.{flag}", box=top), value)


def changed_card(game: SheetGame, changes: Mapping[str, Value], name: str = "") -> SheetGame:
    """The game with these fields changed, on a card of its own; refused where there is no such card, or no change.

    Its key is made from its rules, so that the same change is the same card whoever makes it.
    """
    known = {field.key for field in card_fields(game.sheet)}
    tree: dict[str, Any] = json.loads(json.dumps(game.sheet.declare(names=True)))
    tree["bonuses"] += [{"at": _untouched(game.sheet), "points": 0}] * (MOST_BONUSES - len(tree["bonuses"]))
    tree["bonuses"] = [dict(bonus) for bonus in tree["bonuses"]]
    for key, value in changes.items():
        if key not in known:
            raise BadSheet(source=SOURCE, key=key[:60], problem=text("sheet.unknown", allowed=sorted(known)))
        _put(tree, key.split("."), value)
    tree["bonuses"] = [bonus for bonus in tree["bonuses"] if bonus["points"] != 0]
    rules = {word: value for word, value in sheet_game(tree, SOURCE).sheet.declare().items() if word != "key"}
    if rules == {word: value for word, value in game.sheet.declare().items() if word != "key"}:
        raise NothingChanged(game=game.name)
    mark = sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:6]
    tree["key"] = f"{_MARK.sub('', game.sheet.key)}_{mark}"
    tree["name"] = {
        lang: name or text("laboratory.name", game=game.name, mark=mark).say(lang)[:40] for lang in LANGUAGES
    }
    return sheet_game(tree, SOURCE)


def _put(tree: dict[str, Any], place: list[str], value: Value) -> None:
    match place:
        case ["boxes", key]:
            box = next(box for box in tree["boxes"] if box["key"] == key)
            box["points"] = {"total": value} if isinstance(box["points"], dict) else value
        case ["bonuses", n, what]:
            tree["bonuses"][int(n) - 1][what] = value
        case ["repeat", what]:
            tree["repeat"][what] = value
        case [what]:
            tree[what] = value
