"""Layers on a cluster of two workers: the same numbers bit for bit, also when a worker dies on the way."""

from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import pytest

from knobel.rules import digest, find
from knobel.solve.cluster import Cluster
from knobel.solve.errors import NoCluster
from knobel.solve.induct import solve_layers, solve_on_disk
from knobel.solve.problem import Problem
from knobel.solve.tablefile import Folder
from tests.solve.solved import sheet_named

pytestmark = pytest.mark.filterwarnings("ignore")  # of the engine's own, while it closes


def test_nobody_there(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    import dask

    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        problem = Problem(sheet_named("kniffel"))
        workers = Cluster(problem, Folder(tmp_path, "ab" * 32), "tcp://127.0.0.1:9")
        with pytest.raises(NoCluster):
            list(workers.run(1, np.empty(0), {}, np.empty(0)))


@pytest.mark.parametrize("kill", [False, True], ids=["quietly", "with a worker killed"])
def test_the_same_numbers(tmp_path: Path, kill: bool) -> None:
    distributed: Any = pytest.importorskip("distributed")
    problem, mark = Problem(sheet_named("kniffel")), digest(find("kniffel"))
    folder = Folder(tmp_path / "kniffel", mark)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True, local_directory=str(tmp_path)
    ) as cluster:
        if kill:
            victim = next(iter(cluster.workers.values()))
            Timer(1.0, lambda: victim.process.process.kill()).start()
        solve_on_disk(problem, folder, workers=Cluster(problem, folder, cluster.scheduler_address))
    for layer, values in enumerate(solve_layers(problem)):
        assert np.array_equal(folder.read(layer, len(values)), values)
