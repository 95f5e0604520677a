"""`knobel compare`: what a changed score card is worth beside another, and which decisions become others."""

from typing import Annotated, Any

import typer

from knobel.cli.options import Json, Lang


def register(app: typer.Typer) -> None:
    app.command("compare")(compare)


def compare(
    game: Annotated[str, typer.Argument(metavar="GAME", show_default=False)],
    file: Annotated[str, typer.Argument(metavar="FILE", show_default=False)],
    lang: Lang = None,
    json: Json = False,
) -> None:
    from dataclasses import asdict

    from knobel.cli.common import as_json, card_of, words_of
    from knobel.coach.laboratory import compare as compared
    from knobel.coach.reading import situation
    from knobel.coach.sentences import decimal, named
    from knobel.terminal.bars import bar

    words = words_of(lang)
    before, after = card_of(game), card_of(file)
    with bar(hidden=json) as update:

        def report(state: dict[str, Any]) -> None:
            update(words("laboratory.solving"), state["done"], state["work"])

        found = compared(before, after, report)
    if json:
        examples = [
            {
                "dice": each.card.dice,
                "roll": each.card.roll,
                "written": each.card.written,
                "before": str(each.before),
                "after": str(each.after),
                "value_before": each.value_before,
                "value_after": each.value_after,
                "loss": each.loss,
            }
            for each in found.examples
        ]
        worths = {"before": asdict(found.before), "after": asdict(found.after)}
        counts = {"comparable": found.comparable, "compared": found.compared, "changed": found.changed}
        print(as_json({**worths, "difference": found.after.value - found.before.value, **counts, "examples": examples}))
        return
    for name, worth in ((before.name, found.before), (after.name, found.after)):
        print(words("laboratory.worth", name=name, value=decimal(worth.value, 4)), end="")
        if worth.sd is not None and worth.bonus is not None:
            bonus, sd = decimal(100 * worth.bonus, 1), decimal(worth.sd)
            print(words("laboratory.spread", sd=sd, bonus=bonus, games=worth.games), end="")
        print()
    print(words("laboratory.difference", points=decimal(found.after.value - found.before.value, 4, sign=True)))
    if not found.comparable:
        print(words("laboratory.other_table"))
        return
    print(words("laboratory.decisions", changed=found.changed, compared=found.compared))
    for each in found.examples:
        moves = (named(after, each.card, move) for move in (each.before, each.after))
        old, new = moves
        print(
            words("laboratory.example", dice=situation(after, each.card), old=old, new=new, loss=decimal(each.loss, 2))
        )
