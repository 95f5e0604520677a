"""The simulator plays by the rules: random games on every level, in step with the rules themselves."""

from random import Random

import numpy as np
import pytest

from knobel.bots.forone.arrays import ForOneEncoding, encoding_of
from knobel.bots.forone.evaluation import evaluate_round
from knobel.bots.forone.features import BEHIND
from knobel.bots.forone.network import net_of, parameter_count
from knobel.bots.forone.rounds import ACTED, FREE_SCORING, LINES, ONE_A_ROUND, YELLOW_FACE
from knobel.bots.forone.simulator import (
    ForOnePosition,
    begin_round,
    lay,
    leave,
    may_roll,
    may_score,
    must_score,
    points,
    position_of,
    score,
    sort_dice,
    start,
    stuck,
)
from knobel.bots.forone.workspace import ForOneWorkspace, workspace
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide, Draw, Move, Over
from knobel.rules.forone import END, ROLL, ForOne
from knobel.rules.rows import WAITING, RowsCard
from tests.thoroughness import LONG

LEVELS = level_numbers("forone")
GAMES, LISTED = (20, 4) if LONG else (1, 1)  # games, and how many rounds of each have all their outcomes listed


def dice_of(state: RowsCard) -> list[int]:
    """The waiting dice as columns of a fill."""
    yellow = [YELLOW_FACE + state.shows - 1] if state.yellow == WAITING else []
    return [*(face - 1 for face in state.waiting), *yellow]


def all_outcomes(encoding: ForOneEncoding, work: ForOneWorkspace, at: ForOnePosition, dice: list[int]) -> set[bytes]:
    """Every position the dice can be laid to. A card on which a row was already scored this round, and only one may be,
    has no scoring to think about."""
    settings = encoding.rules.settings.copy()
    settings[FREE_SCORING] = settings[ONE_A_ROUND] = 1
    rules = encoding.rules._replace(settings=settings)
    at = at.copy()
    at[ACTED] = 1
    work.dice[: len(dice)] = dice
    sort_dice(rules, work.dice, len(dice))
    net = net_of(encoding, np.zeros(parameter_count(len(rules.fill) + BEHIND), np.float32))
    evaluate_round(rules, net, work, at, len(dice))
    listed = work.placed.at[: work.placed.filled[0]].copy()
    assert len(listed) < len(work.placed.at)
    listed[:, ACTED] = 0
    return {one.tobytes() for one in listed}


def check_scoring(game: ForOne, encoding: ForOneEncoding, state: RowsCard, node: Decide, at: ForOnePosition) -> None:
    """The same rows may be scored, with the same effect; rolling and ending are allowed alike."""
    rules = encoding.rules
    for row, line in enumerate(game.rows):
        move = Move("score", (line.key,))
        assert may_score(rules, at, row) == (move in node.moves), (state, line.key)
        if move in node.moves:
            after = at.copy()
            score(rules, after, row)
            assert after.tolist() == position_of(game, encoding, game.play(state, move, node)).tolist()
    assert may_roll(rules, at) == (ROLL in node.moves)
    assert (stuck(rules, at) and must_score(rules, at) == LINES) == (END in node.moves)
    if END in node.moves:
        assert points(rules, at) == game.points(game.play(state, END, node))


def step(game: ForOne, encoding: ForOneEncoding, at: ForOnePosition, move: Move) -> None:
    """The same move in the simulator."""
    match move:
        case Move("roll"):
            begin_round(encoding.rules, at)
        case Move("put" | "leave", (die, *place)):
            column = int(die[-1]) - 1 + YELLOW_FACE * die.startswith("y")
            if place:
                lay(encoding.rules, at, column, game.index[place[0]])
            else:
                leave(at, column)
        case Move("score", (key,)):
            score(encoding.rules, at, game.index[key])


@pytest.mark.parametrize("level", LEVELS)
def test_in_step(level: int) -> None:
    game, luck, work = find("forone", level=level), Random(level), workspace(placed=120_000)
    assert isinstance(game, ForOne)
    encoding = encoding_of(game)
    for number in range(GAMES):
        state, compared = game.start(), 0
        at = position_of(game, encoding, state)
        start(encoding.rules, at)
        while not isinstance(node := game.node(state), Over):
            if isinstance(node, Draw):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
                if compared < LISTED and state.round > 2 * number % 7:
                    compared += 1
                    expected = {position_of(game, encoding, after).tobytes() for after in game.placements(state)}
                    assert all_outcomes(encoding, work, at, dice_of(state)) == expected
                continue
            assert at.tolist() == position_of(game, encoding, state).tolist()
            assert points(encoding.rules, at) == game.points(state)
            if state.round and not state.placing:
                check_scoring(game, encoding, state, node, at)
            # Random players score everything at once; these hold on to their dice, so that cards fill up.
            patient = [move for move in node.moves if move.verb != "score"]
            move = luck.choice(patient if patient and luck.random() < 0.8 else node.moves)
            if move == END:
                break
            step(game, encoding, at, move)
            state = game.play(state, move, node)
