"""Options and arguments that several commands share. Their help is in the catalogue, under `cli.help`."""

from typing import Annotated

import typer

Batch = Annotated[bool, typer.Option("--batch", show_default=False)]
GameName = Annotated[str, typer.Argument(metavar="GAME", show_default=False)]
Lang = Annotated[str | None, typer.Option("--lang", metavar="de|en", show_default=False)]
Json = Annotated[bool, typer.Option("--json", show_default=False)]
Level = Annotated[int | None, typer.Option("--level", metavar="N", show_default=False)]
Rules = Annotated[list[str] | None, typer.Option("--rule", metavar="K=V", show_default=False)]
