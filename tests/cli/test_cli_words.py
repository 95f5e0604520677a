"""What the command line and the terminal say fits where it is said, in both languages."""

import re

import pytest

from knobel.cli.app import build
from knobel.cli.common import from_locale
from knobel.rules import GAMES
from knobel.words import keys, known, say

MOMENTS = sorted(key.removeprefix("terminal.hint.") for key in keys("en") if key.startswith("terminal.hint."))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_moment_has_a_hint_and_help_that_fit(lang: str) -> None:
    assert len(MOMENTS) > 15
    for moment in MOMENTS:
        assert len(say(lang, f"terminal.hint.{moment}")) <= 78, moment
        page = say(lang, f"terminal.help.{moment}") + say(lang, "terminal.help.always")
        assert not re.search("[‹✓●*]", page), "signs are for the eye, in terminal.seen"
        assert all(len(line) <= 79 for line in page.splitlines()), moment
        assert len(page.splitlines()) <= 16
    for kind in GAMES:
        assert known(lang, f"terminal.short.{kind.key}")


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
