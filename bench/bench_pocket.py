"""The version without a server: how much a first visit loads, and what a decision of a player costs in Pyodide.

    python -m bench.bench_pocket

It needs node. Sizes are those of the files, and packed as a web host that packs would send them.
"""

import gzip
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from knobel.pocket.folder import MARK, write

_SCRIPT = Path(__file__).with_name("pocket_decisions.mjs")
DECISIONS = 12
PARTS = {"Pyodide": ("pyodide/",), "our Python": (MARK, "msgspec.zip"), "the page": ("",)}  # the first that fits


def sizes(folder: Path, files: list[Path]) -> dict[str, tuple[int, int]]:
    """By part: bytes, and bytes packed."""
    found = dict.fromkeys(PARTS, (0, 0))
    for file in files:
        content = (folder / file).read_bytes()
        part = next(name for name, places in PARTS.items() if file.as_posix().startswith(places))
        plain, packed = found[part]
        found[part] = plain + len(content), packed + len(gzip.compress(content, 9))
    return found


def decisions(folder: Path) -> dict[str, tuple[float, float, float]]:
    """By game and player: milliseconds of the first decision, of the median and of the longest after it."""
    node = shutil.which("node")
    assert node, "node is needed"
    command = [node, str(_SCRIPT), str(folder / "pyodide"), str(folder / MARK), str(DECISIONS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name: tuple(costs) for name, costs in json.loads(done.stdout.splitlines()[-1]).items()}


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "pocket"
        files = write(folder)
        for part, (plain, packed) in sizes(folder, files).items():
            print(f"{part}: {plain / 1e6:.2f} MB, {packed / 1e6:.2f} packed")
        for name, (first, median, longest) in decisions(folder).items():
            print(f"{name}: first {first:.0f} ms, median {median:.0f}, longest {longest:.0f}")


if __name__ == "__main__":
    main()
