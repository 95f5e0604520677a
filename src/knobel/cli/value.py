"""`knobel value`: the points still to come before the first throw of a turn."""

from typing import Annotated, Any

import typer

from knobel.cli.asking import Fields, Question, asking, position_of, whole
from knobel.rules.fields import fail
from knobel.rules.sheetgame import SheetGame

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)


def register(app: typer.Typer) -> None:
    app.command("value")(value)


def _mean(card: SheetGame, position: Any, target: int | None) -> dict[str, Any]:  # noqa: ARG001
    from knobel.solver.asking.values import adviser

    expert = adviser(card)
    return {"value": expert.value(position), "exact": expert.value_function.exact(position)}


def _distribution(card: SheetGame, position: Any, target: int | None) -> dict[str, Any]:
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


def _target(card: SheetGame, position: Any, target: int | None) -> dict[str, Any]:
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
