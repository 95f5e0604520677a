"""`knobel calibrate`: play the levels with bots of known strength and work out medals.

What was played is kept, so that a call that was interrupted goes on from there. With `--write` the histograms and the
medals go into the package.
"""

from typing import Annotated, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level
from knobel.words import Words, text

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
    from knobel.bots.calibration import histograms, medals
    from knobel.cli.common import as_json, words_of
    from knobel.cli.failures import BadUsage
    from knobel.cli.train import learned_levels
    from knobel.terminal.bars import bar

    words = words_of(lang)
    if not 2 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=2, most=MOST_GAMES))
    levels = learned_levels(game, level, None)
    found = []
    with bar(hidden=json) as update:
        for i, each in enumerate(levels):

            def report(bot: str, i: int = i, name: str = str(each.spec)) -> None:
                done = i + histograms.PLAYERS.index(bot) / len(histograms.PLAYERS)
                update(words("players.playing", game=name, bot=bot), done, len(levels))

            found.append(histograms.calibrate(each, games, seed, report))
    key = levels[0].spec.key
    if write:
        medals.write_package(key, found)
    facts = [medals.facts(each) for each in found]
    if json:
        print(as_json({"game": key, "games": games, "levels": facts}))
    else:
        _show(facts, words)


def _show(levels: list[dict[str, Any]], words: Words) -> None:
    for level in levels:
        medals = " · ".join(f"{words(f'medals.{name}')} {at}" for name, at in level["medals"].items())
        print(words("players.level", n=level["level"], medals=medals))
        for bot, facts in level["players"].items():
            shares = " · ".join(f"{100 * share:3.0f} %" for share in facts["reached"].values())
            name = words(f"bots.{bot}.name")
            print(f"  {name:<10} {facts['mean']:7.2f} ± {facts['sem']:.2f}   {shares}")
