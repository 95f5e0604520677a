"""Reroll stages against the plain definition: the best keep of a roll, a keep worth the mean of what it may become."""

from functools import cache

import numpy as np
import pytest

from knobel.rules.boxes import Die
from knobel.solver.arrays.dice import Keep, Pools
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import LANES
from knobel.solver.induction.kernel import spread, workspace
from knobel.solver.induction.lanes import rows
from knobel.solver.induction.stages import reroll, throw_last
from tests.solver.solved import sheet_named

D6, D10 = tuple(range(1, 7)), tuple(range(10))
POOLS = {
    "one die": [D6],
    "dice with one face": [(1,), (1,)],
    "a face that comes twice": [(1, 2, 2), (1, 2, 2)],
    "more than six ways to take one out": [tuple(range(7))] * 7,
    "two kinds inside": [(1, 2), (1, 2), (3, 4, 5)],
    "one around": [*[D6] * 5, D10],
    "two alike around": [*[D6] * 5, (1, 2, 3), (1, 2, 3)],
    "two unlike around": [*[D6] * 5, (1, 2, 3), (1, 2)],
    "three unlike around, two of them alike": [*[D6] * 4, D10, (1, 2), (1, 2), (7, 8)],
}


def plainly(pools: Pools, values: dict[Keep, float]) -> dict[Keep, float]:
    """What each roll is worth before the throw, from what it is worth after it."""
    kinds = (*pools.outer.kinds, *pools.inner.kinds)

    @cache
    def mean(keep: Keep) -> float:
        for i, (die, count) in enumerate(kinds):
            if len(keep[i]) < count:
                more = [(*keep[:i], tuple(sorted((*keep[i], face))), *keep[i + 1 :]) for face in die.faces]
                return sum(map(mean, more)) / len(more)
        return values[keep]

    @cache
    def best(keep: Keep) -> float:
        found = mean(keep)
        for i, faces in enumerate(keep):
            for face in set(faces):
                at = faces.index(face)
                found = max(found, best((*keep[:i], faces[:at] + faces[at + 1 :], *keep[i + 1 :])))
        return found

    return {roll: best(roll) for roll in values}


def full_rolls(pools: Pools) -> list[Keep]:
    outer, inner = pools.outer, pools.inner
    return [(*around, *inside) for around in outer.keeps[: outer.full] for inside in inner.keeps[: inner.full]]


@pytest.mark.parametrize("dice", POOLS.values(), ids=POOLS)
def test_a_throw_is_worth_what_the_definition_says(dice: list[tuple[int, ...]]) -> None:
    pools = Pools.of(tuple(Die(str(faces), faces) for faces in dice))
    schedule, inner = pools.steps
    rolls, full, part = full_rolls(pools), rows(schedule.rows), rows(inner.nodes - inner.full)
    numbers = np.random.default_rng(5).normal(0, 10, (len(rolls), LANES)).astype(np.float32)
    full[: len(rolls)] = numbers
    reroll(schedule, inner, full, part)
    for lane in (0, LANES - 1):
        wanted = plainly(pools, dict(zip(rolls, numbers[:, lane].tolist(), strict=True)))
        assert full[: len(rolls), lane] == pytest.approx([wanted[roll] for roll in rolls], abs=1e-4)


def test_the_last_throw_of_unlike_dice_is_worth_what_any_throw_is() -> None:
    scoring = DecisionProcess(sheet_named("seven")).scoring
    schedule, inner = scoring.pools.steps
    last, plain = scoring.last_throw, rows(schedule.rows)
    quick = workspace(scoring, last)
    assert last.keeps == 28_366
    quick.best[: len(scoring.rolls)] = np.random.default_rng(7).normal(0, 20, (len(scoring.rolls), LANES))
    throw_last(last, schedule, inner, quick.best, quick.full, quick.part)
    spread(scoring.scores, quick.best, plain)
    reroll(schedule, inner, plain, quick.part)
    count = schedule.full * inner.full
    assert np.abs(quick.full[:count] - plain[:count]).max() < 1e-4


@pytest.mark.parametrize("name", ["kniffel", "extreme"])
def test_few_keeps_of_equal_dice_are_alike(name: str) -> None:
    scoring = DecisionProcess(sheet_named(name)).scoring
    assert scoring.last_throw.keeps == len(scoring.rolls)
    assert len(scoring.last_throw.alike) == 0
