"""In the Python of browsers: the golden playthroughs, the same logs byte for byte; and the learned players."""

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from knobel.bots.wasm.sources import MADE_FROM, made_from
from knobel.pocket.folder import archive, of_players
from knobel.server.pages import STATIC
from tests.playing import EVERY_SPEC
from tests.pocket.decided import SPECS, decided
from tests.thoroughness import LONG

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
DATA = ROOT / "src" / "knobel" / "bots" / "wasm" / "data"
FEW = ("kniffel", "extreme", "seven", "forone:1", "numberup:1")


pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600), pytest.mark.xdist_group("pocket-in-node")]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one interpreter says to everything that is asked here: to start it takes longest."""
    whole = tmp_path_factory.mktemp("node") / "all.zip"
    archive(whole)
    with zipfile.ZipFile(whole, "a") as file:
        codec = zipfile.ZipFile(STATIC / "pyodide" / "msgspec.zip")  # the one compiled package of ours
        for name in codec.namelist():
            if name.endswith(".so"):
                file.writestr(name, codec.read(name))
        for name in ("tests/__init__.py", "tests/playing.py", "tests/pocket/decided.py", "tools/golden.py"):
            file.write(ROOT / name, name)
        for path in (*of_players(), *(ROOT / "tests" / "golden_games").rglob("*.txt")):
            file.write(path, path.relative_to(ROOT / "src" if path.is_relative_to(ROOT / "src") else ROOT).as_posix())
    node = shutil.which("node")
    assert node, "the browser's part was built with it"
    command = [node, str(Path(__file__).with_name("golden.mjs")), str(PYODIDE), str(whole), *_specs()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def _specs() -> tuple[str, ...]:
    return () if LONG else FEW


def test_the_same_logs_byte_for_byte(found: dict[str, Any]) -> None:
    """One match a game and booklet; in the long profile every level and house rule."""
    assert found["wrong"] == []
    assert found["right"] == len(_specs() or EVERY_SPEC)


def test_learned_players_decide_as_the_compiled_ones(found: dict[str, Any]) -> None:
    """Both reckon with rounded numbers, each in an order of its own: of moves that are worth the same to the last digit
    they may take another."""
    asked = [(spec, *each) for spec in SPECS for each in zip(decided(spec), found["decided"][spec], strict=True)]
    different = [each for each in asked if each[1] != each[2]]
    assert len(asked) > 100
    assert len(different) <= len(asked) // 40, different


def test_the_players_are_those_of_the_sources() -> None:
    """If this fails: `make players`."""
    assert DATA.joinpath(MADE_FROM).read_text(encoding="utf-8").strip() == made_from()
