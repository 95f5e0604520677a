"""The tables in the user's cache folder: make one, list them, remove one."""

import json
import time
from typing import Any

from knobel.rules import digest
from knobel.rules.sheetgame import SheetGame
from knobel.solve.errors import ForeignTable, NoTable
from knobel.solve.induct import Report, default_threads, solve_on_disk
from knobel.solve.position import Position
from knobel.solve.problem import Problem
from knobel.solve.tablefile import Folder, table_folder, tables_folder
from knobel.solve.valuers import stored


def solve(
    game: SheetGame, threads: int | None, memory: int | None, cluster: str | None, report: Report
) -> dict[str, Any]:
    """Solve a game into the cache, or find it solved; the facts to tell."""
    problem, mark = Problem(game.sheet), digest(game)
    folder = Folder(table_folder(game.spec.key, mark), mark)
    began, cpu = time.monotonic(), time.process_time()
    workers = None
    if cluster is not None:
        from knobel.solve.cluster import Cluster

        workers = Cluster(problem, folder, cluster)
    if not folder.has(problem.layers):
        solve_on_disk(problem, folder, threads or default_threads(), memory, report, workers)
    if not (folder.path / "about.json").exists():
        _note(folder, problem, game, time.monotonic() - began, time.process_time() - cpu)
    table = stored(problem, folder)
    assert table is not None
    return {
        "value": table.value(Position.start(game.sheet)),
        "states": problem.space.states,
        "seconds": time.monotonic() - began,
        "cpu_seconds": time.process_time() - cpu,
        "table": folder.path.name,
    }


def _note(folder: Folder, problem: Problem, game: SheetGame, seconds: float, cpu: float) -> None:
    """What a list shows without opening the layers."""
    table = stored(problem, folder)
    assert table is not None
    facts = {
        "game": str(game.spec),
        "value": table.value(Position.start(game.sheet)),
        "states": problem.space.states,
        "layers": problem.layers,
        "seconds": seconds,
        "cpu_seconds": cpu,
    }
    (folder.path / "about.json").write_text(json.dumps(facts))


def contents() -> list[dict[str, Any]]:
    found = []
    for path in sorted(tables_folder().glob("*-*/")):
        size = sum(file.stat().st_size for file in path.iterdir())
        facts: dict[str, Any] = {"table": path.name, "megabytes": round(size / 1e6, 1)}
        about = path / "about.json"
        if about.exists():
            facts |= json.loads(about.read_text())
        else:
            facts |= {"value": None, "layer": len(list(path.glob("*.bin"))), "layers": "?"}
        found.append(facts)
    return found


def delete(name: str) -> None:
    path = tables_folder() / name
    if path.parent != tables_folder() or not path.is_dir():
        raise NoTable(game=name, states=0)
    if not any(path.glob("layer-*")):
        raise ForeignTable(path=name, file=name)
    Folder(path, "").delete()
