"""Make the files that come with the package, from solved tables in the cache.

python -m knobel.solver.asking.ship table kniffel      packs an exact table, to 1e-4
python -m knobel.solver.asking.ship model extreme      fits the model of a large one
python -m knobel.solver.asking.ship figures kniffel    works out and packs the side figures of a small one
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from knobel.rules import digest, find
from knobel.rules.sheetgame import SheetGame
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.asking.shipped import LowRankModel, model_rows, pack, pack_figures
from knobel.solver.errors import NoTable
from knobel.solver.induction.files import TableFolder, table_folder
from knobel.solver.induction.layers import solve_layers
from knobel.solver.induction.value_table import ValueTable, stored

RANK = 14  # products kept: as many as two megabytes take
POWER = 3  # rounds of the power iteration that finds them

Array = np.ndarray[Any, np.dtype[Any]]


def table_of(game: SheetGame) -> ValueTable:
    process, mark = DecisionProcess(game.sheet), digest(game)
    table = stored(process, TableFolder(table_folder(game.spec.key, mark), mark))
    if table is None:
        raise NoTable(game=str(game.spec), states=process.space.states)
    return table


def blocks(table: ValueTable) -> Iterator[tuple[Array, Array]]:
    """The table as a matrix in slices of equally many other free boxes: those sets, and their columns, in which upper
    sets, classes and chips follow each other."""
    space, places = table.process.space, table.process.space.places
    for size in range(len(table.process.scoring.rest) + 1):
        sets = places.ranked[places.sizes[size] : places.sizes[size + 1]]
        parts = []
        for upper in range(len(space.classes)):
            width, layer = int(places.classes[upper]) * (places.chips + 1), size + upper.bit_count()
            start = int(space.offsets[layer, upper, 0])
            values = table.layers[layer][start : start + len(sets) * width]
            parts.append(np.asarray(values, np.float32).reshape(len(sets), width))
        yield sets, np.concatenate(parts, axis=1)


def fit(table: ValueTable, rank: int = RANK, seed: int = 1) -> LowRankModel:
    """The best products of a column and a row, found by a randomised power iteration."""
    count, rows = 1 << len(table.process.scoring.rest), model_rows(table.process.space)[-1]
    basis = np.random.default_rng(seed).standard_normal((rows, rank + 8)).astype(np.float32)
    right = np.empty((count, rank + 8), np.float32)
    for _ in range(POWER):
        basis = np.linalg.qr(basis)[0]
        through = np.zeros_like(basis)
        for sets, block in blocks(table):
            right[sets] = block @ basis
            through += block.T @ right[sets]
        basis, last = through, basis
    left, strength, turned = np.linalg.svd(right, full_matrices=False)
    return LowRankModel(left=last @ turned.T[:, :rank], right=left[:, :rank] * strength[:rank])


def error(table: ValueTable, model: LowRankModel) -> tuple[float, float]:
    """Root mean square and greatest error over all positions with a free box."""
    squares, count, worst = 0.0, 0, 0.0
    for sets, block in blocks(table):
        gap = model.right[sets] @ model.left.T - block
        squares += float(np.square(gap, dtype=np.float64).sum())
        worst = max(worst, float(np.abs(gap).max()))
        count += gap.size
    return (squares / count) ** 0.5, worst


def main(kind: str, name: str) -> None:
    game = find(name)
    assert isinstance(game, SheetGame)
    folder = Path(__file__).parents[1] / "data"
    if kind == "figures":
        _ship_figures(game, folder)
        return
    table = table_of(game)
    if kind == "table":
        packed = pack(table.process, digest(game), table.layers)
        path = folder / f"{game.sheet.key}.table"
    else:
        model = fit(table)
        packed = model.pack(digest(game))
        path = folder / f"{game.sheet.key}.model"
        rms, worst = error(table, LowRankModel.unpack(digest(game), packed, name))
        print(f"error over all positions: {rms:.4f} points root mean square, {worst:.2f} at most")
    path.write_bytes(packed)
    print(f"{path.name}: {len(packed):,} bytes")


def _ship_figures(game: SheetGame, folder: Path) -> None:
    figures = import_module("knobel.solver.objectives.figures").figures  # a room above this one, for this once
    process = DecisionProcess(game.sheet)
    packed = pack_figures(process, digest(game), figures(ValueTable(process, solve_layers(process))))
    (folder / f"{game.sheet.key}.figures").write_bytes(packed)
    print(f"{game.sheet.key}.figures: {len(packed):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
