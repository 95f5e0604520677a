"""The score pad in the log: noting, correcting, switching dice; and what a correction does to the rest."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import Match, Move, Seat, find, format_match, parse_match
from knobel.errors import MatchOver, NoSuchEntry, NotBeforeThrow, NotYourTurn, PointsImpossible, StaleMove
from knobel.match.log import Corrected, Noted, Switched, fold
from knobel.rules.boxes import Sheet
from knobel.rules.core import Decide, Draw
from knobel.rules.sheetgame import SheetGame
from tests.playing import EVERY_SPEC, moved, opened


def pad_match(spec: str = "kniffel", seats: int = 2, games: int = 1) -> Match:
    match, _ = opened(find(spec), [Seat(f"P{n}") for n in range(seats)], games=games, first=0)
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


def test_extra_points_go_with_the_kniffel_they_depended_on() -> None:
    match = pad_match(seats=1).note(0, "kniffel", 50).note(0, "sixes", 30)
    assert match.totals == (130,)
    struck = match.correct(0, "kniffel", 0)
    assert struck.totals == (30,), "without a Kniffel in its box the second one brings nothing extra"
    assert struck.correct(0, "kniffel", 50).totals == (130,), "and with it again it does"


def test_an_entry_before_the_kniffel_never_depended_on_it() -> None:
    match = pad_match(seats=1).note(0, "sixes", 30).note(0, "kniffel", 0)
    assert match.correct(0, "kniffel", 50).totals == (80,)


def test_typed_dice_are_scored_anew_after_a_correction() -> None:
    """A joker that was only one because the Kniffel box held 50."""
    match = pad_match(seats=1).note(0, "kniffel", 50).note(0, "sixes", 30)
    match = match.append(0, "roll").draw(0, (6, 6, 6, 6, 6), by_hand=True).append(0, "enter full_house")
    assert match.totals == (155,)
    assert match.correct(0, "kniffel", 0).totals == (30,), "five equal are no full house"


def test_sealed_dice_are_scored_anew_too() -> None:
    """Entries from sealed dice cannot be corrected, but they follow one that can."""
    match, _ = opened("kniffel", ["Ada"])
    match = match.switch(by_hand=True).note(0, "kniffel", 50).switch(by_hand=False)
    match = match.append(0, "roll").draw(0, (4, 4, 4, 4, 4)).append(0, "enter fours")
    assert match.totals == (120,)
    assert match.correctable == (("kniffel",),)
    assert match.correct(0, "kniffel", 0).totals == (20,)


def test_super_points_that_could_not_stand_any_more_are_named() -> None:
    match = pad_match("seven", seats=1).note(0, "super_kniffel", 60).note(0, "ones", 60)
    with pytest.raises(PointsImpossible, match="60 points are not possible in Ones"):
        match.correct(0, "super_kniffel", 0)
    assert match.correct(0, "ones", 5).correct(0, "super_kniffel", 0).totals == (5,)
    # Older releases let them stand, so a match of theirs still opens.
    old = (*match.events, Corrected(0, "super_kniffel", 60, 0))
    assert fold(match.header, old).totals == (60,)


def test_super_points_anywhere_and_striking_at_will() -> None:
    match = pad_match("seven", seats=1)
    with pytest.raises(PointsImpossible):
        match.note(0, "ones", 60)
    assert match.note(0, "chance", 0).ranking[0].points == 0
    assert match.note(0, "super_kniffel", 60).note(0, "ones", 60).ranking[0].points == 120


def test_only_entries_made_by_hand_can_be_corrected() -> None:
    match, seal = opened(find("kniffel"), [Seat("Ada"), Seat("Ben")], first=0)
    match = moved(match, seal, "roll", "enter chance")
    with pytest.raises(NoSuchEntry):
        match.correct(0, "chance", 30)
    match = match.switch(by_hand=True).append(1, Move.parse("roll")).draw(1, (1, 1, 2, 3, 4), by_hand=True)
    with pytest.raises(NotBeforeThrow):
        match.note(1, "ones", 3)
    match = match.append(1, Move.parse("enter ones")).correct(1, "ones", 3)
    assert match.state.cards[1].written[0] == 3
    assert match.correctable == ((), ("ones",))


def test_typed_dice_and_notes_can_be_taken_back() -> None:
    match = pad_match().append(0, Move.parse("roll")).draw(0, (6, 6, 6, 6, 1), by_hand=True)
    back = match.undo(0)
    assert isinstance(back.turn.node, Draw)
    again = back.draw(0, (6, 6, 6, 6, 6), by_hand=True).append(0, Move.parse("enter kniffel"))
    noted = again.note(1, "ones", 3)
    assert noted.undo(1).state == again.state
    assert noted.undo(1).undo(0).correctable == ((), ())


def test_corrections_end_with_the_game_and_with_the_match() -> None:
    match = pad_match(seats=1, games=2)
    boxes = [box.key for box in sheet_of(match).boxes]
    for box in boxes:
        match = match.note(0, box, 5 if box == "chance" else 0)
    assert match.state.results == ((5,),)
    assert match.correctable == (tuple(boxes),)  # the finished card lies there until the next game goes on
    match = match.correct(0, "chance", 7)
    assert match.state.results == ((7,),)
    assert match.correct(0, "chance", 5).state.results == ((5,),)
    assert match.totals == (7,)
    assert fold(match.header, match.events) == match
    rolled = match.append(0, "roll")
    assert (rolled.correctable, rolled.state.finished) == (((),), ())
    with pytest.raises(NoSuchEntry):
        rolled.correct(0, "chance", 6)
    assert rolled.undo(0).correct(0, "chance", 5).state.results == ((5,),)
    match = match.correct(0, "chance", 5)
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
    match, seal = opened(find(spec), [Seat("Ada"), Seat("Ben")], games=2, first=None)
    dice = seal.dice({})
    for _ in range(120):
        if match.over:
            break
        match = _random_step(match, luck)
        if isinstance(match.turn.node, Draw) and not match.by_hand:
            match = match.draw(match.turn.seat, dice.faces(match.turn.stream, match.turn.node))
    assert fold(match.header, match.events) == match
    assert parse_match(format_match(match)) == match
    assert match.by_hand == ([event.by_hand for event in match.events if isinstance(event, Switched)] or [False])[-1]
    for card, entries in zip(match.state.lying, match.written, strict=True):
        written = {box.key: points for box, points in zip(sheet_of(match).boxes, card.written, strict=True)}
        assert {entry.box: entry.points for entry in entries} == {k: v for k, v in written.items() if v is not None}
        assert card.extra == sum(entry.extra for entry in entries)


def _random_step(match: Match, luck: Random) -> Match:
    turn, sheet = match.turn, sheet_of(match)
    act = luck.random()
    if act < 0.05:
        return match.switch(by_hand=not match.by_hand)
    if act < 0.15 and match.takebacks:
        return match.undo(match.takebacks[-1].seat)
    try:
        if act < 0.25 and (made := [(seat, box) for seat, boxes in enumerate(match.correctable) for box in boxes]):
            return match.correct(*luck.choice(made), luck.choice([0, 0, 50, 60, luck.randint(0, 40)]))
        if act < 0.6 and match.by_hand:
            return match.note(turn.seat, luck.choice(sheet.boxes).key, luck.randint(0, 30))
    except (PointsImpossible, NoSuchEntry, NotBeforeThrow):
        pass
    if isinstance(turn.node, Draw):
        faces = tuple(luck.choice(urn.faces) for urn in turn.node.urns)
        return match.draw(turn.seat, faces, by_hand=match.by_hand)
    assert isinstance(turn.node, Decide)
    return match.append(turn.seat, luck.choice(turn.node.moves))
