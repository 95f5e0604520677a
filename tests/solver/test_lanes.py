"""The compiled loops are what they should be: wide maxima, no masked stores."""

import platform

import numpy as np
import pytest
from numba import njit

from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import LANES
from knobel.solver.induction import stages
from knobel.solver.induction.lanes import rows
from tests.solver.solved import sheet_named


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the instructions have other names there")
def test_choosing_compiles_to_wide_maxima() -> None:
    process = DecisionProcess(sheet_named("kniffel"))
    schedule, inner = process.scoring.pools.steps
    full, part = rows(inner.full), rows(inner.nodes - inner.full)
    fresh = njit(nogil=True, error_model="numpy")(stages.choose_inner.py_func)  # type: ignore[attr-defined]
    fresh(inner, full, 0, part, schedule.sources, 0, 0)
    code = "".join(fresh.inspect_asm().values())
    assert "vmaxps" in code
    assert "vmaskmov" not in code


def test_lanes_do_not_touch_each_other() -> None:
    process = DecisionProcess(sheet_named("kniffel"))
    outer, inner = process.scoring.pools.steps
    full, part = rows(inner.full), rows(inner.nodes - inner.full)
    numbers = np.random.default_rng(3).random((inner.full, LANES)).astype(np.float32)
    full[:] = numbers
    stages.reroll(outer, inner, full, part)
    for lane in range(LANES):
        alone, other_part = rows(inner.full), rows(inner.nodes - inner.full)
        alone[:] = numbers[:, lane : lane + 1]
        stages.reroll(outer, inner, alone, other_part)
        assert np.array_equal(alone[:, 0], full[:, lane])
