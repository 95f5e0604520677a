"""The engine under the score cards: throws, chips, entries, and what a repeated top roll is worth."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from knobel import Decide, Draw, Move, Over, find
from knobel.errors import BadRule, DrawRefused, IllegalMove, UnknownGame
from knobel.rules.combinations import Roll
from knobel.rules.sheetgame import Card, SheetGame

FIVES = (5, 5, 5, 5, 5)


def pad(spec: str) -> SheetGame:
    game = find(spec)
    assert isinstance(game, SheetGame)
    return game


def card(
    game: SheetGame, written: Mapping[str, int], dice: tuple[int, ...] = (), roll: int = 3, chips: int = 0
) -> Card:
    boxes = tuple(written.get(box.key) for box in game.sheet.boxes)
    return Card(boxes, chips=chips, dice=dice, roll=roll if dice else 0)


def entries(game: SheetGame, written: Mapping[str, int], dice: tuple[int, ...]) -> dict[str, tuple[int, int]]:
    state = card(game, written, dice)
    return {game.sheet.boxes[i].key: (entry.points, entry.extra) for i, entry in game.entries(state).items()}


def full_but(game: SheetGame, *free: str, **written: int) -> dict[str, int]:
    return {box.key: written.get(box.key, 0) for box in game.sheet.boxes if box.key not in free}


def test_a_turn_is_three_throws_and_an_entry() -> None:
    game = pad("kniffel")
    state = game.start()
    assert game.node(state) == Decide((Move("roll"),))
    state = game.play(state, Move("roll"))
    node = game.node(state)
    assert isinstance(node, Draw)
    assert (node.turn, node.roll, [urn.die for urn in node.urns]) == (0, 1, [0, 1, 2, 3, 4])
    state = game.draw(state, (1, 2, 3, 4, 6))
    state = game.play(state, Move("keep", ("11110",)))
    node = game.node(state)
    assert isinstance(node, Draw)
    assert (node.turn, node.roll, [urn.die for urn in node.urns]) == (0, 2, [4])
    state = game.draw(state, (6,))
    state = game.play(state, Move("keep", ("01110",)))  # a die kept before may be thrown again
    state = game.draw(state, (5, 6))
    assert state.dice == (5, 2, 3, 4, 6)
    node = game.node(state)
    assert isinstance(node, Decide)
    assert {move.verb for move in node.moves} == {"enter"}
    state = game.play(state, Move("enter", ("large_straight",)))
    assert game.points(state) == 40
    assert game.turn(state) == 1
    assert game.node(state) == Decide((Move("roll"),))


def test_a_chip_buys_one_fourth_throw() -> None:
    game = pad("extreme")
    state = card(game, {}, (1, 2, 3, 4, 6, 9), roll=3, chips=2)
    state = game.play(state, Move("chip", ("111100",)))
    assert state.chips == 1
    node = game.node(state)
    assert isinstance(node, Draw)
    assert (node.roll, [urn.die for urn in node.urns]) == (4, [4, 5])
    state = game.draw(state, (5, 0))
    node = game.node(state)
    assert isinstance(node, Decide)
    assert {move.verb for move in node.moves} == {"enter"}, "one chip a turn"
    state = game.play(state, Move("enter", ("highway",)))
    assert (game.points(state), state.chips) == (50, 1)


def test_no_chip_before_the_third_throw_and_none_without_chips() -> None:
    game = pad("extreme")
    for roll, chips, verbs in ((2, 3, {"keep", "enter"}), (3, 3, {"chip", "enter"}), (3, 0, {"enter"})):
        node = game.node(card(game, {}, (1, 2, 3, 4, 6, 9), roll, chips))
        assert isinstance(node, Decide)
        assert {move.verb for move in node.moves} == verbs
    assert game.start().chips == 3


@pytest.mark.parametrize(("upper", "bonus"), [(62, 0), (63, 35), (105, 35)])
def test_kniffel_bonus(upper: int, bonus: int) -> None:
    assert pad("kniffel").sheet.bonus(upper) == bonus


@pytest.mark.parametrize(("upper", "bonus"), [(72, 0), (73, 45)])
def test_extreme_bonus(upper: int, bonus: int) -> None:
    assert pad("extreme").sheet.bonus(upper) == bonus


@pytest.mark.parametrize(("upper", "bonus"), [(62, 0), (63, 35), (83, 35), (84, 70)])
def test_seven_bonuses(upper: int, bonus: int) -> None:
    assert pad("seven").sheet.bonus(upper) == bonus


def test_further_kniffel_with_free_number_box_brings_extra_points() -> None:
    found = entries(pad("kniffel"), {"kniffel": 50}, FIVES)
    assert found["fives"] == (25, 50)
    assert found["full_house"] == (0, 0), "no joker while the number box is free"
    assert found["chance"] == (25, 0), "the natural value is always allowed"
    game = pad("kniffel")
    after = game.play(card(game, {"kniffel": 50}, FIVES), Move("enter", ("fives",)))
    assert (game.sheet.upper(after.written), game.points(after)) == (25, 125), "extra points stay out of the upper part"


def test_further_kniffel_with_filled_number_box_is_a_joker() -> None:
    found = entries(pad("kniffel"), {"kniffel": 50, "fives": 15}, FIVES)
    assert found["full_house"] == (25, 0)
    assert found["small_straight"] == (30, 0)
    assert found["large_straight"] == (40, 0)
    assert found["three_kind"] == found["chance"] == (25, 0)
    assert found["ones"] == (0, 0)


def test_joker_without_a_free_lower_box_strikes_an_upper_one() -> None:
    game = pad("kniffel")
    found = entries(game, full_but(game, "ones", "twos", kniffel=50), FIVES)
    assert found == {"ones": (0, 0), "twos": (0, 0)}


def test_struck_kniffel_opens_nothing_unless_the_house_says_so() -> None:
    struck = {"kniffel": 0}
    assert entries(pad("kniffel"), struck, FIVES)["fives"] == (25, 0)
    assert entries(pad("kniffel"), struck | {"fives": 5}, FIVES)["large_straight"] == (0, 0)
    house = pad("kniffel+kniffel_after_strike")
    assert entries(house, struck, FIVES)["fives"] == (25, 50)
    assert entries(house, struck | {"fives": 5}, FIVES)["large_straight"] == (40, 0)


def test_first_kniffel_is_nothing_special() -> None:
    found = entries(pad("kniffel"), {}, FIVES)
    assert found["kniffel"] == (50, 0)
    assert found["fives"] == (25, 0)
    assert found["full_house"] == (0, 0)


def test_yahtzee_joker_is_forced() -> None:
    game = pad("yahtzee")
    assert entries(game, {"yahtzee": 50}, FIVES) == {"fives": (25, 100)}
    lower = entries(game, {"yahtzee": 50, "fives": 15}, FIVES)
    assert lower["full_house"] == (25, 100)
    assert "ones" not in lower
    assert entries(game, full_but(game, "ones", yahtzee=50), FIVES) == {"ones": (0, 100)}
    assert entries(game, {"yahtzee": 0}, FIVES) == {"fives": (25, 0)}, "forced after a strike too, without the bonus"
    with pytest.raises(IllegalMove, match="joker"):
        game.play(card(game, {"yahtzee": 50}, FIVES), Move("enter", ("chance",)))


def test_yahtzee_joker_of_free_choice() -> None:
    free = entries(pad("yahtzee+free_joker"), {"yahtzee": 50}, FIVES)
    assert free["fives"] == free["chance"] == (25, 100)
    assert free["full_house"] == (0, 100)


SIX_TWOS = (2, 1, 2, 2, 2, 2, 2)


def test_super_points_in_the_upper_part_count_for_the_bonus() -> None:
    game = pad("seven")
    state = card(game, {"super_kniffel": 60, "sevens": 21}, SIX_TWOS)
    after = game.play(state, Move("enter", ("threes",)))
    assert game.sheet.upper(after.written) == 81
    assert game.points(after) == 60 + 21 + 60 + 35


def test_seven_may_strike_what_would_bring_points() -> None:
    game = pad("seven")
    state = card(game, {}, (2, 3, 4, 5, 6, 7, 2))
    after = game.play(state, Move("strike", ("chance",)))
    assert after.written[game.sheet.index("chance")] == 0
    with pytest.raises(IllegalMove, match="brings nothing"):
        game.play(state, Move("strike", ("super_kniffel",)))
    with pytest.raises(IllegalMove):
        pad("kniffel").play(card(pad("kniffel"), {}, FIVES), Move("strike", ("chance",)))


def test_unlike_dice_refuse_faces_they_do_not_carry() -> None:
    game = pad("seven")
    state = game.play(game.start(), Move("roll"))
    with pytest.raises(DrawRefused, match="Die 4 cannot show 4"):
        game.draw(state, (2, 1, 1, 4, 1, 1, 1))
    with pytest.raises(DrawRefused, match="7 have to be thrown"):
        game.draw(state, (2, 1, 1))
    with pytest.raises(DrawRefused, match="No dice are due"):
        game.draw(game.start(), (2, 1, 1, 1, 1, 1, 1))


def test_zero_on_the_ten_sided_die_is_a_face_and_no_gap() -> None:
    game = pad("extreme")
    state = game.draw(game.play(game.start(), Move("roll")), (1, 1, 2, 2, 3, 0))
    assert state.dice[-1] == 0
    assert game.view(state).blocks[0].dice[-1].face == 0  # type: ignore[union-attr]
    assert Roll((1, 2, 3, 4, 5, 0)).longest_run == 6
    assert Roll((6, 5, 5, 5, 5, 9)).longest_run == 2, "9 is not followed by 0"


def test_a_struck_box_is_not_a_free_one() -> None:
    game = pad("kniffel")
    state = card(game, {"kniffel": 0}, FIVES)
    with pytest.raises(IllegalMove, match="Kniffel is filled already"):
        game.play(state, Move("enter", ("kniffel",)))


def test_the_end_adds_bonus_and_extra_points() -> None:
    game = pad("kniffel")
    written = full_but(game, ones=3, twos=6, threes=9, fours=12, fives=15, sixes=18, kniffel=50)
    state = replace(card(game, written), extra=100)
    assert game.node(state) == Over(63 + 50 + 35 + 100)


def test_names_that_are_not_there() -> None:
    with pytest.raises(UnknownGame, match="kniffel, extreme, seven"):
        find("chess")
    with pytest.raises(BadRule, match="kniffel_after_strike"):
        find("kniffel", free_discard=True)
    with pytest.raises(BadRule, match="no house rules"):
        find("extreme+nonsense")
    with pytest.raises(BadRule, match="level=99"):
        find("forone:99")
    with pytest.raises(BadRule, match="no levels"):
        find("kniffel", level=1)


def test_perfect_yahtzee_is_the_known_1575() -> None:
    assert pad("yahtzee").bounds == (0, 1575)
