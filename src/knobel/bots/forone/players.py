"""The players at a table: what compiled code finds for a whole round, as moves of the rules, one at a time.

A round is planned when its dice lie there, or when rows are to be scored; the moves that follow are remembered, each by
its position, until they are made. Whoever comes to a position that was not planned, say after an undo, plans anew.
"""

from collections import OrderedDict
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from knobel.bots.forone.ahead import CANDIDATES, choose
from knobel.bots.forone.card import LINES, YELLOW_FACE, Atlas, atlas
from knobel.bots.forone.course import learned, net_of
from knobel.bots.forone.desk import STEP_BASE, STEP_SCORE, Desk, desk
from knobel.bots.forone.judgement import NOISE, judgement
from knobel.bots.forone.network import Net
from knobel.bots.forone.play import arrange
from knobel.bots.forone.twin import LEAVES, position_of
from knobel.bots.school import LADDER
from knobel.rules import digest
from knobel.rules.core import Decide, Game, Move, move
from knobel.rules.forone import END, ROLL, ForOne
from knobel.rules.rows import WAITING, YELLOW, RowsCard

REMEMBERED = 4096  # planned moves


class Seat(NamedTuple):
    """A player and a level: all that stays the same from game to game."""

    map: Atlas
    net: Net


_SEATS: dict[tuple[str, str], Seat] = {}
_PLANNED: OrderedDict[tuple[str, str, RowsCard], Move] = OrderedDict()


def seat(game: ForOne, bot: str) -> Seat:
    key = digest(game), bot
    if key not in _SEATS:
        map_ = atlas(game)
        flat = learned(game) if bot == "strong" else judgement(map_, bot)
        _SEATS[key] = Seat(map_, net_of(map_, flat))
    return _SEATS[key]


def desks(bot: str) -> tuple[Desk, Desk]:
    """Room for a decision, and for the rolls looked at ahead of it."""
    return desk(best=CANDIDATES if bot == "strong" else 1, noise=NOISE.get(bot, 0.0)), desk(best=CANDIDATES)


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
    assert isinstance(game, ForOne)
    mark = digest(game)
    planned = _PLANNED.pop((mark, bot, state), None)
    if planned in node.moves:
        return planned
    (_, first), *later = _plan(bot, game, state, luck)
    _PLANNED.update({(mark, bot, here): chosen for here, chosen in later})
    while len(_PLANNED) > REMEMBERED:
        _PLANNED.popitem(last=False)
    return first


BOTS = {name: partial(_play, name) for name in LADDER}


def _plan(bot: str, game: ForOne, state: RowsCard, luck: Random) -> Iterator[tuple[RowsCard, Move]]:
    """Positions and moves up to the next roll or the end."""
    map_, net = seat(game, bot)
    here, ahead = desks(bot)
    here.stream[0] = luck.getrandbits(64)
    dice = [face - 1 for face in state.waiting]
    if state.yellow == WAITING:
        dice.append(YELLOW_FACE + state.shows - 1)
    here.dice[: len(dice)] = dice
    arrange(map_.card, here.dice, len(dice))
    top = choose(map_.card, net, here, ahead, position_of(game, map_, state), len(dice), bot == "strong")
    steps = here.best.path[top, : here.best.steps[top]].tolist()
    for chosen in _moves(game, steps):
        if chosen is not None:
            yield state, chosen
            state = game.play(state, chosen)
        else:
            while must := game.must_score(state):
                chosen = move("score", game.rows[must[0]].key)
                yield state, chosen
                state = game.play(state, chosen)
    node = game.node(state)
    if isinstance(node, Decide):
        yield state, ROLL if ROLL in node.moves else END


def _moves(game: ForOne, steps: list[int]) -> Iterator[Move | None]:
    """The moves of a path. None stands for scoring the rows that are full; dice that leave do so after the others."""
    laid = [divmod(step, STEP_BASE) for step in steps if step < STEP_SCORE]
    for die, row in laid:
        if row != LEAVES:
            yield move("put", _die(die), game.rows[row].key)
    for die, row in laid:
        if row == LEAVES:
            yield move("leave", _die(die))
    for step in steps:
        if step >= STEP_SCORE:
            if step < STEP_SCORE + LINES:
                yield move("score", game.rows[step - STEP_SCORE].key)
            yield None


def _die(column: int) -> str:
    return (YELLOW if column >= YELLOW_FACE else "") + str(column % YELLOW_FACE + 1)
