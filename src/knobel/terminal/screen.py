"""Screens for eyes: every scene as at most 24 lines of at most 80 columns.

Colour only ever repeats what letters and shapes already say. Lines are built by hand rather than with tables, so
that what fits is decided here and nowhere else.
"""

import textwrap
from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text as Line

from knobel.terminal.kit import HEIGHT, WIDTH, Scene, styled

_MESSAGE_LINES = 3


def paint(scene: Scene) -> list[Line]:
    """The screen, without the prompt, which takes the last line."""
    message = [styled(f" {line}", "bold yellow") for line in _wrapped(scene.message)]
    hint = [styled(f" {scene.hint}", "dim")] if scene.moment else []
    card = scene.kit.paint(scene)
    return fitted([_title(scene), *_standings(scene), styled(""), *card, styled(""), *message, *hint], HEIGHT - 1)


def _wrapped(message: str) -> list[str]:
    lines = [part for line in message.splitlines() for part in textwrap.wrap(line, WIDTH - 2) or [""]]
    return lines[:_MESSAGE_LINES]


def fitted(lines: Sequence[Line], height: int) -> list[Line]:
    """The lines with as many blank ones left out, from the top, as it takes to fit."""
    kept = list(lines)
    for line in lines:
        if len(kept) <= height:
            break
        if not line.plain.strip():
            kept.remove(line)
    for line in kept:
        line.truncate(WIDTH, overflow="ellipsis")
    return kept


def _title(scene: Scene) -> Line:
    points = scene.words("terminal.points", n=scene.view.points)
    title = scene.title()
    room = WIDTH - 3 - cell_len(points)
    if cell_len(title) > room:
        title = set_cell_size(title, room - 1) + "…"
    line = styled(" " + set_cell_size(title, room) + " ", "bold reverse")
    return line.append(points + " ", "bold reverse")


def _standings(scene: Scene) -> list[Line]:
    others = scene.standings()
    return [styled(" " + " · ".join(others), "dim")] if others else []


def page(title: str, content: str) -> list[Line]:
    """A page of help."""
    body = [styled(f" {line}") for line in content.strip("\n").splitlines()]
    return fitted([styled(" " + set_cell_size(title, WIDTH - 2) + " ", "bold reverse"), styled(""), *body], HEIGHT - 1)
