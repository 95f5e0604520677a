"""The front door: `import knobel` is light, and what is heavy comes when it is asked for."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import knobel
from knobel import errors
from knobel.bots.errors import UnknownBot
from knobel.rules.boxes import Bonus, Box, Die, Sheet
from knobel.rules.combinations import Flat, Number, Same, Total
from knobel.solver.errors import NotSolvable
from knobel.words import LANGUAGES

TWO_DICE = Sheet(
    key="two_dice",
    dice=(Die("d6", (1, 2, 3, 4, 5, 6)),) * 2,
    boxes=(Box("sixes", Number(6)), Box("pair", Flat(20), Same(2)), Box("chance", Total())),
    bonuses=(Bonus(12, 5),),
)


def test_importing_it_loads_the_standard_library_only() -> None:
    code = (
        "import sys; before = set(sys.modules); import knobel; knobel.new_match; knobel.find('kniffel').start();"
        "own = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(own - sys.stdlib_module_names))"
    )
    run = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["knobel"]


def test_all_that_is_promised_is_there() -> None:
    for name in knobel.__all__:
        assert getattr(knobel, name) is not None
    with pytest.raises(AttributeError, match="knobel"):
        knobel.nothing  # noqa: B018


def test_all_errors_of_playing_are_there_and_bad_input_is_a_value_error() -> None:
    for name, error in vars(errors).items():
        if isinstance(error, type) and issubclass(error, knobel.KnobelError):
            assert getattr(knobel, name) is error
    kniffel = knobel.find("kniffel")
    bad: list[tuple[Callable[[], object], type[knobel.KnobelError]]] = [
        (lambda: knobel.simulate("kniffel", bot="nobody"), knobel.UnknownBot),
        (lambda: knobel.advise(kniffel, kniffel.play(kniffel.start(), "roll")), knobel.NothingToDecide),
        (lambda: knobel.solve("numberup"), knobel.NotSolvable),
        (lambda: knobel.find("chess"), knobel.UnknownGame),
    ]
    for call, error in bad:
        with pytest.raises(ValueError, match=r"\w") as caught:
            call()
        assert isinstance(caught.value, error)


def test_solve_a_card_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.solver.induction.files.cache_folder", lambda: tmp_path)
    solution = knobel.solve(TWO_DICE, threads=1)
    assert (solution.states, solution.game.sheet) == (10, TWO_DICE)
    assert repr(solution) == f"<Solution: two_dice, {solution.value:.6f} points, 10 positions>"
    game = solution.game
    assert knobel.advise(game, game.start()).best.value == solution.value == solution.value_of(game.start())
    assert knobel.solve(game).value == solution.value  # found, not solved again


def test_what_cannot_be_solved_says_so() -> None:
    with pytest.raises(NotSolvable):
        knobel.solve("forone")


def test_simulate() -> None:
    found = knobel.simulate("kniffel", bot="optimal", games=2000, seed=5)
    assert len(found) == len(found.points) == 2000
    assert abs(found.mean - 248.2) < 4 * found.sem
    assert found.percentiles[50] == sorted(found.points)[999]
    assert repr(found) == f"<Simulation: 2000 games of kniffel by optimal, {found.mean:.2f} ± {found.sem:.2f} points>"
    assert knobel.simulate(knobel.find("kniffel"), bot="optimal", games=2000, seed=5).points == found.points
    assert found.medals == {}


def test_simulating_a_level_tells_medals() -> None:
    found = knobel.simulate("numberup", bot="greedy", games=3, seed=5)
    assert all(0 <= share <= 1 for share in found.medals.values())
    assert len(found.medals) == 3


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(UnknownBot) as caught:
        knobel.simulate("seven", bot="duel")
    for lang in LANGUAGES:
        assert "duel" in caught.value.say(lang)
        assert "greedy" in caught.value.say(lang)
