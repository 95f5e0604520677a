"""`knobel calibrate`: play the levels with bots of known strength and work out medals.

What was played is kept in the cache folder, bot by bot, so that a call that was interrupted goes on from there.
With `--write` the spreads and the medals go into the package.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level
from knobel.words import text

if TYPE_CHECKING:
    from knobel.coach.calibration import Calibration, Spread
    from knobel.rules.core import Game
    from knobel.words import Words

MOST_GAMES = 10_000_000


def register(app: typer.Typer) -> None:
    app.command("calibrate")(calibrate)


def calibrate(
    game: GameName,
    level: Level = None,
    games: Annotated[int, typer.Option("--games", metavar="N")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 1,
    write: Annotated[bool, typer.Option("--write", show_default=False)] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.cli.failures import BadUsage
    from knobel.cli.training import learned_levels
    from knobel.coach import calibration
    from knobel.rules import booklets, digest
    from knobel.rules.booklets import booklet
    from knobel.terminal.bars import bar

    words = words_of(lang)
    if not 2 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=2, most=MOST_GAMES))
    levels = learned_levels(game, level, None)
    found = []
    with bar(hidden=json) as report:
        for i, each in enumerate(levels):
            spreads = {}
            for j, bot in enumerate(calibration.PLAYERS):
                done = i + j / len(calibration.PLAYERS)
                report(words("players.playing", game=str(each.spec), bot=bot), done, len(levels))
                spreads[bot] = _spread(each, bot, games, seed)
            number = each.spec.level or 0
            version = booklet(each.spec.key).level(number).version
            found.append(calibration.Calibration(number, version, digest(each), seed, spreads))
    if write:
        key = levels[0].spec.key
        data = Path(calibration.__file__).parent / "data" / f"{key}.jsonl"
        calibration.write(found, data, Path(booklets.__file__).parent / f"{key}.toml")
    facts = [_facts(each) for each in found]
    if json:
        print(as_json({"game": levels[0].spec.key, "games": games, "levels": facts}))
    else:
        _show(facts, words)


def _spread(game: "Game[Any]", bot: str, games: int, seed: int) -> "Spread":
    """What one bot makes of one level; from the cache if it has been played, the strong one since its last course."""
    from knobel.bots.parameters import keep, mark
    from knobel.coach.calibration import Calibration, measure, read_line
    from knobel.home import cache_folder
    from knobel.rules import digest

    who = f"{bot}-{mark(game)}" if bot == "strong" else bot
    name = f"{game.spec.key}-{digest(game)[:16]}-{who}-{seed}-{games}.json"
    path = cache_folder() / "calibration" / name
    if path.exists():
        return read_line(path.read_text(encoding="utf-8")).spreads[bot]
    spread = measure(game, bot, games, seed)
    keep(path, Calibration(game.spec.level or 0, 0, digest(game), seed, {bot: spread}).line().encode())
    return spread


def _facts(found: "Calibration") -> dict[str, Any]:
    from knobel.coach.calibration import proposal
    from knobel.rules.booklets import MEDALS

    medals = dict(zip(MEDALS, proposal(found.spreads), strict=True))
    players = {
        bot: {
            "mean": round(spread.mean, 3),
            "sd": round(spread.sd, 3),
            "sem": round(spread.sem, 4),
            "reached": {name: round(spread.reached(at), 4) for name, at in medals.items()},
        }
        for bot, spread in found.spreads.items()
    }
    return {"level": found.level, "medals": medals, "players": players}


def _show(levels: list[dict[str, Any]], words: "Words") -> None:
    for level in levels:
        medals = " · ".join(f"{words(f'medals.{name}')} {at}" for name, at in level["medals"].items())
        print(words("players.level", n=level["level"], medals=medals))
        for bot, facts in level["players"].items():
            shares = " · ".join(f"{100 * share:3.0f} %" for share in facts["reached"].values())
            name = words(f"terminal.bots.{bot}")
            print(f"  {name:<10} {facts['mean']:7.2f} ± {facts['sem']:.2f}   {shares}")
