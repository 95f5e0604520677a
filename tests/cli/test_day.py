"""`knobel day`: the games of the day, at a terminal and as data."""

import json
from typing import Any

import pytest

from knobel.cli.app import run
from knobel.match.day import level_of_the_day
from knobel.storage.daybook import today


def test_the_day_is_shown_and_told_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["day", "--lang", "en", "--player", "Ada"]) == 0
    shown = capsys.readouterr().out
    assert "Kniffel" in shown
    assert today().isoformat() in shown
    assert run(["day", "--json", "--date", "2026-11-16"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [game["game"] for game in told["games"]] == ["kniffel", "numberup:19"]
    assert told["games"][1]["game"] == level_of_the_day(today().replace(2026, 11, 16))
    assert told["games"][0]["par"] == 267
    assert told["share"] is None


@pytest.mark.parametrize(("argv", "code"), [(["--date", "2999-01-01"], 1), (["chess"], 2)])
def test_what_cannot_be_played(argv: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["day", *argv, "--lang", "en"]) == code
    assert capsys.readouterr().err.startswith("knobel: ")


def test_a_game_is_begun_left_and_gone_on_with(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def typed(*lines: str) -> dict[str, Any]:
        queue = iter(lines)

        def answer(_: str = "") -> str:
            try:
                return next(queue)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        assert run(["day", "kniffel", "--player", "Ada", "--plain", "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    assert typed()["games"][0]["attempts"] == [], "not begun: no die has fallen"
    (begun,) = typed("")["games"][0]["attempts"]
    assert not begun["over"]
    (again,) = typed("")["games"][0]["attempts"]
    assert again["match"] == begun["match"]


def test_a_name_with_a_comma_is_one_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["day", "--json", "--player", "Ada, Ben"]) == 0
    assert json.loads(capsys.readouterr().out)["person"] == "Ada, Ben"
