"""What `knobel value` and `knobel advise` have in common: a question about a position, by flags or as JSON lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from typing import Annotated, Any

import typer

from knobel.cli.options import Batch, GameName, Json, Lang, Rules
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.words import Words

POSITION = ("open", "upper", "top", "chips")
LARGEST = 10**6  # no number of a position is larger

Fields = Mapping[str, Any]
Answer = Callable[[SheetGame, Fields], dict[str, Any]]


@dataclass(frozen=True)
class Question:
    game: str
    card: SheetGame
    words: Words
    position: Fields
    batch: bool
    json: bool

    def answer(self, answer: Answer, fields: Callable[[], Fields], show: Callable[[dict[str, Any]], None]) -> None:
        """Answer each line of a batch, or the one question of the flags, as JSON or as `show` prints it."""
        from knobel.cli.common import answer_lines, as_json

        if self.batch:
            answer_lines(lambda asked: answer(self.card, asked), self.words.lang)
            return
        found = answer(self.card, {**self.position, **fields()})
        print(as_json(found)) if self.json else show(found)


def question(
    game: GameName,
    free: Annotated[str | None, typer.Option("--open", metavar="BOX,…", show_default=False)] = None,
    upper: Annotated[int, typer.Option("--upper", metavar="N", min=0)] = 0,
    top: Annotated[int | None, typer.Option("--top", metavar="POINTS", show_default=False)] = None,
    chips: Annotated[int | None, typer.Option("--chips", metavar="N", show_default=False)] = None,
    rule: Rules = None,
    batch: Batch = False,
    lang: Lang = None,
    json: Json = False,
) -> Question:
    from knobel.cli.common import card_of, words_of

    boxes = None if free is None else [key.strip() for key in free.split(",")]
    position = {"open": boxes, "upper": upper, "top": top, "chips": chips}
    return Question(game, card_of(game, rule), words_of(lang), position, batch, json)


def asking(command: Callable[..., None]) -> Callable[..., None]:
    """`command`, called with a question first, as a command that takes the question's options and its own."""
    shared, own = signature(question).parameters, list(signature(command).parameters.values())[1:]
    options: list[Parameter] = [*shared.values(), *own]

    def asked(**given: Any) -> None:
        about = question(**{name: given.pop(name) for name in shared})
        command(about, **given)

    asked.__name__, asked.__annotations__ = command.__name__, {each.name: each.annotation for each in options}
    asked.__signature__ = Signature(options)  # type: ignore[attr-defined]
    return asked


def position_of(card: SheetGame, asked: Fields, more: Sequence[str] = ()) -> Any:
    """The position that is asked about. Fields that are neither its own nor among `more` are refused."""
    from knobel.solver.arrays.position import CardPosition

    if unknown := asked.keys() - {*POSITION, *more}:
        fail(min(unknown), "position.field")
    free = asked.get("open")
    free = [box.key for box in card.sheet.boxes] if free is None else free
    if not isinstance(free, list) or not all(isinstance(key, str) for key in free):
        fail("open", "solve.why.open")
    top = None if asked.get("top") is None else whole(asked, "top")
    chips = None if asked.get("chips") is None else whole(asked, "chips")
    return CardPosition.told(card.sheet, free, whole(asked, "upper"), top, chips)


def whole(asked: Fields, field: str) -> int:
    found = asked.get(field, 0)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < LARGEST:
        fail(field, "position.number", word=str(found)[:20])
    return found
