"""The version without a server: how much a first visit loads, how soon a table can be played at, and what moves and
decisions cost there.

    python -m bench.bench_pocket

It needs node and Chromium. Sizes are those of the files, and packed as a web host that packs would send them. Starts
are seconds by the clock, the best of some, as ratios to a bare Pyodide, as it comes from npm, that is started in the
same browser in turns with ours; costs are CPU milliseconds in node.
"""

import gzip
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from bench.bench_room import act, frames, opened
from bench.measure import Bar, Figure, Result, Row
from knobel.pocket.folder import CODEC, MARK, PLAYERS, write
from knobel.rules import find
from knobel.server.pages import STATIC
from tests.pocket.conftest import PATIENCE
from tests.pocket.stick import PICTURE_KEPT, Pocket, PocketPlayer, Stick
from tools import chromium

_SCRIPT = Path(__file__).with_name("pocket_decisions.mjs")
_ROOM = ("__init__.py", "measure.py", "bench_room.py")  # of this folder: what measures a move
DECISIONS = 12
STARTS = 5
PARTS = {  # the first that fits
    "Pyodide": ("pyodide/",),
    "our Python": (MARK, CODEC),
    "the learned players": (PLAYERS,),
    "the page": ("",),
}
_BARE = """
addEventListener("message", async () => {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  await loadPyodide({ indexURL: new URL("./pyodide/", location.href).href });
  postMessage("awake");
});
"""
_BARE_PAGE = """<!doctype html><script type="module">
const worker = new Worker("./bare.js", { type: "module" });
worker.onmessage = () => (document.documentElement.dataset.took = performance.now());
worker.postMessage("begin");
</script>"""


def sizes(folder: Path, files: list[Path]) -> dict[str, tuple[int, int]]:
    """By part: bytes, and bytes packed."""
    found = dict.fromkeys(PARTS, (0, 0))
    for file in files:
        content = (folder / file).read_bytes()
        part = next(name for name, places in PARTS.items() if file.as_posix().startswith(places))
        plain, packed = found[part]
        found[part] = plain + len(content), packed + len(gzip.compress(content, 9))
    return found


def costs(folder: Path) -> dict[str, Any]:
    """By game and player: CPU milliseconds of the first decision, of the median and of the longest after it; by game,
    those of a move."""
    node = shutil.which("node")
    assert node, "node is needed"
    with tempfile.TemporaryDirectory() as place:
        bench = Path(place) / "bench.zip"
        with zipfile.ZipFile(bench, "w") as file:
            for name in _ROOM:
                file.write(_SCRIPT.with_name(name), f"bench/{name}")
            file.write(folder / CODEC, "msgspec/_core.so")
        archives = [folder / MARK, folder / PLAYERS, bench]
        command = [node, str(_SCRIPT), str(folder / "pyodide"), str(DECISIONS), *map(str, archives)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def server_move(spec: str) -> float:
    """CPU milliseconds of a move through a room of the server, as `costs` has it."""
    game, best = find(spec), float("inf")
    for number in range(4):
        room, raws = opened(game, number), list(frames(game, number))
        began = process_time()
        for raw in raws:
            act(room, raw)
        best = min(best, 1000 * (process_time() - began) / len(raws))
    return best


def starts(folder: Path) -> dict[str, float]:
    """Seconds by the clock: a bare interpreter, a first visit until it is awake and until a table can be played at, a
    later visit to that table."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    path = chromium.find()
    assert path, chromium.HELP
    bare = folder.with_name("bare")
    shutil.copytree(STATIC / "pyodide", bare / "pyodide")
    (bare / "bare.html").write_text(_BARE_PAGE, encoding="utf-8")
    (bare / "bare.js").write_text(_BARE, encoding="utf-8")
    found: dict[str, list[float]] = {"bare": [], "awake": [], "table": [], "later": []}
    stick, yardstick = Stick(folder), Stick(bare)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=chromium.flags())
        for _ in range(STARTS):
            context = browser.new_context()
            page = PocketPlayer(context.new_page(), yardstick.address)
            page.page.goto(f"{yardstick.address}/bare.html")
            found["bare"].append(float(page.see("document.documentElement.dataset.took")) / 1000)
            context.close()
            context = browser.new_context(reduced_motion="reduce")
            pocket = Pocket(context, stick)
            player = pocket.player
            match = player.walk_in("kniffel")  # before anything is awake, as people do
            found["table"].append(float(player.page.evaluate("performance.now()")) / 1000)
            found["awake"].append(_awake(player))
            player.see(PICTURE_KEPT)
            player.see("navigator.serviceWorker.controller !== null")
            player = pocket.again()
            player.go(f"match/{match}")
            found["later"].append(_awake(player))
            context.close()
        browser.close()
    for one in (stick, yardstick):
        one.pull_out()
    return {name: min(each) for name, each in found.items()}


def _awake(player: PocketPlayer) -> float:
    """Seconds since the page was opened at which Python was there."""
    return float(player.awake()["page"]) / 1000


def measure() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "pocket"
        files = write(folder)
        for part, (plain, packed) in sizes(folder, files).items():
            yield Figure(f"pocket: {part}, as it lies there and packed", (plain / 1e6, packed / 1e6), "MB")
        told = costs(folder)
        for spec, cost in told["moves"].items():
            what = f"pocket: moves of {spec} with their views, in the Python of browsers"
            yield Row(what, 1000 / cost, "the same on a server, without socket and disk", 1000 / server_move(spec))
        for name, each in told["decisions"].items():
            yield Figure(f"pocket: a decision of {name}: the first, the median, the longest of {DECISIONS}", each, "ms")
        took = starts(folder)
        yield Figure("pocket: start of a bare Pyodide, by the clock", (took["bare"],), "s")
        yield Bar("pocket: first visit until Python is awake, in bare starts", took["awake"] / took["bare"], 1.3, "")
        yield Bar("pocket: first visit until a table is open, in bare starts", took["table"] / took["bare"], 1.3, "")
        yield Bar("pocket: later visit until its table is awake, in bare starts", took["later"] / took["bare"], 0.5, "")


if __name__ == "__main__":
    for result in measure():
        print(result.plain(), flush=True)
