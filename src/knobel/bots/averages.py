"""The points that bots make in the mean, for people who choose one: what was measured and is kept with the package."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from knobel.bots.calibration.histograms import stored
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Game


def averages(game: Game[Any]) -> dict[str, float]:
    """Mean points by bot. Empty for cards and house rules nobody measured.

    >>> averages(find("kniffel"))["optimal"], averages(find("kniffel+kniffel_after_strike"))
    (248.2, {})
    """
    if game.spec.level is not None and not game.spec.house:
        measured = stored(game.spec.key).get(game.spec.level)
        fits = measured is not None and measured.digest == digest(game)
        return {bot: round(each.mean, 1) for bot, each in measured.histograms.items()} if measured and fits else {}
    known = game.spec.key in {kind.key for kind in GAMES} and game == find(str(game.spec))
    return dict(_measured().get(str(game.spec), {})) if known else {}


@cache
def _measured() -> Mapping[str, Mapping[str, float]]:
    content = files(__package__).joinpath("averages.toml").read_text(encoding="utf-8")
    return tomllib.loads(content)
