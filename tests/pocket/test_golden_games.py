"""The golden playthroughs in the Python of browsers: the same logs, byte for byte, for all games and levels."""

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from knobel.pocket.folder import archive
from knobel.server.pages import STATIC
from tests.playing import EVERY_SPEC
from tests.thoroughness import LONG

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
FEW = ("kniffel", "extreme", "seven", "forone:1", "numberup:1")


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_same_logs_byte_for_byte(tmp_path: Path) -> None:
    """One match a game and booklet; in the long profile every level and house rule."""
    specs = () if LONG else FEW
    whole = tmp_path / "all.zip"
    archive(whole)
    with zipfile.ZipFile(whole, "a") as file:
        codec = zipfile.ZipFile(STATIC / "pyodide" / "msgspec.zip")  # the one compiled package of ours
        for name in codec.namelist():
            file.writestr(name, codec.read(name))
        for name in ("tests/__init__.py", "tests/playing.py", "tools/golden.py"):
            file.write(ROOT / name, name)
        for kept in (ROOT / "tests" / "golden_games").rglob("*.txt"):
            file.write(kept, kept.relative_to(ROOT).as_posix())
    node = shutil.which("node")
    assert node, "the browser's part was built with it"
    command = [node, str(Path(__file__).with_name("golden.mjs")), str(PYODIDE), str(whole), *specs]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.strip() == str(len(specs or EVERY_SPEC)), done.stdout[-500:] + done.stderr[-2000:]
