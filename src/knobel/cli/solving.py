"""`knobel solve`, `knobel value`, `knobel advise`, and the fast games of the optimal player.

The room `solve` loads a compiler, so it is imported when a command runs, not when the command line is read.
"""

import json as json_module
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Rules
from knobel.errors import BadDice, KnobelError
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.words import text

if TYPE_CHECKING:
    from knobel.cli.speech import Words
    from knobel.rules.core import Game
    from knobel.solve.position import Position
    from knobel.solve.valuers import Adviser

Open = Annotated[str | None, typer.Option("--open", metavar="BOX,…", show_default=False)]
Upper = Annotated[int, typer.Option("--upper", metavar="N", min=0)]
Top = Annotated[int | None, typer.Option("--top", metavar="POINTS", show_default=False)]
Chips = Annotated[int | None, typer.Option("--chips", metavar="N", show_default=False)]
Batch = Annotated[bool, typer.Option("--batch", show_default=False)]
Answer = Callable[[Mapping[str, Any]], dict[str, Any]]

ASKED = ("open", "upper", "top", "chips")
LARGEST = 10**6  # no number of a position is larger


def register(app: typer.Typer) -> None:
    from knobel.cli.simulate import RUNNERS

    for command in (solve, value, advise):
        app.command(command.__name__)(command)
    RUNNERS["optimal"] = play_optimally


def solve(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    rule: Rules = None,
    threads: Annotated[int | None, typer.Option("--threads", metavar="N", min=1, show_default=False)] = None,
    memory: Annotated[int | None, typer.Option("--memory", metavar="MB", min=1, show_default=False)] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", show_default=False)] = None,
    show: Annotated[bool, typer.Option("--list", show_default=False)] = False,
    delete: Annotated[str | None, typer.Option("--delete", metavar="TABLE", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.bars import bar
    from knobel.cli.common import as_json, card_of, words_of
    from knobel.solve import cabinet

    words = words_of(lang)
    if delete is not None:
        cabinet.delete(delete)
        print(as_json({"deleted": delete}) if json else words("solve.deleted", path=delete))
    elif show or game is None:
        _list(cabinet.contents(), words, as_data=json)
    else:
        card = card_of(game, rule)
        with bar(hidden=json) as update:

            def report(state: Any) -> None:
                update(words("solve.layer", layer=state.layer), state.done, state.work)

            facts = cabinet.solve(card, threads, memory << 20 if memory else None, cluster, report)
        facts = {"game": str(card.spec), **facts}
        shown = {**facts, "value": f"{facts['value']:.6f}", "seconds": f"{facts['seconds']:.1f}"}
        print(as_json(facts) if json else words("solve.value", **shown))


def _list(tables: list[dict[str, Any]], words: "Words", *, as_data: bool) -> None:
    from knobel.cli.common import as_json

    if as_data:
        print(as_json({"tables": tables}))
        return
    for table in tables:
        finished = table["value"] is not None
        print(table["table"], words("solve.finished" if finished else "solve.unfinished", **table), sep="  ")
    if not tables:
        print(words("solve.none"))


def value(
    game: GameName,
    free: Open = None,
    upper: Upper = 0,
    top: Top = None,
    chips: Chips = None,
    rule: Rules = None,
    batch: Batch = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, card_of, words_of

    words, card = words_of(lang), card_of(game, rule)
    if batch:
        _each_line(lambda asked: _value(card, asked), words)
        return
    found = _value(card, {"open": _boxes(free), "upper": upper, "top": top, "chips": chips})
    sentence = "solve.worth" if found["exact"] else "solve.about"
    print(as_json(found) if json else words(sentence, value=f"{found['value']:.4f}", game=game))


def advise(
    game: GameName,
    dice: Annotated[str | None, typer.Option("--dice", metavar="1,2,…", show_default=False)] = None,
    rolls_left: Annotated[int, typer.Option("--rolls-left", metavar="N", min=0)] = 0,
    chip_used: Annotated[bool, typer.Option("--chip-used", show_default=False)] = False,
    free: Open = None,
    upper: Upper = 0,
    top: Top = None,
    chips: Chips = None,
    rule: Rules = None,
    batch: Batch = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, card_of, words_of
    from knobel.cli.failures import BadUsage
    from knobel.cli.score import read_dice

    words, card = words_of(lang), card_of(game, rule)
    if batch:
        _each_line(lambda asked: _advise(card, asked), words)
        return
    if not dice:
        raise BadUsage(problem=text("cli.usage.missing", name="--dice"))
    position = {"open": _boxes(free), "upper": upper, "top": top, "chips": chips}
    turn = {"dice": list(read_dice(card, dice)), "rolls_left": rolls_left, "chip_used": chip_used}
    found = _advise(card, {**position, **turn})
    if json:
        print(as_json(found))
        return
    width = max(len(option["move"]) for option in found["moves"])
    for option in found["moves"]:
        print(f"{option['move']:<{width}}  {option['value']:9.4f}  {-option['loss']:9.4f}")


def _boxes(listed: str | None) -> list[str] | None:
    return None if listed is None else [key.strip() for key in listed.split(",")]


def _value(card: SheetGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    adviser, position = _ready(card, asked, ())
    return {"value": adviser.valuer.value(position), "exact": adviser.valuer.exact(position)}


def _advise(card: SheetGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    adviser, position = _ready(card, asked, ("dice", "rolls_left", "chip_used"))
    dice, left = _dice(card, asked.get("dice")), _whole(asked, "rolls_left", 0)
    if not left < card.sheet.rolls:
        fail("rolls_left", "solve.why.rolls", most=card.sheet.rolls - 1)
    options = adviser.turn(position).options(dice, left, chip_used=asked.get("chip_used") is True)
    best = options[0].value
    moves = [{"move": str(each.move), "value": each.value, "loss": best - each.value} for each in options]
    return {"moves": moves, "exact": adviser.valuer.exact(position)}


def _ready(card: SheetGame, asked: Mapping[str, Any], more: Sequence[str]) -> "tuple[Adviser, Position]":
    """Who knows the game, ready for the position that is asked about."""
    from knobel.solve.position import Position
    from knobel.solve.valuers import adviser

    if unknown := asked.keys() - {*ASKED, *more}:
        fail(min(unknown), "position.field")
    free = asked.get("open")
    free = [box.key for box in card.sheet.boxes] if free is None else free
    if not isinstance(free, list) or not all(isinstance(key, str) for key in free):
        fail("open", "solve.why.open")
    top = None if asked.get("top") is None else _whole(asked, "top", 0)
    chips = None if asked.get("chips") is None else _whole(asked, "chips", 0)
    position = Position.told(card.sheet, free, _whole(asked, "upper", 0), top, chips)
    expert = adviser(card)
    expert.prepare(position)
    return expert, position


def _whole(asked: Mapping[str, Any], field: str, default: int) -> int:
    found = asked.get(field, default)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < LARGEST:
        fail(field, "position.number", word=str(found)[:20])
    return found


def _dice(card: SheetGame, told: object) -> tuple[int, ...]:
    from knobel.cli.score import check_dice

    if not isinstance(told, list) or any(not isinstance(face, int) or isinstance(face, bool) for face in told):
        raise BadDice(text=str(told)[:60], problem=text("cli.dice.list"))
    return check_dice(card, tuple(told), ",".join(str(face)[:20] for face in told))


def _each_line(answer: Answer, words: "Words") -> None:
    """One JSON object a line in, one out, in order; a bad line is answered by its error and the rest goes on."""
    from knobel.cli.common import as_json

    for line in sys.stdin:
        try:
            print(as_json(answer(_asked(line))), flush=True)
        except KnobelError as error:
            print(as_json({"error": error.say(words.lang), "code": error.code}), flush=True)


def _asked(line: str) -> dict[str, Any]:
    from knobel.cli.failures import BadLine

    try:
        asked = json_module.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine(text=line.strip()[:60]) from error
    if not isinstance(asked, dict):
        raise BadLine(text=line.strip()[:60])
    return asked


def play_optimally(game: "Game[Any]", bot: str, games: int, seed: int) -> list[int]:  # noqa: ARG001
    """The points of games with the exact policy, in compiled code."""
    from knobel.solve.errors import NoTable
    from knobel.solve.simulate import simulate
    from knobel.solve.valuers import Table, valuer

    known = valuer(game)
    if not isinstance(known, Table):
        raise NoTable(game=str(game.spec), states=known.problem.space.states)
    points: list[int] = simulate(known, games, seed).points.tolist()
    return points
