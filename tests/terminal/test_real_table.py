"""Real dice at the terminal: points without dice, and corrections, typed."""

import pytest

from knobel.match.log import Corrected, Noted, Seat, Shifted, Undid
from knobel.terminal.sitting import Sitting
from tests.terminal.driver import Player, sit_down, then_leave

TWO = (Seat("Anna"), Seat("Ben"))


def typed(
    *lines: str, lang: str = "en", game: str = "kniffel", seats: tuple[Seat, ...] = TWO
) -> tuple[Player, Sitting]:
    player, sitting = sit_down(game, then_leave(lines), lang, seats=seats, first=0, real_dice=True)
    sitting.play()
    return player, sitting


@pytest.mark.parametrize(
    ("line", "lang", "noted"),
    [
        ("full 25", "en", ("full_house", 25, 0)),
        ("full", "en", ("full_house", 25, 0)),
        ("e 9 25", "en", ("full_house", 25, 0)),
        ("x full", "de", ("full_house", 0, 0)),
        ("große strasse", "de", ("large_straight", 40, 0)),
        ("chance 23", "de", ("chance", 23, 0)),
        ("e 1 3", "en", ("ones", 3, 0)),
    ],
)
def test_points_are_noted(line: str, lang: str, noted: tuple[str, int, int]) -> None:
    player, sitting = typed(line, lang=lang)
    assert sitting.match.events[-1] == Noted(0, *noted)
    assert any("Anna: " in said for said in player.said)


def test_a_further_kniffel_brings_its_extra_points() -> None:
    player, sitting = typed("kniffel", "fives 25", seats=(Seat("Anna"),))
    assert sitting.match.totals == (125,)
    assert any("Fives 25 + 50" in said for said in player.said)


def test_extra_points_are_chosen_where_both_are_possible() -> None:
    _, yahtzee = typed("yahtzee", "ones 4", "full 25+100", game="yahtzee", seats=(Seat("Anna"),))
    assert yahtzee.match.events[-1] == Noted(0, "full_house", 25, 100)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("chance", "Possible there: 5, 6, 7"),
        ("full 24", "Possible there: 0, 25"),
        ("hut 3", "is no box"),
        ("correct", "Nothing was written by hand yet."),
        ("correct full 0", "Nothing was written by hand for Anna yet."),
        ("correct Cy: full 0", "does not play here"),
    ],
)
def test_what_is_not_possible_is_said(line: str, answer: str) -> None:
    player, sitting = typed(line)
    assert sitting.match.version == 1  # real dice, and nothing else
    assert any(answer in said for said in player.said), player.said[-30:]


def test_corrections() -> None:
    player, sitting = typed(
        "kniffel", "ones 3", "fives 25", "correct ben: ones 4", "correct", "correct Anna: kniffel 0", "u",
        "correct Anna: kniffel > chance 21", "2 2 2 3 3", "e twos", "fix twos > full",
    )  # fmt: skip
    corrections = [event for event in sitting.match.events if isinstance(event, Corrected | Shifted | Undid)]
    assert corrections == [
        Corrected(1, "ones", 3, 4),
        Corrected(0, "kniffel", 50, 0),
        Undid(0),
        Shifted(0, "kniffel", 50, "chance", 21),
    ]
    assert sitting.match.totals == (46, 10), "the extra points are gone with the Kniffel"
    told = "\n".join(player.said)
    assert "Anna: Kniffel 50 becomes Kniffel 0. Card: 25, before 125." in told
    assert "Can be changed: Anna: Kniffel 50, Fives 25 + 50 · Ben: Ones 4." in told
    assert "Anna: Kniffel 50 becomes Chance 21. Card: 46, before 125." in told
    assert "is no box" not in told


def test_known_dice_bring_in_the_other_box_what_they_bring() -> None:
    _, sitting = typed("2 2 2 3 3", "e twos", "correct twos > full", seats=(Seat("Anna"),))
    assert sitting.match.events[-1] == Shifted(0, "twos", 6, "full_house", 25)


def test_the_last_entry_can_be_corrected_before_the_match_is_closed() -> None:
    boxes = [str(number) for number in range(1, 14)]
    lines = [f"x {box}" for box in boxes if box != "13"] + ["chance 20", "correct chance 30", ""]
    player, sitting = typed(*lines, seats=(Seat("Anna"),))
    assert sitting.match.totals == (30,)
    assert sitting.match.revealed is not None
    assert any("30 points" in said for said in player.said)


@pytest.mark.parametrize("game", ["forone", "numberup"])
def test_there_is_nothing_to_correct_in_other_games(game: str) -> None:
    player, sitting = typed("correct", "correct ones 3", game=game, seats=(Seat("Anna"),))
    assert sum("That is nothing one can do now." in said for said in player.said) == 2
    assert sitting.match.version == 1
