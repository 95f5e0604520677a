"""Other aims than the mean: the whole distribution, and playing for a target."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from knobel.rules.core import Decide, Draw, Over, Spec
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solve.induct import solve_layers
from knobel.solve.position import Position
from knobel.solve.problem import Problem
from knobel.solve.reach import Reach
from knobel.solve.spreads import Spread
from knobel.solve.valuers import Table
from tests.solve.solved import sheet_named
from tests.solve.test_tablefile import SMALL


def test_the_distribution_of_a_small_game() -> None:
    problem = Problem(SMALL)
    table = Table(problem, solve_layers(problem))
    chances = Spread(table).start()
    points = np.arange(len(chances))
    assert chances.sum() == pytest.approx(1, abs=1e-5)
    assert float(chances @ points) == pytest.approx(table.value(Position.start(SMALL)), abs=1e-3)


def greatest_chance(game: SheetGame, target: int) -> float:
    """Move by move: the probability to end with `target` points or more, if nothing else counts."""

    @cache
    def chance(state: Card) -> float:
        match game.node(state):
            case Over(points):
                return float(points >= target)
            case Decide(moves):
                return max(chance(game.play(state, move)) for move in moves)
            case Draw(_, _, urns):
                draws = list(product(*(urn.faces for urn in urns)))
                return sum(chance(game.draw(state, faces)) for faces in draws) / len(draws)

    return chance(game.start())


@pytest.mark.parametrize("chips", [0, 1])
def test_playing_for_a_target(chips: int) -> None:
    from dataclasses import replace

    sheet = replace(SMALL, dice=SMALL.dice[:2], boxes=SMALL.boxes[1:], chips=chips, rolls=2)
    game = SheetGame(sheet, spec=Spec("small"))
    reach = Reach(Problem(sheet), 26)
    for target in (3, 12, 18, 21, 26):
        found = reach.chance(Position.start(sheet), target)
        assert found == pytest.approx(greatest_chance(game, target), abs=1e-5)


def test_a_target_within_an_end_game_with_a_joker() -> None:
    """With a Kniffel in its box, five equal dice fill the large straight: 40 of them need either."""
    from dataclasses import replace

    sheet = sheet_named("kniffel")
    problem = Problem(
        replace(sheet, boxes=tuple(box for box in sheet.boxes if box.key in ("large_straight", "kniffel")))
    )
    reach = Reach(problem, 50)
    large = Position(frozenset({0}), top=1)
    struck = Position(frozenset({0}), top=2)
    assert reach.chance(large, 40) > reach.chance(struck, 40) > 0.2
    assert reach.chance(large, 41) == 0
