"""`simulate`, `calibrate` and `train` for games whose players learn."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli_commands import knobel

__all__ = ["knobel"]


def test_learned_players_play_compiled(knobel: Any) -> None:
    solid = knobel("simulate", "numberup", "--bot", "solid", "--level", "1", "--games", "300", "--json").json
    strong = knobel("simulate", "numberup", "--bot", "strong", "--level", "1", "--games", "300", "--json").json
    assert strong["mean"] > solid["mean"] + 4 * (strong["sem"] ** 2 + solid["sem"] ** 2) ** 0.5
    assert strong["game"] == "numberup:1"
    assert solid["medals"]["gold"] < strong["medals"]["gold"] <= strong["medals"]["bronze"] <= 1
    again = knobel("simulate", "numberup", "--bot", "bot:strong", "--games", "300", "--json").json
    assert {**again, "games_per_second": 0} == {**strong, "games_per_second": 0}


def test_looking_ahead_is_asked_for(knobel: Any) -> None:
    call = ("simulate", "numberup", "--bot", "strong", "--games", "6", "--json")
    at_a_table, near, at_a_glance = (knobel(*call, *more).json for more in (["--search"], ["--ahead", "1"], []))
    assert at_a_table["games_per_second"] < near["games_per_second"] < at_a_glance["games_per_second"]
    assert near == {**knobel(*call, "--ahead", "1").json, "games_per_second": near["games_per_second"]}


def test_other_games_have_no_such_bots(knobel: Any) -> None:
    refused = knobel("simulate", "seven", "--bot", "duel", "--json")
    assert refused.code == 2
    assert refused.json["code"] == "cli/usage"
    for command in ("train", "calibrate"):
        refused = knobel(command, "kniffel", "--json")
        assert refused.code == 1
        assert refused.json["code"] == "cli/school"
        assert "numberup" in refused.json["error"]


def test_calibrating_tells_medals_and_shares(knobel: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path))
    call = ("calibrate", "numberup", "--level", "1", "--games", "1000")
    found = knobel(*call, "--json").json
    assert [level["level"] for level in found["levels"]] == [1]
    medals, players = found["levels"][0]["medals"], found["levels"][0]["players"]
    assert medals["bronze"] < medals["silver"] < medals["gold"]
    assert (
        players["random"]["mean"] < players["beginner"]["mean"] < players["solid"]["mean"] < players["strong"]["mean"]
    )
    assert players["beginner"]["reached"]["gold"] < 0.1 < players["strong"]["reached"]["gold"]
    kept = sorted((tmp_path / "calibration").iterdir())
    assert len(kept) == 4
    kept[0].write_text(kept[0].read_text().replace('"seed":1', '"seed":1 '))  # read again, not played again
    before = kept[0].stat().st_mtime_ns
    assert "Level 1" in knobel(*call).out
    assert kept[0].stat().st_mtime_ns == before


@pytest.mark.parametrize("games", ["0", "-3", "100000000000"])
def test_numbers_of_games_out_of_range(knobel: Any, games: str) -> None:
    for command in ("train", "calibrate"):
        assert knobel(command, "numberup", "--level", "1", "--games", games).code == 2
