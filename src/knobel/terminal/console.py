"""The terminal itself: lines in, lines out, and nothing that knows a game."""

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text as Line

LONGEST_TYPED = 400


class Leave(Exception):
    """The player has gone: end of input, or an interrupt."""


class Terminal:
    """Asks for lines and shows lines. `plain` never redraws, so that a screen reader can follow."""

    def __init__(self, *, plain: bool = False, no_color: bool = False, aside: bool = False) -> None:
        """With `aside` the talk goes to standard error, and standard output is free for a result."""
        self.plain, self.aside = plain, aside
        dumb = os.environ.get("TERM") == "dumb"
        off = no_color or plain or dumb or "NO_COLOR" in os.environ
        self.console = Console(
            file=sys.stderr if aside else sys.stdout,
            no_color=off or None,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
        self.redraws = self.console.is_terminal and not plain and not dumb
        self.interactive = sys.stdin.isatty()  # a person types, not a script
        if self.interactive:
            _with_line_editing()

    def show(self, lines: Iterable[Line | str]) -> None:
        for line in lines:
            self.console.print(self._wrapped(line) if isinstance(line, str) else line)

    def _wrapped(self, line: str) -> str:
        """Sentences broken between words; what is to be copied, such as a path, stays in one piece."""
        if not self.console.is_terminal:
            return line
        parts = (
            textwrap.fill(part, self.console.width, break_long_words=False, break_on_hyphens=False)
            for part in line.split("\n")
        )
        return "\n".join(parts)

    def fresh(self, lines: Sequence[Line | str]) -> None:
        """A new screen, or a gap where screens cannot be cleared."""
        if self.redraws:
            self.console.clear()
        else:
            self.console.print()
        self.show(lines)

    def ask(self, prompt: str) -> str:
        """One line of the player. Leave when there is none any more."""
        sys.stdout.flush()
        if self.aside:
            self.console.print(prompt, end="")
            prompt = ""
        try:
            return input(prompt)[:LONGEST_TYPED].strip()
        except (EOFError, KeyboardInterrupt) as gone:
            self.console.print()
            raise Leave from gone
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"


def _with_line_editing() -> None:
    """Arrow keys and history, where the platform has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
