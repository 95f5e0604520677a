"""What every game has to fulfil, whatever its engine: checks for those of the registry and for those from outside."""

import json
from random import Random
from typing import Any

import pytest

from knobel import Decide, Draw, Game, IllegalMove, Move, Over, find, fold, format_position, parse_position
from knobel.rules import GAMES
from knobel.rules.views import plain
from tests.playing import random_match, walk

MASKS = ("keep ", "chip ")  # chosen die by die on a screen, so not all of them are spelled out in a view


def check_positions(game: Game[Any], luck: Random) -> None:
    """It ends; there is always something to do; views are JSON and offer exactly what is legal; points stay in
    bounds; positions and moves are twins of their texts."""
    again = next(kind for kind in GAMES if kind.key == game.spec.key).build(game.spec)
    assert again is not game
    assert (again, hash(again)) == (game, hash(game)), "hosts remember things by the game"
    least, most = game.bounds
    turn = decisions = 0
    told: set[Move] = set()
    for state, node in walk(game, luck):
        assert game.turn(state) >= turn, "finished turns never become fewer"
        turn = game.turn(state)
        assert turn <= game.turns
        assert parse_position(format_position(game, state)) == (game, state)
        view = plain(game.view(state))
        assert json.loads(json.dumps(view)) == view
        assert view["over"] == isinstance(node, Over)
        legal: set[Move] = set()
        match node:
            case Decide(moves):
                assert moves
                legal = set(moves)
                assert len(legal) == len(moves)
                assert all(Move.parse(str(move)) == move for move in legal - told)
                told |= legal
                decisions += 1
            case Draw(urns=urns):
                assert urns
                assert all(urn.faces and len(set(urn.faces)) == len(urn.faces) for urn in urns)
                assert len({urn.die for urn in urns}) == len(urns)
            case Over(points):
                assert least <= points <= most
                assert points == game.points(state) == view["points"]
        _check_offers(view, {str(move) for move in legal})
    assert decisions > 0


def _check_offers(view: dict[str, Any], legal: set[str]) -> None:
    offered = set(move_texts(view))
    assert offered <= legal
    assert all(text.startswith(MASKS) for text in legal - offered)


def move_texts(value: object) -> list[str]:
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
                found.extend(move_texts(item))
    elif isinstance(value, list):
        for item in value:
            found.extend(move_texts(item))
    return found


def check_matches(spec: str, seed: int) -> None:
    """The same seed and moves give the same log, and folding the log gives what was played live."""
    seats = min(2, find(spec).players[1])
    live, _ = random_match(spec, Random(seed), seats=seats, undo=0.1)
    again, _ = random_match(spec, Random(seed), seats=seats, undo=0.1)
    assert live.events == again.events
    folded = fold(live.header, live.events)
    assert folded == live
    assert folded.ranking == again.ranking


def check_refusals(game: Game[Any]) -> None:
    """What is not legal is refused at every position, with a reason in both languages."""
    tried = ("roll", "draw", "keep 1", "enter chance", "put 9 ones", "leave 1", "score ones", "place z9", "end")
    for state, node in walk(game, Random(5)):
        legal = node.moves if isinstance(node, Decide) else ()
        for text in tried:
            move = Move.parse(text)
            if move in legal:
                continue
            with pytest.raises(IllegalMove) as refused:
                game.play(state, move)
            assert text in refused.value.say("de")
            assert text in refused.value.say("en")
