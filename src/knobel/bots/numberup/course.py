"""A course of lessons for one level, which can be left and taken up again."""

import io

import numpy as np

from knobel.bots.numberup import glance, network, teaching
from knobel.bots.numberup.teaching import BATCH, Moments
from knobel.bots.numberup.twin import level_of
from knobel.bots.parameters import seal
from knobel.rules.numberup import NumberUp


class Course:
    """A `Trainer`."""

    def __init__(self, game: NumberUp, seed: int, games: int) -> None:
        self.game, self.seed, self.games = game, seed, games
        self.played = 0
        self._level = level_of(game)
        self._net = network.net_of(self._level)
        self._weights = network.fresh(self._level, seed)
        flat = np.zeros(self._weights.size, np.float32)
        self._moments = Moments(flat, flat.copy(), np.zeros_like(self._weights))
        self._desk = glance.desk(self._level, self._net)
        self._record = teaching.record(self._level)

    def step(self, games: int) -> float:
        games = -(-games // BATCH) * BATCH  # whole batches, so that it does not matter where a course is left
        mean = teaching.lesson(
            self._level, self._net, self._weights, self._moments, self._desk, self._record,
            self.seed, self.played, games, self.games,
        )  # fmt: skip
        self.played += games
        return mean

    def checkpoint(self) -> bytes:
        store = io.BytesIO()
        np.savez(store, weights=self._weights, mean=self._moments.mean, square=self._moments.square, played=self.played)
        return store.getvalue()

    def resume(self, saved: bytes) -> None:
        with np.load(io.BytesIO(saved)) as store:
            self._weights[:] = store["weights"]
            self._moments.mean[:] = store["mean"]
            self._moments.square[:] = store["square"]
            self.played = int(store["played"])

    def seal(self) -> bytes:
        return seal(self.game, {"weights": self._weights})
