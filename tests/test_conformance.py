"""What every game of the registry has to fulfil, with every level and house rule, without exceptions."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import Decide, Draw, IllegalMove, Move, Over, find, fold, format_position, parse_position
from knobel.rules.views import plain
from tests.playing import EVERY_SPEC, random_match, walk

every_game = pytest.mark.parametrize("spec", EVERY_SPEC)


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_random_play(spec: str, seed: int) -> None:
    """It ends; there is always something to do; views are JSON; points stay in bounds; positions round-trip."""
    game = find(spec)
    assert hash(game) == hash(find(spec)), "hosts remember things by the game"
    least, most = game.bounds
    turn = decisions = 0
    for state, node in walk(game, Random(seed)):
        assert game.turn(state) >= turn, "finished turns never become fewer"
        turn = game.turn(state)
        assert turn <= game.turns
        assert parse_position(format_position(game, state)) == (game, state)
        view = plain(game.view(state))
        assert json.loads(json.dumps(view)) == view
        assert view["over"] == isinstance(node, Over)
        match node:
            case Decide(moves):
                assert moves
                assert len(set(moves)) == len(moves)
                assert all(Move.parse(str(move)) == move for move in moves)
                decisions += 1
            case Draw(urns=urns):
                assert urns
                assert all(urn.faces and len(set(urn.faces)) == len(urn.faces) for urn in urns)
                assert len({urn.die for urn in urns}) == len(urns)
            case Over(points):
                assert least <= points <= most
                assert points == game.points(state) == view["points"]
    assert decisions > 0


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_moves_offered_by_the_view_are_legal(spec: str, seed: int) -> None:
    game = find(spec)
    for state, node in walk(game, Random(seed)):
        legal = {str(move) for move in node.moves} if isinstance(node, Decide) else set()
        offered = set(_move_texts(plain(game.view(state))))
        assert offered <= legal
        assert legal - offered <= {text for text in legal if text.startswith(("keep ", "chip "))}


def _move_texts(value: object) -> list[str]:
    """Everything in a view that is put where moves belong."""
    found: list[str] = []
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "values":  # of a sentence, which may have placeholders of any name
                continue
            if key in ("move", "strike", "score") and isinstance(item, str):
                found.append(item)
            elif key == "actions":
                found.extend(item)
            elif key == "takes":
                found.extend(item.values())
            else:
                found.extend(_move_texts(item))
    elif isinstance(value, list):
        for item in value:
            found.extend(_move_texts(item))
    return found


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_same_seed_and_moves_same_log_and_fold_equals_live(spec: str, seed: int) -> None:
    seats = min(2, find(spec).players[1])
    live, _ = random_match(spec, Random(seed), seats=seats, undo=0.1)
    again, _ = random_match(spec, Random(seed), seats=seats, undo=0.1)
    assert live.events == again.events
    folded = fold(live.header, live.events)
    assert folded == live
    assert folded.ranking == again.ranking


@every_game
def test_refused_moves_say_why_in_both_languages(spec: str) -> None:
    game = find(spec)
    for state, node in walk(game, Random(5)):
        legal = node.moves if isinstance(node, Decide) else ()
        for text in (
            "roll",
            "draw",
            "keep 1",
            "enter chance",
            "put 9 ones",
            "leave 1",
            "score ones",
            "place z9",
            "end",
        ):
            move = Move.parse(text)
            if move in legal:
                continue
            with pytest.raises(IllegalMove) as refused:
                game.play(state, move)
            assert text in refused.value.say("de")
            assert text in refused.value.say("en")
