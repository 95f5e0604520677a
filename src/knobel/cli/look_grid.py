"""The screen of For One – Number UP: the grid with its lines, the cards in hand, and what the deck still holds."""

from itertools import groupby, zip_longest

from rich.text import Text as Line

from knobel.cli.scene import Scene
from knobel.cli.terminal import styled
from knobel.rules.lines import Final, Mark, Side
from knobel.rules.numberup import NumberUp
from knobel.rules.views import CellView, CounterBlock, GridBlock, LineView, TrayBlock

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
    grid = next(block for block in scene.view.blocks if isinstance(block, GridBlock))
    left = _grid(scene, grid)
    right = _beside(scene, grid)
    lines = []
    for one, other in zip_longest(left, right):
        line = one or styled("")
        line.pad_right(max(0, 14 + (_WIDE + 1) * grid.size - line.cell_len))
        lines.append(line.append_text(other or styled("")))
    return lines


def card_text(scene: Scene, card: str) -> str:
    return f"{scene.words(f'terminal.colour.{card[0]}')} {card[1:]}"


def _grid(scene: Scene, grid: GridBlock) -> list[Line]:
    """The cells, at their right what the rows have, below what the columns have, in the corners the diagonals."""
    rows, columns, diagonals = ([line for line in grid.lines if line.key == key] for key in Side)
    falling, rising = diagonals or (None, None)
    bars = "─" * _WIDE
    letters = styled("    " + "".join(f"{column.cells[0][0]:^{_WIDE + 1}}" for column in columns), "dim")
    lines = [letters.append_text(_corner("╱", rising)), styled(f"   ┌{'┬'.join([bars] * grid.size)}┐", "dim")]
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
    return [*lines, below.append_text(_corner("╲", falling))]


def _corner(sign: str, diagonal: LineView | None) -> Line:
    return styled(f"{sign} ", "dim").append_text(_progress(diagonal)) if diagonal else styled("")


def _cell(scene: Scene, cell: CellView) -> Line:
    if cell.card:
        return styled(f"{card_text(scene, cell.card):^{_WIDE}}", f"bold {STYLES[cell.card[0]]}")
    return styled(f"{cell.name if cell.takes else '':^{_WIDE}}", "green")


def _progress(line: LineView) -> Line:
    """How far a line has come: `7/9`, a check, the chip it ended with, or a marker turned over."""
    match line.mark:
        case Mark.CHECK:
            return styled(f"✓ {line.points}", "bold green")
        case Mark.CHIP:
            return styled(f"= {line.points}", "yellow")
        case Mark.MINUS:
            return styled(f"✗ −{-line.points}", "bold red")
    return styled(f"{line.value}/{line.target}", "dim")


def _beside(scene: Scene, grid: GridBlock) -> list[Line]:
    words, blocks = scene.words, scene.view.blocks
    assert isinstance(scene.game, NumberUp)
    trays = {block.key: [str(item) for item in block.items] for block in blocks if isinstance(block, TrayBlock)}
    held = scene.game.plan.hand
    lines = _hand(scene, trays["hand"], held) if held > 1 else _card(scene, trays["hand"])
    lines += [
        styled(words("terminal.may_go", n=left.value))
        for left in blocks
        if isinstance(left, CounterBlock) and left.key == "discards"
    ]
    lines += [styled(words("terminal.deck", n=len(trays["deck"])))]
    for colour, cards in groupby(scene.game.deck, key=lambda card: card[0]):
        left = " ".join(card[1:] if card in trays["deck"] else "·" for card in cards)
        row = styled("").append(f" {words(f'terminal.colour.{colour}')} ", STYLES[colour])
        lines.append(row.append(f" {left}"))
    if grid.final == Final.LOWEST:
        lines.append(styled(words("terminal.weakest")))
        lines += [styled(f" {side.name.say(words.lang)} {side.points}") for side in grid.sides]
    if scene.level:
        lines += [styled(words("terminal.medals", medals=" ".join(map(str, scene.level.medals))), "dim")]
    return lines


def _card(scene: Scene, hand: list[str]) -> list[Line]:
    """The one card just turned, or what happened before."""
    if not hand:
        news = [styled(line) for line in scene.news[-4:]]
        return [styled(""), *news, *(styled("") for _ in range(5 - len(news)))]
    shown, style = card_text(scene, hand[0]), f"bold {STYLES[hand[0][0]]}"
    drawn = [styled(line, style) for line in ("┌─────────┐", f"│{shown:^9}│", "└─────────┘")]
    name = scene.words("terminal.card", colour=scene.words(f"colours.{hand[0][0]}"), number=hand[0][1:])
    return [styled(""), *drawn, styled(name), styled("")]


def _hand(scene: Scene, hand: list[str], size: int) -> list[Line]:
    """Several cards, each behind the number it is typed by."""
    lines = []
    for place in range(size):
        line = styled(f" {place + 1} ", "dim")
        if place < len(hand):
            card = hand[place]
            line.append(f" {card_text(scene, card)} ", f"bold {STYLES[card[0]]}")
        lines.append(line)
    return lines
