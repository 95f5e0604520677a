"""The chunks of a layer on the workers of a Dask cluster.

Every worker sees the folder of the table, reads the layer below from it and sends back the numbers of its chunk; only
the one who asked writes. A task names its chunk and nothing else, so one that is lost with its worker is simply
given to another, and the numbers are the same wherever they are worked out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from json import dumps, loads
from pathlib import Path
from typing import Any

import numpy as np

from knobel.rules.sheetfile import sheet_game
from knobel.solver.arrays.dice import Ints
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import Values
from knobel.solver.errors import NoCluster
from knobel.solver.induction.files import TableFolder, read_layer
from knobel.solver.induction.kernel import Workspace, workspace
from knobel.solver.induction.layers import chunks_of, work
from knobel.words import text

PATIENCE = 10  # seconds until a scheduler that does not answer is given up


@lru_cache(maxsize=2)
def _prepared(declared: str) -> tuple[DecisionProcess, Workspace]:
    process = DecisionProcess(sheet_game(loads(declared), "cluster").sheet)
    return process, workspace(process.scoring, process.scoring.last_throw)


def work_chunk(declared: str, path: str, digest: str, layer: int, number: int) -> tuple[int, Values]:
    """One chunk, on a worker."""
    process, own = _prepared(declared)
    below = TableFolder(Path(path), digest).file(layer - 1)
    known = read_layer(below, digest, layer - 1, process.space.layer_sizes[layer - 1], check=False)
    batches = chunks_of(process, layer)[number]
    low, high = process.span(layer, batches)
    found = np.full(high - low, np.nan, process.kind)
    work(process, layer, known, batches, found, own)
    return number, found


def engine(address: str) -> Any:
    """The optional package."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise NoCluster(address=address, why=text("solve.why.not_installed")) from error


def connect(address: str) -> Any:
    distributed = engine(address)
    try:
        return distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster(address=address, why=text("solve.why.unreachable")) from error


@dataclass
class Cluster:
    """Workers as `layers` wants them, at the address of a scheduler."""

    process: DecisionProcess
    folder: TableFolder
    address: str

    _client: Any = None

    def run(self, layer: int, known: Values, chunks: Mapping[int, Ints], found: Values) -> Iterator[int]:  # noqa: ARG002
        self._client = self._client or connect(self.address)
        declared = dumps(self.process.sheet.declare())
        path, mark = str(self.folder.path.resolve()), self.folder.digest
        tasks = [self._client.submit(work_chunk, declared, path, mark, layer, each, pure=False) for each in chunks]
        for task in engine(self.address).as_completed(tasks, loop=self._client.loop):
            number, numbers = task.result()
            low, high = self.process.span(layer, chunks[number])
            found[low:high] = numbers
            task.release()
            yield number

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
