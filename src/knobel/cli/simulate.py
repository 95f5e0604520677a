"""`knobel simulate`: many games of one bot, as a distribution of points."""

from time import perf_counter
from typing import Annotated, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level, Rules
from knobel.words import text

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
    from knobel.bots import FULL_DEPTH, simulation
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.cli.failures import BadUsage

    words = words_of(lang)
    played = game_of(game, level, rule)
    name, known = bot.removeprefix("bot:"), simulation.simulators(played)
    if name not in known:
        raise BadUsage(problem=text("cli.usage.one_of", what="--bot", value=bot[:40], allowed=sorted(known)))
    if not 1 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=1, most=MOST_GAMES))
    began = perf_counter()
    found = simulation.simulate(played, name, games, seed, depth=FULL_DEPTH if search else ahead)
    summary: dict[str, Any] = {
        "game": str(played.spec),
        "bot": name,
        "seed": seed,
        "games": len(found),
        "mean": round(found.mean, 4),
        "sd": round(found.sd, 4),
        "sem": round(found.sem, 4),
        "min": min(found.points),
        "max": max(found.points),
        "percentiles": {str(percent): points for percent, points in found.percentiles.items()},
        "games_per_second": round(games / max(perf_counter() - began, 1e-9), 3),
    }
    earned = {medal: round(share, 4) for medal, share in found.medals.items()}
    summary |= {"medals": earned} if earned else {}
    if json:
        print(as_json(summary))
        return
    shown = {key: value for key, value in summary.items() if key not in ("percentiles", "medals")}
    print(words("cli.simulate.result", **(shown | {"name": played.name})))
    print("  ".join(f"{percent} %: {value}" for percent, value in summary["percentiles"].items()))
    if earned:
        print(" · ".join(f"{words(f'medals.{medal}')} {share:.1%}" for medal, share in earned.items()))
