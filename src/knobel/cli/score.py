"""`knobel score`: what each box of an empty card would give for a roll."""

from typing import Annotated

import typer

from knobel.cli.options import Batch, GameName, Json, Lang, Rules
from knobel.errors import BadDice
from knobel.rules.core import move
from knobel.rules.sheetgame import SheetGame
from knobel.words import Text, text

_LONGEST = 9  # digits of a number worth reading


def register(app: typer.Typer) -> None:
    app.command("score")(score)


def score(
    game: GameName,
    dice: Annotated[list[str] | None, typer.Argument(metavar="DICE", show_default=False)] = None,
    rule: Rules = None,
    batch: Batch = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import answer_lines, as_json, card_of, words_of
    from knobel.cli.failures import BadUsage

    words = words_of(lang)
    card = card_of(game, rule)
    if batch:
        answer_lines(lambda asked: {"boxes": points_by_box(card, listed_dice(card, asked.get("dice")))}, words.lang)
        return
    if not dice:
        raise BadUsage(problem=text("cli.usage.missing", name=text("cli.metavar.dice")))
    boxes = points_by_box(card, read_dice(card, " ".join(dice)))
    if json:
        print(as_json({"boxes": boxes}))
        return
    names = [box.name.say(words.lang) for box in card.sheet.boxes]
    width = max(map(len, names))
    for name, points in zip(names, boxes.values(), strict=True):
        print(f"{name:<{width}}  {points:>3}")


def points_by_box(card: SheetGame, faces: tuple[int, ...]) -> dict[str, int]:
    """What each box of an empty card gives for these dice."""
    thrown = card.draw(card.play(card.start(), move("roll")), faces)
    entries = card.entries(thrown)
    return {box.key: entries[i].points for i, box in enumerate(card.sheet.boxes)}


def read_dice(card: SheetGame, written: str) -> tuple[int, ...]:
    """Dice as `5,5,5,6,6,6` or with spaces, each checked against the die it names."""
    faces = []
    for word in written.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST):
            _fail(written, text("cli.dice.number", word=word[:20]))
        faces.append(int(word))
    return check_dice(card, tuple(faces), written)


def check_dice(card: SheetGame, faces: tuple[int, ...], written: str) -> tuple[int, ...]:
    if len(faces) != len(card.sheet.dice):
        _fail(written, text("cli.dice.count", n=len(card.sheet.dice), found=len(faces)))
    for i, (face, die) in enumerate(zip(faces, card.sheet.dice, strict=True), 1):
        if face not in die.faces:
            _fail(written, text("cli.dice.face", die=i, kind=text(f"dice.{die.kind}"), face=face, faces=die.faces))
    return faces


def _fail(written: str, problem: Text) -> None:
    raise BadDice(text=written[:60], problem=problem)


def listed_dice(card: SheetGame, told: object) -> tuple[int, ...]:
    """Dice from JSON, a list of whole numbers."""
    if not isinstance(told, list) or any(not isinstance(face, int) or isinstance(face, bool) for face in told):
        raise BadDice(text=str(told)[:60], problem=text("cli.dice.list"))
    return check_dice(card, tuple(told), ",".join(str(face)[:20] for face in told))
