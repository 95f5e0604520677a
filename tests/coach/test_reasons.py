"""Reasons: their parts add up to values, chances are chances, and side figures are what games come to."""

from collections import Counter
from random import Random

import pytest

from knobel.cli.app import run
from knobel.coach import hints, sentences
from knobel.coach.advice import Advice, advise
from knobel.coach.pad_reasons import simulated
from knobel.coach.reasons import BONUS, NOW, TOP
from knobel.rules import find
from knobel.rules.sheetgame import ROLL, Card, SheetGame
from knobel.solver.asking.figures import known_figures
from knobel.words import LANGUAGES
from tests.coach.test_lookahead import random_card


@pytest.mark.parametrize(
    ("name", "free"), [("kniffel", 13), ("kniffel", 6), ("kniffel", 1), ("extreme", 9), ("seven", 5)]
)
def test_parts_add_up(name: str, free: int) -> None:
    """To the value of an option, and so to the difference between two; at every stage of a turn."""
    game, luck, kinds = find(name), Random(f"parts {name} {free}"), Counter[str]()
    assert isinstance(game, SheetGame)
    for roll in range(1, game.sheet.rolls + 1 + bool(game.sheet.chips)):
        card = random_card(game, luck, roll, free)
        advice = advise(game, card)
        verbs = {option.move.verb: option for option in luck.sample(advice.options, len(advice))}  # one of each kind
        for option in [advice.best, *verbs.values(), *luck.sample(advice.options, min(2, len(advice)))]:
            kinds[option.move.verb] += 1
            reason = option.reason
            assert sum(part.points for part in reason.parts) == pytest.approx(option.value, abs=1e-4)
            assert sum(each.chance for each in reason.chances) == pytest.approx(1)
            now = sum(each.chance * (each.points or 0) for each in reason.chances)
            assert reason.part(NOW) == pytest.approx(now)
            gaps = sum(part.points for part in reason.parts) - sum(part.points for part in advice.best.parts)
            assert gaps == pytest.approx(option.value - advice.best.value, abs=2e-4)
            for lang in LANGUAGES:
                told = sentences.why(advice, option).say(lang) + sentences.about(option).say(lang)
                assert "{" not in told
        assert advice.best.best
    assert {"keep", "enter", *(["chip"] if game.sheet.chips else [])} <= kinds.keys()
    start = advise(game, game.start()).best
    assert start.reason.value == pytest.approx(start.value, abs=0.2 if name == "extreme" else 1e-3)


def test_the_largest_parts_are_named() -> None:
    """Keeping sixes or a straight: each has its reason, with figures that can be followed."""
    game = find("kniffel")
    card = Card(written=(None,) * 13, roll=3, dice=(4, 4, 5, 4, 6))
    advice = advise(game, card)
    assert str(advice.best.move) == "enter fours"
    fives = advice.of("enter fives")
    said = sentences.difference(fives, advice.best).say("en")
    assert said.startswith("24.9 points less: bonus (63) 5 % instead of 68 % (−22.1); −7.0 this turn")
    assert (
        sentences.difference(fives, advice.best).say("de").startswith("24,9 Punkte weniger: Bonus (63) 5 % statt 68 %")
    )
    gaps = [gap for gap, _ in sentences.compared_parts(fives.reason, advice.best.reason)]
    assert gaps == sorted(gaps, key=abs, reverse=True)
    assert sum(gaps) == pytest.approx(fives.value - advice.best.value, abs=0.2)


def test_exact_figures_are_what_is_known_of_the_game() -> None:
    """From the start of Kniffel: a million simulated games had the bonus in 68.9 %, the box struck in 67.5 %."""
    game = find("kniffel")
    reason = advise(game, game.start()).best.reason
    parts = {part.key: part for part in reason.parts}
    assert parts[BONUS].chance == pytest.approx(0.689, abs=2e-3)
    top = next(each.chance for each in reason.chances if each.key == "kniffel" and (each.points or 0) > 0)
    assert (parts[TOP].chance or 0) + top == pytest.approx(0.325, abs=2e-3)


def test_simulated_figures_agree_with_exact_ones() -> None:
    game = find("kniffel")
    assert isinstance(game, SheetGame)
    assert known_figures(game) is not None
    card = Card(written=(None, 6, 9, None, 15, None, 20, 0, 25, 30, None, None, 22))
    exact, found = advise(game, card).best.reason, simulated(game, card, ROLL, games=4000)
    for one, other in zip(exact.parts, found.parts, strict=True):
        assert (one.key, one.name) == (other.key, other.name)
        if one.chance is not None:
            assert other.error is not None
            assert one.points == pytest.approx(other.points, abs=4 * other.error + 0.2)
    assert found.value == pytest.approx(exact.value, abs=1e-6)


@pytest.mark.parametrize("name", ["extreme", "seven"])
def test_large_games_are_simulated_with_their_error(name: str) -> None:
    game = find(name)
    assert isinstance(game, SheetGame)
    card = random_card(game, Random(1), 3, 3)
    option = advise(game, card).best
    found = simulated(game, card, option.move, games=64)
    bonus = next(part for part in found.parts if part.key == BONUS)
    assert 0 <= (bonus.chance or 0) <= 1
    assert 0 < (bonus.error or 0) < 6
    assert found.value == pytest.approx(option.value, abs=1e-4)


def test_reasons_after_hints_reckon_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks for both, one after the other; of others, who ask about other positions, in between."""
    asked: list[str] = []

    def counted(game: SheetGame, state: Card) -> Advice:
        asked.append(game.spec.key)
        return advise(game, state)

    monkeypatch.setattr(hints, "advise", counted)
    hints._advised.cache_clear()
    positions = []
    for name in ("kniffel", "seven"):
        game = find(name)
        assert isinstance(game, SheetGame)
        positions.append(hints.position_text(game, random_card(game, Random(5), 2, 6)))
    told = [hints.hints(each, report=print) for each in positions]
    whys = [hints.reasons(each, (), report=print) for each in positions]
    assert asked == ["kniffel", "seven"]
    assert [each[0].move for each in whys] == [each.options[0].move for each in told]


def test_the_command_speaks_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    flags = "advise kniffel --open ones,sixes,kniffel,full_house,chance --upper 30 --dice 3,4,6,6,6 --rolls-left 2"
    assert run([*flags.split(), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Kniffel, 3 4 6 6 6, 2 throws left: points still to come (exact)"
    assert lines[1].split()[:4] == ["1.", "keep", "6", "6"]
    assert "11000" not in "".join(lines)
    assert sum(line.startswith("    ") for line in lines) >= 6
    position = "knobel 1 kniffel boxes=-,6,9,12,15,-,20,12,-,30,40,-,- extra=0 chips=0 roll=1 dice=3,4,6,6,6"
    assert run(["advise", position, "--lang", "de"]) == 0
    assert "6 6 6 behalten" in capsys.readouterr().out.splitlines()[1]
    assert run(["advise", "knobel 1 kniffel boxes=1"]) == 1
