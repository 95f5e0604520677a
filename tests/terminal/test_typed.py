"""What may be typed: every legal move can be, garbage never breaks anything, faces and positions mean what they say."""

import tempfile
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.bots import BOTS
from knobel.errors import KnobelError
from knobel.rules import GAMES, find
from knobel.rules.core import Decide, Draw, Game, Move, Urn, move
from knobel.terminal import kit_of
from knobel.terminal.errors import Misread
from knobel.words import Words
from tests.terminal.driver import sit_down, then_leave, typed

KEYS = [kind.key for kind in GAMES]
LINES = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="0123456789#, kexrscu?", max_size=12),
    st.sampled_from(["", "u", "?", "? full", "card", "e", "k", "r", "s", "x", "chip", "out 1", "end", "c3"]),
    st.sampled_from(["e 1", "e 99", "x 2", "s 9 12", "#1 #2", "#0", "556", "full", "1 1, 2 2", "\x00", "\x1b[A"]),
)


def positions(key: str, luck: Random) -> list[tuple[Game[Any], Any, Decide]]:
    """Every decision of one game played at random."""
    game = find(key)
    state, found = game.start(), []
    while True:
        match game.node(state):
            case Decide() as node:
                found.append((game, state, node))
                state = game.play(state, BOTS["random"](game, state, node, luck))
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case _:
                return found


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("key", KEYS)
def test_every_legal_move_can_be_typed(key: str, lang: str) -> None:
    luck = Random(key)
    for game, state, node in positions(key, luck):
        for legal in luck.sample(node.moves, min(12, len(node.moves))):
            for by_name in (True, False):
                line = typed(legal, game, lang, by_name=by_name)
                if line or legal in (move("roll"), move("draw")):
                    assert kit_of(game).read(line, game, state, Words(lang))[0] == legal or line == ""


@pytest.mark.parametrize("key", KEYS)
@given(lines=st.lists(LINES, max_size=25), lang=st.sampled_from(["de", "en"]), plain=st.booleans(), real=st.booleans())
def test_garbage_at_every_prompt(key: str, lines: list[str], lang: str, plain: bool, real: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_HOME", folder)
        woven = [word for line in lines for word in ("", line)]
        _, sitting = sit_down(key, then_leave(woven), lang, plain=plain, real_dice=real)
        sitting.play()


@given(line=st.text(max_size=40), seed=st.integers(0, 9), key=st.sampled_from(KEYS))
def test_only_our_own_errors(line: str, seed: int, key: str) -> None:
    game, state, _ = Random(seed).choice(positions(key, Random(seed)))
    try:
        moves = kit_of(game).read(line, game, state, Words("de"))
    except Misread:
        return
    assert all(isinstance(one, Move) for one in moves)
    with suppress(KnobelError):
        for one in moves:
            state = game.play(state, one)


def thrown(key: str, *dice: int) -> tuple[Game[Any], Any]:
    game = find(key)
    return game, game.draw(game.play(game.start(), move("roll")), dice)


def read(line: str, key: str, *dice: int, lang: str = "de") -> str:
    game, state = thrown(key, *dice)
    return str(kit_of(game).read(line, game, state, Words(lang))[0])


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("5 5", "keep 01100"),
        ("55", "keep 01100"),
        ("5,5,6", "keep 01101"),
        ("5", "keep 01000"),
        ("#1 #3", "keep 10100"),
        ("#1 3", "keep 10100"),
        ("#13", "keep 10100"),
        ("k 6", "keep 00001"),
        ("behalte 6", "keep 00001"),
        ("r", "keep 00000"),
        ("w 5 5", "keep 10011"),
        ("r #1", "keep 01111"),
        ("e 9", "enter full_house"),
        ("e9", "enter full_house"),
        ("full", "enter full_house"),
        ("FULL HOUSE", "enter full_house"),
        ("full_house", "enter full_house"),
        ("kleine strasse", "enter small_straight"),
        ("große", "enter large_straight"),
        ("fuenfer", "enter fives"),
        ("funf", "enter fives"),
        ("eintragen chance", "enter chance"),
        ("x kniffel", "enter kniffel"),
    ],
)
def test_lines_of_a_pad_game(line: str, meant: str) -> None:
    assert read(line, "kniffel", 1, 5, 5, 2, 6) == meant


@pytest.mark.parametrize("line", ["k", "keep", "behalte", "b "])
def test_keep_without_dice_throws_nothing(line: str) -> None:
    """No throw can be taken back, so a line that was sent too early must not cost one."""
    with pytest.raises(Misread) as refused:
        read(line, "kniffel", 1, 5, 5, 2, 6)
    assert "w allein wirft alle" in refused.value.say("de")
    assert "r alone throws all" in refused.value.say("en")


def test_unlike_dice_are_told_apart() -> None:
    with pytest.raises(Misread, match="#5, #6"):
        read("5", "extreme", 1, 2, 3, 4, 5, 5)
    assert read("5 5", "extreme", 1, 2, 3, 4, 5, 5) == "keep 000011"
    assert read("10", "extreme", 1, 2, 3, 4, 5, 0) == "keep 100001"
    assert read("10 oder", "extreme", 1, 2, 3, 4, 5, 0) == "enter ten_or_less"
    with pytest.raises(Misread, match="could be Dreier, Dreierpasch, Drei Paare"):
        read("drei", "extreme", 1, 2, 3, 4, 5, 5)


def test_after_the_last_throw_a_number_is_a_box() -> None:
    game, state = thrown("extreme", 1, 2, 3, 4, 5, 0)
    for _ in range(2):
        state = game.draw(game.play(state, move("keep", "111110")), (0,))
    words = Words("en")
    assert kit_of(game).read("5", game, state, words) == (move("enter", "fives"),)
    assert kit_of(game).read("chip 1 2", game, state, words) == (move("chip", "110000"),)
    for line in ("1 2", "k 1", "#1"):
        with pytest.raises(Misread, match="chip"):
            kit_of(game).read(line, game, state, words)


def test_rows_take_several_dice() -> None:
    game = find("forone")
    state = game.draw(game.play(game.start(), move("roll")), (6, 6, 1, 2, 3))
    words = Words("de")
    meant = [str(one) for one in kit_of(game).read("6 6 kniffel, 1 klein; 2 10", game, state, words)]
    assert meant == ["put 6 kniffel", "put 6 kniffel", "put 1 small_straight", "put 2 small_straight"]
    assert str(kit_of(game).read("6 6", game, state, words)[0]) == "put 6 sixes"


def test_the_yellow_die_is_typed_with_its_letter_or_alone_where_that_is_clear() -> None:
    game = find("forone:21")
    state = game.draw(game.play(game.start(), move("roll")), (6, 6, 1, 2, 3))
    words = Words("de")
    for line in ("g3 kniffel", "y3 kniffel", "3 kniffel"):
        assert kit_of(game).read(line, game, state, words) == (move("put", "y3", "kniffel"),)
    both = game.draw(game.play(game.start(), move("roll")), (6, 6, 1, 2, 6))
    assert kit_of(game).read("6 y6 kniffel", game, both, words) == (
        move("put", "6", "kniffel"),
        move("put", "y6", "kniffel"),
    )


def test_a_level_that_asks_for_a_scoring_says_so() -> None:
    game = find("forone:19")
    state = game.parse({"rows": "1,2,3,4,5" + ",-" * 8, "supply": "12", "out": "0", "round": "1"})
    with pytest.raises(Misread, match="has to be scored"):
        kit_of(game).read("", game, state, Words("en"))


def test_cards_from_a_real_table() -> None:
    node = Draw(0, 1, (Urn(0, ("a1", "b4")),))
    for line in ("b4", "Bl 4", "blau4", "blue 4", "BLAU 4"):
        assert kit_of(find("numberup")).read_draw(line, node, Words("de")) == ("b4",)


HELD = ("a1", "b4", "c3", "d2", "f5")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("2 c3", "place c3 b4"),
        ("#2 c3", "place c3 b4"),
        ("2 3c", "place c3 b4"),
        ("b4 c3", "place c3 b4"),
        ("blau 4 C3", "place c3 b4"),
        ("Or5 d4", "place d4 f5"),
        ("weg 1", "discard a1"),
        ("out blue 4", "discard b4"),
    ],
)
def test_a_hand_of_cards(line: str, meant: str) -> None:
    game = find("numberup:20")
    state = replace(game.start(), hand=HELD)
    assert [str(one) for one in kit_of(game).read(line, game, state, Words("de"))] == [meant]


@pytest.mark.parametrize("line", ["c3", "6 c3", "0 c3", "rosa 4 c3", "2", "weg", "weg 7"])
def test_a_hand_of_cards_misread(line: str) -> None:
    game = find("numberup:20")
    with pytest.raises(Misread):
        kit_of(game).read(line, game, replace(game.start(), hand=HELD), Words("de"))


def test_one_card_needs_no_name() -> None:
    game = find("numberup:9")
    state = replace(game.start(), hand=("a1",))
    for line, meant in (("c3", "place c3"), ("3c", "place c3"), ("C 3", "place c3"), ("raus", "discard")):
        assert [str(one) for one in kit_of(game).read(line, game, state, Words("en"))] == [meant]
    with pytest.raises(Misread):
        kit_of(game).read("1 c3", game, state, Words("en"))
