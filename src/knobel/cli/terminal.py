"""The terminal itself: lines in, lines out, and nothing that knows a game."""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text as Line

if TYPE_CHECKING:
    from rich.style import StyleType

WIDTH, HEIGHT = 80, 24
LONGEST_TYPED = 400


class Leave(Exception):
    """The player has gone: end of input, or an interrupt."""


class Terminal:
    """Asks for lines and shows lines. `plain` never redraws, so that a screen reader can follow."""

    def __init__(self, *, plain: bool = False, no_color: bool = False) -> None:
        self.plain = plain
        dumb = os.environ.get("TERM") == "dumb"
        off = no_color or plain or dumb or "NO_COLOR" in os.environ
        self.console = Console(
            file=sys.stdout, no_color=off or None, highlight=False, markup=False, emoji=False, soft_wrap=True
        )
        self.redraws = self.console.is_terminal and not plain and not dumb
        if sys.stdin.isatty():
            _with_line_editing()

    def show(self, lines: Iterable["Line | str"]) -> None:
        for line in lines:
            self.console.print(line)

    def fresh(self, lines: Sequence["Line | str"]) -> None:
        """A new screen, or a gap where screens cannot be cleared."""
        if self.redraws:
            self.console.clear()
        else:
            self.console.print()
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """One line of the player. Leave when there is none any more."""
        sys.stdout.flush()
        try:
            return input(prompt)[:LONGEST_TYPED].strip()
        except (EOFError, KeyboardInterrupt) as gone:
            self.console.print()
            raise Leave from gone
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"


def styled(text: str, style: "StyleType" = "") -> Line:
    return Line(text, style=style, no_wrap=True)


def _with_line_editing() -> None:
    """Arrow keys and history, where the platform has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
