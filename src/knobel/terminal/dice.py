"""Dice drawn large. The number also stands in the lower edge, and beneath it which die it is."""

from collections.abc import Sequence

from rich.text import Text as Line

from knobel.rules.views import DieView
from knobel.terminal.kit import styled
from knobel.words import Words

WIDE = 9
_NONE, _LEFT, _MIDDLE, _RIGHT = "       ", " ●     ", "   ●   ", "     ● "
_PAIR, _THREE = " ●   ● ", " ● ● ● "
_PIPS = {
    1: (_NONE, _MIDDLE, _NONE),
    2: (_LEFT, _NONE, _RIGHT),
    3: (_LEFT, _MIDDLE, _RIGHT),
    4: (_PAIR, _NONE, _PAIR),
    5: (_PAIR, _MIDDLE, _PAIR),
    6: (_PAIR, _PAIR, _PAIR),
    7: (_PAIR, _THREE, _PAIR),
}
_STYLES = {
    "without_1": "bright_blue",
    "without_2": "green",
    "without_3": "magenta",
    "without_4": "dark_orange",
    "without_5": "red",
    "without_6": "bright_black",
    "d10": "cyan",
    "yellow": "bright_yellow",
}


def square(face: int | None) -> list[str]:
    shown = "?" if face is None else str(face)
    pips = _PIPS.get(face or 0, (_NONE, f"{shown:^7}", _NONE))
    return ["┌───────┐", *(f"│{row}│" for row in pips), f"└{shown:─^7}┘"]


def ten_sided(face: int | None) -> list[str]:
    shown = "?" if face is None else str(face)
    return ["  ╱───╲  ", " ╱     ╲ ", f"│   {shown}   │", " ╲     ╱ ", f"  ╲─{shown}─╱  "]


def dice_lines(dice: Sequence[DieView], words: Words, indent: int = 2) -> list[Line]:
    """Six lines: the dice side by side, and their labels."""
    drawn = [ten_sided(die.face) if die.kind == "d10" else square(die.face) for die in dice]
    lines = []
    for row in range(5):
        line = styled(" " * indent)
        for die, art in zip(dice, drawn, strict=True):
            line.append(art[row], "bold " + _STYLES.get(die.kind, "")).append("  ")
        lines.append(line)
    labels = "  ".join(f"{_label(i, die, words):^{WIDE}}" for i, die in enumerate(dice, 1))
    return [*lines, styled(" " * indent + labels, "dim")]


def _label(position: int, die: DieView, words: Words) -> str:
    key = f"terminal.die.{die.kind}"
    return f"#{position} {words(key)}" if words.has(key) else f"#{position}"
