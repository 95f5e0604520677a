"""Texts and their twins: what is written reads back, and damage is named with its line."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import (
    KnobelError,
    Move,
    Seat,
    find,
    format_match,
    parse_match,
    parse_position,
    read_sheet,
)
from knobel.errors import BadMatch, BadMove, BadPosition
from tests.playing import EVERY_SPEC, moved, opened, random_match
from tests.thoroughness import glimpse

WORDS = st.from_regex(r"[a-z0-9_]{1,12}", fullmatch=True)


@given(st.builds(Move, WORDS, st.lists(WORDS, max_size=3).map(tuple)))
def test_moves_are_twins(move: Move) -> None:
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize("text", ["", " ", "enter  chance", "enter chance ", "größe", "a" * 81, "enter\nchance", "a;b"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadMove):
        Move.parse(text)


@pytest.mark.parametrize("spec", glimpse(EVERY_SPEC, 6))
@given(seed=st.integers(0, 2**32), stop=st.integers(0, 60))
def test_matches_are_twins_finished_or_not(spec: str, seed: int, stop: int) -> None:
    luck = Random(seed)
    seats = luck.randint(1, min(3, find(spec).players[1]))
    match, seal = opened(find(spec), [Seat(f"Ä {seat}", "greedy" if seat else None) for seat in range(seats)])
    for _ in range(stop):
        if match.over:
            break
        match = moved(match, seal, luck.choice(match.turn.node.moves))  # type: ignore[union-attr]
    assert parse_match(format_match(match)) == match


def finished() -> str:
    return format_match(random_match("kniffel", Random(8), seats=2, undo=0.2)[0])


def line_of(error: BadMatch) -> object:
    return error.details["line"]


@given(st.data())
def test_a_changed_line_is_named(data: st.DataObject) -> None:
    lines = finished().split("\n")
    number = data.draw(st.sampled_from([i for i, line in enumerate(lines) if line and i > 0]))
    position = data.draw(st.integers(0, len(lines[number]) - 1))
    letter = data.draw(st.sampled_from("abcxyz019 #="))
    if lines[number][position] == letter:
        return
    lines[number] = lines[number][:position] + letter + lines[number][position + 1 :]
    with pytest.raises(BadMatch) as caught:
        parse_match("\n".join(lines))
    assert line_of(caught.value) == number + 1


@given(st.integers(1, 2000))
def test_a_truncated_file_is_refused(cut: int) -> None:
    text = finished()
    with pytest.raises(BadMatch) as caught:
        parse_match(text[:-cut])
    assert caught.value.say("de")


def test_a_missing_line_is_named() -> None:
    lines = finished().split("\n")
    del lines[30]
    with pytest.raises(BadMatch) as caught:
        parse_match("\n".join(lines))
    assert line_of(caught.value) == 31


def test_an_unknown_version() -> None:
    with pytest.raises(BadMatch, match="line 1: version 7 is not known, only 1"):
        parse_match(finished().replace("knobel match 1", "knobel match 7", 1))
    with pytest.raises(BadPosition, match="version 2 is not known"):
        parse_position("knobel 2 kniffel boxes=-,-,-,-,-,-,-,-,-,-,-,-,-")


def rechecked(lines: list[str]) -> str:
    """The lines with fresh running checks: a forger who knows the format."""
    from knobel.match.notation import _checked

    return "".join(_checked([line.rpartition(" #")[0] for line in lines[:-1]]))


@pytest.mark.parametrize(
    ("find_line", "replacement", "problem"),
    [
        ("games: ", "games: 9", "allowed are"),
        ("first: ", "first: Z", "allowed are"),
        ("rules: ", "rules: " + "0" * 64, "other rules"),
        ("faces: ", "faces: 1,2", "faces"),
        ("game: ", "game: chess", "no game"),
        ("A: ", "A: robot X", "header field"),
        ("A roll", "A roll = 9 9 9 9 9", "not possible"),
        ("A keep", "A nonsense", "not possible here"),
        ("A enter", "B enter ones", "turn"),
        ("seed ", "seed " + "0" * 64, "not the one that was promised"),
        ("end ", "end 3", "closing line"),
        ("end ", "open 3", "closing line"),
    ],
)
def test_a_forged_line_is_named_even_with_fresh_checks(find_line: str, replacement: str, problem: str) -> None:
    lines = finished().split("\n")
    number = next(i for i, line in enumerate(lines) if line.startswith(find_line) and i > 0)
    lines[number] = replacement + " #00000000"
    with pytest.raises(BadMatch, match=problem) as caught:
        parse_match(rechecked(lines))
    assert line_of(caught.value) == number + 1


GARBAGE = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200).map(lambda data: data.decode("latin-1")),
    st.from_regex(r"(knobel|match|1|kniffel|forone:1|boxes=|cells=|rows=|dice=|-|,|x5|\n| |=){0,40}", fullmatch=True),
)


@given(GARBAGE)
def test_garbage_gives_only_our_errors(text: str) -> None:
    for parse in (Move.parse, parse_position, parse_match, find, lambda text: read_sheet(text, "garbage.toml")):
        try:
            parse(text)
        except KnobelError as error:
            assert str(error)
            assert error.say("de")


@given(st.sampled_from(EVERY_SPEC), st.integers(0, 2**32), st.data())
def test_damaged_positions_give_only_our_errors(spec: str, seed: int, data: st.DataObject) -> None:
    from knobel import format_position
    from tests.playing import walk

    game = find(spec)
    states = [state for state, _ in walk(game, Random(seed))]
    line = format_position(game, data.draw(st.sampled_from(states)))
    position = data.draw(st.integers(0, len(line) - 1))
    damaged = line[:position] + data.draw(st.sampled_from("0123456789-,= xab")) + line[position + 1 :]
    try:
        _, state = parse_position(damaged)
    except KnobelError as error:
        assert error.say("de")
    else:
        game = find(damaged.split(" ")[2])
        game.node(state)
        game.view(state)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("knobel 1 kniffel boxes=1,2", "13 values"),
        ("knobel 1 kniffel boxes=7,-,-,-,-,-,-,-,-,-,-,-,-", "7 cannot stand in Ones"),
        ("knobel 1 kniffel boxes=-,-,-,-,-,-,-,-,-,-,-,-,- dice=1,2,3,4,7 roll=1", "7 is not among"),
        ("knobel 1 kniffel boxes=-,-,-,-,-,-,-,-,-,-,-,-,- dice=1,2,3,4,5 roll=4", "does not fit"),
        ("knobel 1 kniffel boxes=-,-,-,-,-,-,-,-,-,-,-,-,- dice=1,2,3,4,5", "does not fit"),
        ("knobel 1 kniffel boxes=-,-,-,-,-,-,-,-,-,-,-,-,- extra=7", "extra points"),
        ("knobel 1 kniffel boxes=-,-,-,-,-,-,-,-,-,-,-,-,- luck=7", "no such field"),
        ("knobel 1 extreme boxes=" + ",".join("-" * 22) + " chips=4", "within 0 to 3"),
        ("knobel 1 forone rows=" + ",".join("-" * 13) + " supply=16", "16 dice, not 17"),
        ("knobel 1 forone rows=2" + ",-" * 12 + " supply=16 round=1", "cannot lie in Ones"),
        ("knobel 1 numberup cells=a1" + ",-" * 24, "hang together"),
        ("knobel 1 numberup cells=" + "-," * 12 + "z9" + ",-" * 12, "no card of this level"),
        ("knobel 1 numberup cells=" + "-," * 12 + "a1" + ",-" * 12 + " hand=a1", "lies there twice"),
    ],
)
def test_impossible_positions_say_what_is_wrong(line: str, problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        parse_position(line)


OWN_CARD = """
key = "tiny"
name = { de = "Winzig", en = "Tiny" }
dice = ["d6", "d6", { faces = [0, 2, 4] }]
rolls = 2
[[boxes]]
key = "ones"
points = { number = 1 }
[[boxes]]
key = "all_of_it"
points = "total"
"""


def test_a_match_on_a_card_of_ones_own_carries_the_card() -> None:
    game = read_sheet(OWN_CARD, "tiny.toml")
    match, seal = opened(game, [Seat("A")])
    match = moved(match, seal, "roll", "keep 110", "enter all_of_it", "roll", "enter ones")
    again = parse_match(format_match(match))
    assert again == match
    assert again.header.game.name.say("de") == "Winzig"
