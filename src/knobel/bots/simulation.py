"""Many games of one bot: who can simulate which game, and what the points come to.

Any bot plays through the protocol of the rules, decision by decision. Where there is compiled code for whole games, it
is used instead: `simulators` is the one table of that.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Any, TypeAlias

from knobel.bots import BOTS, LADDER, LEARNED, learned_players, offered, optimal
from knobel.match.chance import SEED_BYTES
from knobel.match.events import Seat
from knobel.match.host import new_match
from knobel.rules.booklets import MEDALS, booklet
from knobel.rules.core import Decide, Game

Simulator: TypeAlias = Callable[[Game[Any], str, int, int, int], list[int]]
"""(game, bot, number of games, seed, search depth) → the points of the games, one number each"""

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)


def simulators(game: Game[Any]) -> dict[str, Simulator]:
    """Who can simulate this game, and how."""
    found: dict[str, Simulator] = dict.fromkeys(offered(game), by_protocol)
    if game.spec.key in LEARNED:
        found |= dict.fromkeys(("random", *LADDER), by_learned_players)
    found["optimal"] = by_solver  # which says itself what it cannot solve
    return found


def simulate(game: Game[Any], bot: str, games: int, seed: int, *, depth: int = 0) -> list[int]:
    """The points of that many games of one bot. The strong player searches `depth` draws ahead."""
    return simulators(game)[bot](game, bot, games, seed, depth)


def by_protocol(game: Game[Any], bot: str, games: int, seed: int, depth: int = 0) -> list[int]:  # noqa: ARG001
    """Let the bot play through the step of every host; seeds and its own luck come from one generator."""
    luck = Random(seed)
    return [_play(game, bot, luck) for _ in range(games)]


def by_learned_players(game: Game[Any], bot: str, games: int, seed: int, depth: int) -> list[int]:
    points: list[int] = learned_players(game.spec.key).simulate(game, bot, games, seed, depth=depth).tolist()
    return points


def by_solver(game: Game[Any], bot: str, games: int, seed: int, depth: int) -> list[int]:  # noqa: ARG001
    return optimal.simulate(game, games, seed)


def _play(game: Game[Any], name: str, luck: Random) -> int:
    """One game at a table of its own, with dice that are sealed as everywhere."""
    host = new_match(game, [Seat(name, bot=name)], seed=luck.randbytes(SEED_BYTES), match_id="simulated")
    bot = BOTS[name]
    while isinstance(node := host.match.turn.node, Decide):
        host = host.let_bot(bot(game, host.match.state.cards[0], node, luck))
    return host.match.totals[0]


def summarise(points: Sequence[int]) -> dict[str, Any]:
    """Mean, spread and percentiles (nearest rank) of these results."""
    ordered = sorted(points)
    spread = stdev(ordered) if len(ordered) > 1 else 0.0
    ranks = {str(p): int(ordered[max(0, -(-len(ordered) * p // 100) - 1)]) for p in PERCENTILES}
    return {
        "games": len(ordered),
        "mean": round(fmean(ordered), 4),
        "sd": round(spread, 4),
        "sem": round(spread / len(ordered) ** 0.5, 4),
        "min": int(ordered[0]),
        "max": int(ordered[-1]),
        "percentiles": ranks,
    }


def medal_shares(game: Game[Any], points: Sequence[int]) -> dict[str, float]:
    """By medal, in which share of these games a level gave it; nothing for a game without levels."""
    if game.spec.level is None:
        return {}
    asked = booklet(game.spec.key).level(game.spec.level).medals
    return {
        medal: round(sum(one >= at for one in points) / len(points), 4) for medal, at in zip(MEDALS, asked, strict=True)
    }
