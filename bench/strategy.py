"""What exact play looks like: simulated games, counted box by box, kept in docs/solver for `make docs` to tell of.

python -m bench.strategy kniffel 1000000
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from knobel.cli.common import card_of
from knobel.rules import digest
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.values import value_function
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.simulate import SimulationResult, simulate

FIGURES = Path(__file__).parents[1] / "docs" / "solver"
SEED = 1


def figures(table: ValueTable, played: SimulationResult) -> dict[str, Any]:
    """Everything the document needs; the points as counts, so that any chart can be drawn."""
    counts = np.bincount(played.points)
    return {
        "seed": SEED,
        "games": len(played.points),
        "value": table.value(CardPosition.start(table.sheet)),
        "mean": played.mean,
        "sd": played.sd,
        "sem": played.sem,
        "bonus_rate": played.bonus_rate,
        "extra": played.extra,
        "box_points": played.box_points,
        "struck": played.struck,
        "chips": played.chips,
        "points": {str(points): int(count) for points, count in enumerate(counts) if count},
    }


def main(name: str, games: int) -> None:
    card = card_of(name)
    table = value_function(card)
    assert isinstance(table, ValueTable), f"knobel solve {name} first"
    found = {"game": str(card.spec), "digest": digest(card), **figures(table, simulate(table, games, SEED))}
    (FIGURES / f"{name}.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
