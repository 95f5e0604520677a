"""The induction: from the finished card back to the empty one, a layer at a time, sealed as it goes.

A layer needs only the one below it. Its positions are independent, so they are worked on in chunks by as many
threads as wanted, and the numbers do not depend on how many there are.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Protocol

import numpy as np

from knobel.solver.arrays.dice import Ints
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import Values
from knobel.solver.errors import TooLittleMemory
from knobel.solver.induction.files import TableFolder
from knobel.solver.induction.kernel import Workspace, solve_batches, workspace, workspace_bytes

PROGRAM = 250 << 20  # bytes that interpreter, compiler and libraries take


@dataclass(frozen=True)
class Progress:
    """How far a solve is; `work` and `done` are positions."""

    layer: int
    layers: int
    done: int
    work: int
    seconds: float  # of this run
    resumed: int  # positions found finished when this run began

    @property
    def remaining(self) -> float | None:
        fresh = self.done - self.resumed
        return (self.work - self.done) * self.seconds / fresh if fresh else None


Report = Callable[[Progress], None]


def work(
    process: DecisionProcess, layer: int, known: Values, batches: Ints, found: Values, workspace: Workspace
) -> None:
    """Value the positions of `batches` into `found`, which begins with the first of them."""
    space, scoring, (schedule, inner) = process.space, process.scoring, process.scoring.pools.steps
    low, _ = process.span(layer, batches)
    solve_batches(
        scoring.scores, scoring.last_throw, space.places, schedule, inner, process.sheet.rolls,
        space.offsets[layer - 1], known, batches, space.offsets[layer] - low, found, workspace,
    )  # fmt: skip


class Workers(Protocol):
    """Who does the chunks of a layer: threads here, or a cluster."""

    def run(self, layer: int, known: Values, chunks: Mapping[int, Ints], found: Values) -> Iterator[int]: ...
    def close(self) -> None: ...


@dataclass
class Threads:
    process: DecisionProcess
    count: int
    _workspaces: SimpleQueue[Workspace] = field(default_factory=SimpleQueue)
    _pool: Executor | None = None

    def __post_init__(self) -> None:
        for _ in range(self.count):
            self._workspaces.put(workspace(self.process.scoring, self.process.scoring.last_throw))
        if self.count > 1:
            self._pool = ThreadPoolExecutor(self.count)

    def run(self, layer: int, known: Values, chunks: Mapping[int, Ints], found: Values) -> Iterator[int]:
        if self._pool is None:
            for number, batches in chunks.items():
                yield self._one(layer, known, number, batches, found)
            return
        tasks: list[Future[int]] = [
            self._pool.submit(self._one, layer, known, number, batches, found) for number, batches in chunks.items()
        ]
        for task in as_completed(tasks):
            yield task.result()

    def _one(self, layer: int, known: Values, number: int, batches: Ints, found: Values) -> int:
        own = self._workspaces.get()
        low, high = self.process.span(layer, batches)
        work(self.process, layer, known, batches, found[low:high], own)
        self._workspaces.put(own)
        return number

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def solve_layers(process: DecisionProcess, threads: int = 1, upto: int | None = None) -> list[Values]:
    """All layers in memory, or those with up to so many free boxes: for small games and for end games."""
    layers = [process.end()]
    workers = Threads(process, threads)
    for layer in range(1, (process.layers if upto is None else upto) + 1):
        found = np.full(process.space.layer_sizes[layer], np.nan, process.kind)
        chunks = chunks_of(process, layer)
        for _ in workers.run(layer, layers[-1], chunks, found):
            pass
        layers.append(found)
    workers.close()
    return layers


def side_by_side(threads: int, batches: Ints, work: Callable[[Ints], None]) -> None:
    """Share the batches of a layer among threads, for aims that are not kept on disk."""
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(work, [batches[first::threads] for first in range(min(threads, len(batches)))]):
            pass


def chunks_of(process: DecisionProcess, layer: int) -> dict[int, Ints]:
    batches = process.space.batches(layer)
    size = process.chunk(layer)
    return {number: batches[start : start + size] for number, start in enumerate(range(0, len(batches), size))}


def solve_on_disk(
    process: DecisionProcess,
    folder: TableFolder,
    threads: int = 1,
    memory: int | None = None,
    report: Report | None = None,
    workers: Workers | None = None,
) -> None:
    """Solve into `folder`, going on where an earlier run was stopped."""
    threads = _fitting(process, threads, memory)
    began, sizes = time.monotonic(), process.space.layer_sizes
    with folder.locked():
        done, resumed = 0, 0
        workers = workers or Threads(process, threads)
        for layer in range(process.layers + 1):
            if folder.has(layer):
                folder.read(layer, sizes[layer], check=True)
                done += sizes[layer]
                resumed += sizes[layer]
                continue
            for finished, fresh in _solve_layer(process, folder, layer, workers, memory):
                resumed += 0 if fresh else finished
                done += finished
                seconds = time.monotonic() - began
                if report is not None:
                    report(Progress(layer, process.layers, done, sum(sizes), seconds, resumed))
        workers.close()


def _solve_layer(
    process: DecisionProcess, folder: TableFolder, layer: int, workers: Workers, memory: int | None
) -> Iterator[tuple[int, bool]]:
    """Finish a layer; yields how many positions came to it, and whether they were worked out just now."""
    sizes = process.space.layer_sizes
    found, done = folder.begin(layer, sizes[layer], process.kind, process.chunk(layer))
    if layer == 0:
        found[:] = process.end()
    else:
        known = folder.read(layer - 1, sizes[layer - 1], check=False)
        chunks = chunks_of(process, layer)
        spans = {number: process.span(layer, batches) for number, batches in chunks.items()}
        sized = {number: high - low for number, (low, high) in spans.items()}
        yield sum(sized[number] for number in done), False
        for number in workers.run(layer, known, {n: chunks[n] for n in chunks if n not in done}, found):
            folder.mark(number)
            yield sized[number], True
            if np.isnan(found[slice(*spans[number])]).any():
                raise AssertionError(f"layer {layer} has positions that rest on nothing")
            if memory is not None and known.nbytes + found.nbytes > memory - PROGRAM:
                folder.forget_pages(known, found)
    del found  # some systems do not rename what is still mapped
    folder.seal(layer)


def _fitting(process: DecisionProcess, threads: int, memory: int | None) -> int:
    """As many threads as the memory allows; none is too few."""
    if memory is None:
        return threads
    each = workspace_bytes(process.scoring)
    fitting = min(threads, (memory - PROGRAM) // each)
    if fitting < 1:
        raise TooLittleMemory(least=-(-(PROGRAM + each) >> 20))
    return fitting


def default_threads() -> int:
    """As many as this process may use; where the system does not say, as many as there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
