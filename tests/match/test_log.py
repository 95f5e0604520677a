"""Matches as events: order, staleness, undo up to the last throw, real dice, the seal."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from knobel import Match, Move, Seal, Seat, find, fold, verify
from knobel.errors import IllegalMove, MatchOver, NothingToUndo, NotYourTurn, SealBroken, StaleMove
from knobel.match.log import Drew
from tests.playing import moved, opened, random_match


def two_players() -> tuple[Match, Seal]:
    return opened(find("kniffel"), [Seat("Anna"), Seat("Ben")], first=0)


def test_versions_guard_against_stale_moves() -> None:
    match, seal = two_players()
    match = moved(match, seal, "roll")
    assert match.version == 2
    with pytest.raises(StaleMove, match="you saw version 0, the match is at 2"):
        match.append(0, Move("enter", ("ones",)), at=0)
    assert match.append(0, Move("enter", ("ones",)), at=2).version == 3


def test_only_the_seat_to_act_may_move() -> None:
    match, seal = two_players()
    with pytest.raises(NotYourTurn, match="seat 1"):
        match.append(1, Move("roll"))
    match = moved(match, seal, "roll", "enter ones")
    with pytest.raises(NotYourTurn):
        match.append(0, Move("roll"))


def test_undo_takes_back_an_entry_until_the_next_dice_are_seen() -> None:
    match, seal = two_players()
    rolled = moved(match, seal, "roll")
    entered = moved(rolled, seal, "enter ones")
    with pytest.raises(NotYourTurn):
        entered.undo(1)
    undone = entered.undo(0)
    assert undone.state == rolled.state
    assert undone.version == entered.version + 1, "taking back is an event too"
    again = moved(undone, seal, "enter sixes")
    seen = moved(again, seal, "roll")
    with pytest.raises(NothingToUndo):
        seen.undo(0)


def test_undo_never_crosses_a_throw() -> None:
    match, seal = two_players()
    match = moved(match, seal, "roll")
    with pytest.raises(NothingToUndo):
        match.undo(0)
    match = moved(match, seal, "keep 11100")
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_undo_goes_back_several_decisions() -> None:
    match, seal = opened(find("forone"), [Seat("Anna")])
    rolled = match = moved(match, seal, "roll")
    for _ in range(5):
        node = match.turn.node
        assert not isinstance(node, Drew)
        match = moved(match, seal, node.moves[0])  # type: ignore[union-attr]
    for _ in range(5):
        match = match.undo(0)
    assert match.state == rolled.state
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_undo_changes_no_dice() -> None:
    match, seal = two_players()
    match = moved(match, seal, "roll")
    straight = moved(match, seal, "enter ones", "roll")
    detour = moved(match, seal, "enter sixes").undo(0)
    detour = moved(detour, seal, "enter ones", "roll")
    assert straight.state == detour.state


def test_illegal_moves_change_nothing_and_say_why() -> None:
    match, seal = two_players()
    match = moved(match, seal, "roll")
    with pytest.raises(IllegalMove, match="keep 11111"):
        match.append(0, Move("keep", ("11111",)))
    assert match.version == 2


def test_real_dice_are_marked_as_such() -> None:
    match, seal = two_players()
    typed = match.append(0, Move("roll")).draw(0, (1, 2, 3, 4, 5), by_hand=True)
    assert typed.events[-1] == Drew(0, (1, 2, 3, 4, 5), by_hand=True)
    typed = moved(typed, seal, "enter large_straight")
    sealed = moved(typed, seal, "roll")
    report = verify(sealed.reveal(seal.seed.hex()))
    assert (report.sealed, report.by_hand) == (1, 1)


def test_a_finished_match_takes_no_more_moves() -> None:
    match, seal = random_match("kniffel", Random(1), reveal=False)
    assert match.over
    with pytest.raises(MatchOver):
        match.append(0, Move("roll"))
    last = match.undo(0)
    assert not last.over, "even the last entry can be taken back, until the seed is told"
    closed = match.reveal(seal.seed.hex())
    acts: list[Callable[[], Match]] = [
        lambda: closed.append(0, Move("roll")),
        lambda: closed.undo(0),
        lambda: closed.reveal(seal.seed.hex()),
    ]
    for act in acts:
        with pytest.raises(MatchOver):
            act()


def test_giving_up_reveals_the_seed_and_closes_the_match() -> None:
    match, seal = two_players()
    match = moved(match, seal, "roll").reveal(seal.seed.hex())
    assert match.over
    assert verify(match).sealed == 1
    with pytest.raises(MatchOver):
        match.append(0, Move("enter", ("ones",)))


def test_verify_names_the_first_draw_that_differs() -> None:
    match, seal = two_players()
    match = moved(match, seal, "roll", "keep 11110")
    events = list(match.events)
    drew = events[3]
    assert isinstance(drew, Drew)
    other = 1 + int(drew.faces[0]) % 6
    events[3] = replace(drew, faces=(other,))
    forged = fold(match.header, events).reveal(seal.seed.hex())
    with pytest.raises(SealBroken, match=f"event 4 shows {other}, but {drew.faces[0]} was promised"):
        verify(forged)


def test_only_the_promised_seed_opens_the_seal() -> None:
    match, seal = two_players()
    with pytest.raises(SealBroken, match="not the one that was promised"):
        match.reveal("00" * 32)
    for bad in ("", "00", "zz" * 32, "AB" * 32):
        with pytest.raises(SealBroken, match="64 hexadecimal"):
            match.reveal(bad)
    with pytest.raises(SealBroken, match="not been revealed"):
        verify(match)
    assert seal.commitment == match.header.commitment


def test_seeds_of_the_seats_come_before_the_first_throw() -> None:
    match, seal = two_players()
    match = match.salt(1, "abcd")
    for seat, seed in ((1, "ef"), (2, "ef"), (0, ""), (0, "xyz"), (0, "ab" * 33)):
        with pytest.raises(SealBroken, match="before the first throw"):
            match.salt(seat, seed)
    match = moved(match, seal, "roll")
    with pytest.raises(SealBroken):
        match.salt(0, "ef")
    assert verify(match.reveal(seal.seed.hex())).sealed == 1


def test_seed_is_in_no_event_before_the_end() -> None:
    match, seal = random_match("kniffel", Random(3), seats=2, reveal=False)
    assert seal.seed.hex() not in repr(match.events) + repr(match.header)
