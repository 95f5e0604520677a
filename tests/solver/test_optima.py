"""Whole games against published optima and against our own signatures."""

import pytest

from knobel.solver.arrays.position import CardPosition
from tests.solver.signatures import SIGNATURES
from tests.solver.solved import solved
from tests.thoroughness import LONG

QUICK = ("kniffel", "kniffel+kniffel_after_strike", "yahtzee", "yahtzee+free_joker", "yahtzee without extras", "yatzy")
long = pytest.mark.skipif(not LONG, reason="takes minutes")


def start(name: str) -> float:
    table = solved(name)
    return table.value(CardPosition.start(table.sheet))


@pytest.mark.parametrize("name", QUICK)
def test_start_values(name: str) -> None:
    facts = SIGNATURES[name]
    assert start(name) == pytest.approx(facts.get("published") or facts["value"], abs=1e-5)


@long
def test_maxi_yatzy() -> None:
    assert start("maxi_yatzy") == pytest.approx(SIGNATURES["maxi_yatzy"]["published"], abs=1e-4)


def test_house_rules_only_ever_help() -> None:
    assert start("kniffel+kniffel_after_strike") > start("kniffel")
    assert start("yahtzee+free_joker") > start("yahtzee") > start("yahtzee without extras")
