"""The tables in the user's cache folder: make one, list them, remove one."""

import json
import time
from dataclasses import dataclass
from typing import Any

from knobel.rules import digest, find
from knobel.rules.boxes import Sheet
from knobel.rules.core import Spec
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.errors import ForeignTable, NoTable, NotSolvable
from knobel.solver.induction.files import TableFolder, table_folder, tables_folder
from knobel.solver.induction.layers import Report, default_threads, solve_on_disk
from knobel.solver.induction.value_table import ValueTable, stored
from knobel.words import text


@dataclass(frozen=True, repr=False)
class Solution:
    """A solved game: what it is worth, and every position of it."""

    game: SheetGame
    table: ValueTable
    seconds: float
    cpu_seconds: float
    folder: str  # its name in the cache

    @property
    def value(self) -> float:
        """The expected result of a game in which every decision is the best."""
        return self.table.value(CardPosition.start(self.game.sheet))

    @property
    def states(self) -> int:
        return self.table.process.space.states

    def value_of(self, card: Card) -> float:
        """Expected points still to come at the beginning of a turn; what the turn has brought so far does not count."""
        return self.table.value(CardPosition.of(self.game.sheet, card))

    def __repr__(self) -> str:
        return f"<Solution: {self.game.spec}, {self.value:.6f} points, {self.states} positions>"


def solve(
    game: SheetGame | Sheet | str,
    *,
    threads: int | None = None,
    memory: int | None = None,
    cluster: str | None = None,
    report: Report | None = None,
) -> Solution:
    """Solve a score-card game into the cache, or find it solved there. It may be given by its name, or as a card alone.

    `threads` are as many as this process may use if left out, `memory` is in bytes, `cluster` the address of a Dask
    scheduler; `report` is called with the progress. A solve that is stopped goes on where it was.
    """
    game = _game(game)
    process, mark = DecisionProcess(game.sheet), digest(game)
    folder = TableFolder(table_folder(game.spec.key, mark), mark)
    began, cpu = time.monotonic(), time.process_time()
    workers = None
    if cluster is not None:
        from knobel.solver.induction.cluster import Cluster

        workers = Cluster(process, folder, cluster)
    if not folder.has(process.layers):
        solve_on_disk(process, folder, threads or default_threads(), memory, report, workers)
    if not (folder.path / "about.json").exists():
        _note(folder, process, game, time.monotonic() - began, time.process_time() - cpu)
    table = stored(process, folder)
    assert table is not None
    return Solution(game, table, time.monotonic() - began, time.process_time() - cpu, folder.path.name)


def _game(game: SheetGame | Sheet | str) -> SheetGame:
    if isinstance(game, Sheet):
        return SheetGame(sheet=game, spec=Spec(game.key))
    found = find(game) if isinstance(game, str) else game
    if not isinstance(found, SheetGame):
        raise NotSolvable(game=found.spec.key, why=text("solve.why.no_card"))
    return found


def _note(folder: TableFolder, process: DecisionProcess, game: SheetGame, seconds: float, cpu: float) -> None:
    """What a list shows without opening the layers."""
    table = stored(process, folder)
    assert table is not None
    facts = {
        "game": str(game.spec),
        "value": table.value(CardPosition.start(game.sheet)),
        "states": process.space.states,
        "layers": process.layers,
        "seconds": seconds,
        "cpu_seconds": cpu,
    }
    (folder.path / "about.json").write_text(json.dumps(facts), encoding="utf-8")


def contents() -> list[dict[str, Any]]:
    found = []
    for path in sorted(tables_folder().glob("*-*/")):
        size = sum(file.stat().st_size for file in path.iterdir())
        facts: dict[str, Any] = {"table": path.name, "megabytes": round(size / 1e6, 1)}
        about = path / "about.json"
        if about.exists():
            facts |= json.loads(about.read_text(encoding="utf-8"))
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
    TableFolder(path, "").delete()
