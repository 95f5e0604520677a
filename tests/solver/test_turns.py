"""Advice within a turn: every move as the plain solver values it, and the start of a turn as the table does."""

from random import Random

import numpy as np
import pytest

from knobel.rules.core import Decide, Spec
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.values import Adviser, ApproximateValues, end_game
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.oracle import Plain
from tests.solver.solved import position_of, sheet_named, solved, written_at_random


@pytest.mark.parametrize(("name", "free"), [("kniffel", 2), ("yahtzee", 2), ("extreme", 2), ("seven", 1)])
def test_every_move_is_worth_what_the_plain_solver_says(name: str, free: int) -> None:
    sheet, luck = sheet_named(name), Random(name)
    plain, adviser = Plain(sheet), Adviser(solved(name, free))
    written = written_at_random(sheet, free, luck)
    chips = min(1, sheet.chips)
    position = position_of(sheet, written, chips)
    for rolls_left in range(sheet.rolls):
        dice = tuple(luck.choice(die.faces) for die in sheet.dice)
        options = adviser.turn(position).options(dice, rolls_left)
        at = tuple(die.faces.index(face) for die, face in zip(sheet.dice, dice, strict=True))
        assert options[0].value == pytest.approx(plain.after(written, chips, rolls_left)[at], abs=1e-4)
        game = SheetGame(sheet, spec=Spec(name))
        node = game.node(Card(written, chips=chips, roll=sheet.rolls - rolls_left, dice=dice))
        assert isinstance(node, Decide)
        assert {option.move for option in options} == set(node.moves)
        worth = plain.after(written, chips, rolls_left - 1) if rolls_left else plain.after(written, chips - 1, 0)
        for option in options:
            if option.move.verb == "keep":
                kept = tuple(i if bit == "1" else slice(None) for i, bit in zip(at, option.move.args[0], strict=True))
                assert option.value == pytest.approx(float(np.mean(worth[kept])), abs=1e-4)


def test_a_turn_begins_with_the_value_of_its_position() -> None:
    table = solved("kniffel")
    adviser, position = Adviser(table), CardPosition.start(table.sheet)
    turn = adviser.turn(position)
    assert float((turn.dice.first * turn.stage(2)).sum()) == pytest.approx(table.value(position), abs=1e-4)


def test_end_games_of_a_large_game_without_its_table() -> None:
    sheet, luck = sheet_named("extreme"), Random(4)
    whole = solved("extreme", 2)
    for _ in range(3):
        written = written_at_random(sheet, 2, luck)
        position = position_of(sheet, written, luck.randint(0, 3))
        alone = end_game(sheet, position)
        assert alone.value(CardPosition.start(alone.sheet)) == pytest.approx(whole.value(position), abs=1e-4)


class _Nothing:
    def value(self, *_: object) -> float:
        raise AssertionError("the model was asked for an end game")


def test_an_end_game_is_exact_all_the_way() -> None:
    whole = solved("extreme", 2)
    guess = ApproximateValues(whole.process, _Nothing(), solves_ends=lambda: True)  # type: ignore[arg-type]
    position = position_of(whole.sheet, written_at_random(whole.sheet, 2, Random(9)), 2)
    guess.prepare(position)
    dice = (1, 2, 3, 4, 5, 6)
    exact = Adviser(ValueTable(whole.process, whole.layers)).turn(position).options(dice, 2)
    found = Adviser(guess).turn(position).options(dice, 2)
    values = {each.move: each.value for each in exact}
    assert {each.move: each.value for each in found} == pytest.approx(values, abs=1e-4)
