"""`knobel advise`: every move of a position with what it is worth, best first."""

from typing import Annotated, Any

import typer

from knobel.cli.asking import Fields, Question, asking, position_of, whole
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.words import text


def register(app: typer.Typer) -> None:
    app.command("advise")(advise)


@asking
def advise(
    question: Question,
    dice: Annotated[str | None, typer.Option("--dice", metavar="1,2,…", show_default=False)] = None,
    rolls_left: Annotated[int, typer.Option("--rolls-left", metavar="N", min=0)] = 0,
    chip_used: Annotated[bool, typer.Option("--chip-used", show_default=False)] = False,
) -> None:
    from knobel.cli.failures import BadUsage
    from knobel.cli.score import read_dice

    def turn() -> Fields:
        if not dice:
            raise BadUsage(problem=text("cli.usage.missing", name="--dice"))
        return {"dice": list(read_dice(question.card, dice)), "rolls_left": rolls_left, "chip_used": chip_used}

    def show(found: dict[str, Any]) -> None:
        width = max(len(option["move"]) for option in found["moves"])
        for option in found["moves"]:
            print(f"{option['move']:<{width}}  {option['value']:9.4f}  {0 - option['loss']:9.4f}")

    question.answer(_advise, turn, show)


def _advise(card: SheetGame, asked: Fields) -> dict[str, Any]:
    from knobel.cli.score import listed_dice
    from knobel.coach.advice import advise

    position = position_of(card, asked, ("dice", "rolls_left", "chip_used"))
    dice, left = listed_dice(card, asked.get("dice")), whole(asked, "rolls_left")
    if not left < card.sheet.rolls:
        fail("rolls_left", "solve.why.rolls", most=card.sheet.rolls - 1)
    paid = not left and asked.get("chip_used") is True
    advice = advise(card, position.card(card.sheet, dice, card.sheet.rolls - left + paid))
    moves = [{"move": str(each.move), "value": each.value, "loss": each.loss} for each in advice]
    return {"moves": moves, "exact": advice.exact}
