"""`knobel train`: teach the strong player a level, or all of them.

A course is kept in the cache folder as it goes on; called again with the same seed and number of games it continues
where it was left, and ends with the same parameters as one that was never interrupted.
"""

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level, Rules
from knobel.words import text

if TYPE_CHECKING:
    from knobel.bots.school import Trainer
    from knobel.rules.core import Game
    from knobel.terminal.bars import Report
    from knobel.words import Words

STEP = 1000  # games between two looks at the clock
KEEP_EVERY = 20.0  # seconds between two checkpoints
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
    from knobel.bots import school
    from knobel.bots.parameters import file_name, keep, own_folder
    from knobel.cli.common import as_json, words_of
    from knobel.cli.failures import BadUsage
    from knobel.terminal.bars import bar

    words = words_of(lang)
    levels = learned_levels(game, level, rule)
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=1, most=MOST_GAMES))
    for each in levels:
        teacher = school(each.spec.key)
        course = games or teacher.lessons(each)
        trainer = teacher.trainer(each, seed, course)
        with bar(hidden=json) as report:
            mean = _teach(trainer, each, seed, course, report, words)
        path = (into or own_folder(each.spec.key)) / file_name(each)
        keep(path, trainer.seal())
        _checkpoint(each, seed, course).unlink(missing_ok=True)
        facts = {"game": str(each.spec), "games": trainer.played, "mean": round(mean, 3), "file": str(path)}
        print(as_json(facts) if json else words("players.trained", **facts))


def learned_levels(name: str, level: int | None, rules: list[str] | None) -> "list[Game[Any]]":
    """The level that was named, or every level, of a game whose players learn."""
    from knobel.bots import SCHOOLS
    from knobel.cli.common import game_of
    from knobel.cli.failures import NoSchool
    from knobel.rules import GAMES

    first = game_of(name, level, rules)
    if first.spec.key not in SCHOOLS:
        raise NoSchool(game=first.name, games=list(SCHOOLS))
    if level is not None or ":" in name:
        return [first]
    numbers = next(kind for kind in GAMES if kind.key == first.spec.key).levels()
    return [game_of(name, number, rules) for number in numbers]


def _teach(trainer: "Trainer", game: "Game[Any]", seed: int, course: int, report: "Report", words: "Words") -> float:
    """Hold the course, or what is left of it; the mean points of the last games."""
    from knobel.bots.parameters import keep

    saved = _checkpoint(game, seed, course)
    if saved.exists():
        trainer.resume(saved.read_bytes())
    mean, kept = 0.0, monotonic()
    while trainer.played < course:
        mean = trainer.step(min(STEP, course - trainer.played))
        report(words("players.learning", game=str(game.spec), mean=f"{mean:.1f}"), trainer.played, course)
        if monotonic() - kept > KEEP_EVERY:
            keep(saved, trainer.checkpoint())
            kept = monotonic()
    return mean


def _checkpoint(game: "Game[Any]", seed: int, course: int) -> Path:
    from knobel.home import cache_folder
    from knobel.rules import digest

    name = f"{game.spec.key}-{digest(game)[:16]}-{seed}-{course}.course"
    return cache_folder() / "training" / name
