"""`knobel serve`: the games in the browser."""

from typing import Annotated

import typer

from knobel.cli.common import words_of
from knobel.cli.options import Lang


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option("--host", metavar="H")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option("--port", metavar="P", min=0, max=65535, show_default=False)] = None,
    db: Annotated[str | None, typer.Option("--db", metavar="URL", show_default=False)] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", metavar="NAME", show_default=False)] = None,
    no_local_owner: Annotated[bool, typer.Option("--no-local-owner")] = False,
    lang: Lang = None,
) -> None:
    from knobel.server.run import Options, serve

    names, words = tuple(allow_host or ()), words_of(lang)
    serve(Options(host, port, db, not no_browser, None, names, not no_local_owner, words.lang))
