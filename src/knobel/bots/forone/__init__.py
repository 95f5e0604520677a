"""The players of For One – Kniffel: a compiled twin of the rules, a hand-made judgement, and a network that learns."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from knobel.bots.forone import players
from knobel.bots.forone.ahead import games as play_games
from knobel.bots.forone.card import atlas
from knobel.bots.forone.chance import random_games
from knobel.bots.forone.course import Course
from knobel.bots.forone.desk import desk
from knobel.bots.school import Bot, Points, School
from knobel.rules.core import Game
from knobel.rules.forone import ForOne


class _School:
    bots: Mapping[str, Bot] = players.BOTS

    def lessons(self, game: Game[Any]) -> int:
        """Level 1 is learned from nothing, the others from what is known of it."""
        return 800_000 if game.spec.level == 1 else 24_000

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, search: int = 0) -> Points:
        assert isinstance(game, ForOne)
        results = np.zeros(games, np.int32)
        if bot == "random":
            random_games(atlas(game).card, desk(), seed, 0, results)
        else:
            map_, net = players.seat(game, bot)
            here, ahead = players.desks(bot)
            play_games(map_.card, net, here, ahead, search > 0 and bot == "strong", seed, 0, results)
        return results

    def trainer(self, game: Game[Any], seed: int, games: int) -> Course:
        assert isinstance(game, ForOne)
        return Course(game, seed, games)


SCHOOL: School = _School()
