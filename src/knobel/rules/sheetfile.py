"""Score cards of a user's own, read from TOML and written to it.

Every refusal names the file, the key and what is allowed there.
"""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

from knobel.errors import BadSheet
from knobel.rules.boxes import D6, D10, Bonus, Box, Die, Repeat, Sheet
from knobel.rules.combinations import (
    Anything,
    AtLeast,
    AtMost,
    Fits,
    Flat,
    Groups,
    Number,
    Part,
    Points,
    Run,
    Same,
    Shows,
    Total,
)
from knobel.rules.core import Spec
from knobel.rules.sheetgame import SheetGame
from knobel.words import LANGUAGES, Text, known, text

MOST_DICE, MOST_BOXES, MOST_POINTS, MOST_FACES = 7, 24, 1000, 20
LONGEST_CARD = 19_000  # letters of a declared card: a match carries it in one line of its file
_JOKERS = ("never", "free", "forced")

Value = TypeVar("Value")


def read_sheet(content: str, source: str) -> SheetGame:
    """The game on the score card that `content`, TOML from the file `source`, declares."""
    try:
        tree = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise BadSheet(source=source, key="TOML", problem=_where(str(error))) from error
    game = sheet_game(tree, source)
    if len(json.dumps(game.own_card())) > LONGEST_CARD:
        raise BadSheet(source=source, key="key, name", problem=text("sheet.long"))
    return game


def _where(problem: str) -> Text:
    """Where a text stops being TOML, said in our words: the parser tells it in English, at the end of its sentence."""
    place = re.search(r"at line (\d+), column (\d+)", problem)
    return text("sheet.no_toml", line=int(place[1]), column=int(place[2])) if place else text("sheet.no_toml_end")


def sheet_game(tree: Mapping[str, Any], source: str) -> SheetGame:
    """The game on a declared score card, from TOML or from `Sheet.declare()`."""
    sheet = _Reader(source).sheet(tree)
    return SheetGame(sheet, spec=Spec(sheet.key))


def write_sheet(sheet: Sheet) -> str:
    """A card as TOML, as a person would write it: `read_sheet` makes the same card of it."""
    tree = sheet.declare(names=True)
    dice = [die.kind if die in (D6, D10) else die.declare() for die in sheet.dice]
    boxes, repeat = tree.pop("boxes"), tree.pop("repeat", None)
    lines = [f"{name} = {_value(value)}" for name, value in (tree | {"dice": dice}).items()]
    for heading, table in [*(("[[boxes]]", box) for box in boxes), *([("[repeat]", repeat)] if repeat else [])]:
        lines += ["", heading, *(f"{name} = {_value(value)}" for name, value in table.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    """A value of TOML. Texts are as in JSON: whatever stands in a card can be printed."""
    match value:
        case Mapping():
            return "{ " + ", ".join(f"{name} = {_value(item)}" for name, item in value.items()) + " }"
        case list():
            return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source

    def fail(self, key: str, problem: str, **values: object) -> NoReturn:
        raise BadSheet(source=self.source, key=key, problem=text(f"sheet.{problem}", **values))

    def sheet(self, tree: Mapping[str, Any]) -> Sheet:
        allowed = ("key", "name", "dice", "rolls", "chips", "strike_at_will", "players", "boxes", "bonuses", "repeat")
        self.only(tree, "", allowed)
        boxes = tuple(self.box(box, f"boxes[{i}]") for i, box in enumerate(self.items(tree, "boxes", 1, MOST_BOXES), 1))
        keys = [box.key for box in boxes]
        for i, key in enumerate(keys, 1):
            if key in keys[: i - 1]:
                self.fail(f"boxes[{i}].key", "twice", value=key)
        dice = tuple(self.die(die, f"dice[{i}]") for i, die in enumerate(self.items(tree, "dice", 1, MOST_DICE), 1))
        bonuses = self.items(tree, "bonuses", 0, 4, default=[])
        key = self.key(tree, "key")
        return Sheet(
            key=key,
            dice=dice,
            boxes=boxes,
            bonuses=tuple(self.bonus(bonus, f"bonuses[{i}]") for i, bonus in enumerate(bonuses, 1)),
            repeat=self.repeat(tree["repeat"], keys) if "repeat" in tree else None,
            rolls=self.whole(tree.get("rolls", 3), "rolls", 1, 9),
            chips=self.whole(tree.get("chips", 0), "chips", 0, 9),
            strike_at_will=self.truth(tree.get("strike_at_will", False), "strike_at_will"),
            players=self.players(tree.get("players", [1, 8])),
            own_name=self.names(tree.get("name", {}), "name") or dict.fromkeys(LANGUAGES, key.replace("_", " ")),
        )

    def only(self, tree: object, where: str, allowed: tuple[str, ...]) -> None:
        if not isinstance(tree, Mapping):
            self.fail(where or "TOML", "table", allowed=list(allowed))
        for key in tree:
            if key not in allowed:
                self.fail(f"{where}.{key}".lstrip("."), "unknown", allowed=list(allowed))

    def items(self, tree: Mapping[str, Any], key: str, least: int, most: int, default: Any = None) -> list[Any]:
        value = tree.get(key, default)
        if not isinstance(value, list) or not least <= len(value) <= most:
            self.fail(key, "list", least=least, most=most)
        return value

    def key(self, tree: Mapping[str, Any], where: str) -> str:
        value = tree.get("key")
        if not (isinstance(value, str) and value.isascii() and value.isidentifier() and value.islower()):
            self.fail(where, "key")
        return value

    def whole(self, value: object, where: str, least: int, most: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fail(where, "whole", least=least, most=most)
        return value

    def truth(self, value: object, where: str) -> bool:
        if not isinstance(value, bool):
            self.fail(where, "truth")
        return value

    def numbers(self, value: object, where: str, most: int, longest: int) -> tuple[int, ...]:
        if not isinstance(value, list) or not 1 <= len(value) <= longest:
            self.fail(where, "list", least=1, most=longest)
        return tuple(self.whole(item, where, 0, most) for item in value)

    def names(self, value: object, where: str) -> dict[str, str]:
        self.only(value, where, LANGUAGES)
        assert isinstance(value, Mapping)
        given = {lang: name for lang, name in value.items() if isinstance(name, str) and name.isprintable()}
        if len(given) != len(value) or any(not 1 <= len(name) <= 40 for name in given.values()):
            self.fail(where, "name")
        one = next(iter(given.values()), None)
        return {lang: given.get(lang, one) for lang in LANGUAGES} if one else {}

    def players(self, value: object) -> tuple[int, int]:
        least, most = (*self.numbers(value, "players", 8, 2), 0)[:2]
        if not 1 <= least <= most:
            self.fail("players", "players")
        return least, most

    def die(self, value: object, where: str) -> Die:
        for die in (D6, D10):
            if value == die.kind:
                return die
        if isinstance(value, str):
            self.fail(where, "die")
        self.only(value, where, ("kind", "faces"))
        assert isinstance(value, Mapping)
        faces = self.numbers(value.get("faces"), f"{where}.faces", 99, MOST_FACES)
        if len(set(faces)) < len(faces):
            self.fail(f"{where}.faces", "faces")
        kind = value.get("kind", "die")
        if not isinstance(kind, str) or not known("en", f"dice.{kind}"):
            self.fail(f"{where}.kind", "unknown", allowed=[D6.kind, D10.kind, "die"])
        return Die(kind, faces)

    def bonus(self, tree: object, where: str) -> Bonus:
        self.only(tree, where, ("at", "points"))
        assert isinstance(tree, Mapping)
        at = self.whole(tree.get("at"), f"{where}.at", 1, MOST_POINTS)
        return Bonus(at, self.whole(tree.get("points"), f"{where}.points", 1, MOST_POINTS))

    def box(self, tree: object, where: str) -> Box:
        self.only(tree, where, ("key", "name", "fits", "points"))
        assert isinstance(tree, Mapping)
        key = self.key(tree, f"{where}.key")
        unnamed = {} if known("en", f"boxes.{key}") else dict.fromkeys(LANGUAGES, key.replace("_", " "))
        return Box(
            key=key,
            points=self.points(tree.get("points"), f"{where}.points"),
            fits=self.fits(tree.get("fits", "anything"), f"{where}.fits"),
            own_name=self.names(tree.get("name", {}), f"{where}.name") or unnamed,
        )

    def fits(self, value: object, where: str) -> Fits:
        if value == "anything":
            return Anything()
        readers: dict[str, Callable[[object, str], Fits]] = {
            "same": lambda v, w: Same(self.whole(v, w, 1, MOST_DICE)),
            "groups": lambda v, w: Groups(self.sizes(v, w)),
            "run": lambda v, w: Run(self.whole(v, w, 1, MOST_DICE)),
            "shows": lambda v, w: Shows(self.numbers(v, w, 99, MOST_DICE)),
            "at_most": lambda v, w: AtMost(self.whole(v, w, 0, MOST_POINTS)),
            "at_least": lambda v, w: AtLeast(self.whole(v, w, 0, MOST_POINTS)),
        }
        return self.one_of(value, where, readers, text("sheet.fits"))

    def points(self, value: object, where: str) -> Points:
        if isinstance(value, int):
            return Flat(self.whole(value, where, 0, MOST_POINTS))
        if value == "total":
            return Total()
        readers: dict[str, Callable[[object, str], Points]] = {
            "total": lambda v, w: Total(self.whole(v, w, 1, 9)),
            "number": lambda v, w: Number(self.whole(v, w, 0, 99)),
            "part": lambda v, w: Part(self.sizes(v, w)),
        }
        return self.one_of(value, where, readers, text("sheet.points"))

    def sizes(self, value: object, where: str) -> tuple[int, ...]:
        sizes = self.numbers(value, where, MOST_DICE, MOST_DICE)
        if 0 in sizes or list(sizes) != sorted(sizes, reverse=True):
            self.fail(where, "sizes")
        return sizes

    def one_of(
        self, value: object, where: str, readers: Mapping[str, Callable[[object, str], Value]], allowed: Text
    ) -> Value:
        if not isinstance(value, Mapping) or len(value) != 1 or next(iter(value)) not in readers:
            self.fail(where, "one_of", allowed=allowed)
        name, argument = next(iter(value.items()))
        return readers[name](argument, f"{where}.{name}")

    def repeat(self, tree: object, boxes: list[str]) -> Repeat:
        flags = ("extra_in_number_box_only", "extra_after_strike", "joker_after_strike")
        self.only(tree, "repeat", ("top", "anywhere", "extra", "joker", *flags))
        assert isinstance(tree, Mapping)
        if tree.get("top") not in boxes:
            self.fail("repeat.top", "unknown", allowed=boxes)
        if tree.get("joker", "never") not in _JOKERS:
            self.fail("repeat.joker", "unknown", allowed=_JOKERS)
        return Repeat(
            top=tree["top"],
            anywhere=self.whole(tree.get("anywhere", 0), "repeat.anywhere", 0, MOST_POINTS),
            extra=self.whole(tree.get("extra", 0), "repeat.extra", 0, MOST_POINTS),
            joker=tree.get("joker", "never"),
            **{flag: self.truth(tree.get(flag, False), f"repeat.{flag}") for flag in flags},
        )
