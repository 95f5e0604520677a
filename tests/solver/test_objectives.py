"""Other aims than the mean: the whole distribution, and playing for a target."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from knobel.rules.boxes import Die
from knobel.rules.core import Decide, Draw, Over, Spec
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.errors import NotSolvable
from knobel.solver.objectives.aims import distribution, greatest_chance, moments
from knobel.solver.objectives.distribution import ResultDistribution
from knobel.solver.objectives.target import TargetChance
from tests.solver.signatures import SIGNATURES
from tests.solver.solved import position_of, sheet_named, solved, written_at_random
from tests.solver.test_tablefile import SMALL
from tests.thoroughness import LONG

# One of the published ones is enough for every day: each takes ten seconds of two processors, Yatzy's a minute.
SPREADS = [name for name, facts in SIGNATURES.items() if "sd" in facts and (LONG or name == "yahtzee without extras")]


def plain_distribution(game: SheetGame) -> dict[int, float]:
    """Move by move: how likely each result is, when every decision is the best for the mean."""

    @cache
    def ends(state: Card) -> dict[int, float]:
        match game.node(state):
            case Over(points):
                return {points: 1.0}
            case Decide(moves):
                return max((ends(game.play(state, move)) for move in moves), key=mean)
            case Draw(_, _, urns):
                draws = list(product(*(urn.faces for urn in urns)))
                total: Counter[int] = Counter()
                for faces in draws:
                    for points, chance in ends(game.draw(state, faces)).items():
                        total[points] += chance / len(draws)  # type: ignore[assignment]
                return dict(total)

    def mean(chances: dict[int, float]) -> float:
        return sum(points * chance for points, chance in chances.items())

    return ends(game.start())


def test_the_distribution_of_a_small_game() -> None:
    odd = (Die("odd", (1, 2, 7)),) * 2  # so that no two moves are worth the same and end differently
    sheet = replace(SMALL, dice=odd, boxes=SMALL.boxes[1:], rolls=2)
    chances = distribution(sheet, CardPosition.start(sheet))
    plain = plain_distribution(SheetGame(sheet, spec=Spec("small")))
    assert {points: chance for points, chance in enumerate(chances) if chance} == pytest.approx(plain, abs=1e-6)


def test_distributions_of_end_games_have_the_mean_of_the_table() -> None:
    """Also where the top box is filled or struck, and part of the bonus is reached."""
    table, luck = solved("kniffel", 3), Random(5)
    for _ in range(6):
        position = position_of(table.sheet, written_at_random(table.sheet, 3, luck), 0)
        chances = distribution(table.sheet, position)
        assert chances.sum() == pytest.approx(1, abs=1e-6)
        assert moments(chances)[0] == pytest.approx(table.value(position), abs=1e-4)


@pytest.mark.parametrize("name", SPREADS)
def test_standard_deviations(name: str) -> None:
    table = solved(name)
    mean, sd = moments(ResultDistribution(table, threads=2).of(CardPosition.start(table.sheet)))
    assert mean == pytest.approx(table.value(CardPosition.start(table.sheet)), abs=1e-4)
    assert sd == pytest.approx(SIGNATURES[name]["sd"], abs=0.0051)  # published to two digits


def test_what_would_take_hours_is_refused() -> None:
    sheet = sheet_named("seven")
    with pytest.raises(NotSolvable):
        distribution(sheet, CardPosition.start(sheet))
    with pytest.raises(NotSolvable):
        greatest_chance(sheet, CardPosition.start(sheet), 300)


def plain_chance(game: SheetGame, target: int) -> float:
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
    sheet = replace(SMALL, dice=SMALL.dice[:2], boxes=SMALL.boxes[1:], chips=chips, rolls=2)
    game = SheetGame(sheet, spec=Spec("small"))
    reach = TargetChance(DecisionProcess(sheet), 26)
    for target in (3, 12, 18, 21, 26):
        found = reach.chance(CardPosition.start(sheet), target)
        assert found == pytest.approx(plain_chance(game, target), abs=1e-5)
        assert greatest_chance(sheet, CardPosition.start(sheet), target) == pytest.approx(found, abs=1e-6)


def test_a_target_within_an_end_game_with_a_joker() -> None:
    """With a Kniffel in its box, five equal dice fill the large straight: 40 of them need either."""
    sheet = sheet_named("kniffel")
    process = DecisionProcess(
        replace(sheet, boxes=tuple(box for box in sheet.boxes if box.key in ("large_straight", "kniffel")))
    )
    reach = TargetChance(process, 50)
    large = CardPosition(frozenset({0}), top=1)
    struck = CardPosition(frozenset({0}), top=2)
    assert reach.chance(large, 40) > reach.chance(struck, 40) > 0.2
    assert reach.chance(large, 41) == 0
