"""The screen of For One – Number UP: the grid with its lines, the card in hand, and what the deck still holds."""

from itertools import groupby, zip_longest

from rich.text import Text as Line

from knobel.cli.scene import Scene
from knobel.cli.terminal import styled
from knobel.rules.numberup import NumberUp
from knobel.rules.views import Cell, Grid, Tray
from knobel.rules.views import Line as GridLine

STYLES = {
    "a": "white on color(160)",
    "b": "white on color(25)",
    "c": "black on color(71)",
    "d": "black on color(227)",
    "e": "white on color(91)",
    "f": "black on color(208)",
    "g": "black on color(44)",
    "h": "black on color(250)",
}
_WIDE = 6


def grid_lines(scene: Scene) -> list[Line]:
    blocks = scene.view.blocks
    grid = next(block for block in blocks if isinstance(block, Grid))
    trays = {block.key: [str(item) for item in block.items] for block in blocks if isinstance(block, Tray)}
    left = _grid(scene, grid)
    right = _beside(scene, trays["hand"], trays["deck"])
    lines = []
    for one, other in zip_longest(left, right):
        line = one or styled("")
        line.pad_right(max(0, 14 + (_WIDE + 1) * grid.size - line.cell_len))
        lines.append(line.append_text(other or styled("")))
    return lines


def card_text(scene: Scene, card: str) -> str:
    return f"{scene.words(f'terminal.colour.{card[0]}')} {card[1:]}"


def _grid(scene: Scene, grid: Grid) -> list[Line]:
    rows = [line for line in grid.lines if line.key == "row"]
    columns = [line for line in grid.lines if line.key == "column"]
    bars = "─" * _WIDE
    lines = [styled("    " + "".join(f"{column.cells[0][0]:^{_WIDE + 1}}" for column in columns), "dim")]
    lines.append(styled(f"   ┌{'┬'.join([bars] * grid.size)}┐", "dim"))
    for row in rows:
        line = styled(f" {row.index + 1} ").append("│", "dim")
        for cell in grid.cells[row.index * grid.size : (row.index + 1) * grid.size]:
            line.append_text(_cell(scene, cell)).append("│", "dim")
        lines.append(line.append(" ").append_text(_progress(row)))
        last = row.index + 1 == grid.size
        edge = f"└{'┴'.join([bars] * grid.size)}┘" if last else f"├{'┼'.join([bars] * grid.size)}┤"
        lines.append(styled(f"   {edge}", "dim"))
    below = styled("    ")
    for column in columns:
        mark = _progress(column)
        mark.align("center", _WIDE + 1)
        below.append_text(mark)
    return [*lines, below]


def _cell(scene: Scene, cell: Cell) -> Line:
    if cell.card:
        return styled(f"{card_text(scene, cell.card):^{_WIDE}}", f"bold {STYLES[cell.card[0]]}")
    return styled(f"{cell.name if cell.takes else '':^{_WIDE}}", "green")


def _progress(line: GridLine) -> Line:
    """How far a line has come: `7/9`, a check with its points, or the chip it ended with."""
    if line.mark == "check":
        return styled(f"✓ {line.points}", "bold green")
    if line.mark == "chip":
        return styled(f"= {line.points}", "yellow")
    return styled(f"{line.value}/{line.target}", "dim")


def _beside(scene: Scene, hand: list[str], deck: list[str]) -> list[Line]:
    words = scene.words
    lines = [styled("")]
    if hand:
        shown, style = card_text(scene, hand[0]), f"bold {STYLES[hand[0][0]]}"
        lines += [styled(line, style) for line in ("┌─────────┐", f"│{shown:^9}│", "└─────────┘")]
        lines.append(styled(words("terminal.card", colour=words(f"colours.{hand[0][0]}"), number=hand[0][1:])))
    else:
        lines += [styled(line) for line in scene.news[-4:]]
        lines += [styled("") for _ in range(4 - len(scene.news[-4:]))]
    lines += [styled(""), styled(words("terminal.deck", n=len(deck)))]
    assert isinstance(scene.game, NumberUp)
    for colour, cards in groupby(scene.game.deck, key=lambda card: card[0]):
        left = " ".join(card[1:] if card in deck else "·" for card in cards)
        row = styled("").append(f" {words(f'terminal.colour.{colour}')} ", STYLES[colour])
        lines.append(row.append(f" {left}"))
    if scene.level:
        lines += [styled(words("terminal.medals", medals=" ".join(map(str, scene.level.medals))), "dim")]
    return lines
