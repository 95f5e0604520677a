"""`knobel review`: a match as luck and skill."""

from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Json, Lang


def register(app: typer.Typer) -> None:
    app.command("review")(review)


def review(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)], lang: Lang = None, json: Json = False
) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.coach.reading import told_review
    from knobel.coach.review import as_data
    from knobel.coach.review import review as reviewed
    from knobel.storage.matchfiles import read_match
    from knobel.storage.remembered import keep_mistakes

    words = words_of(lang)
    found = reviewed(read_match(Path(file)))
    keep_mistakes(found)
    if json:
        print(as_json(as_data(found)))
        return
    for line in told_review(words, found):
        print(line)
