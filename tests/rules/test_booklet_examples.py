"""Every example of the five booklets, from tests/booklet.toml."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from knobel import Move, find
from knobel.rules.booklets import booklet
from knobel.rules.combinations import Roll
from knobel.rules.forone import ForOne
from knobel.rules.numberup import Layout, NumberUp
from knobel.rules.sheetgame import SheetGame
from tests.playing import play_all

EXAMPLES = tomllib.loads((Path(__file__).parents[1] / "booklet.toml").read_text(encoding="utf-8"))


def each(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", EXAMPLES[kind], ids=lambda example: example["source"])


@each("score")
def test_score(example: dict[str, Any]) -> None:
    sheet = find(example["game"]).sheet
    written = [example.get("card", {}).get(box.key) for box in sheet.boxes]
    entries = sheet.entries(Roll(tuple(example["dice"])), written)
    points = {sheet.boxes[i].key: entry.points for i, entry in entries.items()}
    extra = {sheet.boxes[i].key: entry.extra for i, entry in entries.items() if entry.extra}
    assert {key: points[key] for key in example["boxes"]} == example["boxes"]
    assert extra == example.get("extra", {})
    if example.get("no_other"):
        assert {key for key, value in points.items() if value} == set(example["boxes"])


@each("attainable")
def test_attainable(example: dict[str, Any]) -> None:
    game = find(example["game"])
    assert isinstance(game, SheetGame)
    box = game.sheet.boxes[game.sheet.index(example["box"])]
    assert example["points"] in {box.score(roll) for roll in game.sheet.distinct_rolls()}


@each("place")
def test_place(example: dict[str, Any]) -> None:
    game = find("forone")
    assert isinstance(game, ForOne)
    state = game.draw(game.play(game.start(), Move("roll")), tuple(example["roll"]))
    after = play_all(game, state, *example["moves"])
    laid = {row.key: list(dice) for row, dice in zip(game.rows, after.rows, strict=True) if dice}
    assert laid == example["rows"]


@pytest.mark.parametrize("kind", ["fits", "refuses"])
def test_rows(kind: str) -> None:
    game = find("forone")
    assert isinstance(game, ForOne)
    for example in EXAMPLES[kind]:
        row = game.rows[game.index[example["row"]]]
        assert row.takes.may_hold(tuple(example["dice"]), row.fields) == (kind == "fits"), example["source"]


@each("line")
def test_line(example: dict[str, Any]) -> None:
    game = find("numberup")
    assert isinstance(game, NumberUp)
    line = game.lines[2]
    cards = dict(zip(line.cells, [*example["cards"], *[None] * example["free"]], strict=True))
    state = Layout(tuple(cards.get(cell) for cell in range(25)))
    assert game.mark(state, line) == example["mark"]
    assert game.line_points(state, line) == example["points"]


@each("medal")
def test_medal(example: dict[str, Any]) -> None:
    assert booklet(example["game"]).level(1).medal(example["points"]) == example["medal"]
