"""The twin plays by the rules: random games on every level, in step with the rules themselves."""

import os
from random import Random

import numpy as np
import pytest

from knobel.bots.forone.card import FREE_SCORING, LINES, ONE_A_ROUND, YELLOW_FACE, Atlas, atlas
from knobel.bots.forone.desk import Desk, desk
from knobel.bots.forone.network import BEHIND, size, views
from knobel.bots.forone.play import arrange
from knobel.bots.forone.turn import look
from knobel.bots.forone.twin import (
    ACTED,
    Position,
    begin,
    lay,
    leave,
    may_roll,
    may_score,
    must_score,
    points,
    position_of,
    score,
    stuck,
    take,
)
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide, Draw, Move, Over
from knobel.rules.forone import END, ROLL, ForOne
from knobel.rules.rows import WAITING, RowsCard

LEVELS = level_numbers("forone")
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
GAMES, LISTED = (20, 4) if LONG else (3, 1)  # games, and how many rounds of each have all their outcomes listed


def dice_of(state: RowsCard) -> list[int]:
    """The waiting dice as columns of a fill."""
    yellow = [YELLOW_FACE + state.shows - 1] if state.yellow == WAITING else []
    return [*(face - 1 for face in state.waiting), *yellow]


def all_outcomes(map_: Atlas, room: Desk, at: Position, dice: list[int]) -> set[bytes]:
    """Every position the dice can be laid to. A card on which a row was already scored this round, and only one may be,
    has no scoring to think about."""
    rule = map_.card.rule.copy()
    rule[FREE_SCORING] = rule[ONE_A_ROUND] = 1
    card = map_.card._replace(rule=rule)
    at = at.copy()
    at[ACTED] = 1
    room.dice[: len(dice)] = dice
    arrange(card, room.dice, len(dice))
    net = views(np.zeros(size(len(card.fill) + BEHIND), np.float32), len(card.fill) + BEHIND)
    look(card, net, room, at, len(dice))
    listed = room.placed.at[: room.placed.filled[0]].copy()
    assert len(listed) < len(room.placed.at)
    listed[:, ACTED] = 0
    return {one.tobytes() for one in listed}


def check_scoring(game: ForOne, map_: Atlas, state: RowsCard, node: Decide, at: Position) -> None:
    """The same rows may be scored, with the same effect; rolling and ending are allowed alike."""
    card = map_.card
    for row, line in enumerate(game.rows):
        move = Move("score", (line.key,))
        assert may_score(card, at, row) == (move in node.moves), (state, line.key)
        if move in node.moves:
            after = at.copy()
            score(card, after, row)
            assert after.tolist() == position_of(game, map_, game.play(state, move, node)).tolist()
    assert may_roll(card, at) == (ROLL in node.moves)
    assert (stuck(card, at) and must_score(card, at) == LINES) == (END in node.moves)
    if END in node.moves:
        assert points(card, at) == game.points(game.play(state, END, node))


def step(game: ForOne, map_: Atlas, at: Position, move: Move) -> None:
    """The same move on the twin."""
    match move:
        case Move("roll"):
            take(map_.card, at)
        case Move("put" | "leave", (die, *place)):
            column = int(die[-1]) - 1 + YELLOW_FACE * die.startswith("y")
            if place:
                lay(map_.card, at, column, game.index[place[0]])
            else:
                leave(at, column)
        case Move("score", (key,)):
            score(map_.card, at, game.index[key])


@pytest.mark.parametrize("level", LEVELS)
def test_in_step(level: int) -> None:
    game, luck, room = find("forone", level=level), Random(level), desk(placed=120_000)
    assert isinstance(game, ForOne)
    map_ = atlas(game)
    for number in range(GAMES):
        state, compared = game.start(), 0
        at = position_of(game, map_, state)
        begin(map_.card, at)
        while not isinstance(node := game.node(state), Over):
            if isinstance(node, Draw):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
                if compared < LISTED and state.round > 2 * number % 7:
                    compared += 1
                    expected = {position_of(game, map_, after).tobytes() for after in game.placements(state)}
                    assert all_outcomes(map_, room, at, dice_of(state)) == expected
                continue
            assert at.tolist() == position_of(game, map_, state).tolist()
            assert points(map_.card, at) == game.points(state)
            if state.round and not state.placing:
                check_scoring(game, map_, state, node, at)
            # Random players score everything at once; these hold on to their dice, so that cards fill up.
            patient = [move for move in node.moves if move.verb != "score"]
            move = luck.choice(patient if patient and luck.random() < 0.8 else node.moves)
            if move == END:
                break
            step(game, map_, at, move)
            state = game.play(state, move, node)
