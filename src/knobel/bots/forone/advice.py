"""What every move of a decision is worth to the strong player: see `ends`."""

import numpy as np

from knobel.bots.forone.arrays import ForOneRules, Ints
from knobel.bots.forone.ends import ROLLS, RoundEnd, estimates_by_ends, round_end, seed_of
from knobel.bots.forone.evaluation import evaluate_round
from knobel.bots.forone.network import ForOneNet
from knobel.bots.forone.players import player
from knobel.bots.forone.rounds import waiting_dice
from knobel.bots.forone.search import choose
from knobel.bots.forone.simulator import ForOnePosition, begin_round, copy, over, points, position_of, roll
from knobel.bots.forone.workspace import ForOneWorkspace, highest, workspace
from knobel.bots.protocols import MoveEstimate
from knobel.compiled import Floats, begin, fast_bare
from knobel.rules.core import Decide
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard


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
    return estimates_by_ends(game, state, node, best_end, after_rolls)


def best_end(game: ForOne, state: RowsCard) -> RoundEnd:
    """The best end of the round that a position can come to, by the network."""
    encoding, net = player(game, "strong")
    work = workspace(best=1)
    dice = waiting_dice(game, state)
    work.dice[: len(dice)] = dice
    evaluate_round(encoding.rules, net, work, position_of(game, encoding, state), len(dice))
    return round_end(game, work.best.at[0].tolist(), float(work.best.value[0]))


def after_rolls(game: ForOne, at: tuple[int, ...]) -> list[float]:
    """What the best is worth that can be made of each of some rolls."""
    encoding, net = player(game, "strong")
    found = np.zeros(ROLLS, np.float32)
    best_after_rolls(encoding.rules, net, workspace(), np.array(at, np.int32), seed_of(game), found)
    values: list[float] = found.tolist()
    return values


def results(game: ForOne, state: RowsCard, games: int) -> Ints:
    """The points of games that the strong player plays on from a position, whose round it ends as well as it can."""
    encoding, net = player(game, "strong")
    end, found = best_end(game, state), np.zeros(games, np.int32)
    at = np.array(end.at, np.int32)
    play_on(encoding.rules, net, workspace(), workspace(), at, seed_of(game), found)
    return found
