"""`knobel ladder`: how strong the bots of a game are. With `--games` they are measured anew."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from knobel.cli.options import Json, Lang
from knobel.words import Words, text

MOST_GAMES = 10_000_000


def register(app: typer.Typer) -> None:
    app.command("ladder")(ladder)


def ladder(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    bot: Annotated[str | None, typer.Option("--bot", metavar="NAME", show_default=False)] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", show_default=False)] = None,
    duels: Annotated[int | None, typer.Option("--duels", metavar="N", show_default=False)] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 1,
    write: Annotated[bool, typer.Option("--write", show_default=False)] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.bots import ladder as ladders
    from knobel.cli.common import as_json, words_of
    from knobel.cli.failures import BadUsage

    words = words_of(lang)
    if game is not None and game not in ladders.GAMES:
        raise BadUsage(problem=text("cli.usage.one_of", what="GAME", value=game[:40], allowed=list(ladders.GAMES)))
    if games is not None and not 2 <= games <= MOST_GAMES:
        raise BadUsage(problem=text("cli.usage.range", what="--games", value=games, least=2, most=MOST_GAMES))
    if duels is not None:
        if not 2 <= duels <= MOST_GAMES:
            raise BadUsage(problem=text("cli.usage.range", what="--duels", value=duels, least=2, most=MOST_GAMES))
        _duel(duels, seed, words, as_data=json)
        return
    found = {}
    for key in ladders.GAMES if game is None else (game,):
        found[key] = ladders.stored(key) if games is None else _measured(key, bot, games, seed, words, hidden=json)
        if write and games is not None:
            ladders.write_package(key, found[key])
            found[key] = ladders.stored(key)
    if json:
        print(as_json({key: [asdict(rung) for rung in rungs] for key, rungs in found.items()}))
    else:
        _show(found, words)


def _measured(key: str, bot: str | None, games: int, seed: int, words: Words, *, hidden: bool) -> list[Any]:
    from knobel.bots import ladder as ladders
    from knobel.cli.failures import BadUsage
    from knobel.rules import find
    from knobel.terminal.bars import bar

    played = find(key)
    known = ladders.rungs(played)
    if bot is not None and bot not in known:
        raise BadUsage(problem=text("cli.usage.one_of", what="--bot", value=bot[:40], allowed=known))
    measured = {rung.bot: (rung.games, rung.mean, rung.sem, rung.decisions) for rung in ladders.stored(key) if bot}
    with bar(hidden=hidden) as update:
        for name in known if bot is None else [bot]:

            def report(done: int, whole: int, name: str = name) -> None:
                update(words("players.playing", game=key, bot=name), done, whole)

            measured[name] = ladders.measure(played, name, games, seed, report)
    return ladders.rise(played, {name: measured[name] for name in known if name in measured})


def _duel(count: int, seed: int, words: Words, *, as_data: bool) -> None:
    """The player for the win against the player for the mean, in Kniffel."""
    from knobel.bots.pads.duel_simulation import duels
    from knobel.cli.common import as_json
    from knobel.coach.sentences import decimal
    from knobel.rules import find

    played = duels(find("kniffel"), count, seed)
    facts: dict[str, Any] = {
        "game": "kniffel",
        "duels": count,
        "won": round(played.share, 5),
        "error": round(played.error, 5),
        "mean": round(float(played.points.mean()), 3),
        "rival_mean": round(float(played.rival.mean()), 3),
    }
    if as_data:
        print(as_json(facts))
    else:
        shown = {name: decimal(100 * facts[name], 2) for name in ("won", "error")}
        shown |= {name: decimal(facts[name], 3) for name in ("mean", "rival_mean")}
        print(words("players.duels", **(facts | shown)))


def _show(found: dict[str, list[Any]], words: Words) -> None:
    from knobel.coach.sentences import decimal
    from knobel.rules import find

    for key, rungs in found.items():
        print(words("players.ladder", game=find(key).name))
        for rung in rungs:
            name = words(f"bots.{rung.bot}.name")
            print(
                "  "
                + words(
                    "players.rung",
                    name=f"{name:<12}",
                    mean=f"{decimal(rung.mean, 2).say(words.lang):>7}",
                    sem=decimal(rung.sem, 2),
                    loss=decimal(rung.loss, 3),
                    games=rung.games,
                )
            )
