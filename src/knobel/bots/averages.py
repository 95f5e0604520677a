"""The points that bots make in the mean, for people who choose one: what was measured and is kept with the package. The
strengths of the ladder are known from it, those of levels from their calibration, all others from `averages.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from knobel.bots import ladder
from knobel.bots.calibration.histograms import stored
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Game


def averages(game: Game[Any]) -> dict[str, float]:
    """Mean points by bot. Empty for cards and house rules nobody measured.

    >>> averages(find("kniffel"))["optimal"], averages(find("kniffel+kniffel_after_strike"))
    (248.2, {})
    """
    if game.spec.key not in {kind.key for kind in GAMES} or game.spec.house or game != find(str(game.spec)):
        return {}
    first = digest(game) == digest(find(game.spec.key))
    climbed = {rung.bot: round(rung.mean, 1) for rung in ladder.stored(game.spec.key)} if first else {}
    if game.spec.level is None:
        return {**climbed, **_measured().get(str(game.spec), {})}  # which has the exact value of the optimal bot
    measured = stored(game.spec.key).get(game.spec.level)
    fits = measured is not None and measured.digest == digest(game)
    known = {bot: round(each.mean, 1) for bot, each in measured.histograms.items()} if measured and fits else {}
    return known | climbed


@cache
def _measured() -> Mapping[str, Mapping[str, float]]:
    content = files(__package__).joinpath("averages.toml").read_text(encoding="utf-8")
    return tomllib.loads(content)
