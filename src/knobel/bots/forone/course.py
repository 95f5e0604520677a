"""A course of lessons for one level, which can be left and taken up again."""

import io

import numpy as np

from knobel.bots.errors import NoParameters
from knobel.bots.forone import learning
from knobel.bots.forone.card import Atlas, atlas
from knobel.bots.forone.desk import desk
from knobel.bots.forone.learning import BATCH
from knobel.bots.forone.network import BEHIND, HIDDEN, Floats, Net, size, views
from knobel.bots.parameters import load, seal
from knobel.rules import find
from knobel.rules.forone import ForOne

FIRST_PACE, LATER_PACE = 2e-3, 1e-3  # from nothing, and from what is known of level 1


def net_of(map_: Atlas, flat: Floats) -> Net:
    return views(flat, len(map_.contents) + BEHIND)


def learned(game: ForOne) -> Floats:
    """The parameters of the strong player. House rules change what is allowed, not what a position is worth, so they
    share those of their level."""
    found = load(find("forone", level=game.spec.level))
    return np.concatenate([found["weights"].ravel(), found["plain"], found["last"].ravel()])


class Course:
    """A `Trainer`. Level 1 is learned from nothing; every other level from what is known of level 1."""

    def __init__(self, game: ForOne, seed: int, games: int) -> None:
        self.game, self.seed, self.games = game, seed, games
        self.played = 0
        map_ = atlas(game)
        begin = None if game.spec.level == 1 else _from_first_level(map_)
        self._pace = FIRST_PACE if begin is None else LATER_PACE
        self._course = learning.course(_fresh(game, map_, seed) if begin is None else begin)
        self._net, self._slope = net_of(map_, self._course.flat), net_of(map_, self._course.slope)
        self._card, self._desk, self._memory, self._pages = map_.card, desk(), learning.memory(), learning.pages()

    def step(self, games: int) -> float:
        games = -(-games // BATCH) * BATCH  # whole batches, so that it does not matter where a course is left
        mean = learning.lesson(
            self._card, self._net, self._slope, self._course, self._desk, self._memory, self._pages,
            self.seed, self.played, games, self.games, self._pace,
        )  # fmt: skip
        self.played += games
        return mean

    def checkpoint(self) -> bytes:
        store = io.BytesIO()
        np.savez_compressed(store, played=self.played, **self._course._asdict(), **self._memory._asdict())
        return store.getvalue()

    def resume(self, saved: bytes) -> None:
        with np.load(io.BytesIO(saved)) as store:
            self.played = int(store["played"])
            for name, array in (*self._course._asdict().items(), *self._memory._asdict().items()):
                array[...] = store[name]

    def seal(self) -> bytes:
        """The average of the parameters; features that never came up are cleared, which packs better."""
        net = net_of(atlas(self.game), self._course.average.copy())
        moved = net_of(atlas(self.game), self._course.square).plain > 0
        weights = net.weights.reshape(-1, HIDDEN)
        weights[~moved] = 0
        net.plain[~moved] = 0
        return seal(self.game, {"weights": weights, "plain": net.plain, "last": net.last})


def _fresh(game: ForOne, map_: Atlas, seed: int) -> Floats:
    """Small random numbers where there is something to tell apart, and the points of rows as a first guess."""
    flat = np.zeros(size(len(map_.contents) + BEHIND), np.float32)
    net, luck = net_of(map_, flat), np.random.default_rng(seed)
    net.weights.reshape(-1, HIDDEN)[: len(map_.contents)] = luck.normal(0, 0.1, (len(map_.contents), HIDDEN))
    signs = np.where(np.arange(HIDDEN) % 2, 1, -1).reshape(net.last.shape)
    net.last[...] = signs * np.abs(luck.normal(0, 1, net.last.shape))
    for fill, (i, content) in enumerate(map_.contents):
        if not isinstance(content, int):
            row = game.rows[i]
            net.plain[fill] = row.most * (0.45 + 0.55 * len(content) / row.fields)
    return flat


def _from_first_level(map_: Atlas) -> Floats | None:
    """What is known of level 1, row by row of its tables; None if nothing is."""
    first = find("forone", level=1)
    assert isinstance(first, ForOne)
    try:
        known = net_of(base := atlas(first), learned(first))
    except NoParameters:
        return None
    flat = np.zeros(size(len(map_.contents) + BEHIND), np.float32)
    net = net_of(map_, flat)
    places = [base.fills[content] for content in map_.contents] + [len(base.contents) + i for i in range(BEHIND)]
    net.weights.reshape(-1, HIDDEN)[:] = known.weights.reshape(-1, HIDDEN)[places]
    net.plain[:] = known.plain[places]
    net.last[...] = known.last
    return flat
