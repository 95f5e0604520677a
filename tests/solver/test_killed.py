"""kill -9 at random moments of a solve: the next run goes on where it was, to the same numbers as a solve in one go."""

import os
import subprocess
import sys
import time
from itertools import accumulate
from pathlib import Path
from random import Random
from signal import SIGKILL

import numpy as np

from knobel.home import cache_folder
from knobel.rules import digest, find
from knobel.solver.induction.files import TableFolder
from knobel.solver.induction.layers import chunks_of
from tests.solver.solved import solved
from tests.thoroughness import LONG

GAME = "yatzy"  # takes a second, so that there is something to kill
KILLS = 10 if LONG else 1
SOLVE = (sys.executable, "-c", f"from knobel.cli import main; main(['solve', '{GAME}', '--threads', '1', '--json'])")


def done(folder: TableFolder, before: list[int]) -> int:
    """How many chunks of the whole table are finished; `before` counts those of the layers below each layer."""
    layer = next(layer for layer in range(len(before)) if not folder.has(layer))
    try:
        noted = folder.file(layer).with_suffix(".journal").read_text().count("\n") - 1  # the first line is a promise
    except FileNotFoundError:  # between two layers
        noted = 0
    return before[layer] + max(0, noted)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    table, mark, luck = solved(GAME), digest(find(GAME)), Random(7)
    folder = TableFolder(tmp_path / "tables" / f"{GAME}-{mark[:16]}", mark)
    folder.path.parent.mkdir(parents=True)
    (tmp_path / "compiled").symlink_to(cache_folder() / "compiled")  # or each would compile anew
    environment = {**os.environ, "KNOBEL_CACHE": str(tmp_path)}
    chunks = [len(chunks_of(table.process, layer)) for layer in range(1, table.process.layers + 1)]
    before = [0, *accumulate(chunks, initial=0)]
    moments = sorted(luck.sample(range(before[-4]), KILLS))  # the last layers are over too soon to be hit
    for moment in moments:
        process = subprocess.Popen(SOLVE, env=environment, stdout=subprocess.DEVNULL)
        while process.poll() is None and done(folder, before) < moment:
            time.sleep(0.001)
        time.sleep(luck.random() * 0.01)  # somewhere within the chunk
        process.send_signal(SIGKILL)
        assert process.wait() == -SIGKILL, "it ended before it was killed"
        assert done(folder, before) >= moment  # what was done is kept
    subprocess.run(SOLVE, env=environment, check=True, stdout=subprocess.DEVNULL)
    for layer, values in enumerate(table.layers):
        assert np.array_equal(folder.read(layer, len(values)), values)
