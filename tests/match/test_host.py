"""The one step of every host: dice that are due, the secret at the end, whose seat and whose dice."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import Host, Match, Seat, find, fold, format_match, new_match, parse_match, verify
from knobel.bots.greedy import greedy
from knobel.errors import BadSeating, BotSeat, NoBot, NothingToUndo, NotYourTurn, SameName, StaleMove, WrongSource
from knobel.match.events import Drew, Played, Revealed, Switched, Undid
from knobel.rules.core import Decide, Draw, Over
from tests.playing import EVERY_SPEC
from tests.thoroughness import glimpse

TWO = (Seat("Anna"), Seat("Ben"))
TWINS = (Seat("Anna"), Seat("ANNA"))
WITH_BOT = (Seat("Anna"), Seat("Rob", "greedy"))


def test_a_move_brings_the_dice_that_answer_it() -> None:
    begun = new_match("kniffel", TWO, first=0)
    rolled = begun.play("roll")
    assert [type(event) for event in rolled.news] == [Played, Drew]
    assert begun.match.version == 0, "the host before is as it was"
    entered = rolled.play("enter chance")
    assert [type(event) for event in entered.news] == [Played]
    assert entered.match.turn.seat == 1


@pytest.mark.parametrize("spec", glimpse(EVERY_SPEC, 6))
@given(seed=st.integers(0, 2**32))
def test_whole_matches_end_with_the_secret_and_are_the_fold_of_their_news(spec: str, seed: int) -> None:
    luck, game = Random(seed), find(spec)
    seats = TWO if game.players[1] > 1 else TWO[:1]
    host = new_match(game, seats, games=2 if len(seats) > 1 and luck.random() < 0.2 else 1)
    news = list(host.news)
    while moves := host.match.legal_moves:
        host = host.undo() if host.match.undoable is not None and luck.random() < 0.1 else host.play(luck.choice(moves))
        news += host.news
    assert isinstance(host.match.turn.node, Over)
    assert isinstance(host.match.events[-1], Revealed)
    assert fold(host.match.header, news) == host.match
    assert verify(host.match).by_hand == 0


def test_a_stale_command_is_refused_whatever_it_is() -> None:
    host = new_match("kniffel", WITH_BOT, first=0, by_hand=True)
    acts: list[Callable[[], Host]] = [
        lambda: host.play("roll", at=0),
        lambda: host.dice((1, 2, 3, 4, 5), at=0),
        lambda: host.note("chance", 20, at=0),
        lambda: host.correct(0, "chance", 20, at=0),
        lambda: host.undo(at=0),
        lambda: host.switch(False, at=0),
        lambda: host.salt(0, "ab", at=0),
        lambda: host.let_bot("roll", at=0),
    ]
    for act in acts:
        with pytest.raises(StaleMove):
            act()


def test_people_do_not_play_for_bots_nor_bots_for_people() -> None:
    host = new_match("kniffel", WITH_BOT, first=0)
    with pytest.raises(NoBot):
        host.let_bot("roll")
    host = host.play("roll").play("enter chance")
    for seat in (None, 1):
        with pytest.raises(BotSeat):
            host.play("roll", seat)
    with pytest.raises(NotYourTurn):
        host.play("roll", 0)
    with pytest.raises(BadSeating):
        host.play("roll", 2)
    assert host.let_bot("roll").match.state.cards[1].dice


def test_real_dice_are_typed_and_answer_a_move_that_nobody_has_to_make() -> None:
    host = new_match("kniffel", TWO, first=0, by_hand=True)
    assert host.news == (Switched(True),)
    typed = host.dice((1, 2, 3, 4, 5))
    assert [type(event) for event in typed.news] == [Played, Drew]
    again = typed.dice((6,), move="keep 11110")
    assert again.match.state.cards[0].dice == (1, 2, 3, 4, 6)
    with pytest.raises(WrongSource):
        new_match("kniffel", TWO, first=0).dice((1, 2, 3, 4, 5))


def test_a_typed_throw_goes_back_in_one_step() -> None:
    host = new_match("kniffel", TWO, first=0, by_hand=True)
    back = host.dice((1, 2, 3, 4, 5)).undo()
    assert back.match.state == host.match.state
    kept = host.dice((1, 2, 3, 4, 5)).dice((6,), move="keep 11110").undo()
    assert isinstance(kept.match.turn.node, Draw), "the mistyped die is typed again"
    assert kept.dice((5,)).match.state.cards[0].dice == (1, 2, 3, 4, 5)
    assert isinstance(kept.undo().match.turn.node, Decide), "or other dice are kept"


def test_the_dice_of_a_bot_fall_from_the_seal_at_a_real_table() -> None:
    """Nobody could type them: the match would stand still."""
    host = new_match("kniffel", WITH_BOT, first=0, by_hand=True).dice((1, 2, 3, 4, 5)).play("enter chance")
    luck = Random(1)
    while host.match.bot:
        node = host.match.turn.node
        assert isinstance(node, Decide)
        host = host.let_bot(greedy(host.match.header.game, host.match.state.cards[1], node, luck))
    thrown = [event for event in host.match.events if isinstance(event, Drew)]
    assert {(event.seat, event.by_hand) for event in thrown} == {(0, True), (1, False)}
    assert not host.match.mixed, "people have thrown real dice only"
    assert host.match.correctable == (("chance",), ())


def test_even_the_throw_for_who_begins() -> None:
    host = new_match("kniffel", WITH_BOT, by_hand=True)
    while host.match.state.roll_off:
        host = host.let_bot("roll") if host.match.bot else host.dice((3,))
    assert not host.match.state.roll_off


def test_mixed_is_known_of_the_match() -> None:
    host = new_match("kniffel", TWO, first=0).play("roll").play("enter chance")
    assert not host.match.mixed
    mixed = host.switch(by_hand=True).note("chance", 20)
    assert mixed.match.mixed
    assert fold(mixed.match.header, mixed.match.events).mixed


def test_switching_back_to_the_seal_lets_fall_what_is_due() -> None:
    host = new_match("kniffel", TWO, first=0, by_hand=True)
    waiting = Host(host.match.append(0, "roll"), host.seal)
    assert isinstance(waiting.match.turn.node, Draw)
    assert [type(event) for event in waiting.switch(by_hand=False).news] == [Switched, Drew]
    assert waiting.switch(by_hand=True).news == (), "nothing has changed"


def test_undo_is_for_people_and_for_what_nothing_has_answered() -> None:
    host = new_match("kniffel", WITH_BOT, first=0)
    with pytest.raises(NothingToUndo):
        host.undo()
    entered = host.play("roll").play("enter chance")
    assert entered.match.undoable == 0
    with pytest.raises(NotYourTurn):
        entered.undo(1)
    assert entered.undo(0).news == (Undid(0),)
    bot = entered.let_bot("roll").let_bot("enter chance")
    assert bot.match.takebacks, "the bot's entry could be taken back …"
    assert bot.match.undoable is None, "… but it is not offered"
    with pytest.raises(NothingToUndo):
        bot.undo()


def test_with_real_dice_a_finished_match_stays_open_until_it_is_closed() -> None:
    host = new_match("numberup", ["Ada"], by_hand=True)
    luck = Random(5)
    while not host.match.over:
        node = host.match.turn.node
        if isinstance(node, Draw) or host.match.legal_moves[0].verb == "draw":
            waiting = node if isinstance(node, Draw) else host.match.append(0, "draw").turn.node
            assert isinstance(waiting, Draw)
            move = None if isinstance(node, Draw) else "draw"
            host = host.dice(tuple(luck.choice(urn.faces) for urn in waiting.urns), move=move)
        else:
            host = host.play(luck.choice(host.match.legal_moves))
    assert host.match.revealed is None
    assert host.end().match.revealed == host.seal.seed.hex()


def test_no_picture_of_a_host_tells_the_secret() -> None:
    host = new_match("kniffel", TWO).play("roll", 0)
    for shown in (repr(host), str(host), repr(host.match), repr(host.seal)):
        assert host.seal.seed.hex() not in shown
        assert repr(host.seal.seed) not in shown
    assert len(repr(host)) < 120


def test_two_cannot_have_one_name_at_a_new_table() -> None:
    for seats in (TWINS, (Seat("Zo\u00eb"), Seat("zoe\u0308")), (Seat("Rob"), Seat("rob", "greedy"))):
        with pytest.raises(SameName) as refused:
            new_match("kniffel", seats)
        assert refused.value.say("de") != refused.value.say("en")


def test_a_match_of_before_in_which_two_have_one_name_opens() -> None:
    header = replace(new_match("kniffel", TWO, first=0).match.header, seats=TWINS)
    match = Match.begin(header).append(0, "roll")
    assert parse_match(format_match(match)).header.seats == TWINS
