"""A bot plays on for a person who has left, and gives the seat back."""

from random import Random

import pytest

from knobel.bots import check_known
from knobel.bots.errors import UnknownBot
from knobel.coach.review import review
from knobel.coach.trainer import mistakes
from knobel.errors import BadMatch, BotSeat
from knobel.match.events import Seat
from knobel.match.host import Host, new_match
from knobel.match.notation import _checked as checked
from knobel.match.notation import format_match, parse_match
from knobel.match.records import Past, record_of, scores_of


def table(*, by_hand: bool = False) -> Host:
    return new_match("kniffel", ["Ada", "Ben", Seat("Cy", "greedy")], first=0, by_hand=by_hand)


def played_out(host: Host) -> Host:
    luck = Random(1)
    while not host.match.over:
        move = luck.choice(host.match.legal_moves)
        host = host.let_bot(move) if host.match.bot else host.play(move)
    return host


def test_the_bot_plays_the_seat_and_the_person_does_not() -> None:
    host = table().stand_in(0, "greedy")
    assert host.match.bot == "greedy"
    with pytest.raises(BotSeat):
        host.play("roll")
    host = host.let_bot("roll").stand_in(0, None)
    assert host.match.bot is None
    assert host.play("enter chance").match.turn.seat == 1


def test_it_is_noted_once_and_only_for_people() -> None:
    host = table().stand_in(1, "greedy")
    assert host.stand_in(1, "greedy").news == ()
    assert host.stand_in(0, None).news == ()
    with pytest.raises(BotSeat):
        host.stand_in(2, "greedy")


def test_nothing_from_before_is_taken_back() -> None:
    """Neither by who came back what the bot has decided, nor by the bot what the person has."""
    host = table().play("roll").play("enter chance")
    assert host.match.undoable == 0
    assert host.stand_in(0, "greedy").match.undoable is None
    assert host.stand_in(0, "greedy").stand_in(0, None).match.undoable is None


def test_dice_that_were_to_be_typed_fall_from_the_seal() -> None:
    host = table(by_hand=True).play("roll")
    assert host.match.real_dice_due
    host = host.stand_in(0, "greedy")
    assert not host.match.real_dice_due
    assert host.match.legal_moves


def test_a_file_holds_who_played() -> None:
    host = played_out(table().stand_in(0, "greedy").let_bot("roll").stand_in(0, None).stand_in(1, "careful"))
    again = parse_match(format_match(host.match))
    assert again.events == host.match.events
    assert again.stand_ins == ((1, "careful"),)
    assert again.stood_in_for == {0, 1}


@pytest.mark.parametrize("line", ["D bot greedy", "H back", "C bot greedy"])
def test_a_file_with_a_seat_that_is_none_of_a_person_is_refused(line: str) -> None:
    head = format_match(table().play("roll").match).splitlines()[:-1]
    lines = [each.rsplit(" #", 1)[0] for each in head]
    with pytest.raises(BadMatch):
        parse_match("".join(checked([*lines, line, "open 3"])))


def test_a_bot_that_nobody_knows_is_refused_before_it_has_to_play() -> None:
    match = table().stand_in(1, "of_another_release").match
    with pytest.raises(UnknownBot):
        check_known(match.bots, match.header.game)
    check_known(table().stand_in(1, "greedy").match.bots, match.header.game)


def test_a_bot_s_mistakes_come_back_to_nobody() -> None:
    found = review(played_out(new_match("kniffel", ["Ada", "Ben"], first=0).stand_in(1, "greedy")).match)
    assert mistakes(found, 0)
    assert mistakes(found, 1) == []


def test_results_with_a_bot_s_help_are_no_ones_record() -> None:
    helped = played_out(new_match("kniffel", ["Ada", "Ben"], first=0).stand_in(1, "greedy"))
    assert [score.seat for score in scores_of(helped.match, 0)] == [0]
    assert record_of(helped.match, 0, Past()) is not None
    assert record_of(helped.match, 1, Past()) is None
