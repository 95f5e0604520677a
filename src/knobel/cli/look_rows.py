"""The screen of For One – Kniffel: the roll to place, and the thirteen rows with the dice that lie in them."""

from itertools import zip_longest

from rich.cells import set_cell_size
from rich.text import Text as Line

from knobel.cli.dice_art import dice_lines
from knobel.cli.scene import Scene
from knobel.cli.terminal import styled
from knobel.rules.views import Counter, DieView, RowLine, Rows, Tray

_DICE_WIDTH = 52
_MARKS = (4, 6)  # upper rows take one face, lower ones up to five
_COLUMN = 34 + _MARKS[0]


def rows_lines(scene: Scene) -> list[Line]:
    blocks = scene.view.blocks
    waiting = next(block for block in blocks if isinstance(block, Tray) and block.key == "waiting")
    rows = next(block for block in blocks if isinstance(block, Rows))
    counters = {block.key: block.value for block in blocks if isinstance(block, Counter)}
    dice = [DieView("d6", (1, 2, 3, 4, 5, 6), int(face)) for face in waiting.items]
    table = dice_lines(dice, scene.words, indent=1)[:5] if dice else _news(scene)
    beside = _state(scene, rows, counters)
    top = []
    for left, right in zip_longest(table, beside):
        line = left or styled("")
        line.pad_right(max(0, _DICE_WIDTH - line.cell_len))
        top.append(line.append_text(right or styled("")))
    upper = [(n, row) for n, row in enumerate(rows.rows, 1) if row.upper]
    lower = [(n, row) for n, row in enumerate(rows.rows, 1) if not row.upper]
    card = []
    for one, other in zip_longest(upper, lower):
        line = styled(" ").append_text(_row(scene, one[0], one[1], _MARKS[0]) if one else styled(" " * _COLUMN))
        card.append(line.append_text(_row(scene, other[0], other[1], _MARKS[1])) if other else line)
    legend = styled(f" {scene.words('terminal.rows_legend')}" if waiting.items else "", "dim")
    return [*top, styled(""), *card, styled(""), legend]


def _news(scene: Scene) -> list[Line]:
    return [styled(f" {set_cell_size(line, _DICE_WIDTH - 2)}") for line in scene.news[-5:]]


def _state(scene: Scene, rows: Rows, counters: dict[str, int]) -> list[Line]:
    words = scene.words
    lines = [
        styled(words("terminal.supply", n=counters["supply"])),
        styled(words("terminal.out", n=counters["out"])),
        styled(words("terminal.step", bonus=rows.bonus, worst=rows.worst)),
        styled(words("terminal.best", n=rows.best)),
    ]
    if scene.level:
        lines.append(styled(words("terminal.medals", medals=" ".join(map(str, scene.level.medals))), "dim"))
    return lines


def _row(scene: Scene, number: int, row: RowLine, marks: int) -> Line:
    fields = " ".join([*map(str, row.dice), *("·" * (row.fields - len(row.dice)))])
    if row.scored is not None:
        style, points, fields = "dim", f"{row.scored:>3} ", "–" * 9
    else:
        style, points = "", f"({row.would})"
    if row.takes:
        mark, mark_style = "‹" + "".join(row.takes), "bold green"
    elif row.must:
        mark, mark_style = "‹!", "bold yellow"
    else:
        mark, mark_style = "", ""
    line = styled(f"{number:>2} ", "dim").append(set_cell_size(row.name.say(scene.words.lang), 15), style)
    line.append(f" {fields:<9} ", "bold" if row.dice else "dim")
    return line.append(f"{points:>4} ", style or "dim").append(f"{mark:<{marks}}", mark_style)
