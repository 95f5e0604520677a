"""The laboratory: what a rule is worth, and which decisions it changes."""

from dataclasses import replace

import pytest

from knobel.coach.laboratory import compare
from knobel.rules.boxes import D6, Box, Sheet, number_boxes
from knobel.rules.combinations import Flat, Same
from knobel.rules.core import Spec
from knobel.rules.sheetgame import SheetGame
from knobel.solver.induction.tables import solve


def card(pair: int, key: str = "small") -> SheetGame:
    boxes = (*number_boxes(["ones", "twos"]), Box("pair", Flat(pair), Same(3)))
    return SheetGame(Sheet(key=key, dice=(D6,) * 3, boxes=boxes), spec=Spec(key))


def test_a_dearer_box_is_worth_what_the_solver_says() -> None:
    before, after = card(5), card(60, "dear")
    found = compare(before, after)
    assert found.before.value == pytest.approx(solve(before).value)
    assert found.after.value == pytest.approx(solve(after).value)
    assert found.after.value > found.before.value
    assert 0 < found.changed <= found.compared
    for each in found.examples:
        assert each.before != each.after
        assert each.value_after - each.value_before == pytest.approx(each.loss)


def test_the_same_rules_change_nothing_and_other_boxes_cannot_be_compared() -> None:
    same = compare(card(5), card(5, "again"))
    assert same.changed == 0
    assert same.after.value == pytest.approx(same.before.value)
    fewer = card(5).sheet
    other = compare(card(5), SheetGame(replace(fewer, key="fewer", boxes=fewer.boxes[:2]), spec=Spec("fewer")))
    assert (other.comparable, other.compared) == (False, 0)
