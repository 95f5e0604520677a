"""What every move of a decision is worth to the strong player.

A move is worth what the best end of the round is worth that it can lead to. Ends are valued by the network; the best of
them again, as in `search`, by the mean over rolls of the best that can be made of each. All ends of a round get the
same rolls, so that they can be compared, and the moves of a round agree with each other.
"""

from typing import NamedTuple
from zlib import crc32

import numpy as np

from knobel.bots.forone.arrays import YELLOW_FACE, ForOneRules, Ints
from knobel.bots.forone.evaluation import evaluate_round
from knobel.bots.forone.network import ForOneNet
from knobel.bots.forone.players import player
from knobel.bots.forone.search import choose
from knobel.bots.forone.simulator import (
    ForOnePosition,
    begin_round,
    copy,
    over,
    points,
    position_of,
    roll,
    sort_dice,
)
from knobel.bots.forone.workspace import ForOneWorkspace, highest, workspace
from knobel.bots.protocols import MoveEstimate
from knobel.compiled import Floats, begin, fast_bare
from knobel.rules.core import Decide
from knobel.rules.forone import END, ForOne
from knobel.rules.rows import WAITING, RowsCard

LOOKED_AT = 8  # ends of the round that are valued by rolls
MARGIN = 8.0  # points an end may seem worse than the best one and still be looked at
ROLLS = 96
# Measured by `python -m bench.value_errors`:
NETWORK_ERROR = 5.4  # of the network alone
LOOKED_ERROR = 5.0  # of the network after a roll


class RoundEnd(NamedTuple):
    """A position after which the next dice are rolled, or the last one."""

    at: ForOnePosition
    value: float
    over: bool


@fast_bare
def best_after_rolls(
    rules: ForOneRules, net: ForOneNet, deeper: ForOneWorkspace, end: ForOnePosition, seed: int, found: Floats
) -> None:
    """For some rolls after the end of a round, what the best that can be made of them is worth."""
    for sample in range(len(found)):
        begin(deeper.stream, seed, sample)
        copy(end, deeper.now)
        begin_round(rules, deeper.now)
        evaluate_round(rules, net, deeper, deeper.now, roll(rules, deeper.now, deeper.dice, deeper.stream))
        found[sample] = deeper.best.value[highest(deeper.best)]


@fast_bare
def play_on(
    rules: ForOneRules, net: ForOneNet, work: ForOneWorkspace, deeper: ForOneWorkspace, end: ForOnePosition,
    seed: int, results: Ints,
) -> None:  # fmt: skip
    """The points of games played on from the end of a round by the strong player without search."""
    for game in range(len(results)):
        begin(work.stream, seed, game)
        copy(end, work.now)
        while not over(rules, work.now):
            begin_round(rules, work.now)
            dice = roll(rules, work.now, work.dice, work.stream)
            copy(work.best.at[choose(rules, net, work, deeper, work.now, dice, False)], work.now)
        results[game] = points(rules, work.now)


def estimates(game: ForOne, state: RowsCard, node: Decide) -> list[MoveEstimate]:
    """Every move with its value, as points at the end of the game."""
    ends = [best_end(game, state if move.verb == "roll" else game.play(state, move)) for move in node.moves]
    if END in node.moves:
        at = node.moves.index(END)
        ends[at] = ends[at]._replace(value=float(game.points(state)), over=True)
    different = {end.at.tobytes(): end for end in sorted(ends, key=lambda end: end.value)}
    ranked = sorted(different.values(), key=lambda end: -end.value)[:LOOKED_AT]
    known = {
        end.at.tobytes(): valued(game, end) for end in ranked if not end.over and end.value > ranked[0].value - MARGIN
    }
    found = []
    for move, end in zip(node.moves, ends, strict=True):
        value, error = known.get(end.at.tobytes(), (end.value, NETWORK_ERROR)) if not end.over else (end.value, 0.0)
        found.append(MoveEstimate(move, value, error))
    return found


def best_end(game: ForOne, state: RowsCard) -> RoundEnd:
    """The best end of the round that a position can come to, by the network."""
    encoding, net = player(game, "strong")
    work = workspace(best=1)
    dice = [face - 1 for face in state.waiting]
    if state.yellow == WAITING:
        dice.append(YELLOW_FACE + state.shows - 1)
    work.dice[: len(dice)] = dice
    sort_dice(encoding.rules, work.dice, len(dice))
    evaluate_round(encoding.rules, net, work, position_of(game, encoding, state), len(dice))
    at = work.best.at[0].copy()
    return RoundEnd(at, float(work.best.value[0]), bool(over(encoding.rules, at)))


def valued(game: ForOne, end: RoundEnd) -> tuple[float, float]:
    """The value of the end of a round by the mean over rolls, and its standard error."""
    encoding, net = player(game, "strong")
    found = np.zeros(ROLLS, np.float32)
    best_after_rolls(encoding.rules, net, workspace(), end.at, _seed(game), found)
    return float(found.mean()), float(np.hypot(found.std(ddof=1) / ROLLS**0.5, LOOKED_ERROR))


def results(game: ForOne, state: RowsCard, games: int) -> Ints:
    """The points of games that the strong player plays on from a position, whose round it ends as well as it can."""
    encoding, net = player(game, "strong")
    end, found = best_end(game, state), np.zeros(games, np.int32)
    play_on(encoding.rules, net, workspace(), workspace(), end.at, _seed(game), found)
    return found


def _seed(game: ForOne) -> int:
    """The same rolls for all positions of a level, so that they can be compared."""
    return crc32(str(game.spec).encode())
