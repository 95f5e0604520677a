"""The ladder: every strength of every game, measured over many games.

What was measured is kept with the package (`ladder.json`): for every rung the games, their mean and its standard error,
decisions with a choice a game, and the mean loss a decision. Since luck is nothing on average, all that a player ends
below the best possible mean it has lost by its decisions: loss = (best mean - mean) / decisions. For score cards the
best mean is the exact value of the game; for the For One games, which nobody has solved, the mean of their best player.

`measure` plays anew, in parts that are kept in the cache folder, so that who was interrupted goes on from there.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from knobel.bots import BOTS, FULL_DEPTH, LADDER, LEARNED, learned_players, offered
from knobel.bots.calibration import histograms
from knobel.bots.calibration.histograms import Histogram
from knobel.bots.pads.styles import STYLES
from knobel.bots.parameters import keep, mark
from knobel.home import cache_folder
from knobel.rules import digest, find
from knobel.rules.core import Decide, Draw, Game, Over
from knobel.rules.sheetgame import SheetGame

GAMES = ("kniffel", "extreme", "seven", "forone", "numberup")
GAMES_A_RUNG = 100_000  # of a score card
LEARNED_GAMES_A_RUNG = 10_000
PART, SEARCHED_PART = 100_000, 250  # games between two stops
WATCHED = 20  # games of a learned player in which decisions are counted
# The mean of perfect play where the package brings no exact table: docs/solver.md.
SOLVED = {"extreme": 651.1756}

Report = Callable[[int, int], None]  # games played, games in all


@dataclass(frozen=True, slots=True)
class Rung:
    """One strength of one game."""

    bot: str
    games: int
    mean: float
    sem: float
    decisions: float
    loss: float  # points a decision


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """Some games, added up."""

    games: int
    total: int
    squares: int
    decisions: float  # in all


def rungs(game: Game[Any]) -> list[str]:
    """The strengths of a game, weakest first."""
    strengths = (*LADDER, "optimal")
    return [bot for bot in offered(game) if bot in strengths]


def stored(game: str) -> list[Rung]:
    """What was measured of a game, weakest first; nothing if nobody has."""
    return [Rung(**each) for each in _stored().get(game, [])]


@cache
def _stored() -> Mapping[str, list[dict[str, Any]]]:
    content: dict[str, list[dict[str, Any]]] = json.loads(_file().read_text(encoding="utf-8"))
    return content


def _file() -> Path:
    return Path(str(files(__package__).joinpath("ladder.json")))


def measure(game: Game[Any], bot: str, games: int, seed: int, report: Report) -> tuple[int, float, float, float]:
    """Games, mean, standard error and decisions a game of one rung."""
    size = SEARCHED_PART if _searches(game, bot) else PART
    parts = []
    for first in range(0, games, size):
        parts.append(_part(game, bot, first, min(size, games - first), seed))
        report(first + parts[-1].games, games)
    count = sum(part.games for part in parts)
    mean = sum(part.total for part in parts) / count
    variance = (sum(part.squares for part in parts) - count * mean**2) / max(count - 1, 1)
    return count, mean, float((variance / count) ** 0.5), sum(part.decisions for part in parts) / count


def rise(game: Game[Any], measured: Mapping[str, tuple[int, float, float, float]]) -> list[Rung]:
    """The rungs of a game with what each loses."""
    best = best_mean(game)
    if best is None:
        best = max(mean for _, mean, _, _ in measured.values())
    return [
        Rung(
            bot,
            count,
            round(mean, 3),
            round(sem, 3),
            round(decisions, 2),
            round(max(0.0, (best - mean) / decisions), 4),
        )
        for bot, (count, mean, sem, decisions) in measured.items()
    ]


def best_mean(game: Game[Any]) -> float | None:
    """What the best possible player makes of a game, if that is known."""
    if not isinstance(game, SheetGame):
        return None
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.asking.values import value_function

    start, values = CardPosition.start(game.sheet), value_function(game)
    return values.value(start) if values.exact(start) else SOLVED.get(str(game.spec))


def write_package(game: str, found: list[Rung]) -> None:
    """Keep what was measured with the package; rungs that were not measured this time stay as they are."""
    _stored.cache_clear()  # others may have measured meanwhile
    every = {key: [Rung(**each) for each in kept] for key, kept in _stored().items()}
    new = {rung.bot: rung for rung in [*every.get(game, []), *found]}
    order = rungs(find(game))
    every[game] = sorted(new.values(), key=lambda rung: order.index(rung.bot))
    plain = {key: [asdict(rung) for rung in every[key]] for key in GAMES if key in every}
    _file().write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    _stored.cache_clear()


def _searches(game: Game[Any], bot: str) -> bool:
    return game.spec.key in LEARNED and bot == "strong"


def _part(game: Game[Any], bot: str, first: int, games: int, seed: int) -> PlayedPart:
    """Some games of a rung; from the cache if they have been played."""
    who = mark(game) if game.spec.key in LEARNED else f"{hash_of(bot)}"
    path = cache_folder() / "ladder" / f"{game.spec.key}-{digest(game)[:16]}-{bot}-{who}-{seed}-{first}-{games}.json"
    if path.exists():
        return PlayedPart(**json.loads(path.read_text(encoding="utf-8")))
    played = _calibrated(game, bot, seed) if first == 0 else None
    if played is not None and played.games == games:
        total, squares = played.sum_of(1), played.sum_of(2)
        part = PlayedPart(games, total, squares, _decisions(game, bot) * games)
    else:
        points, decisions = _play(game, bot, first, games, seed)
        part = PlayedPart(games, sum(points), sum(one * one for one in points), decisions)
    keep(path, json.dumps(asdict(part)).encode())
    return part


def _calibrated(game: Game[Any], bot: str, seed: int) -> Histogram | None:
    """The same games if they were played for the medals of this level: nobody has to play them twice."""
    if game.spec.key not in LEARNED or _searches(game, bot):
        return None
    found = histograms.stored(game.spec.key).get(game.spec.level or 0)
    return found.histograms.get(bot) if found and (found.seed, found.digest) == (seed, digest(game)) else None


def hash_of(bot: str) -> str:
    """A short name for how a graded player sees the game, another after every change of it."""
    from zlib import crc32

    return f"{crc32(repr(STYLES[bot]).encode()):08x}"


def _play(game: Game[Any], bot: str, first: int, games: int, seed: int) -> tuple[list[int], float]:
    """Points of some games, and decisions in all of them."""
    if isinstance(game, SheetGame):
        from knobel.bots.pads.sight import sight
        from knobel.bots.pads.simulation import simulate

        played = simulate(sight(game, bot), games, seed, first)
        return played.points.tolist(), played.decisions * games
    depth = FULL_DEPTH if _searches(game, bot) else 0
    points = learned_players(game.spec.key).simulate(game, bot, games, seed, depth=depth, first=first).tolist()
    return points, _decisions(game, bot) * games


@cache
def _decisions(game: Game[Any], bot: str) -> float:
    """Turns in which there was something to choose, a game: counted at a table."""
    luck, turns = Random(1), 0
    for _ in range(WATCHED):
        state, seen = game.start(), set()
        while not isinstance(node := game.node(state), Over):
            if isinstance(node, Draw):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
                continue
            assert isinstance(node, Decide)
            if len(node.moves) > 1:
                seen.add(game.turn(state))
            state = game.play(state, BOTS[bot](game, state, node, luck))
        turns += len(seen)
    return turns / WATCHED
