"""`knobel serve`: the games in the browser."""

from typing import Annotated

import typer

from knobel.cli.common import words_of
from knobel.cli.failures import BadUsage
from knobel.cli.options import Lang
from knobel.words import text


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option("--host", metavar="H")] = "127.0.0.1",
    port: Annotated[int | None, typer.Option("--port", metavar="P", min=0, max=65535, show_default=False)] = None,
    db: Annotated[str | None, typer.Option("--db", metavar="URL", show_default=False)] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser")] = False,
    allow_host: Annotated[list[str] | None, typer.Option("--allow-host", metavar="NAME", show_default=False)] = None,
    no_local_owner: Annotated[bool, typer.Option("--no-local-owner")] = False,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", metavar="NET", show_default=False)] = None,
    metrics: Annotated[str | None, typer.Option("--metrics", metavar="[H:]P", show_default=False)] = None,
    archive_after: Annotated[
        int | None, typer.Option("--archive-after", metavar="DAYS", min=1, max=36500, show_default=False)
    ] = None,
    log_format: Annotated[str, typer.Option("--log-format", metavar="text|json")] = "text",
    lang: Lang = None,
) -> None:
    from knobel.server.logs import FORMATS
    from knobel.server.run import Options, serve

    if log_format not in FORMATS:
        problem = text("cli.usage.one_of", what="--log-format", value=log_format[:20], allowed=list(FORMATS))
        raise BadUsage(problem=problem)

    options = Options(
        host=host,
        port=port,
        db=db,
        browser=not no_browser,
        allow_hosts=tuple(allow_host or ()),
        local_owner=not no_local_owner,
        lang=words_of(lang).lang,
        proxies=tuple(proxy or ()),
        metrics=metrics,
        archive_after=archive_after,
        log_format=log_format,
    )
    serve(options)
