"""`knobel day`: the games of the day."""

from typing import Annotated

import typer

from knobel.cli.options import Json, Lang
from knobel.words import text


def register(app: typer.Typer) -> None:
    app.command("day")(day)


def day(
    context: typer.Context,
    part: Annotated[str | None, typer.Argument(metavar="kniffel|level", show_default=False)] = None,
    date: Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", show_default=False)] = None,
    player: Annotated[str | None, typer.Option("--player", metavar="NAME", show_default=False)] = None,
    plain: Annotated[bool, typer.Option("--plain", show_default=False)] = False,
    no_color: Annotated[bool, typer.Option("--no-color", show_default=False)] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.cli.failures import BadUsage
    from knobel.match.day import PARTS, DayGame
    from knobel.storage.daybook import day_of, today
    from knobel.storage.remembered import kept_people
    from knobel.terminal.console import Terminal
    from knobel.terminal.day import day_as_data, page, part_of, play_day, visit
    from knobel.terminal.opening import seat_of

    words, now = words_of(lang), today()
    wanted = now if date is None else day_of(date, now)
    seat = seat_of(player, words, kept_people())
    before = context.parent.params if context.parent else {}  # `knobel --plain day` means the same
    terminal = Terminal(plain=plain or before["plain"], no_color=no_color or before["no_color"], aside=json)
    if part is not None:
        found = part_of(part)
        if found is None:
            raise BadUsage(problem=text("cli.usage.one_of", what="PART", value=part[:20], allowed=list(PARTS)))
        play_day(DayGame(wanted, found), seat.name, terminal, words)
        if not json:
            terminal.show(["", *page(wanted, now, seat.name, words)][:-1])
    if json:
        print(as_json(day_as_data(wanted, now, seat.name, words.lang)))
    elif part is None and terminal.interactive:
        visit(wanted, now, seat.name, terminal, words)
    elif part is None:
        terminal.show([*page(wanted, now, seat.name, words)][:-1])
