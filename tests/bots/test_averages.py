"""What is said of bots where they are chosen: figures that were measured, and only where they hold."""

import pytest

from knobel.bots import offered
from knobel.bots.averages import averages
from knobel.bots.simulation import simulate
from knobel.rules import GAMES, find
from knobel.rules.sheetfile import sheet_game
from tests.solver.signatures import SIGNATURES

PADS = [kind.key for kind in GAMES if kind.game().engine == "pad"]


@pytest.mark.parametrize("key", PADS)
def test_every_bot_of_a_score_card_was_measured(key: str) -> None:
    found = averages(find(key))
    assert [bot for bot in ("random", "greedy", "optimal") if bot in found] == ["random", "greedy", "optimal"]
    assert found["random"] < found["greedy"] < found["optimal"]
    exact = {"published": 0.0, **SIGNATURES[key]}
    assert found["optimal"] == round(exact.get("value", exact["published"]), 1)


def test_a_few_games_agree() -> None:
    played = simulate("kniffel", bot="random", games=60, seed=7)
    assert abs(played.mean - averages(find("kniffel"))["random"]) < 4 * played.sem


@pytest.mark.parametrize("spec", ["forone:1", "numberup:3"])
def test_learned_players_are_known_from_calibration(spec: str) -> None:
    found = averages(find(spec))
    assert found["beginner"] < found["solid"] < found["strong"]
    assert set(found) <= set(offered(find(spec)))


def test_nothing_is_claimed_that_nobody_measured() -> None:
    assert averages(find("forone:1+free_discard")) == {}
    card = {**find("kniffel").sheet.declare(), "rolls": 2}
    assert averages(sheet_game(card, "own")) == {}
