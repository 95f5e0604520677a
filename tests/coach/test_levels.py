"""Advice for the For One games: every move of every decision with its error, and moves that agree in a round."""

from random import Random

import pytest

from knobel.bots.forone import ends
from knobel.bots.forone.advice import best_end
from knobel.bots.forone.plain import plain_estimates
from knobel.bots.numberup import layouts
from knobel.coach import sentences
from knobel.coach.advice import advise
from knobel.coach.level_reasons import medals
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.forone import ForOne
from knobel.words import LANGUAGES

# What the networks are off by, as `python -m bench.value_errors` measured it; for For One with the spread over rolls.
MOST_ERROR = {"forone": 1.5 * ends.NETWORK_ERROR, "numberup": layouts.NETWORK_ERROR}


@pytest.mark.parametrize(("name", "level"), [("forone", 1), ("forone", 12), ("numberup", 1), ("numberup", 7)])
def test_every_decision_of_a_level(name: str, level: int) -> None:
    """Played by its own advice: nothing is lost, and between draws the best stays as good as it was said to be."""
    game, luck = find(name, level=level), Random(level)
    state, held, decided = game.start(), None, 0
    while not isinstance(node := game.node(state), Over) and decided < 9:
        if isinstance(node, Draw):
            state, held = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns)), None
            continue
        advice = advise(game, state)
        assert sorted(map(str, node.moves)) == sorted(str(option.move) for option in advice)
        assert [option.value for option in advice] == sorted((option.value for option in advice), reverse=True)
        for option in (advice.best, advice.options[-1]):
            assert option.error is None or 0 < option.error <= MOST_ERROR[name]
            assert option.reason.value == pytest.approx(option.value)
            for lang in LANGUAGES:
                assert sentences.named(game, state, option.move).say(lang)
                sentences.about(option).say(lang)
                sentences.why(advice, option).say(lang)
        if held is not None and name == "forone":
            assert advice.best.value == pytest.approx(held, abs=2.5)
        decided, held = decided + (len(node.moves) > 1), advice.best.value
        state = game.play(state, advice.best.move)


def test_medals_are_chances() -> None:
    game = find("numberup", level=1)
    state = game.draw(game.play(game.start(), "draw"), ("a5",))
    assert isinstance(game.node(state), Decide)
    found = medals(game, state, game.moves(state)[0], games=100)
    assert [each.key for each in found] == ["bronze", "silver", "gold"]
    assert 1 >= found[0].chance >= found[1].chance >= found[2].chance >= 0
    assert all(0 < (each.error or 0) <= 0.06 for each in found)


@pytest.mark.parametrize("seed", [1, 9])
def test_plain_code_says_what_the_network_says(seed: int) -> None:
    """Until machine code is there: the same ends of a round, valued by the same network. Where dice run short, plain
    code leaves it to the network which rows will be scored for them; so only the rounds before that are the same."""
    game, luck = find("forone", level=1), Random(seed)
    assert isinstance(game, ForOne)
    state = game.start()
    for _ in range(2):  # rounds
        state = game.draw(game.play(state, "roll"), tuple(luck.randint(1, 6) for _ in range(game.plan.thrown)))
        while "roll" not in map(str, game.moves(state)):
            node = game.node(state)
            assert isinstance(node, Decide)
            if len(state.waiting) <= 3:  # with more, plain code takes a while
                for each in plain_estimates(game, state, node):
                    there = best_end(game, game.play(state, each.move))
                    assert each.value == pytest.approx(there.value, abs=1.5 if there.over else 1e-2)
            state = game.play(state, luck.choice(node.moves))
    assert advise(game, game.start()).best.value > 0
