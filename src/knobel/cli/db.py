"""`knobel db`: a whole database copied, checked, backed up and restored."""

from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.common import words_of
from knobel.cli.options import Lang

Address = Annotated[str | None, typer.Option("--db", metavar="URL", show_default=False)]
File = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def register(app: typer.Typer) -> None:
    commands = typer.Typer(add_completion=False, rich_markup_mode=None)
    commands.callback(invoke_without_command=True)(what_there_is)
    for command in (copy, check, backup, restore):
        commands.command(command.__name__)(command)
    app.add_typer(commands, name="db")


def what_there_is(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TO", show_default=False)],
    lang: Lang = None,
) -> None:
    from knobel.storage.database import place
    from knobel.storage.moving import copy

    print(copy(place(source), place(target)).told.say(words_of(lang).lang))


def check(db: Address = None, lang: Lang = None) -> None:
    from knobel.storage.database import place
    from knobel.storage.moving import check

    found = check(place(db))
    for line in found.told:
        print(line.say(words_of(lang).lang))
    if found.flaws:
        raise typer.Exit(1)


def backup(file: File, db: Address = None, lang: Lang = None) -> None:
    from knobel.storage.database import place
    from knobel.storage.moving import backup

    print(backup(place(db), file).told.say(words_of(lang).lang))


def restore(file: File, db: Address = None, lang: Lang = None) -> None:
    from knobel.storage.database import place
    from knobel.storage.moving import copy

    print(copy(file, place(db)).told.say(words_of(lang).lang))
