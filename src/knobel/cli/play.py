"""`knobel play`: a match in the terminal."""

from collections.abc import Sequence
from typing import Annotated, Any, get_args

import typer

from knobel.cli.options import Json, Lang, Level, Rules
from knobel.rules.core import Game
from knobel.words import text


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    level: Level = None,
    with_: Annotated[list[str] | None, typer.Option("--with", metavar="bot:NAME", show_default=False)] = None,
    players: Annotated[str | None, typer.Option("--players", metavar="A,B", show_default=False)] = None,
    games: Annotated[int, typer.Option("--games", metavar="1-6")] = 1,
    first: Annotated[str, typer.Option("--first", metavar="roll|1-8")] = "roll",
    same_dice: Annotated[bool, typer.Option("--same-dice", show_default=False)] = False,
    rule: Rules = None,
    plain: Annotated[bool, typer.Option("--plain", show_default=False)] = False,
    no_color: Annotated[bool, typer.Option("--no-color", show_default=False)] = False,
    real_dice: Annotated[bool, typer.Option("--real-dice", show_default=False)] = False,
    seed_words: Annotated[list[str] | None, typer.Option("--seed-words", metavar="TEXT", show_default=False)] = None,
    hints: Annotated[str, typer.Option("--hints", metavar="off|ask|think|always")] = "ask",
    resume: Annotated[str | None, typer.Option("--resume", metavar="ID|FILE", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.cli.failures import BadUsage
    from knobel.storage.remembered import kept_people
    from knobel.storage.saves import find_save
    from knobel.terminal.console import Terminal
    from knobel.terminal.opening import begin, go_on, seats_of
    from knobel.terminal.picker import pick_and_play

    words = words_of(lang)
    before = context.parent.params if context.parent else {}  # `knobel --plain play …` means the same
    plain, no_color = plain or before["plain"], no_color or before["no_color"]
    if resume is None and game is None:
        pick_and_play(words, Terminal(plain=plain, no_color=no_color))
        return
    terminal = Terminal(plain=plain, no_color=no_color, aside=json)
    if resume is not None:
        match = go_on(find_save(resume), terminal, words, real_dice=real_dice, hints=_hints(hints))
    else:
        chosen = game_of(game or "", level, rule)
        seats = seats_of(chosen, players, _bots(chosen, with_ or ()), words, kept_people())
        own = seed_words or ()
        if len(own) > len(seats):
            problem = text("cli.usage.range", what="--seed-words", value=len(own), least=0, most=len(seats))
            raise BadUsage(problem=problem)
        match = begin(
            chosen, seats, terminal, words,
            games=games, first=_first(first), duplicate=same_dice, real_dice=real_dice, seed_words=own,
            hints=_hints(hints),
        )  # fmt: skip
    if json:
        places = [
            {"place": p.place, "name": match.header.seats[p.seat].name, "points": p.points} for p in match.ranking
        ]
        print(as_json({"match": match.header.id, "over": match.over, "places": places}))


def _bots(game: Game[Any], wanted: Sequence[str]) -> Sequence[str]:
    from knobel.bots import offered
    from knobel.cli.failures import BadUsage

    known = [f"bot:{name}" for name in offered(game)]
    for bot in wanted:
        if f"bot:{bot.removeprefix('bot:')}" not in known:
            raise BadUsage(problem=text("cli.usage.one_of", what="--with", value=bot[:40], allowed=known))
    return wanted


def _hints(word: str) -> Any:
    from knobel.cli.failures import BadUsage
    from knobel.terminal.sitting import HintMode

    for mode in get_args(HintMode):
        if word == mode:
            return mode
    raise BadUsage(problem=text("cli.usage.one_of", what="--hints", value=word[:20], allowed=list(get_args(HintMode))))


def _first(word: str) -> int | None:
    from knobel.cli.failures import BadUsage

    if word == "roll":
        return None
    if word not in tuple("12345678"):
        allowed = ["roll", "1 … 8"]
        raise BadUsage(problem=text("cli.usage.one_of", what="--first", value=word[:20], allowed=allowed))
    return int(word) - 1
