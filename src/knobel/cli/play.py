"""`knobel play`: a match in the terminal."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.options import Json, Lang, Level, Rules
from knobel.words import text

if TYPE_CHECKING:
    from knobel.cli.speech import Words
    from knobel.cli.terminal import Terminal
    from knobel.match.log import Match, Seat
    from knobel.rules.core import Game


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
    resume: Annotated[str | None, typer.Option("--resume", metavar="ID|FILE", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.cli.picker import pick_and_play
    from knobel.cli.saves import find_save
    from knobel.cli.terminal import Terminal

    words = words_of(lang)
    before = context.parent.params if context.parent else {}  # `knobel --plain play …` means the same
    plain, no_color = plain or before["plain"], no_color or before["no_color"]
    if resume is None and game is None:
        pick_and_play(lang, plain=plain, no_color=no_color)
        return
    terminal = Terminal(plain=plain, no_color=no_color, aside=json)
    if resume is not None:
        match = go_on(find_save(resume), terminal, words, real_dice=real_dice)
    else:
        chosen = game_of(game or "", level, rule)
        seats = seats_of(chosen, players, with_ or (), words)
        match = begin(
            chosen, seats, terminal, words,
            games=games, first=_first(first), duplicate=same_dice, real_dice=real_dice, seed_words=seed_words or (),
        )  # fmt: skip
    if json:
        places = [
            {"place": p.place, "name": match.header.seats[p.seat].name, "points": p.points} for p in match.ranking
        ]
        print(as_json({"match": match.header.id, "over": match.over, "places": places}))


def seats_of(game: "Game[Any]", players: str | None, bots: Sequence[str], words: "Words") -> list["Seat"]:
    """People first, then bots; nobody shares a name."""
    from knobel.bots import offered
    from knobel.cli.failures import BadUsage
    from knobel.match.log import Seat

    people = [name.strip() for name in players.split(",")] if players else [words("terminal.you")]
    seats = [Seat(name) for name in people]
    for bot in bots:
        name = bot.removeprefix("bot:")
        if name not in (known := offered(game)):
            allowed = [f"bot:{each}" for each in known]
            raise BadUsage(problem=text("cli.usage.one_of", what="--with", value=bot[:40], allowed=allowed))
        shown = words(f"terminal.bots.{name}") if words.has(f"terminal.bots.{name}") else name.capitalize()
        same = sum(seat.bot == name for seat in seats)
        seats.append(Seat(f"{shown} {same + 1}" if same else shown, name))
    return seats


def _first(word: str) -> int | None:
    from knobel.cli.failures import BadUsage

    if word == "roll":
        return None
    if word not in tuple("12345678"):
        allowed = ["roll", "1 … 8"]
        raise BadUsage(problem=text("cli.usage.one_of", what="--first", value=word[:20], allowed=allowed))
    return int(word) - 1


def begin(
    game: "Game[Any]",
    seats: Sequence["Seat"],
    terminal: "Terminal",
    words: "Words",
    *,
    games: int = 1,
    first: int | None = None,
    duplicate: bool = False,
    real_dice: bool = False,
    seed_words: Sequence[str] = (),
) -> "Match":
    """Set up a match, put it on disk, and play it."""
    from knobel.cli.failures import BadUsage
    from knobel.cli.saves import Save
    from knobel.cli.sitting import Sitting
    from knobel.match.host import new_match

    if len(seed_words) > len(seats):
        given = len(seed_words)
        raise BadUsage(problem=text("cli.usage.range", what="--seed-words", value=given, least=0, most=len(seats)))
    host = new_match(game, seats, games=games, first=first, duplicate=duplicate)
    match, seal = host.match, host.seal
    for seat, own in enumerate(seed_words):
        match = match.salt(seat, sha256(own.encode("utf-8", "surrogateescape")).hexdigest())
    save = Save.of(match)
    sitting = Sitting(match, seal, save, terminal, words, real_dice=real_dice)
    save.write_seed(seal)
    save.write(match)
    sitting.news.append(words("terminal.sealed", seal=match.header.commitment[:8]))
    if terminal.plain:
        terminal.show(sitting.news)
    sitting.play()
    return sitting.match


def go_on(save: Any, terminal: "Terminal", words: "Words", *, real_dice: bool = False) -> "Match":
    """Play a saved match from where it stands."""
    from knobel.cli.sitting import Sitting

    match, seal = save.read()
    sitting = Sitting(match, seal, save, terminal, words, real_dice=real_dice)
    sitting.play()
    return sitting.match
