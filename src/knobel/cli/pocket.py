"""`knobel pocket`: the version without a server, as a folder of files that any web host can serve."""

from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Lang


def register(app: typer.Typer) -> None:
    app.command("pocket")(pocket)


def pocket(
    folder: Annotated[Path, typer.Argument(metavar="DIR", show_default=False)],
    lang: Lang = None,
) -> None:
    from knobel.cli.common import words_of
    from knobel.pocket.folder import write

    words = words_of(lang)
    files = write(folder)
    size = sum((folder / file).stat().st_size for file in files) / 1e6
    print(words("cli.pocket.written", folder=str(folder), n=len(files), size=f"{size:.1f}"))
    print(words("cli.pocket.try", folder=str(folder)))
