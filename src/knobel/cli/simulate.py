"""`knobel simulate`: many games of one bot, as a distribution of points.

Any bot plays through the protocol of the rules, move by move. The bots of a game that has a school play compiled. A
faster way for some other bot goes into `RUNNERS`, under the bot's name: it gets the same arguments and gives the points
of the games, one number each.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Annotated, Any, TypeAlias

import typer

from knobel.cli.options import GameName, Json, Lang, Level, Rules
from knobel.rules.core import Decide, Draw, Game, Over
from knobel.words import text

Runner: TypeAlias = Callable[[Game[Any], str, int, int], Sequence[int]]
RUNNERS: dict[str, Runner] = {}
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
MOST_GAMES = 100_000_000


def register(app: typer.Typer) -> None:
    app.command("simulate")(simulate)


def simulate(
    game: GameName,
    bot: Annotated[str, typer.Option("--bot", metavar="NAME")] = "greedy",
    games: Annotated[int, typer.Option("--games", metavar="N")] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 1,
    level: Level = None,
    search: Annotated[bool, typer.Option("--search", show_default=False)] = False,
    ahead: Annotated[int, typer.Option("--ahead", metavar="N", min=0, show_default=False)] = 0,
    rule: Rules = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.bots import AS_AT_A_TABLE, offered
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.cli.failures import BadUsage

    words = words_of(lang)
    played = game_of(game, level, rule)
    name = bot.removeprefix("bot:")
    known = offered(played)
    if name not in (*known, *RUNNERS):
        allowed = sorted({*known, *RUNNERS})
        raise BadUsage(problem=text("cli.usage.one_of", what="--bot", value=bot[:40], allowed=allowed))
    if not 1 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=1, most=MOST_GAMES))
    began = perf_counter()
    points = _points(played, name, games, seed, AS_AT_A_TABLE if search else ahead)
    summary = {"game": str(played.spec), "bot": name, "seed": seed, **summarise(points)}
    summary["games_per_second"] = round(games / max(perf_counter() - began, 1e-9), 3)
    earned = _earned(played, points)
    summary |= {"medals": earned} if earned else {}
    if json:
        print(as_json(summary))
        return
    shown = {key: value for key, value in summary.items() if key not in ("percentiles", "medals")}
    print(words("cli.simulate.result", **(shown | {"name": played.name})))
    print("  ".join(f"{percent} %: {value}" for percent, value in summary["percentiles"].items()))
    if earned:
        print(" · ".join(f"{words(f'medals.{medal}')} {share:.1%}" for medal, share in earned.items()))


def _points(game: Game[Any], bot: str, games: int, seed: int, search: int) -> Sequence[int]:
    from knobel.bots import LADDER, SCHOOLS, school

    if bot in RUNNERS:
        return RUNNERS[bot](game, bot, games, seed)
    if game.spec.key in SCHOOLS and bot in ("random", *LADDER):
        points: list[int] = school(game.spec.key).simulate(game, bot, games, seed, search=search).tolist()
        return points
    return by_protocol(game, bot, games, seed)


def _earned(game: Game[Any], points: Sequence[int]) -> dict[str, float]:
    """By medal, in which share of these games a level gave it; nothing for a game without levels."""
    from knobel.rules.booklets import MEDALS, booklet

    if game.spec.level is None:
        return {}
    asked = booklet(game.spec.key).level(game.spec.level).medals
    return {
        medal: round(sum(one >= at for one in points) / len(points), 4) for medal, at in zip(MEDALS, asked, strict=True)
    }


def by_protocol(game: Game[Any], bot: str, games: int, seed: int) -> list[int]:
    """Play every decision with the bot and every draw with one generator."""
    from knobel.bots import BOTS

    luck = Random(seed)
    return [_play(game, BOTS[bot], luck) for _ in range(games)]


def _play(game: Game[Any], bot: Any, luck: Random) -> int:
    state = game.start()
    while True:
        match game.node(state):
            case Decide() as node:
                state = game.play(state, bot(game, state, node, luck))
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case Over(points):
                return points


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
