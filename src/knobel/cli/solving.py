"""`knobel solve`, `knobel value` and `knobel advise`.

The room `solver` loads a compiler, so it is imported when a command runs, not when the command line is read.
"""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from knobel.cli.asking import Fields, Question, asking, position_of, whole
from knobel.cli.options import Json, Lang, Rules
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame
from knobel.words import text

if TYPE_CHECKING:
    from knobel.solver.arrays.position import CardPosition
    from knobel.words import Words

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


def register(app: typer.Typer) -> None:
    for command in (solve, value, advise):
        app.command(command.__name__)(command)


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
    from knobel.cli.common import as_json, card_of, words_of
    from knobel.solver.induction import tables
    from knobel.terminal.bars import bar

    words = words_of(lang)
    if delete is not None:
        tables.delete(delete)
        print(as_json({"deleted": delete}) if json else words("solve.deleted", path=delete))
    elif show or game is None:
        _list(tables.contents(), words, as_data=json)
    else:
        card = card_of(game, rule)
        with bar(hidden=json) as update:

            def report(state: Any) -> None:
                update(words("solve.layer", layer=state.layer), state.done, state.work)

            limit = memory << 20 if memory else None
            solved = tables.solve(card, threads=threads, memory=limit, cluster=cluster, report=report)
        facts = {
            "game": str(card.spec),
            "value": solved.value,
            "states": solved.states,
            "seconds": solved.seconds,
            "cpu_seconds": solved.cpu_seconds,
            "table": solved.folder,
        }
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


def _mean(card: SheetGame, position: "CardPosition", target: int | None) -> dict[str, Any]:  # noqa: ARG001
    from knobel.solver.asking.values import adviser

    expert = adviser(card)
    return {"value": expert.value(position), "exact": expert.value_function.exact(position)}


def _distribution(card: SheetGame, position: "CardPosition", target: int | None) -> dict[str, Any]:
    from knobel.solver.objectives.aims import distribution, moments

    chances = distribution(card.sheet, position)
    mean, sd = moments(chances)
    upto = chances.cumsum()
    found: dict[str, Any] = {
        "mean": mean,
        "sd": sd,
        "percentiles": {str(percent): int(upto.searchsorted(percent / 100)) for percent in PERCENTILES},
        "distribution": {str(points): float(chance) for points, chance in enumerate(chances) if chance},
    }
    return found if target is None else {**found, "target": target, "chance": float(chances[target:].sum())}


def _target(card: SheetGame, position: "CardPosition", target: int | None) -> dict[str, Any]:
    from knobel.solver.objectives.aims import greatest_chance

    assert target is not None
    return {"target": target, "chance": greatest_chance(card.sheet, position, target)}


OBJECTIVES = {"mean": _mean, "distribution": _distribution, "target": _target}


@asking
def value(
    question: Question,
    objective: Annotated[str, typer.Option("--objective", metavar="|".join(OBJECTIVES))] = "mean",
    target: Annotated[int | None, typer.Option("--target", metavar="POINTS", min=1, show_default=False)] = None,
) -> None:
    words = question.words

    def show(found: dict[str, Any]) -> None:
        if objective == "mean":
            sentence = "solve.worth" if found["exact"] else "solve.about"
            print(words(sentence, value=f"{found['value']:.4f}", game=question.game))
        if objective == "distribution":
            print(words("solve.spread", mean=f"{found['mean']:.4f}", sd=f"{found['sd']:.4f}"))
            print("  ".join(f"{percent} %: {points}" for percent, points in found["percentiles"].items()))
        if "chance" in found:
            aimed = "solve.reach" if objective == "target" else "solve.reached"
            print(words(aimed, target=target, chance=f"{100 * found['chance']:.3f}"))

    question.answer(_value, lambda: {"objective": objective, "target": target}, show)


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


def _value(card: SheetGame, asked: Fields) -> dict[str, Any]:
    position = position_of(card, asked, ("objective", "target"))
    objective, target = asked.get("objective", "mean"), asked.get("target")
    if objective not in OBJECTIVES:
        fail("objective", "solve.why.objective", allowed=list(OBJECTIVES))
    if target is None:
        if objective == "target":
            fail("target", "solve.why.target_missing")
    elif objective == "mean" or not whole(asked, "target"):
        fail("target", "solve.why.target")
    return OBJECTIVES[objective](card, position, target)


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
