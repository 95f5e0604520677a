"""What the commands share: the language, which game is meant, answers as JSON, one or a batch of them."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from difflib import get_close_matches
from pathlib import Path
from typing import Any, cast

from knobel.cli.failures import BadLine, BadUsage, NoCard, NoSuchGame
from knobel.errors import BadRule, KnobelError, UnknownGame
from knobel.rules import GAMES, find
from knobel.rules.core import Game
from knobel.rules.sheetfile import read_sheet
from knobel.rules.sheetgame import SheetGame
from knobel.storage.matchfiles import read_text
from knobel.words import LANGUAGES, Words, text

ASKED: ContextVar[str] = ContextVar("language")  # that of this call, wherever in it the option stood


def from_locale(environ: Mapping[str, str]) -> str:
    """German if the locale is German, English otherwise.

    >>> from_locale({"LANG": "de_AT.UTF-8"}), from_locale({"LC_ALL": "C", "LANG": "de_DE"}), from_locale({})
    ('de', 'en', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def asked_for(argv: Sequence[str]) -> str:
    """The language of this call, known before the call is understood: refusals need it too."""
    for i, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            wanted = value if equals else "".join(argv[i + 1 : i + 2])
            if wanted in LANGUAGES:
                return wanted
    return from_locale(os.environ)


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


def answer_lines(answer: Callable[[Mapping[str, Any]], Mapping[str, Any]], lang: str) -> None:
    """`--batch`: one JSON object a line in, one out, in order. A bad line gives its error, and the rest goes on."""
    for line in sys.stdin:
        try:
            found = answer(_asked(line))
        except KnobelError as error:
            found = {"error": error.say(lang), "code": error.code}
        print(as_json(found), flush=True)


def answer_together(answer: Callable[[list[Mapping[str, Any]]], list[str | KnobelError]], lang: str) -> None:
    """The same for answers that are cheaper by the dozen: whatever lines are at hand are answered at once, as JSON
    that is written already. Nobody who types a line waits for the next."""
    for lines in _at_hand(sys.stdin):
        asked: list[Mapping[str, Any] | KnobelError] = []
        for line in lines:
            try:
                asked.append(_asked(line))
            except KnobelError as error:
                asked.append(error)
        found = iter(answer([each for each in asked if not isinstance(each, KnobelError)]))
        told = [each if isinstance(each, KnobelError) else next(found) for each in asked]
        refused = (
            as_json({"error": each.say(lang), "code": each.code}) if isinstance(each, KnobelError) else each
            for each in told
        )
        print("\n".join(refused), flush=True)


def _at_hand(stream: Any) -> Iterator[list[str]]:
    """Lines as they come, as many together as have come."""
    source = getattr(stream, "buffer", None)
    if source is None:
        yield from ([line] for line in stream)
        return
    rest = b""
    while chunk := source.read1(1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            yield [line.decode(errors="replace") for line in lines]
    if rest:
        yield [rest.decode(errors="replace")]


def _asked(line: str) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine(text=line.strip()[:60]) from error
    if not isinstance(asked, dict):
        raise BadLine(text=line.strip()[:60])
    return asked
