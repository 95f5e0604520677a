"""What playing by the model of Kniffel Extreme costs against exact play, in simulated games with the same dice.

python -m bench.bench_solve_model 100000
"""

import sys
from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from knobel.rules import digest, find
from knobel.solver.arrays.shape import Values
from knobel.solver.asking.ship import table_of
from knobel.solver.asking.shipped import LowRankModel, model_rows, shipped_model
from knobel.solver.asking.values import END_GAME
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.simulate import simulate


class Guessed(Sequence[Values]):
    """The layers of a table as the model has them; end games stay exact, as they do in play."""

    def __init__(self, table: ValueTable, model: LowRankModel) -> None:
        self.table, self.model = table, model

    def __len__(self) -> int:
        return len(self.table.layers)

    @overload
    def __getitem__(self, layer: int) -> Values: ...
    @overload
    def __getitem__(self, layer: slice) -> Sequence[Values]: ...
    def __getitem__(self, layer: Any) -> Any:
        if layer <= END_GAME:
            return self.table.layers[layer]
        space, places = self.table.process.space, self.table.process.space.places
        found, first = np.empty(space.layer_sizes[layer], np.float32), model_rows(space)
        for upper in range(len(space.classes)):
            size = layer - upper.bit_count()
            if 0 <= size <= len(self.table.process.scoring.rest):
                sets = places.ranked[places.sizes[size] : places.sizes[size + 1]]
                left = self.model.left[first[upper] : first[upper + 1]]
                start = int(space.offsets[layer, upper, 0])
                values = self.model.right[sets] @ left.T
                found[start : start + values.size] = values.ravel()
        return found


def main(games: int) -> None:
    game: Any = find("extreme")
    table = table_of(game)
    model = shipped_model(table.process, digest(game))
    assert model is not None
    exact = simulate(table, games, 1)
    print(f"exact: {exact.mean:.3f} ± {exact.sem:.3f}, sd {exact.sd:.2f}, bonus {exact.bonus_rate:.3f}", flush=True)
    guess = simulate(ValueTable(table.process, Guessed(table, model)), games, 1)
    gap = exact.points - guess.points.astype(np.int64)
    print(f"model: {guess.mean:.3f} ± {guess.sem:.3f}")
    print(f"loss: {gap.mean():.3f} ± {gap.std() / games**0.5:.3f} points a game")


if __name__ == "__main__":
    main(int(sys.argv[1]))
