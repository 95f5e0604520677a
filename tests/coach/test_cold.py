"""No cold start: the first advice needs no compiler, and whoever needs machine code has it made aside, once."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from knobel import machine_code
from knobel.coach.advice import advise
from knobel.machine_code import Preparation
from knobel.rules import find
from knobel.rules.sheetgame import Card
from knobel.solver.asking import values

USED = """
import resource
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""
ASK = """
import sys
from knobel.cli.app import run
assert run({words!r}.split()) == 0
assert "numba" not in sys.modules
"""


@pytest.mark.parametrize(
    "words",
    [
        "advise kniffel --dice 3,4,5,6,6 --rolls-left 1",
        "advise extreme --dice 3,4,5,6,6,7 --rolls-left 2",
        "advise seven --dice 2,1,1,2,4,1,5 --rolls-left 2",
    ],
)
def test_a_fresh_installation_answers_at_once(words: str, tmp_path: Path) -> None:
    """Two seconds by the clock of a quiet machine, where NumPy with kept bytecode takes a sixth of one."""
    fresh = {**os.environ, "KNOBEL_HOME": str(tmp_path), "KNOBEL_CACHE": str(tmp_path / "cache"), "LANG": "C"}
    fresh.pop("KNOBEL_COMPILE", None)
    fresh.pop("PYTHONDONTWRITEBYTECODE", None)

    def answer(script: str) -> list[str]:
        call = (sys.executable, "-c", script + USED)
        return subprocess.run(call, env=fresh, capture_output=True, text=True, check=True).stdout.splitlines()

    *told, asked = answer(ASK.format(words=words))
    (bare,) = answer("import numpy")
    assert float(asked) < 14 * float(bare)
    assert any(line.startswith(" 1. ") for line in told)


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The commands that would have been started."""
    found: list[Any] = []
    monkeypatch.delenv("KNOBEL_COMPILE")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path))
    monkeypatch.setattr("subprocess.Popen", lambda command, **_: found.append(command))
    return found


def test_machine_code_is_made_once_and_aside(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = Preparation("solver"), Preparation("solver")
    assert not one.ready()
    assert not other.ready()
    assert [command[1:] for command in started] == [("-m", "knobel.coach.compile", "solver")]
    monkeypatch.setattr(machine_code, "STALE", -1.0)
    other._looked = -1e9
    assert not other.ready()
    assert len(started) == 2, "whoever was at it is taken for dead"
    one.done()
    other._looked = -1e9
    assert one.ready()
    assert other.ready()
    assert Preparation("solver").ready()
    assert not Preparation("forone").ready()


def test_end_games_wait_for_nobody(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without machine code the model of Extreme answers to the end, and says so."""
    game = find("extreme")
    expert = values.adviser(game).value_function
    assert isinstance(expert, values.ApproximateValues)
    monkeypatch.setattr(expert, "_ends", [])
    monkeypatch.setattr(expert, "solves_ends", Preparation("solver").ready)
    boxes = len(game.sheet.boxes)
    card = Card(written=(None, *[0] * (boxes - 2), None), roll=3, dice=(1, 1, 2, 3, 4, 5))
    assert not advise(game, card).exact
    assert started
    last = Card(written=(None, *[0] * (boxes - 1)), roll=3, dice=(1, 1, 2, 3, 4, 5))
    assert advise(game, last).best.value == 2, "what remains is a single entry, which no model is needed for"
