"""Every word in German and English: games, boxes, dice, rulings, messages, and nothing that is never said."""

import ast
import re
import string
from pathlib import Path
from typing import Any

import pytest

from knobel import errors, words
from knobel.errors import KnobelError
from knobel.rules import GAMES
from knobel.rules.booklets import booklet
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame

SOURCE = Path(__file__).parents[1] / "src" / "knobel"
LITERAL_KEY = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
TOPICS = {key.split(".")[0] for key in words.keys("en") if "." in key}


def test_both_languages_say_the_same_things() -> None:
    assert words.keys("de") == words.keys("en")
    for key in words.keys("de"):
        assert placeholders("de", key) == placeholders("en", key), key


def placeholders(lang: str, key: str) -> set[str | None]:
    if key == "own_name":
        return set()
    return {name for _, name, _, _ in string.Formatter().parse(words._catalogue(lang)[key]) if name}


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_every_game_and_its_parts_have_words(kind: Any, lang: str) -> None:
    game = kind.game()
    assert words.say(lang, f"games.{kind.key}.tagline")
    assert game.name.say(lang)
    for ruling in kind.rulings:
        parts = ("what", "why", "house") if ruling.house_rule else ("what", "why")
        for part in parts:
            assert words.say(lang, f"rulings.{kind.key}.{ruling.key}.{part}")
    if isinstance(game, SheetGame):
        for box in game.sheet.boxes:
            assert box.name.say(lang)
            assert box.describe(lang)
        for die in game.sheet.dice:
            assert words.say(lang, f"dice.{die.kind}")
    if isinstance(game, ForOne):
        for row in game.rows:
            assert row.name.say(lang)
            assert row.text().say(lang)
    if kind.levels():
        for chapter in booklet(kind.key).chapters:
            assert chapter.name.say(lang)
            for level in chapter.levels:
                assert level.name.say(lang)
                assert level.rule.say(lang)


def leaves(error: type[KnobelError]) -> list[type[KnobelError]]:
    children = error.__subclasses__()
    return [leaf for child in children for leaf in leaves(child)] if children else [error]


def test_every_error_has_a_sentence_and_stands_in_the_tree() -> None:
    tree = errors.__doc__ or ""
    codes = [error.code for error in leaves(KnobelError)]
    assert len(set(codes)) == len(codes)
    for error in leaves(KnobelError):
        assert words.known("en", "errors." + error.code.replace("/", "."))
        if error.__module__ == "knobel.errors":
            assert re.search(rf"{error.__name__}\s+{error.code}\b", tree), error.__name__


def test_every_key_in_the_code_is_in_the_catalogue() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute) and node.args):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            for argument in node.args[:2]:
                if name in ("text", "say", "fail") and isinstance(argument, ast.Constant):
                    key = argument.value
                    if isinstance(key, str) and LITERAL_KEY.fullmatch(key) and key.split(".")[0] in TOPICS:
                        assert words.known("en", key), f"{path.name}: {key}"


def test_no_sentence_is_dead() -> None:
    """Every key is named in the code, in full or by the part that code puts together."""
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    web = Path(__file__).parents[1] / "web" / "src"
    code += "".join(path.read_text(encoding="utf-8") for path in web.rglob("*") if path.suffix in (".ts", ".svelte"))
    named = {
        *re.findall(r"[\"'`.]([a-z0-9_]+)[\"'`.}\s]", code),
        *re.findall(r"[\"'`]([a-z_]+\.[a-z0-9_.]+)[\"'`]", code),
    }
    for key in words.keys("en"):
        key = key.removesuffix(".one").removesuffix(".other")
        whole_or_last_part = key in named or key.split(".")[-1] in named
        assembled = key.split(".")[0] in ("errors", "games", "boxes", "dice", "rulings", "colours", "medals", "sheet")
        assembled |= key.startswith(("cli.help.", "typed.", "terminal.misread.", "terminal.die."))
        assert whole_or_last_part or assembled, key
