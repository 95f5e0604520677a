"""`knobel trainer`: how far somebody is, a session by lines that are piped in, and what is refused."""

import json
from typing import Any

import pytest

from knobel.cli.app import run
from knobel.coach.trainer import TRAINED
from knobel.storage.database import location
from knobel.storage.remembered import kept_people


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lines that are typed, and then the end of the input."""

    def type_lines(*lines: str) -> None:
        queue = iter(lines)

        def answer(_: str = "") -> str:
            try:
                return next(queue)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)

    return type_lines


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    assert run(["trainer", *argv, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_how_far_somebody_is(capsys: pytest.CaptureFixture[str]) -> None:
    for lang, line in (("de", "Üben: knobel trainer SPIEL"), ("en", "To train: knobel trainer GAME")):
        assert run(["trainer", "--lang", lang]) == 0
        *games, how = capsys.readouterr().out.splitlines()
        assert [each.split()[1] for each in games] == list(TRAINED)
        assert how == line
    data = told(capsys, "--player", "Ada")
    assert data["person"] == "Ada"
    assert [each["game"] for each in data["games"]] == list(TRAINED)
    assert all(each["answers"] == each["due"] == 0 < each["positions"] for each in data["games"])
    assert not location().exists(), "only looked at"


def test_a_session_is_piped_in(typed: Any, capsys: pytest.CaptureFixture[str]) -> None:
    typed("nonsense", *(f"e {box}" for box in range(1, 14)))  # whatever the position is, one of the boxes is free
    (kniffel,) = [one for one in told(capsys, "kniffel", "--player", "Ada,Ben")["games"] if one["game"] == "kniffel"]
    assert kniffel["answers"] >= 1
    assert [person.name for person in kept_people()] == ["Ada,Ben"], "one person, whatever the name"
    assert run(["trainer", "--lang", "en"]) == 0
    assert f"of {kniffel['answers']} right" in capsys.readouterr().out, "whoever came last"


@pytest.mark.parametrize(
    ("argv", "code", "sentence"),
    [
        (["yatzy"], 1, "There are for: kniffel, extreme, seven, forone, numberup."),
        (["chess"], 2, "chess"),
        (["kniffel", "--player", ""], 2, "1 to 24"),
        (["kniffel", "--player", "x" * 25], 2, "1 to 24"),
    ],
)
def test_what_cannot_be_trained(argv: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trainer", *argv, "--lang", "en"]) == code
    refused = capsys.readouterr().err
    assert refused.startswith("knobel: ")
    assert sentence in refused
    assert kept_people() == []
