"""Make the files that come with the package, from solved tables in the cache.

python -m knobel.solve.ship table kniffel      packs an exact table, to 1e-4
python -m knobel.solve.ship model extreme      fits the model of a large one
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from knobel.rules import digest, find
from knobel.rules.sheetgame import SheetGame
from knobel.solve.errors import NoTable
from knobel.solve.induct import Problem
from knobel.solve.shipped import Model, model_rows, pack
from knobel.solve.tablefile import Folder, table_folder
from knobel.solve.valuers import Table, stored

RANK = 14  # products kept: as many as two megabytes take
POWER = 4  # rounds of the power iteration that finds them

Array = np.ndarray[Any, np.dtype[Any]]


def table_of(game: SheetGame) -> Table:
    problem, mark = Problem(game.sheet), digest(game)
    table = stored(problem, Folder(table_folder(game.spec.key, mark), mark))
    if table is None:
        raise NoTable(game=str(game.spec), states=problem.space.states)
    return table


def columns(table: Table, others: int) -> Array:
    """All values with just these other boxes free: upper sets, classes and chips one after the other."""
    space = table.problem.space
    places, size = space.places, int(others).bit_count()
    parts = []
    for upper in range(len(space.classes)):
        width = int(places.classes[upper]) * (places.chips + 1)
        layer = size + upper.bit_count()
        start = int(space.offsets[layer, upper, 0]) + int(places.rank[others]) * width
        parts.append(np.asarray(table.layers[layer][start : start + width], np.float32))
    return np.concatenate(parts)


def fit(table: Table, rank: int = RANK, seed: int = 1) -> Model:
    """The best products of a column and a row, found by a randomised power iteration; the table is read in slices."""
    count = 1 << len(table.problem.card.rest)
    rows = model_rows(table.problem.space)[-1]
    basis = np.linalg.qr(np.random.default_rng(seed).standard_normal((rows, rank + 10)))[0]
    for _ in range(POWER):
        basis = np.linalg.qr(_through(table, basis, count))[0]
    right = np.empty((count, basis.shape[1]))
    for first, block in _blocks(table, count):
        right[first : first + block.shape[1]] = block.T @ basis
    left, strength, turned = np.linalg.svd(right, full_matrices=False)
    keep = slice(0, rank)
    return Model(left=basis @ turned.T[:, keep], right=left[:, keep] * strength[keep])


def _through(table: Table, basis: Array, count: int) -> Array:
    """The table times its transpose times `basis`."""
    total = np.zeros_like(basis)
    for _, block in _blocks(table, count):
        total += block @ (block.T @ basis)
    return total


def _blocks(table: Table, count: int, width: int = 2048) -> Any:
    for first in range(0, count, width):
        yield first, np.stack([columns(table, others) for others in range(first, min(first + width, count))], axis=1)


def main(kind: str, name: str) -> None:
    game = find(name)
    assert isinstance(game, SheetGame)
    table, folder = table_of(game), Path(__file__).parent / "data"
    folder.mkdir(exist_ok=True)
    if kind == "table":
        packed = pack(table.problem, digest(game), table.layers)
        path = folder / f"{game.sheet.key}.table"
    else:
        model = fit(table)
        packed = model.pack(digest(game))
        path = folder / f"{game.sheet.key}.model"
        errors = []
        for first, block in _blocks(table, 1 << len(table.problem.card.rest), 4096):
            guess = model.left @ model.right[first : first + block.shape[1]].T
            errors.append(float(np.square(guess - block).mean()))
        print(f"root mean square error over all positions: {np.mean(errors) ** 0.5:.4f} points")
    path.write_bytes(packed)
    print(f"{path.name}: {len(packed):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
