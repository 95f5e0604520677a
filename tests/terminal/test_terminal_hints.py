"""The coach at the terminal: asked, always, after one has thought first, or silent."""

from knobel.coach.advice import advise
from tests.terminal.driver import sit_down, then_leave


def test_a_hint_names_the_best_move_and_marks_the_match_once() -> None:
    player, sitting = sit_down("kniffel", then_leave(["r", "hint", "hint"]), plain=True)
    sitting.play()
    match = sitting.match
    advice = advise(match.header.game, match.state.cards[0])
    told = [line for line in player.said if line.startswith("Hint: ")]
    assert len(told) == 2
    assert f"({advice.best.value:.1f} in the end)" in told[0]
    assert match.hinted == (0,)
    assert [type(event).__name__ for event in match.events].count("Hinted") == 1


def test_always_says_it_before_every_decision() -> None:
    player, sitting = sit_down("kniffel", then_leave(["r", "e chance", "r"]), plain=True, hints="always")
    sitting.play()
    assert sum(line.startswith("Hint: ") for line in player.said) == 2


def test_think_first_tells_what_it_costs_and_takes_it_when_typed_again() -> None:
    player, sitting = sit_down("kniffel", then_leave(["r", "e ones", "e ones"]), plain=True, hints="think")
    sitting.play()
    assert sum(line.startswith("Better: ") for line in player.said) == 1
    assert sitting.match.totals[0] == sitting.match.state.cards[0].written[0]
    assert sitting.match.header.game.turn(sitting.match.state.cards[0]) == 1
    assert sitting.match.hinted == (0,)


def test_off_is_silent() -> None:
    player, sitting = sit_down("kniffel", then_leave(["r", "hint"]), plain=True, hints="off")
    sitting.play()
    assert any("--hints" in line for line in player.said)
    assert sitting.match.hinted == ()
