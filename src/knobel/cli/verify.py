"""`knobel verify`: check every die of a match file against the seal."""

from pathlib import Path
from typing import Annotated

import typer

from knobel.cli.options import Json, Lang


def register(app: typer.Typer) -> None:
    app.command("verify")(verify)


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)], lang: Lang = None, json: Json = False
) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.match.log import Drew
    from knobel.match.log import verify as check
    from knobel.storage.matchfiles import read_match

    words = words_of(lang)
    match = read_match(Path(file))
    checked = check(match)
    drawn = [event for event in match.events if isinstance(event, Drew)]
    dice = sum(len(event.faces) for event in drawn if not event.by_hand)
    by_hand = sum(len(event.faces) for event in drawn if event.by_hand)
    if json:
        print(as_json({"ok": True, "dice": dice, "by_hand": by_hand, "draws": checked.sealed + checked.by_hand}))
        return
    print(words("cli.verify.kept", n=dice))
    if by_hand:
        print(words("cli.verify.by_hand", n=by_hand))
