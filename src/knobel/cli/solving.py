"""The commands of the solver: solve, value, advise, simulate.

The room `solve` loads a compiler, so it is imported when a command runs, not when the command line is read.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from knobel.errors import BadDice, BadPosition, KnobelError
from knobel.rules import find
from knobel.rules.fields import fail
from knobel.rules.sheetfile import read_sheet
from knobel.rules.sheetgame import SheetGame
from knobel.words import say, text

if TYPE_CHECKING:
    from knobel.solve.position import Position
    from knobel.solve.valuers import Adviser

GameName = Annotated[str, typer.Argument(metavar="GAME|FILE.toml")]
Rules = Annotated[list[str] | None, typer.Option("--rule", metavar="NAME=true|false")]
AsJson = Annotated[bool, typer.Option("--json")]
Lang = Annotated[str, typer.Option("--lang")]
Batch = Annotated[bool, typer.Option("--batch", help="one JSON object per line on standard input")]


def game_of(name: str, rules: list[str] | None = None) -> SheetGame:
    """The score-card game of that name, or the one a TOML file declares."""
    from knobel.solve.valuers import sheet_of

    if name.endswith(".toml"):
        path = Path(name)
        game: Any = read_sheet(path.read_text(encoding="utf-8"), path.name)
    else:
        wanted = dict(rule.partition("=")[::2] for rule in rules or ())
        game = find(name, **{rule: value in ("", "true") for rule, value in wanted.items()})
    sheet_of(game)
    assert isinstance(game, SheetGame)
    return game


def solve(
    game: Annotated[str | None, typer.Argument(metavar="GAME|FILE.toml")] = None,
    rule: Rules = None,
    threads: Annotated[int | None, typer.Option(min=1, help="as many as the machine has cores")] = None,
    memory: Annotated[int | None, typer.Option(metavar="MB", help="keep below so many megabytes")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="a Dask scheduler, tcp://host:port")] = None,
    show: Annotated[bool, typer.Option("--list", help="the tables there are")] = False,
    delete: Annotated[str | None, typer.Option(metavar="TABLE", help="remove a table")] = None,
    as_json: AsJson = False,
    lang: Lang = "en",
) -> None:
    """Work out the exact value of every position and keep the table."""
    from knobel.solve import cabinet

    if delete is not None:
        cabinet.delete(delete)
        _say({"deleted": delete}, say(lang, "solve.deleted", path=delete), as_json=as_json)
    elif show or game is None:
        _list(cabinet.contents(), as_json=as_json, lang=lang)
    else:
        played = game_of(game, rule)
        with _progress(lang, quiet=as_json) as report:
            result = cabinet.solve(played, threads, memory << 20 if memory else None, cluster, report)
        facts = {"game": str(played.spec), **result}
        said = {**facts, "value": f"{result['value']:.6f}", "seconds": f"{result['seconds']:.1f}"}
        _say(facts, say(lang, "solve.value", **said), as_json=as_json)


def _list(tables: list[dict[str, Any]], *, as_json: bool, lang: str) -> None:
    if as_json:
        print(json.dumps({"tables": tables}))
        return
    for table in tables:
        key = "finished" if table["value"] is not None else "unfinished"
        print(table["table"], say(lang, f"solve.{key}", **table), sep="  ")
    if not tables:
        print(say(lang, "solve.none"))


@contextmanager
def _progress(lang: str, *, quiet: bool) -> Iterator[Callable[[Any], None]]:
    """A bar on standard error, with the time that remains."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:5.1f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as bar:
        task = bar.add_task(say(lang, "solve.title"), total=None)

        def report(state: Any) -> None:
            layer = say(lang, "solve.layer", n=state.layer)
            bar.update(task, description=layer, total=state.work, completed=state.done)

        yield report


def _say(facts: Mapping[str, object], sentence: str, *, as_json: bool) -> None:
    print(json.dumps(facts) if as_json else sentence)


def value(
    game: GameName,
    open_: Annotated[
        str | None, typer.Option("--open", help="the free boxes, comma-separated; all if left out")
    ] = None,
    upper: Annotated[int, typer.Option(min=0)] = 0,
    top: Annotated[int | None, typer.Option(help="what stands in the top box")] = None,
    chips: Annotated[int | None, typer.Option(min=0)] = None,
    rule: Rules = None,
    batch: Batch = False,
    as_json: AsJson = False,
    lang: Lang = "en",
) -> None:
    """Expected points still to come before the first roll of a turn."""
    played = game_of(game, rule)
    if batch:
        _each_line(lambda asked: _value(played, asked), lang)
        return
    free = open_.split(",") if open_ else None
    found = _value(played, {"open": free, "upper": upper, "top": top, "chips": chips})
    key = "worth" if found["exact"] else "about"
    _say(found, say(lang, f"solve.{key}", value=f"{found['value']:.4f}", game=game), as_json=as_json)


def _value(game: SheetGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    adviser, position = _ready(game, asked)
    return {"value": adviser.valuer.value(position), "exact": adviser.valuer.exact(position)}


def advise(
    game: GameName,
    dice: Annotated[str | None, typer.Option(help="1,2,3,4,5 in the order of the game's dice")] = None,
    rolls_left: Annotated[int, typer.Option(min=0)] = 0,
    open_: Annotated[
        str | None, typer.Option("--open", help="the free boxes, comma-separated; all if left out")
    ] = None,
    upper: Annotated[int, typer.Option(min=0)] = 0,
    top: Annotated[int | None, typer.Option(help="what stands in the top box")] = None,
    chips: Annotated[int | None, typer.Option(min=0)] = None,
    chip_used: Annotated[bool, typer.Option(help="a chip has been paid in this turn")] = False,
    rule: Rules = None,
    batch: Batch = False,
    as_json: AsJson = False,
    lang: Lang = "en",
) -> None:
    """Every keep and entry with its value, best first."""
    played = game_of(game, rule)
    if batch:
        _each_line(lambda asked: _advise(played, asked), lang)
        return
    asked = {"open": open_.split(",") if open_ else None, "upper": upper, "top": top, "chips": chips}
    thrown = {"dice": dice or "", "rolls_left": rolls_left, "chip_used": chip_used}
    found = _advise(played, {**asked, **thrown})
    if as_json:
        print(json.dumps(found))
        return
    shown = Table(say(lang, "solve.move"), say(lang, "solve.points"), say(lang, "solve.loss"))
    for option in found["moves"]:
        shown.add_row(option["move"], f"{option['value']:.4f}", f"{option['loss']:.4f}")
    Console().print(shown)


def _advise(game: SheetGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    adviser, position = _ready(game, asked)
    dice, left = _dice(game, asked.get("dice")), _whole(asked, "rolls_left", 0)
    if not 0 <= left < game.sheet.rolls:
        fail("rolls_left", "solve.why.rolls", most=game.sheet.rolls - 1)
    options = adviser.turn(position).options(dice, left, chip_used=bool(asked.get("chip_used")))
    best = options[0].value
    moves = [{"move": str(each.move), "value": each.value, "loss": best - each.value} for each in options]
    return {"moves": moves, "exact": adviser.valuer.exact(position)}


def _ready(game: SheetGame, asked: Mapping[str, Any]) -> "tuple[Adviser, Position]":
    from knobel.solve.position import Position
    from knobel.solve.valuers import adviser

    if unknown := asked.keys() - {"open", "upper", "top", "chips", "dice", "rolls_left", "chip_used"}:
        fail(min(unknown), "position.field")
    free = asked.get("open")
    free = [box.key for box in game.sheet.boxes] if free is None else free
    if not isinstance(free, list) or not all(isinstance(key, str) for key in free):
        fail("open", "solve.why.open")
    top = None if asked.get("top") is None else _whole(asked, "top", 0)
    chips = None if asked.get("chips") is None else _whole(asked, "chips", 0)
    position = Position.told(game.sheet, free, _whole(asked, "upper", 0), top, chips)
    expert = adviser(game)
    expert.prepare(position)
    return expert, position


def _whole(asked: Mapping[str, Any], field: str, default: int) -> int:
    found = asked.get(field, default)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < 10**6:
        fail(field, "position.number", word=str(found)[:20])
    return found


def _dice(game: SheetGame, told: object) -> tuple[int, ...]:
    words = told.split(",") if isinstance(told, str) else told if isinstance(told, list) else []
    shown = str(told)[:40]
    try:
        faces = tuple(int(word) for word in words)
    except (TypeError, ValueError) as error:
        raise BadDice(text=shown, problem=text("solve.why.dice", n=len(game.sheet.dice))) from error
    if len(faces) != len(game.sheet.dice):
        raise BadDice(text=shown, problem=text("solve.why.dice", n=len(game.sheet.dice)))
    for number, (face, die) in enumerate(zip(faces, game.sheet.dice, strict=True), start=1):
        if face not in die.faces:
            raise BadDice(text=shown, problem=text("solve.why.face", die=number, face=face, faces=die.faces))
    return faces


def _each_line(answer: Callable[[Mapping[str, Any]], dict[str, Any]], lang: str) -> None:
    """One JSON object a line in, one out, in order; a bad line is answered by its error and the rest goes on."""
    for line in sys.stdin:
        try:
            asked = json.loads(line)
            if not isinstance(asked, dict):
                raise BadPosition(field="{}", problem=text("position.form"))
            print(json.dumps(answer(asked)), flush=True)
        except json.JSONDecodeError as error:
            print(json.dumps({"error": str(error), "code": "text/json"}), flush=True)
        except KnobelError as error:
            print(json.dumps({"error": error.say(lang), "code": error.code}), flush=True)


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1)] = 100_000,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    rule: Rules = None,
    as_json: AsJson = False,
    lang: Lang = "en",
) -> None:
    """The score distribution of optimal play, from many games."""
    found = simulated(game_of(game, rule), games, seed)
    rounded = {key: f"{found[key]:.3f}" for key in ("mean", "sem", "sd")}
    rate = f"{found['games_per_second']:,.0f}"
    _say(found, say(lang, "solve.games", games=games, rate=rate, **rounded), as_json=as_json)


def simulated(game: SheetGame, games: int, seed: int) -> dict[str, Any]:
    """What `knobel simulate GAME --bot optimal` reports."""
    import numpy as np

    from knobel.solve.errors import NoTable
    from knobel.solve.simulate import simulate as play
    from knobel.solve.valuers import Table as Solved
    from knobel.solve.valuers import valuer

    table = valuer(game)
    if not isinstance(table, Solved):
        raise NoTable(game=str(game.spec), states=table.problem.space.states)
    began = time.perf_counter()
    played = play(table, games, seed)
    seconds = time.perf_counter() - began
    marks = (1, 5, 10, 25, 50, 75, 90, 95, 99)
    return {
        "games": games,
        "mean": played.mean,
        "sd": played.sd,
        "sem": played.sem,
        "percentiles": {str(mark): float(np.percentile(played.points, mark)) for mark in marks},
        "games_per_second": games / seconds,
        "bonus_rate": played.bonus_rate,
        "boxes": {key: {"mean": played.box_points[key], "struck": played.struck[key]} for key in played.box_points},
        "extra": played.extra,
        "chips_by_turn": played.chips if game.sheet.chips else [],
    }


def register(app: typer.Typer) -> None:
    """Hang the commands into the command line."""
    for command in (solve, value, advise):
        app.command()(command)


__all__ = ["advise", "register", "simulate", "simulated", "solve", "value"]
