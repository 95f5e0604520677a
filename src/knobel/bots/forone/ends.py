"""What moves are worth by the ends of the round they can lead to, in plain Python, whoever reckons those.

A move is worth what the best end of the round is worth that it can lead to. Ends are valued by the network; the best of
them again, as in `search`, by the mean over rolls of the best that can be made of each. All ends of a round get the
same rolls, so that they can be compared, and the moves of a round agree with each other.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import hypot
from statistics import fmean, stdev
from typing import NamedTuple, TypeAlias
from zlib import crc32

from knobel.bots.forone.rounds import CLOSED, LINES, ROUND, SUPPLY
from knobel.bots.protocols import MoveEstimate
from knobel.rules.core import Decide
from knobel.rules.forone import END, ForOne
from knobel.rules.rows import RowsCard

LOOKED_AT = 8  # ends of the round that are valued by rolls
MARGIN = 8.0  # points an end may seem worse than the best one and still be looked at
ROLLS = 96
KEPT = 1024  # ends that were valued by rolls: those of a round come up again at each of its decisions
# Measured by `python -m bench.value_errors`:
NETWORK_ERROR = 5.4  # of the network alone
LOOKED_ERROR = 5.0  # of the network after a roll


class RoundEnd(NamedTuple):
    """A position after which the next dice are rolled, or the last one."""

    at: tuple[int, ...]
    value: float
    over: bool


AfterRolls: TypeAlias = Callable[[ForOne, tuple[int, ...]], Sequence[float]]
"""(game, end of a round) → what the best is worth that can be made of each of some rolls"""


def round_end(game: ForOne, at: Sequence[int], value: float) -> RoundEnd:
    over = at[CLOSED] == LINES or at[SUPPLY] < game.plan.thrown or at[ROUND] == game.plan.last_round
    return RoundEnd(tuple(at), value, over)


def estimates_by_ends(
    game: ForOne,
    state: RowsCard,
    node: Decide,
    best_end: Callable[[ForOne, RowsCard], RoundEnd],
    after_rolls: AfterRolls,
) -> list[MoveEstimate]:
    """Every move with its value, as points at the end of the game, by the best end of the round that a position can
    come to, and by what the best is worth that can be made of the rolls after it."""
    ends = [best_end(game, state if move.verb == "roll" else game.play(state, move)) for move in node.moves]
    if END in node.moves:
        at = node.moves.index(END)
        ends[at] = ends[at]._replace(value=float(game.points(state)), over=True)
    different = {end.at: end for end in sorted(ends, key=lambda end: end.value)}
    ranked = sorted(different.values(), key=lambda end: -end.value)[:LOOKED_AT]
    known = {
        end.at: _valued(game, end.at, after_rolls)
        for end in ranked
        if not end.over and end.value > ranked[0].value - MARGIN
    }
    found = []
    for move, end in zip(node.moves, ends, strict=True):
        value, error = known.get(end.at, (end.value, NETWORK_ERROR)) if not end.over else (end.value, 0.0)
        found.append(MoveEstimate(move, value, error))
    return found


@lru_cache(maxsize=KEPT)
def _valued(game: ForOne, at: tuple[int, ...], after_rolls: AfterRolls) -> tuple[float, float]:
    """The value of the end of a round by the mean over rolls, and its standard error."""
    found = after_rolls(game, at)
    return fmean(found), hypot(stdev(found) / len(found) ** 0.5, LOOKED_ERROR)


def seed_of(game: ForOne) -> int:
    """The same rolls for all positions of a level, so that they can be compared."""
    return crc32(str(game.spec).encode())
