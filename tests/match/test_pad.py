"""The score pad in the log: noting, correcting, switching dice; and the short way for a move."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import Match, Move, Seat, find, format_match, new_match, parse_match
from knobel.errors import MatchOver, NoSuchEntry, NotBeforeThrow, NotYourTurn, PointsImpossible, StaleMove
from knobel.match.log import Corrected, Noted, Switched, fold
from knobel.rules.boxes import Sheet
from knobel.rules.core import Decide, Draw
from knobel.rules.sheetgame import SheetGame
from tests.playing import EVERY_SPEC


def pad_match(spec: str = "kniffel", seats: int = 2, games: int = 1) -> Match:
    match, _ = new_match(find(spec), [Seat(f"P{n}") for n in range(seats)], games=games, first=0)
    return match.switch(by_hand=True)


def sheet_of(match: Match) -> Sheet:
    assert isinstance(match.header.game, SheetGame)
    return match.header.game.sheet


def test_points_are_checked_against_the_card() -> None:
    match = pad_match()
    for box, points in (("full_house", 24), ("ones", 6), ("chance", 4), ("chance", 31), ("kniffel", 49), ("fives", 7)):
        with pytest.raises(PointsImpossible):
            match.note(0, box, points)
    for box, points in (("full_house", 25), ("full_house", 0), ("ones", 0), ("chance", 5), ("sixes", 30)):
        assert match.note(0, box, points).events[-1] == Noted(0, box, points)
    with pytest.raises(NoSuchEntry):
        match.note(0, "hut", 0)
    with pytest.raises(NotYourTurn):
        match.note(1, "ones", 1)
    with pytest.raises(StaleMove):
        match.note(0, "ones", 1, at=0)


def test_a_further_kniffel_brings_its_extra_points() -> None:
    match = pad_match(seats=1).note(0, "kniffel", 50)
    fives = match.note(0, "fives", 25)
    assert fives.events[-1] == Noted(0, "fives", 25, 50)
    assert fives.ranking[0].points == 125
    with pytest.raises(PointsImpossible):
        match.note(0, "fives", 25, extra=0)
    joker = fives.note(0, "large_straight", 40)  # five fives once more: a joker
    assert joker.ranking[0].points == 165
    corrected = joker.correct(0, "fives", 20)
    assert corrected.events[-1] == Corrected(0, "fives", 25, 20)
    assert corrected.ranking[0].points == 110


def test_super_points_anywhere_and_striking_at_will() -> None:
    match = pad_match("seven", seats=1)
    with pytest.raises(PointsImpossible):
        match.note(0, "ones", 60)
    assert match.note(0, "chance", 0).ranking[0].points == 0
    assert match.note(0, "super_kniffel", 60).note(0, "ones", 60).ranking[0].points == 120


def test_only_entries_made_by_hand_can_be_corrected() -> None:
    match, seal = new_match(find("kniffel"), [Seat("Ada"), Seat("Ben")], first=0)
    dice = seal.dice({})
    match = match.advance(0, Move.parse("roll"), dice).advance(0, Move.parse("enter chance"), dice)
    with pytest.raises(NoSuchEntry):
        match.correct(0, "chance", 30)
    match = match.switch(by_hand=True).append(1, Move.parse("roll")).enter_dice(1, (1, 1, 2, 3, 4))
    with pytest.raises(NotBeforeThrow):
        match.note(1, "ones", 3)
    match = match.append(1, Move.parse("enter ones")).correct(1, "ones", 3)
    assert match.state.cards[1].written[0] == 3
    assert [entry.box for entry in match.written] == ["ones"]


def test_typed_dice_and_notes_can_be_taken_back() -> None:
    match = pad_match().append(0, Move.parse("roll")).enter_dice(0, (6, 6, 6, 6, 1))
    back = match.undo(0)
    assert isinstance(back.turn.node, Draw)
    again = back.enter_dice(0, (6, 6, 6, 6, 6)).append(0, Move.parse("enter kniffel"))
    noted = again.note(1, "ones", 3)
    assert noted.undo(1).state == again.state
    assert noted.undo(1).undo(0).written == ()


def test_corrections_end_with_the_game_and_with_the_match() -> None:
    match = pad_match(seats=1, games=2)
    boxes = [box.key for box in sheet_of(match).boxes]
    for box in boxes:
        match = match.note(0, box, 5 if box == "chance" else 0)
    assert match.state.results == ((5,),)
    assert match.written == ()
    with pytest.raises(NoSuchEntry):
        match.correct(0, "chance", 6)
    for box in boxes:
        match = match.note(0, box, 5 if box == "chance" else 0)
    match = match.correct(0, "chance", 6)  # the last card still lies there
    assert match.state.results == ((5,), (6,))
    assert match.over
    with pytest.raises(MatchOver):
        match.note(0, "chance", 5)


@pytest.mark.parametrize("spec", [spec for spec in EVERY_SPEC if isinstance(find(spec), SheetGame)])
@given(seed=st.integers(0, 2**32))
def test_a_random_pad_match_is_what_its_file_says(spec: str, seed: int) -> None:
    """Notes, typed dice, corrections, takebacks and switches in any order: fold and file agree with the match."""
    luck = Random(seed)
    match, seal = new_match(find(spec), [Seat("Ada"), Seat("Ben")], games=2, first=None)
    dice = seal.dice({})
    for _ in range(120):
        if match.over:
            break
        match = _random_step(match, luck).settle(dice)
    assert fold(match.header, match.events) == match
    assert parse_match(format_match(match)) == match
    assert match.by_hand == ([event.by_hand for event in match.events if isinstance(event, Switched)] or [False])[-1]
    for entry in match.written:
        assert match.state.cards[entry.seat].written[sheet_of(match).index(entry.box)] is not None


def _random_step(match: Match, luck: Random) -> Match:
    turn, sheet = match.turn, sheet_of(match)
    act = luck.random()
    if act < 0.05:
        return match.switch(by_hand=not match.by_hand)
    if act < 0.15 and match.takebacks:
        return match.undo(match.takebacks[-1].seat)
    try:
        if act < 0.25 and match.written:
            entry = luck.choice(match.written)
            return match.correct(entry.seat, entry.box, luck.randint(0, 40))
        if act < 0.6 and match.by_hand:
            return match.note(turn.seat, luck.choice(sheet.boxes).key, luck.randint(0, 30))
    except (PointsImpossible, NoSuchEntry, NotBeforeThrow):
        pass
    if isinstance(turn.node, Draw):
        return match.enter_dice(turn.seat, tuple(luck.choice(urn.faces) for urn in turn.node.urns))
    assert isinstance(turn.node, Decide)
    return match.append(turn.seat, luck.choice(turn.node.moves))


@pytest.mark.parametrize("spec", EVERY_SPEC)
@given(seed=st.integers(0, 2**32))
def test_the_short_way_is_the_long_way(spec: str, seed: int) -> None:
    luck = Random(seed)
    game = find(spec)
    seats = [Seat(f"P{n}") for n in range(game.players[0] if game.players[1] == 1 else 2)]
    match, seal = new_match(game, seats, games=1 if len(seats) == 1 else 2)
    dice = seal.dice({})
    while not match.over and match.version < 150:
        assert isinstance(match.turn.node, Decide)
        move = luck.choice(match.turn.node.moves)
        long = match.append(match.turn.seat, move).settle(dice)
        match = match.advance(match.turn.seat, move, dice)
        assert match == long
        assert match.turn == long.turn
        if match.takebacks and luck.random() < 0.1:
            match = match.undo(match.takebacks[-1].seat)
