"""Learning: points rise, the same seed learns the same, and a course that was left ends as if it had not been."""

from pathlib import Path
from typing import Any

import pytest

from knobel.bots import learned_players
from knobel.bots.parameters import file_name
from knobel.cli import main
from knobel.rules import find

GAME = find("numberup", level=1)


def test_points_rise() -> None:
    trainer = learned_players("numberup").trainer(GAME, seed=3, games=4000)
    first = trainer.step(200)
    trainer.step(3500)
    assert trainer.step(300) > first + 3
    assert trainer.played == 4000


def test_left_and_taken_up_again_it_learns_the_same() -> None:
    through, left, resumed = (learned_players("numberup").trainer(GAME, seed=3, games=200) for _ in range(3))
    through.step(200)
    left.step(110)
    resumed.resume(left.checkpoint())
    assert resumed.played == 110
    resumed.step(90)
    assert resumed.seal() == through.seal()
    other = learned_players("numberup").trainer(GAME, seed=4, games=200)
    other.step(200)
    assert other.seal() != through.seal()


def test_the_command_goes_on_from_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from knobel.bots import training

    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(training, "STEP", 50)
    monkeypatch.setattr(training, "KEEP_EVERY", 0.0)
    command = ("train", "numberup", "--level", "1", "--games", "300", "--json", "--into")
    assert main((*command, str(tmp_path / "whole"))) == 0

    class Stop(KeyboardInterrupt):
        pass

    kept: list[Any] = []
    from knobel.bots import parameters

    def keep_twice(path: Path, content: bytes) -> None:
        keep(path, content)
        kept.append(path)
        if len(kept) == 2:
            raise Stop

    keep = parameters.keep
    monkeypatch.setattr(parameters, "keep", keep_twice)
    assert main((*command, str(tmp_path / "parts"))) == 130
    assert kept[0].exists()
    monkeypatch.setattr(parameters, "keep", keep)
    assert main((*command, str(tmp_path / "parts"))) == 0
    assert not kept[0].exists()
    name = file_name(GAME)
    assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    assert '"games": 300' in capsys.readouterr().out
