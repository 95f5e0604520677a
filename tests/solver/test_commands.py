"""The solver's commands: what they print, as sentences and as JSON, one by one and in batches."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from knobel.cli.app import run

CARD = """
key = "tiny"
dice = [{ kind = "d6", faces = [1, 2, 3, 4, 5, 6] }, { kind = "d6", faces = [1, 2, 3, 4, 5, 6] }]
rolls = 2
players = [1, 4]
boxes = [{ key = "pair", fits = { same = 2 }, points = 20 }, { key = "chance", points = { total = 1 } }]
bonuses = []
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.solver.induction.files.cache_folder", lambda: tmp_path)


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_value(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "value", "kniffel", "--open", "chance", "--upper", "63", "--top", "0")
    assert found["value"] == pytest.approx(23.3333 + 35, abs=2e-4)
    assert found["exact"] is True


def test_other_objectives(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two dice, two throws: a pair comes in 1 − (5/6)² of the turns, and chance brings 2 to 12."""
    card = tmp_path / "tiny.toml"
    card.write_text(CARD)
    found = asked(capsys, "value", str(card), "--open", "pair", "--objective", "distribution", "--target", "20")
    assert found["distribution"] == {"0": pytest.approx(25 / 36), "20": pytest.approx(11 / 36)}
    assert (found["mean"], found["chance"]) == (pytest.approx(20 * 11 / 36), pytest.approx(11 / 36))
    found = asked(capsys, "value", str(card), "--open", "chance", "--objective", "target", "--target", "12")
    assert found == {"target": 12, "chance": pytest.approx((11 / 36) ** 2)}


def test_advise_prefers_a_large_straight(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "advise", "kniffel", "--dice", "2,3,4,5,6", "--rolls-left", "2")
    assert found["moves"][0]["move"] == "enter large_straight"
    assert found["moves"][0]["loss"] == 0
    assert len(found["moves"]) == 31 + 13


def test_batches_answer_line_by_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        {"open": ["chance"], "upper": 40, "top": 50},
        {"open": ["chance"], "upper": 40},  # what stands in the Kniffel box?
        {"open": ["luck"]},
        {"open": ["chance"], "top": 0, "upper": 3, "colour": 1},
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*map(json.dumps, lines), "no json"])))
    assert run(["value", "kniffel", "--batch", "--lang", "en"]) == 0
    first, *refused = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["value"] == pytest.approx(23.3333, abs=2e-4)
    assert [answer["code"] for answer in refused] == ["text/position"] * 3 + ["text/line"]


def test_a_card_of_ones_own_is_solved_listed_and_removed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    card = tmp_path / "tiny.toml"
    card.write_text(CARD)
    solved = asked(capsys, "solve", str(card))
    assert solved["states"] == 3
    listed = asked(capsys, "solve", "--list")["tables"]
    assert [(table["table"], table["value"]) for table in listed] == [(solved["table"], solved["value"])]
    assert asked(capsys, "value", str(card))["value"] == solved["value"]
    asked(capsys, "solve", "--delete", solved["table"])
    assert asked(capsys, "solve", "--list") == {"tables": []}


def test_the_optimal_player_simulates(capsys: pytest.CaptureFixture[str]) -> None:
    found = asked(capsys, "simulate", "kniffel", "--bot", "optimal", "--games", "2000")
    assert abs(found["mean"] - 248.2) < 5


@pytest.mark.parametrize(
    "words",
    [
        ["value", "forone"],
        ["value", "kniffel", "--open", "ones", "--upper", "500", "--top", "0"],
        ["value", "kniffel", "--objective", "glory"],
        ["value", "kniffel", "--objective", "target"],
        ["value", "kniffel", "--target", "200"],
        ["value", "extreme", "--objective", "target", "--target", "700"],
        ["advise", "kniffel", "--dice", "1,2,3,4,9"],
        ["advise", "kniffel", "--dice", "1,2,3,4,5", "--rolls-left", "3"],
        ["solve", "--delete", "nothing-here"],
    ],
)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_refusals_are_sentences(capsys: pytest.CaptureFixture[str], words: list[str], lang: str) -> None:
    assert run([*words, "--lang", lang]) in (1, 2)
    assert capsys.readouterr().err.startswith("knobel: ")
