"""The screen of For One – Kniffel: the roll to place, and the thirteen rows with the dice and tiles that lie there."""

from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text as Line

from knobel.cli.dice_art import dice_lines
from knobel.cli.scene import Scene
from knobel.cli.terminal import WIDTH, styled
from knobel.rules.rows import YELLOW
from knobel.rules.views import CounterBlock, DieView, RowsBlock, RowView, TileView, TrayBlock

_DICE_WIDTH = 52
_MARKS = (4, 6)  # upper rows take one face, lower ones up to five
_NAME = 15
_COLUMN = 34 + _MARKS[0]
_D6 = (1, 2, 3, 4, 5, 6)


def rows_lines(scene: Scene) -> list[Line]:
    blocks = scene.view.blocks
    waiting = next(block for block in blocks if isinstance(block, TrayBlock) and block.key == "waiting")
    rows = next(block for block in blocks if isinstance(block, RowsBlock))
    counters = {block.key: block.value for block in blocks if isinstance(block, CounterBlock)}
    dice = [_die(str(item)) for item in waiting.items]
    table = dice_lines(dice, scene.words, indent=1) if dice else _news(scene)
    beside = _state(scene, rows, counters)
    top = []
    for left, right in zip_longest(table if rows.yellow else table[:5], beside):
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
    return [*top, styled(""), *card, *_whole_card(scene, rows), styled(""), legend]


def _die(item: str) -> DieView:
    return DieView("yellow" if item.startswith(YELLOW) else "d6", _D6, int(item.removeprefix(YELLOW)))


def _news(scene: Scene) -> list[Line]:
    return [styled(f" {set_cell_size(line, _DICE_WIDTH - 2)}") for line in scene.news[-5:]]


def _state(scene: Scene, rows: RowsBlock, counters: dict[str, int]) -> list[Line]:
    words = scene.words
    lines = [
        styled(words("terminal.supply", n=counters["supply"])),
        styled(words("terminal.out", n=counters["out"])),
        styled(words("terminal.step", bonus=rows.bonus, worst=rows.worst)),
        styled(words("terminal.best", n=rows.best)),
    ]
    if rows.extra:
        lines.append(styled(words("terminal.tile_extra", n=f"{rows.extra:+}")))
    if scene.level:
        lines.append(styled(words("terminal.medals", medals=" ".join(map(str, scene.level.medals))), "dim"))
    return lines


def _whole_card(scene: Scene, rows: RowsBlock) -> list[Line]:
    """What lies beside the whole card, and how the yellow die is drawn."""
    tiles = [f"{tile.name.say(scene.words.lang)} {tile.value}".strip() for tile in rows.tiles]
    parts = [scene.words("terminal.whole_card", tiles=tiles)] if tiles else []
    parts += [scene.words("terminal.yellow_die")] if rows.yellow else []
    return [styled(f" {set_cell_size(' · '.join(parts), WIDTH - 2)}", "yellow")] if parts else []


def _row(scene: Scene, number: int, row: RowView, marks: int) -> Line:
    if row.scored is not None:
        style, points, fields = "dim", f"{row.scored:>3} ", f" {'–' * 9} "
    else:
        style, points, fields = "", f"({row.would})", _fields(row)
    if row.takes:
        mark, mark_style = "‹" + "".join(dict.fromkeys(die.removeprefix(YELLOW) for die in row.takes)), "bold green"
    elif row.must:
        mark, mark_style = "‹!", "bold yellow"
    elif row.held and len(row.dice) == row.fields:
        mark, mark_style = "…", "yellow"
    else:
        mark, mark_style = "", ""
    line = styled(f"{number:>2} ", "dim").append_text(_name(scene, row, style))
    line.append(fields, "bold" if row.dice else "dim")
    return line.append(f"{points:>4} ", style or "dim").append(f"{mark:<{marks}}", mark_style)


def _name(scene: Scene, row: RowView, style: str) -> Line:
    """The row's name, and at its right edge the signs of the tiles that lie there."""
    signs = " ".join(map(_sign, row.tiles))
    room = _NAME - (cell_len(signs) + 1 if signs else 0)
    line = styled(set_cell_size(row.name.say(scene.words.lang), room), style)
    spent = all(tile.spent for tile in row.tiles) or row.scored is not None
    return line.append(f" {signs}" if signs else "", "dim" if spent else "bold yellow")


def _sign(tile: TileView) -> str:
    return tile.value.replace(" ", "")


def _fields(row: RowView) -> str:
    """Dice and free fields; `×` where no die may go now, brackets around the yellow die."""
    free = "×" if row.closed else "·"
    fields = list(f" {' '.join([*map(str, row.dice), *(free * (row.fields - len(row.dice)))]):<9} ")
    if row.yellow is not None:
        fields[2 * row.yellow], fields[2 * row.yellow + 2] = "(", ")"
    return "".join(fields)
