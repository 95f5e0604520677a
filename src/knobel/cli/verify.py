"""`knobel verify`: check every die of a match file against the seal."""

from typing import Annotated

import typer

from knobel.cli.options import Json, Lang


def register(app: typer.Typer) -> None:
    app.command("verify")(verify)


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    receipt: Annotated[str | None, typer.Option(metavar="VERSION:MARK", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.match.log import verify as check
    from knobel.match.receipts import Receipt, check_receipt
    from knobel.storage.saves import find_match

    words = words_of(lang)
    match = find_match(file)
    if receipt is not None:
        kept = Receipt.parse(receipt)
        check_receipt(match, kept)
        if not json:
            print(words("cli.verify.receipt", n=kept.version))
    checked = check(match)
    if json:
        draws = checked.sealed + checked.by_hand + checked.earlier
        found = {"ok": True, "dice": checked.dice, "by_hand": checked.dice_by_hand, "draws": draws}
        found |= {"earlier": checked.dice_earlier} if checked.dice_earlier else {}
        print(as_json(found | ({"receipt": receipt} if receipt else {})))
        return
    print(words("cli.verify.kept", n=checked.dice))
    if checked.dice_by_hand:
        print(words("cli.verify.by_hand", n=checked.dice_by_hand))
    if checked.dice_earlier:
        print(words("cli.verify.earlier", n=checked.dice_earlier))
