"""Positions: none is lost, none has two places, and classes of upper sums hold together what has the same future."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.scoring import OPEN
from knobel.solver.arrays.states import StateSpace
from tests.solver.signatures import SIGNATURES
from tests.solver.solved import sheet_named


@pytest.mark.parametrize("name", [name for name, facts in SIGNATURES.items() if "states" in facts])
def test_number_of_positions(name: str) -> None:
    assert DecisionProcess(sheet_named(name)).space.states == SIGNATURES[name]["states"]


def test_every_position_has_its_own_place() -> None:
    space: StateSpace = DecisionProcess(sheet_named("kniffel")).space
    seen = set()
    for upper, top in product(range(64), space.tops):
        free_upper = [box for i, box in enumerate(space.scoring.upper) if upper >> i & 1]
        for others in range(1 << len(space.scoring.rest)):
            free = {box for i, box in enumerate(space.scoring.rest) if others >> i & 1} | set(free_upper)
            free |= {11} if top == OPEN else set()
            sums = {kind: total for total, kind in space.classes[upper].items()}
            seen |= {space.place(frozenset(free), total, top, 0) for total in sums.values()}
    assert len(seen) == space.states + space.layer_sizes[0]
    assert all(place is not None and place[1] < space.layer_sizes[place[0]] for place in seen)


@given(free=st.integers(0, 127), picks=st.lists(st.integers(0, 7), min_size=7, max_size=7))
def test_one_class_one_future(free: int, picks: list[int]) -> None:
    space = DecisionProcess(sheet_named("seven")).space
    levels, bonus = space.scoring.level_points, space.scoring.sheet.bonus
    more = sum(levels[i][picks[i] % len(levels[i])] for i in range(7) if free >> i & 1)
    ends: dict[int, set[int]] = {}
    for total, kind in space.classes[free].items():
        ends.setdefault(kind, set()).add(bonus(total + more))
    assert all(len(found) == 1 for found in ends.values())
