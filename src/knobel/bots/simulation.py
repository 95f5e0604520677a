"""Many games of one bot: who can simulate which game, and what the points come to.

Any bot plays through the protocol of the rules, decision by decision. Where there is compiled code for whole games, it
is used instead: `simulators` is the one table of that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeAlias

from knobel.bots import LADDER, LEARNED, decide, learned_players, offered, optimal
from knobel.bots.errors import UnknownBot
from knobel.match.chance import SEED_BYTES
from knobel.match.events import Seat
from knobel.match.host import new_match
from knobel.rules import find
from knobel.rules.booklets import MEDALS, level_of
from knobel.rules.core import Decide, Game
from knobel.rules.sheetgame import SheetGame

Simulator: TypeAlias = Callable[[Game[Any], str, int, int, int], list[int]]
"""(game, bot, number of games, seed, search depth) → the points of the games, one number each"""

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)


def simulators(game: Game[Any]) -> dict[str, Simulator]:
    """Who can simulate this game, and how."""
    found: dict[str, Simulator] = dict.fromkeys(offered(game), by_protocol)
    if game.spec.key in LEARNED:
        found |= dict.fromkeys(("random", *LADDER), by_learned_players)
    else:
        found |= {name: by_graded_player for name in LADDER if name in found}
    found["optimal"] = by_solver  # which says itself what it cannot solve
    return found


@dataclass(frozen=True, repr=False)
class Simulation:
    """Games of one bot: their points, in the order they were played."""

    game: Game[Any]
    bot: str
    seed: int
    points: tuple[int, ...]

    @cached_property
    def mean(self) -> float:
        return fmean(self.points)

    @cached_property
    def sd(self) -> float:
        """The standard deviation of the points of a game."""
        return stdev(self.points) if len(self.points) > 1 else 0.0

    @property
    def sem(self) -> float:
        """The standard error of the mean."""
        return self.sd / float(len(self.points) ** 0.5)

    @cached_property
    def percentiles(self) -> dict[int, int]:
        """By nearest rank."""
        ordered = sorted(self.points)
        return {percent: ordered[max(0, -(-len(ordered) * percent // 100) - 1)] for percent in PERCENTILES}

    @property
    def medals(self) -> dict[str, float]:
        """By medal, in which share of the games a level gave it; nothing for a game without levels."""
        level = level_of(self.game.spec)
        if level is None:
            return {}
        asked = zip(MEDALS, level.medals, strict=True)
        return {medal: sum(one >= at for one in self.points) / len(self.points) for medal, at in asked}

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        played = f"{len(self)} games of {self.game.spec} by {self.bot}"
        return f"<Simulation: {played}, {self.mean:.2f} ± {self.sem:.2f} points>"


def simulate(
    game: Game[Any] | str, bot: str = "greedy", games: int = 100, seed: int = 1, *, depth: int = 0
) -> Simulation:
    """That many games of one bot, whose game may be given by its name. The strong player searches `depth` draws ahead.

    >>> simulate("kniffel", bot="random", games=20, seed=7)
    <Simulation: 20 games of kniffel by random, 42.80 ± 3.66 points>
    """
    game = find(game) if isinstance(game, str) else game
    known = simulators(game)
    if bot not in known:
        raise UnknownBot(bot=bot[:40], game=game.name, known=sorted(known))
    return Simulation(game, bot, seed, tuple(known[bot](game, bot, games, seed, depth)))


def by_protocol(game: Game[Any], bot: str, games: int, seed: int, depth: int = 0) -> list[int]:  # noqa: ARG001
    """Let the bot play through the step of every host; seeds and its own luck come from one generator."""
    luck = Random(seed)
    return [_play(game, bot, luck) for _ in range(games)]


def by_learned_players(game: Game[Any], bot: str, games: int, seed: int, depth: int) -> list[int]:
    points: list[int] = learned_players(game.spec.key).simulate(game, bot, games, seed, depth=depth).tolist()
    return points


def by_graded_player(game: Game[Any], bot: str, games: int, seed: int, depth: int) -> list[int]:  # noqa: ARG001
    from knobel.bots.pads.sight import sight
    from knobel.bots.pads.simulation import simulate

    assert isinstance(game, SheetGame)
    points: list[int] = simulate(sight(game, bot), games, seed).points.tolist()
    return points


def by_solver(game: Game[Any], bot: str, games: int, seed: int, depth: int) -> list[int]:  # noqa: ARG001
    return optimal.simulate(game, games, seed)


def _play(game: Game[Any], name: str, luck: Random) -> int:
    """One game at a table of its own, with dice that are sealed as everywhere."""
    host = new_match(game, [Seat(name, bot=name)], seed=luck.randbytes(SEED_BYTES), match_id="simulated")
    while isinstance(node := host.match.turn.node, Decide):
        host = host.let_bot(decide(name, game, host.match.state.cards, 0, node, luck))
    return host.match.totals[0]
