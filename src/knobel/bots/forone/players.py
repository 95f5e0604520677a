"""The players at a table, and all that commands ask of them.

Compiled code decides a whole round; here it becomes moves of the rules, one at a time. A round is planned when its dice
lie there, or when rows are to be scored; the moves that follow are remembered, each by its position, until they are
made. Whoever comes to a position that was not planned, say after an undo, plans anew.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from knobel.bots.forone.arrays import LINES, YELLOW_FACE, ForOneEncoding, encoding_of
from knobel.bots.forone.games import play_games, play_random_games
from knobel.bots.forone.heuristic import NOISE, heuristic_parameters
from knobel.bots.forone.network import ForOneNet, learned_parameters, net_of
from knobel.bots.forone.search import CANDIDATES, choose
from knobel.bots.forone.simulator import LEAVES, position_of, sort_dice
from knobel.bots.forone.training import ForOneTrainer
from knobel.bots.forone.workspace import STEP_BASE, STEP_SCORE, ForOneWorkspace, workspace
from knobel.bots.protocols import LADDER, Bot, MoveEstimate, Points
from knobel.rules import digest
from knobel.rules.core import Decide, Game, Move, move
from knobel.rules.forone import END, ROLL, ForOne
from knobel.rules.rows import WAITING, YELLOW, RowsCard

PLANNED_MOVES = 4096  # remembered
LEARNED_NETS = ("skilled", "strong")  # who values by what was learned, the others by hand


class ForOnePlayer(NamedTuple):
    """A player and a level: all that stays the same from game to game."""

    encoding: ForOneEncoding
    net: ForOneNet


_PLAYERS: dict[tuple[str, str], ForOnePlayer] = {}
_PLANNED: OrderedDict[tuple[str, str, RowsCard], Move] = OrderedDict()


def player(game: ForOne, bot: str) -> ForOnePlayer:
    key = digest(game), bot
    if key not in _PLAYERS:
        encoding = encoding_of(game)
        flat = learned_parameters(game) if bot in LEARNED_NETS else heuristic_parameters(encoding, bot)
        _PLAYERS[key] = ForOnePlayer(encoding, net_of(encoding, flat))
    return _PLAYERS[key]


def workspaces(bot: str) -> tuple[ForOneWorkspace, ForOneWorkspace]:
    """Room for a decision, and for the rolls looked at ahead of it."""
    return workspace(best=CANDIDATES if bot == "strong" else 1, noise=NOISE[bot]), workspace(best=CANDIDATES)


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
    assert isinstance(game, ForOne)
    mark = digest(game)
    planned = _PLANNED.pop((mark, bot, state), None)
    if planned in node.moves:
        return planned
    (_, first), *later = _plan(bot, game, state, luck)
    _PLANNED.update({(mark, bot, here): chosen for here, chosen in later})
    while len(_PLANNED) > PLANNED_MOVES:
        _PLANNED.popitem(last=False)
    return first


class ForOnePlayers:
    """The `LearnedPlayers` of this game."""

    bots: Mapping[str, Bot] = {name: partial(_play, name) for name in LADDER}

    def training_games(self, game: Game[Any]) -> int:
        """Level 1 is learned from nothing, the others from what is known of it."""
        return 800_000 if game.spec.level == 1 else 24_000

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, depth: int = 0, first: int = 0) -> Points:
        assert isinstance(game, ForOne)
        results = np.zeros(games, np.int32)
        if bot == "random":
            play_random_games(encoding_of(game).rules, workspace(), seed, first, results)
        else:
            encoding, net = player(game, bot)
            here, deeper = workspaces(bot)
            play_games(encoding.rules, net, here, deeper, depth > 0 and bot == "strong", seed, first, results)
        return results

    def estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        from knobel.bots.forone.advice import estimates

        assert isinstance(game, ForOne)
        return estimates(game, state, node)

    def plain_estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        from knobel.bots.forone.plain import plain_estimates

        assert isinstance(game, ForOne)
        return plain_estimates(game, state, node)

    def results(self, game: Game[Any], state: Any, games: int) -> Points:
        from knobel.bots.forone.advice import results

        assert isinstance(game, ForOne)
        return results(game, state, games)

    def trainer(self, game: Game[Any], seed: int, games: int) -> ForOneTrainer:
        assert isinstance(game, ForOne)
        return ForOneTrainer(game, seed, games)


def _plan(bot: str, game: ForOne, state: RowsCard, luck: Random) -> Iterator[tuple[RowsCard, Move]]:
    """Positions and moves up to the next roll or the end."""
    encoding, net = player(game, bot)
    here, deeper = workspaces(bot)
    here.stream[0] = luck.getrandbits(64)
    dice = [face - 1 for face in state.waiting]
    if state.yellow == WAITING:
        dice.append(YELLOW_FACE + state.shows - 1)
    here.dice[: len(dice)] = dice
    sort_dice(encoding.rules, here.dice, len(dice))
    top = choose(encoding.rules, net, here, deeper, position_of(game, encoding, state), len(dice), bot == "strong")
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
