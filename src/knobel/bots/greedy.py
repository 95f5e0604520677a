"""The greedy bot: it takes what looks best now and plans no further than the next throw.

What looks best is a matter of the engine, so every engine has its own greedy player: `GREEDY`, by the engine's key. An
engine of one's own enters its player there: `GREEDY["tower"] = play_tower`. It is asked only where there is a choice.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from knobel.bots.errors import NoGreedyPlayer
from knobel.bots.protocols import Bot
from knobel.rules.boxes import Sheet
from knobel.rules.combinations import counted
from knobel.rules.core import Decide, Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.numberup import Layout, NumberUp
from knobel.rules.rows import RowsCard
from knobel.rules.sheetgame import Card, SheetGame

_SAMPLES = 24  # throws imagined for each way to keep dice


def plays(game: Game[Any]) -> bool:
    """Whether the engine of this game has a greedy player."""
    return game.engine in GREEDY


def greedy(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
    if len(node.moves) == 1:
        return node.moves[0]
    if game.engine not in GREEDY:
        raise NoGreedyPlayer(game=str(game.spec), engine=game.engine)
    return GREEDY[game.engine](game, state, node, luck)


def _best(node: Decide, worth: Callable[[Move], float]) -> Move:
    return max(node.moves, key=worth)


def _pad(game: Game[Any], card: Card, node: Decide, luck: Random, /) -> Move:
    """Compare entering now with what a few imagined throws would allow to enter next."""
    assert isinstance(game, SheetGame)
    half = _half_of_best(game.sheet)

    @cache
    def best_entry(faces: tuple[int, ...]) -> float:
        entries = game.sheet.entries(counted(faces), card.written)
        return max(entry.points + entry.extra - half[box] for box, entry in entries.items())

    def worth(move: Move) -> float:
        if move.verb == "enter":
            box = game.sheet.index(move.args[0])
            entry = game.entries(card)[box]
            return entry.points + entry.extra - half[box]
        if move.verb == "strike":
            return float("-inf")
        kept = [face for face, bit in zip(card.dice, move.args[0], strict=True) if bit == "1"]
        thrown = [die.faces for die, bit in zip(game.sheet.dice, move.args[0], strict=True) if bit == "0"]
        throws = (tuple(sorted([*kept, *map(luck.choice, thrown)])) for _ in range(_SAMPLES))
        return sum(map(best_entry, throws)) / _SAMPLES

    return _best(node, worth)


@cache
def _half_of_best(sheet: Sheet) -> tuple[float, ...]:
    """What filling a box gives up: half of the most it could bring."""
    rolls = list(sheet.distinct_rolls())
    return tuple(max(box.score(roll) for roll in rolls) / 2 for box in sheet.boxes)


def _rows(game: Game[Any], state: RowsCard, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    assert isinstance(game, ForOne)
    must = [move for move in node.moves if move.verb == "score" and game.index[move.args[0]] in game.must_score(state)]
    if must:
        return must[0]
    for move in node.moves:
        if move.verb == "roll":
            return move
    return _best(node, lambda move: _rows_worth(game, game.play(state, move)))


def _rows_worth(game: ForOne, state: RowsCard) -> float:
    """Points so far, promise of the open rows, and a price for dice that are gone or missing for the next roll."""
    worth = -4.0 * state.out
    for row, dice, scored, paid in zip(game.rows, state.rows, state.scored, state.paid, strict=True):
        if scored is not None:
            worth += paid
        else:
            worth += row.most * (0.3 + 0.7 * (len(dice) / row.fields) ** 2) + (len(dice) if row.upper else 0)
    return worth - (40 if not state.placing and state.supply < game.plan.thrown else 0)


def _grid(game: Game[Any], state: Layout, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    assert isinstance(game, NumberUp)
    return _best(node, lambda move: _grid_worth(game, game.play(state, move)))


def _grid_worth(game: NumberUp, state: Layout) -> float:
    """How near the lines are to the target; lines that have reached it, or are full, count as they score."""
    worth = 0.0
    for line in game.lines:
        if game.mark(state, line):
            worth += game.line_points(state, line)
        else:
            free = sum(state.cells[cell] is None for cell in line.cells)
            worth += 8 * min(1.0, (game.line_value(state, line) + 1.4 * free) / line.aim.target)
    return worth


GREEDY: dict[str, Bot] = {"pad": _pad, "rows": _rows, "grid": _grid}
