"""Every word the command line says is in the catalogue, in both languages."""

import re
from pathlib import Path

import pytest

from knobel import cli
from knobel.cli.app import build
from knobel.cli.speech import from_locale
from knobel.rules import GAMES
from knobel.words import keys, known, say

SOURCES = sorted(Path(cli.__path__[0]).glob("*.py"))
PREFIXES = ("terminal.", "cli.", "errors.", "games.", "medals.", "colours.", "dice.")
MOMENTS = [
    *("roll", "keep", "chip", "enter", "first_roll", "place", "leave", "score", "must_score", "few_dice"),
    *("draw_card", "lay_card", "choose_card", "pause", "finish", "real_dice", "real_card"),
]


def used_keys() -> set[str]:
    found = set()
    for source in SOURCES:
        for word in re.findall(r'"((?:[a-z_]+\.)+[a-z_]+)"', source.read_text(encoding="utf-8")):
            if word.startswith(PREFIXES):
                found.add(word)
    return found


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_key_is_known(lang: str) -> None:
    assert len(used_keys()) > 60
    assert [key for key in used_keys() if not known(lang, key)] == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_moment_has_a_hint_and_help_that_fit(lang: str) -> None:
    for moment in MOMENTS:
        assert len(say(lang, f"terminal.hint.{moment}")) <= 78, moment
        page = say(lang, f"terminal.help.{moment}") + say(lang, "terminal.help.always")
        assert not re.search("[‹✓●*]", page), "signs are for the eye, in terminal.seen"
        assert all(len(line) <= 79 for line in page.splitlines()), moment
        assert len(page.splitlines()) <= 16
    for kind in GAMES:
        assert known(lang, f"terminal.short.{kind.key}")


def test_both_languages_have_the_same_keys_and_holes() -> None:
    assert keys("de") == keys("en")
    for key in keys("de"):
        if key.startswith(("terminal.", "cli.")):
            holes = [set(re.findall(r"(?<!{){(\w+)}(?!})", say_raw(lang, key))) for lang in ("de", "en")]
            assert holes[0] == holes[1], key


def say_raw(lang: str, key: str) -> str:
    from knobel.words import _catalogue

    return _catalogue(lang)[key]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_command_and_option_has_help(lang: str) -> None:
    import typer

    command = typer.main.get_command(build())
    for name, sub in command.commands.items():  # type: ignore[attr-defined]
        assert known(lang, f"cli.help.{name}")
        for param in sub.params:
            if param.name != "help":
                assert known(lang, f"cli.help.{name}_{param.name}") or known(lang, f"cli.help.any_{param.name}"), param


def test_the_language_follows_the_locale() -> None:
    assert from_locale({"LC_MESSAGES": "de_CH.UTF-8", "LANG": "en_US"}) == "de"
    assert from_locale({"LC_ALL": "en_US.UTF-8", "LANG": "de_DE"}) == "en"
    assert from_locale({"LC_ALL": "", "LANG": "de"}) == "de"
