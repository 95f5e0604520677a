"""`knobel train`: train the strong player on a level, or on all of them. Stopped, it continues where it was left."""

from pathlib import Path
from typing import Annotated, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level, Rules
from knobel.rules.core import Game
from knobel.words import text

MOST_GAMES = 100_000_000


def register(app: typer.Typer) -> None:
    app.command("train")(train)


def train(
    game: GameName,
    level: Level = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", show_default=False)] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 1,
    into: Annotated[Path | None, typer.Option("--into", metavar="FOLDER", show_default=False)] = None,
    rule: Rules = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.bots import training
    from knobel.cli.common import as_json, words_of
    from knobel.cli.failures import BadUsage
    from knobel.terminal.bars import bar

    words = words_of(lang)
    levels = learned_levels(game, level, rule)
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=1, most=MOST_GAMES))
    for each in levels:
        name = str(each.spec)
        with bar(hidden=json) as update:

            def report(mean: float, played: int, whole: int, name: str = name) -> None:
                update(words("players.learning", game=name, mean=f"{mean:.1f}"), played, whole)

            trained = training.train(each, games, seed, into, report)
        facts = {"game": name, "games": trained.games, "mean": round(trained.mean, 3), "file": str(trained.file)}
        print(as_json(facts) if json else words("players.trained", **facts))


def learned_levels(name: str, level: int | None, rules: list[str] | None) -> list[Game[Any]]:
    """The level that was named, or every level, of a game whose players learn."""
    from knobel.bots import LEARNED
    from knobel.bots.errors import NotLearned
    from knobel.cli.common import game_of
    from knobel.rules import GAMES

    first = game_of(name, level, rules)
    if first.spec.key not in LEARNED:
        raise NotLearned(game=first.name, games=list(LEARNED))
    if level is not None or ":" in name:
        return [first]
    numbers = next(kind for kind in GAMES if kind.key == first.spec.key).levels()
    return [game_of(name, number, rules) for number in numbers]
