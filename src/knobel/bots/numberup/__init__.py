"""The players of Number UP: a compiled twin of the rules, a hand-made judgement, and a network that learns."""

from collections.abc import Mapping
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from knobel.bots.numberup import ahead, arena, glance, judgement, network
from knobel.bots.numberup.course import Course
from knobel.bots.numberup.network import Floats, Net
from knobel.bots.numberup.twin import Level, level_of, position_of
from knobel.bots.parameters import load
from knobel.bots.school import AS_AT_A_TABLE, LADDER, Bot, Points, School
from knobel.bots.vectors import LANES
from knobel.rules.core import Decide, Game, Move
from knobel.rules.numberup import NumberUp

_LONG_COURSES = {1: 2_400_000, 19: 30_000}  # the base game, and a level that is hard to get the hang of

_WHO = dict(zip(("random", *LADDER), range(4), strict=True))
assert _WHO["strong"] == judgement.STRONG


class _Table(NamedTuple):
    """A level, ready to be played on."""

    level: Level
    net: Net
    weights: Floats


@cache
def _table(game: NumberUp, bot: str) -> _Table:
    level = level_of(game)
    net = network.net_of(level)
    weights = load(game)["weights"] if bot == "strong" else np.zeros((net.rows, LANES), np.float32)
    return _Table(level, net, weights)


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    assert isinstance(game, NumberUp)
    level, net, weights = _table(game, bot)
    desks = ahead.desks(level, net)
    here = desks.here._replace(position=position_of(game, level, state))
    here.stream[0] = luck.getrandbits(64)
    top = arena.choose(level, net, weights, desks._replace(here=here), _WHO[bot], AS_AT_A_TABLE)
    return glance.move_of(game, level, here.position, here.options.moves[top])


class _School:
    bots: Mapping[str, Bot] = {name: partial(_play, name) for name in LADDER}

    def lessons(self, game: Game[Any]) -> int:
        """More for the base game, fewer where a game has many moves to look at."""
        assert isinstance(game, NumberUp)
        if game.spec.level in _LONG_COURSES:
            return _LONG_COURSES[game.spec.level]
        if game.plan.hand > 1:
            return 8_000
        return 30_000 if game.plan.size == 5 else 20_000

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, search: int = 0) -> Points:
        assert isinstance(game, NumberUp)
        level, net, weights = _table(game, bot)
        results = np.zeros(games, np.int32)
        arena.games(level, net, weights, ahead.desks(level, net), _WHO[bot], search, seed, 0, results)
        return results

    def trainer(self, game: Game[Any], seed: int, games: int) -> Course:
        assert isinstance(game, NumberUp)
        return Course(game, seed, games)


SCHOOL: School = _School()
