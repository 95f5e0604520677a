"""Layers on a cluster of two workers: the same numbers bit for bit, also when a worker dies on the way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import LocalCluster
from distributed.diagnostics.plugin import SchedulerPlugin

from knobel.rules import digest, find
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.errors import NoCluster
from knobel.solver.induction import cluster as engine
from knobel.solver.induction.cluster import Cluster
from knobel.solver.induction.files import TableFolder
from knobel.solver.induction.layers import Progress, Report, chunks_of, solve_on_disk
from tests.solver.solved import solved

pytestmark = pytest.mark.filterwarnings("ignore")  # of the engine's own, while it closes


class Witness(SchedulerPlugin):
    """Sits in the scheduler and notes which worker finished which task, every time."""

    def __init__(self) -> None:
        self.finished: dict[str, list[str]] = {}

    def transition(self, key: Any, start: str, finish: str, *_: Any, stimulus_id: str, **about: Any) -> None:  # noqa: ARG002
        if (start, finish) == ("processing", "memory"):
            self.finished.setdefault(key, []).append(about["worker"])


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path_factory.mktemp("workers")),
    ) as running:
        yield running


def solve(workers: Any, folder: TableFolder, report: Report | None = None) -> Witness:
    """Kniffel, its chunks done by the workers; the numbers are those of a solve without them."""
    table, witness = solved("kniffel"), Witness()
    workers.scheduler.add_plugin(witness, name=folder.path.name)
    solve_on_disk(
        table.process, folder, report=report, workers=Cluster(table.process, folder, workers.scheduler_address)
    )
    workers.scheduler.remove_plugin(folder.path.name)
    for layer, values in enumerate(table.layers):
        assert np.array_equal(folder.read(layer, len(values)), values)
    return witness


def all_chunks(process: DecisionProcess) -> int:
    return sum(len(chunks_of(process, layer)) for layer in range(1, process.layers + 1))


def test_the_same_numbers(workers: Any, tmp_path: Path) -> None:
    witness = solve(workers, TableFolder(tmp_path / "quietly", digest(find("kniffel"))))
    assert len(witness.finished) == all_chunks(solved("kniffel").process)
    assert len({worker for done in witness.finished.values() for worker in done}) == 2  # both had their share


def test_a_killed_worker_costs_its_own_tasks(workers: Any, tmp_path: Path) -> None:
    """It dies while the largest layer is worked on; only what it had done or was doing is done again."""
    table = solved("kniffel")
    largest = int(np.argmax(table.process.space.layer_sizes))
    victim = next(iter(workers.workers.values()))
    address, process = victim.worker_address, victim.process.process
    killed_with: list[int] = []

    def report(state: Progress) -> None:
        if state.layer == largest and state.done > state.resumed and not killed_with:
            killed_with.append(state.done)
            process.kill()

    witness = solve(workers, TableFolder(tmp_path / "killed", digest(find("kniffel"))), report)
    assert killed_with
    assert killed_with[0] < sum(table.process.space.layer_sizes[: largest + 1])  # so the layer was not finished
    assert not process.is_alive()
    assert len(witness.finished) == all_chunks(table.process)
    assert all(set(done[:-1]) <= {address} for done in witness.finished.values())


def test_nobody_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "PATIENCE", 1)
    asked = Cluster(solved("kniffel").process, TableFolder(tmp_path, "ab" * 32), "tcp://127.0.0.1:9")
    with pytest.raises(NoCluster):
        list(asked.run(1, np.empty(0), {}, np.empty(0)))
