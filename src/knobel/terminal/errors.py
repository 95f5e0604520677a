"""What can go wrong at a terminal, as leaves of the error tree.

KnobelError
├── Misread      cli/misread    a player's line that is no move
└── NoKit        terminal/kit   an engine that brings no kit
"""

from knobel.errors import KnobelError
from knobel.words import Text


class Misread(KnobelError):
    """A line that is no move, no command. `why` is the whole sentence."""

    code = "cli/misread"

    def __init__(self, why: Text) -> None:
        super().__init__(why=why)


class NoKit(KnobelError):
    code = "terminal/kit"
