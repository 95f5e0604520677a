"""Seats, turns, who begins, series and ranking."""

from random import Random

import pytest

from knobel import Decide, Draw, Move, Over, Seat, find
from knobel.errors import BadSeating, DrawRefused, IllegalMove
from knobel.match.log import Drew
from knobel.match.table import RollOff, State, Table, Throw
from tests.playing import moved, opened, random_match


def roll_off(table: Table, state: State, *faces: int) -> State:
    for face in faces:
        seat = table.turn(state).seat
        state = table.draw(table.play(state, seat, Move("roll"))[0], seat, (face,))
    return state


def test_the_highest_throw_begins() -> None:
    table = Table(find("kniffel"), seats=3)
    state = roll_off(table, table.start(), 2, 6, 4)
    assert state.roll_off is None
    assert state.first == table.turn(state).seat == 1


def test_ties_throw_again_and_the_others_are_out() -> None:
    table = Table(find("kniffel"), seats=3)
    state = roll_off(table, table.start(), 5, 2, 5)
    assert state.roll_off == RollOff((0, 2), round=2, throws=3, before=(Throw(0, 5), Throw(1, 2), Throw(2, 5)))
    state = roll_off(table, state, 3, 3)
    assert state.roll_off == RollOff((0, 2), round=3, throws=5, before=(Throw(0, 3), Throw(2, 3)))
    assert roll_off(table, state, 1, 2).first == 2


def test_the_throws_that_decided_who_begins_lie_there_until_the_game_goes_on() -> None:
    table = Table(find("kniffel"), seats=3)
    state = roll_off(table, roll_off(table, table.start(), 5, 2, 5), 6, 1)
    assert (state.first, state.began) == (0, ((0, 6), (2, 1)))
    assert table.play(state, 0, Move("roll"))[0].began == ()


def test_the_cards_of_a_finished_game_lie_there_until_the_next_goes_on() -> None:
    match, seal = opened(find("kniffel"), [Seat("A"), Seat("B")], games=2)
    while not match.state.results:
        match = moved(match, seal, match.legal_moves[-1])
    assert tuple(map(match.table.points, match.state.finished)) == match.state.results[0]
    assert match.state.lying is match.state.finished
    assert match.state.roll_off
    match = moved(match, seal, "roll")
    assert match.state.finished == ()
    assert match.state.lying is match.state.cards


def test_a_roll_off_knows_one_move_and_one_die() -> None:
    table = Table(find("kniffel"), seats=2)
    with pytest.raises(IllegalMove, match="only: roll"):
        table.play(table.start(), 0, Move("enter", ("chance",)))
    rolling, _ = table.play(table.start(), 0, Move("roll"))
    with pytest.raises(IllegalMove, match="dice have to fall"):
        table.play(rolling, 0, Move("roll"))
    for faces in ((7,), (1, 2), ()):
        with pytest.raises(DrawRefused):
            table.draw(rolling, 0, faces)


def test_alone_or_with_a_named_first_nobody_throws_for_it() -> None:
    assert Table(find("kniffel")).start().roll_off is None
    table = Table(find("kniffel"), seats=3, first=2)
    assert table.turn(table.start()).seat == 2


def test_turns_go_round_from_the_first_seat() -> None:
    match, seal = opened(find("kniffel"), [Seat(name) for name in "ABC"], first=1)
    order = []
    for box in ("ones", "ones", "ones", "twos", "twos", "twos"):
        order.append(match.turn.seat)
        match = moved(match, seal, "roll", f"enter {box}")
    assert order == [1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("kniffel", {"seats": 9}),
        ("kniffel", {"seats": 0}),
        ("extreme", {"seats": 5}),
        ("forone", {"seats": 2}),
        ("numberup", {"games": 2}),
        ("kniffel", {"games": 7}),
        ("kniffel", {"games": 0}),
        ("kniffel", {"seats": 2, "first": 2}),
        ("kniffel", {"seats": 2, "first": -1}),
    ],
)
def test_limits(spec: str, options: dict[str, int]) -> None:
    with pytest.raises(BadSeating):
        Table(find(spec), **options)  # type: ignore[arg-type]


def test_names_have_limits() -> None:
    for name in ("", " Anna", "x" * 25, "a\nb", "\x1b[2J"):
        with pytest.raises(BadSeating):
            Seat(name)


def test_equal_points_share_a_place_and_the_next_is_left_out() -> None:
    table = Table(find("kniffel"), seats=4, first=0)
    state = table.start()
    empty = state.cards[0].written
    cards = [(7, *empty[1:]), (9, *empty[1:]), (9, *empty[1:]), (1, *empty[1:])]
    state = state._replace(cards=tuple(type(state.cards[0])(written) for written in cards))
    assert [(place.place, place.seat) for place in table.ranking(state)] == [(1, 1), (1, 2), (3, 0), (4, 3)]


def test_a_series_adds_up_and_every_game_is_thrown_for() -> None:
    match, _ = random_match("kniffel", Random(4), seats=2, games=3)
    assert len(match.state.results) == 3
    totals = match.table.totals(match.state)
    assert totals == tuple(map(sum, zip(*match.state.results, strict=True)))
    assert isinstance(match.turn.node, Over)
    starts = [event for event in match.events if isinstance(event, Drew) and len(event.faces) == 1]
    assert len(starts) >= 6


def test_dice_count_on_through_a_series() -> None:
    """Each game of a series has dice of its own."""
    match, seal = random_match("kniffel", Random(1), games=2, reveal=False)
    table = match.table
    second = table.start()
    second = second._replace(results=((100,),), turns=(13,))
    rolling, _ = table.play(second, 0, Move("roll"))
    node = table.turn(rolling).node
    assert isinstance(node, Draw)
    assert node.turn == 13
    assert isinstance(table.turn(second).node, Decide)
    assert seal.dice({}).faces("0", node) != seal.dice({}).faces("0", Draw(0, 1, node.urns))
