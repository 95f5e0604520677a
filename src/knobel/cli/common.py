"""What the commands share: which game is meant, files, language, answers as JSON."""

import json
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from knobel.cli.failures import BadUsage, NoCard, NoSuchGame
from knobel.cli.speech import ASKED, asked_for
from knobel.errors import BadRule, UnknownGame
from knobel.rules import GAMES, find
from knobel.rules.core import Game
from knobel.rules.sheetfile import read_sheet
from knobel.rules.sheetgame import SheetGame
from knobel.storage.matchfiles import read_text
from knobel.words import LANGUAGES, Words, text


def words_of(lang: str | None) -> Words:
    """The words in the language that was asked for, or that of the locale."""
    if lang is not None and lang not in LANGUAGES:
        raise BadUsage(problem=text("cli.usage.one_of", what="--lang", value=lang[:20], allowed=list(LANGUAGES)))
    return Words(lang or ASKED.get(None) or asked_for(()))


def game_of(name: str, level: int | None = None, rules: Sequence[str] | None = None) -> Game[Any]:
    """The game of that name, or the one on the score card of that TOML file."""
    house = dict(map(_rule, rules or ()))
    if name.lower().endswith(".toml"):
        return _own_card(name, level, house)
    try:
        return find(_key(name), level=level, **house)
    except UnknownGame as error:
        near = get_close_matches(name.lower(), [kind.key for kind in GAMES], n=2, cutoff=0.5)
        raise NoSuchGame(**error.details, near=near) from error


def _key(name: str) -> str:
    """Keys are written small and with underscores; nobody should have to remember that."""
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _own_card(name: str, level: int | None, house: dict[str, bool]) -> SheetGame:
    game = read_sheet(read_text(Path(name)), name)
    for rule in (*house, *([] if level is None else ["level"])):
        allowed = text("errors.no_levels" if rule == "level" else "errors.no_rules")
        raise BadRule(game=game.spec.key, rule=rule, allowed=allowed)
    return game


def _rule(word: str) -> tuple[str, bool]:
    name, equals, value = word.partition("=")
    if not equals or value not in ("true", "false"):
        raise BadUsage(problem=text("cli.usage.rule", value=word[:40]))
    return name, value == "true"


def card_of(name: str, rules: Sequence[str] | None = None) -> SheetGame:
    """A game whose dice are entered in boxes."""
    game = game_of(name, rules=rules)
    if game.engine != SheetGame.engine:
        cards = [kind.key for kind in GAMES if kind.game().engine == SheetGame.engine]
        raise NoCard(game=game.name, games=cards)
    return cast(SheetGame, game)


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
