"""Training: points rise, the same seed learns the same, and a course that was left ends as if it had not been."""

import json
from pathlib import Path

import pytest

from knobel.bots import learned_players, parameters, training
from knobel.bots.parameters import file_name
from knobel.cli import main
from knobel.rules import find


@pytest.mark.parametrize(("key", "games", "more"), [("forone", 1500, 10), ("numberup", 3000, 3)])
def test_points_rise_from_nothing(key: str, games: int, more: int) -> None:
    trainer = learned_players(key).trainer(find(key, level=1), seed=3, games=games)
    first = trainer.step(200)
    trainer.step(games - 500)
    assert trainer.step(300) > first + more
    assert trainer.played == games


def test_other_levels_begin_with_what_is_known_of_the_first() -> None:
    assert learned_players("forone").trainer(find("forone", level=2), seed=3, games=1000).step(100) > 340


@pytest.mark.parametrize(("key", "level"), [("forone", 14), ("numberup", 1)])
def test_left_and_taken_up_again_it_learns_the_same(key: str, level: int) -> None:
    players, game = learned_players(key), find(key, level=level)
    through, left, resumed = (players.trainer(game, seed=3, games=100) for _ in range(3))
    through.step(100)
    left.step(60)
    resumed.resume(left.checkpoint())
    assert resumed.played == 60
    resumed.step(40)
    assert resumed.seal() == through.seal()
    other = players.trainer(game, seed=4, games=100)
    other.step(100)
    assert other.seal() != through.seal()


def test_the_command_goes_on_from_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(training, "STEP", 50)
    monkeypatch.setattr(training, "KEEP_EVERY", 0.0)
    game = find("numberup", level=1)
    command = ("train", "numberup", "--level", "1", "--games", "200", "--json", "--into")
    assert main((*command, str(tmp_path / "whole"))) == 0
    kept: list[Path] = []

    def keep_twice(path: Path, content: bytes) -> None:
        parameters.keep(path, content)
        kept.append(path)
        if len(kept) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(training, "keep", keep_twice)
    assert main((*command, str(tmp_path / "parts"))) == 130
    assert kept[0].exists()
    monkeypatch.setattr(training, "keep", parameters.keep)
    assert main((*command, str(tmp_path / "parts"))) == 0
    assert not kept[0].exists()
    whole, parts = (tmp_path / name / file_name(game) for name in ("whole", "parts"))
    assert whole.read_bytes() == parts.read_bytes()
    facts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["games"] for each in facts] == [200, 200]
    assert [each["file"] for each in facts] == [str(whole), str(parts)]
