"""Corrections: whatever depended on a changed or moved entry is as if it had been entered so from the start."""

from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import Match, Seat, find, format_match, parse_match
from knobel.errors import MatchOver, NoSuchEntry, PointsImpossible
from knobel.match.host import new_match
from knobel.match.lines import event_lines, read_events
from knobel.match.log import Corrected, Shifted, Undid, fold, verify
from knobel.rules.core import Choice, Written
from knobel.rules.sheetgame import SheetGame
from tests.playing import EVERY_SPEC, opened

SHEETS = [spec for spec in EVERY_SPEC if isinstance(find(spec), SheetGame)]


def by_hand(spec: str, seats: int = 1) -> Match:
    match, _ = opened(find(spec), [Seat(f"P{n}") for n in range(seats)], first=0)
    return match.switch(by_hand=True)


class Turn(NamedTuple):
    """A turn as it was entered: with its dice, or only the points."""

    box: str
    points: int
    extra: int | None
    dice: tuple[int, ...]


def entered(match: Match, turn: Turn) -> Match:
    if turn.dice:
        return match.append(0, "roll").draw(0, turn.dice, by_hand=True).append(0, f"enter {turn.box}")
    try:
        return match.note(0, turn.box, turn.points, turn.extra)
    except PointsImpossible:  # the extra points of before: what depended on another entry is left open
        return match.note(0, turn.box, turn.points)


def random_turns(spec: str, luck: Random) -> list[Turn]:
    """Some turns of a game in which the best combination comes often, since it is what others depend on."""
    match, turns = by_hand(spec), list[Turn]()
    game = match.header.game
    assert isinstance(game, SheetGame)
    for _ in range(luck.randint(1, len(game.sheet.boxes))):
        if luck.random() < 0.5:
            choice = luck.choice(match.choices)
            turn = Turn(choice.box, choice.points, choice.extra, ())
        else:
            common = luck.choice(sorted(set.intersection(*(set(die.faces) for die in game.sheet.dice)) or {1}))
            faces = [luck.choice([common] * 3 + list(die.faces)) for die in game.sheet.dice]
            dice = tuple(f if f in die.faces else die.faces[0] for f, die in zip(faces, game.sheet.dice, strict=True))
            thrown = match.append(0, "roll").draw(0, dice, by_hand=True)
            box = luck.choice([move.args[0] for move in thrown.legal_moves if move.verb == "enter"])
            turn = Turn(box, 0, None, dice)
        turns.append(turn)
        match = entered(match, turn)
    return turns


def played(spec: str, turns: list[Turn]) -> Match:
    match = by_hand(spec)
    for turn in turns:
        match = entered(match, turn)
    return match


@pytest.mark.parametrize("spec", SHEETS)
@given(seed=st.integers(0, 2**32))
def test_a_corrected_match_is_one_entered_so_from_the_start(spec: str, seed: int) -> None:
    luck = Random(seed)
    turns = random_turns(spec, luck)
    match = played(spec, turns)
    for _ in range(3):
        at = luck.randrange(len(turns))
        box = match.written[0][at].box
        offered = match.amendments(0, box)
        if not offered:
            continue
        new = luck.choice([choice for choice in offered if choice.box != box] or offered)
        corrected = match.correct(0, box, new.points, new.extra, to=new.box)
        dice = corrected.written[0][at].dice
        turns[at] = Turn(new.box, new.points, new.extra, dice)
        fresh = played(spec, turns)
        assert corrected.state.cards == fresh.state.cards
        assert corrected.written == fresh.written
        assert corrected.totals == fresh.totals
        assert [event for line in event_lines(corrected.events) for event in read_events(line)] == [*corrected.events]
        assert parse_match(format_match(corrected)) == corrected == fold(match.header, corrected.events)
        back = corrected.undo(0)
        assert (back.state, back.written) == (match.state, match.written)
        match = corrected


@pytest.mark.parametrize("spec", SHEETS)
@given(seed=st.integers(0, 2**32))
def test_what_is_offered_is_all_there_is(spec: str, seed: int) -> None:
    """For an entry without dice: any other points in its box are refused, wherever it stands among the others."""
    luck = Random(seed)
    match = played(spec, random_turns(spec, luck))
    entry = luck.choice(match.written[0])
    offered = {(choice.points, choice.extra) for choice in match.amendments(0, entry.box) if choice.box == entry.box}
    for points in range(100):
        try:
            found = match.correct(0, entry.box, points).written[0]
        except PointsImpossible:
            assert points not in {points for points, _ in offered}
        else:
            new = next(one for one in found if one.box == entry.box)
            assert (new.points, new.extra) in offered


def test_points_that_can_be_noted() -> None:
    def values(match: Match, box: str) -> list[tuple[int, int]]:
        return [(choice.points, choice.extra) for choice in match.choices if choice.box == box]

    match = by_hand("kniffel")
    assert values(match, "full_house") == [(0, 0), (25, 0)]
    assert values(match, "threes") == [(n, 0) for n in (0, 3, 6, 9, 12, 15)]
    assert values(match, "chance") == [(n, 0) for n in range(5, 31)]
    second = match.note(0, "kniffel", 50)
    assert values(second, "threes") == [*((n, 0) for n in (0, 3, 6, 9, 12)), (15, 50)]
    notes = [choice.note for choice in second.choices if choice.extra]
    assert len(notes) == 6
    assert all(note and "50" in note.say("de") for note in notes)
    assert values(second, "kniffel") == []
    yahtzee = by_hand("yahtzee").note(0, "yahtzee", 50).note(0, "ones", 5)
    assert values(yahtzee, "full_house") == [(0, 0), (25, 0), (25, 100)]
    super_points = by_hand("seven").note(0, "super_kniffel", 60)
    assert (60, 0) in values(super_points, "ones")
    thrown = match.append(0, "roll")
    assert thrown.choices == thrown.draw(0, (1, 2, 3, 4, 5), by_hand=True).choices == ()
    assert match.switch(by_hand=False).choices == ()


def test_an_entry_moves_to_another_box_with_its_dice() -> None:
    match = entered(by_hand("kniffel", seats=1), Turn("threes", 0, None, (3, 3, 3, 6, 6)))
    moves = {choice.box: choice.points for choice in match.amendments(0, "threes") if choice.box != "threes"}
    assert moves["full_house"] == 25
    assert moves["chance"] == moves["three_kind"] == 21
    assert moves["sixes"] == 12
    moved = match.correct(0, "threes", 25, to="full_house")
    assert moved.events[-1] == Shifted(0, "threes", 9, "full_house", 25)
    assert list(event_lines(moved.events))[-1] == "A correct threes 9 full_house 25"
    assert moved.written[0] == (Written("full_house", 25, 0, (3, 3, 3, 6, 6), by_hand=True),)
    assert moved.turn == match.turn
    assert moved.correct(0, "full_house", 9, to="threes").written == match.written


def test_extra_points_and_jokers_follow_the_kniffel_to_another_box() -> None:
    match = by_hand("kniffel").note(0, "kniffel", 50).note(0, "sixes", 30)
    match = entered(match, Turn("full_house", 0, None, (6, 6, 6, 6, 6)))
    assert match.totals == (155,)  # 50, 30 with 50 extra, and a joker
    moved = match.correct(0, "kniffel", 20, to="chance")
    assert moved.totals == (50,)
    assert moved.state.cards[0].extra == 0
    assert moved.undo(0).totals == (155,)


def test_a_bonus_follows() -> None:
    match = by_hand("kniffel")
    for box, points in (("ones", 3), ("twos", 6), ("threes", 9), ("fours", 12), ("fives", 15), ("sixes", 18)):
        match = match.note(0, box, points)
    assert match.totals == (98,)
    assert match.correct(0, "sixes", 20, to="chance").totals == (65,)


def test_what_cannot_be_moved() -> None:
    match = by_hand("kniffel", seats=2).note(0, "chance", 20).note(1, "ones", 3).note(0, "fives", 25)
    for box, to, points in (("chance", "full_house", 20), ("chance", "twos", 7), ("fives", "chance", 25)):
        with pytest.raises((PointsImpossible, NoSuchEntry)):
            match.correct(0, box, points, to=to)
    for seat, box, to in ((0, "ones", "twos"), (1, "chance", "twos"), (0, "chance", "hut"), (7, "ones", "twos")):
        with pytest.raises(NoSuchEntry):
            match.correct(seat, box, 4, to=to)
    with pytest.raises(NoSuchEntry):
        match.amendments(0, "ones")
    # A joker that was forced elsewhere cannot stay where it is when its number box is free again.
    forced = by_hand("yahtzee").note(0, "yahtzee", 50).note(0, "ones", 3)
    forced = entered(forced, Turn("full_house", 0, None, (1, 1, 1, 1, 1)))
    assert {choice.box for choice in forced.amendments(0, "ones")} == {"ones"}
    with pytest.raises(PointsImpossible):
        forced.correct(0, "ones", 20, to="chance")
    # A log that says something else than what happens is refused.
    for false in (Shifted(0, "chance", 19, "three_kind", 20), Shifted(0, "chance", 20, "three_kind", 20, 50)):
        with pytest.raises(PointsImpossible):
            match.step(false)


def test_moves_and_their_undo_are_part_of_a_match_that_verifies() -> None:
    host = new_match("kniffel", ["Ada", "Ben"], first=0, by_hand=True, seed=bytes(32), match_id="ab" * 8)
    host = host.note("chance", 20).note("ones", 3).correct(0, "chance", 20, to="three_kind").undo()
    assert isinstance(host.match.events[-1], Undid)
    assert host.match.correctable == (("chance",), ("ones",))
    host = host.correct(0, "chance", 20, to="three_kind").dice((1, 1, 2, 3, 4)).correct(1, "ones", 2)
    assert host.match.events[-1] == Corrected(1, "ones", 3, 2)
    assert host.undo().match.turn == host.match.turn, "the dice that lie there stay"
    closed = host.end().match
    assert verify(closed).by_hand == 1
    assert parse_match(format_match(closed)) == closed
    with pytest.raises(MatchOver):
        closed.correct(0, "three_kind", 20, to="chance")


def test_a_card_that_waits_for_dice_keeps_waiting_when_a_correction_is_taken_back() -> None:
    host = new_match("kniffel", ["Ada"], by_hand=True).note("chance", 20).play("roll").correct(0, "chance", 21)
    assert (
        host.undo().match.state
        == new_match("kniffel", ["Ada"], by_hand=True).note("chance", 20).play("roll").match.state
    )


def test_other_engines_have_nothing_to_note() -> None:
    for spec in ("forone:1", "numberup:1"):
        match = opened(find(spec), ["Ada"])[0].switch(by_hand=True)
        assert match.choices == ()
        with pytest.raises(NoSuchEntry):
            match.correct(0, "ones", 1)
        with pytest.raises(NoSuchEntry):
            match.header.game.correct(match.state.cards[0], (), "ones", Written("ones", 1), None)
        assert match.header.game.amendments(match.state.cards[0], (), "ones") == ()
    assert Choice("ones", 3) == ("ones", 3, 0, None)
