"""The folder without a server: what is in it, and that our Python in it needs nothing that a browser's has not."""

import json
import re
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

from knobel.pocket.folder import NoPocketFiles, PocketFolderTaken, archive, write

# No wheel for a browser's Python, or no use there.
MISSING = (
    "numpy",
    "numba",
    "fastapi",
    "pydantic",
    "starlette",
    "uvicorn",
    "platformdirs",
    "filelock",
    "typer",
    "rich",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("folder") / "pocket"
    write(folder)
    return folder


def test_every_file_is_known_to_the_service_worker_by_its_digest(folder: Path) -> None:
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    files = json.loads(re.search(r"const FILES = (\{.*?\});", worker)[1])  # type: ignore[index]
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == set(files) | {"sw.js"}
    for name, digest in files.items():
        assert sha256((folder / name).read_bytes()).hexdigest().startswith(digest)


def test_the_page_may_run_web_assembly_and_no_text(folder: Path) -> None:
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "'wasm-unsafe-eval'" in page
    assert "'unsafe-eval'" not in page.replace("'wasm-unsafe-eval'", "")
    assert "'unsafe-inline'" not in page
    assert "http://" not in page
    assert "https://" not in page


def test_the_same_sources_make_the_same_folder(folder: Path, tmp_path: Path) -> None:
    write(tmp_path / "again")
    assert (tmp_path / "again" / "version.txt").read_bytes() == (folder / "version.txt").read_bytes()


def test_what_a_start_imports_is_there_as_bytecode(folder: Path) -> None:
    for place, started, later in (
        ("knobel.zip", "knobel/pocket/host", "knobel/bots/wasm/forone"),
        ("knobel.zip", "msgspec/__init__", "knobel/bots/wasm/numberup"),
        ("pyodide/python_stdlib.zip", "asyncio/__init__", "imaplib"),
    ):
        names = zipfile.ZipFile(folder / place).namelist()
        assert f"{started}.pyc" in names
        assert f"{started}.py" not in names
        assert f"{later}.py" in names, "what is not needed at once stays as it is, which is smaller"


def test_without_node_the_sources_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    write(tmp_path / "pocket")
    assert "knobel/pocket/host.py" in zipfile.ZipFile(tmp_path / "pocket" / "knobel.zip").namelist()


def test_the_scheduler_of_the_trainer_is_the_one_of_the_lock_file(tmp_path: Path) -> None:
    """What is packed is what is installed here; `make install` checks its hash."""
    archive(tmp_path / "ours.zip")
    names = zipfile.ZipFile(tmp_path / "ours.zip").namelist()
    assert {"fsrs/__init__.py", "fsrs/scheduler.py"} <= set(names)
    locked = (Path(__file__).parents[2] / "requirements.txt").read_text(encoding="utf-8")
    assert f"\nfsrs=={version('fsrs')} " in locked


def test_a_folder_with_other_files_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"sun")
    with pytest.raises(PocketFolderTaken):
        write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.jpg"]
    with pytest.raises(NoPocketFiles):
        write(tmp_path / "new", static=tmp_path)


def test_our_python_needs_nothing_else(tmp_path: Path) -> None:
    """The archive alone, with none of the packages that a browser's Python lacks."""
    archive(tmp_path / "ours.zip")
    with zipfile.ZipFile(tmp_path / "ours.zip") as file:  # in sources, and msgspec is the one of this Python
        file.extractall(tmp_path, [name for name in file.namelist() if name.startswith("knobel/")])
    script = f"""
import sys
sys.path = [{str(tmp_path)!r}] + [place for place in sys.path if not place.endswith("src")]
for name in {MISSING!r}:
    sys.modules[name] = None
import knobel.pocket.early
from knobel.pocket import host
from knobel.bots import LADDER
from knobel.server.games import _games
assert knobel.__file__.startswith({str(tmp_path)!r}), knobel.__file__
found = {{game.key: game.bots for game in _games([]).games}}
assert found["kniffel"] == ["random", "greedy", *LADDER, "optimal"], found
assert found["extreme"] == ["random", "greedy", *LADDER[:-1]], found
assert found["seven"] == found["forone"] == ["random", "greedy"], found

# Kniffel is played and advised by the table that ships.
from random import Random
from knobel.bots import decide
from knobel.rules import find
from knobel.coach.hints import hints, position_text, reasons
game = find("kniffel")
card = game.draw(game.play(game.start(), game.node(game.start()).moves[0]), (2, 3, 4, 5, 6))
for bot in ("strong", "optimal"):
    assert str(decide(bot, game, [card], 0, game.node(card), Random(1))) == "enter large_straight"
told = hints(position_text(game, card), report=print)
assert told.exact and told.options[0].move == "enter large_straight", told
assert abs(told.options[0].value - 255.67) < 0.01 and len(told.options) == 44, told.options[0]
(why,) = reasons(position_text(game, card), ("keep 11110",), report=print)
assert why.why.say("en") == "6.6 points less", why.why.say("en")

# A match is reviewed by it, to the last digit: value at the start + luck - losses = result.
from knobel.coach.hints import line
from knobel.coach.trainer import reviewed
from knobel.match.host import new_match
from knobel.match.notation import format_match
table, luck = new_match("kniffel", ["Ada", "Ben"], first=0, seed=bytes(32), match_id="example"), Random(1)
while not table.match.over:
    table = table.play(str(luck.choice(table.match.turn.node.moves)))
review = reviewed(format_match(table.match), report=lambda _: None).told
assert not review.chances, "who wins is simulated with NumPy"
for player in review.players:
    assert player.exact and player.over and player.mistakes
    assert abs(player.residual) < 1e-9, player.residual
assert line(format_match(table.match), review.players[0].mistakes[0].n, report=lambda _: None).steps

# A card from elsewhere, whose bot cannot reckon here, is played on by greedy.
seven = find("seven")
thrown = seven.play(seven.start(), seven.node(seven.start()).moves[0])
card = seven.draw(thrown, tuple(urn.faces[0] for urn in seven.node(thrown).urns))
assert decide("skilled", seven, [card], 0, seven.node(card), Random(1)) in seven.node(card).moves
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
