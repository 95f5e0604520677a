"""The compiled loops are what they should be: wide maxima, no masked stores."""

import platform

import numpy as np
import pytest
from numba import njit

from knobel.solve import stages
from knobel.solve.lanes import rows
from knobel.solve.problem import Problem
from knobel.solve.shape import LANES
from tests.solve.solved import sheet_named


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the instructions have other names there")
def test_choosing_compiles_to_wide_maxima() -> None:
    problem = Problem(sheet_named("kniffel"))
    plan, inner = problem.card.pools.steps
    full, part = rows(inner.full), rows(inner.nodes - inner.full)
    fresh = njit(nogil=True, error_model="numpy")(stages.choose_inner.py_func)  # type: ignore[attr-defined]
    fresh(inner, full, 0, part, plan.sources, 0, 0)
    code = "".join(fresh.inspect_asm().values())
    assert "vmaxps" in code
    assert "vmaskmov" not in code


def test_lanes_do_not_touch_each_other() -> None:
    problem = Problem(sheet_named("kniffel"))
    outer, inner = problem.card.pools.steps
    full, part = rows(inner.full), rows(inner.nodes - inner.full)
    numbers = np.random.default_rng(3).random((inner.full, LANES)).astype(np.float32)
    full[:] = numbers
    stages.reroll(outer, inner, full, part)
    for lane in range(LANES):
        alone, other_part = rows(inner.full), rows(inner.nodes - inner.full)
        alone[:] = numbers[:, lane : lane + 1]
        stages.reroll(outer, inner, alone, other_part)
        assert np.array_equal(alone[:, 0], full[:, lane])
