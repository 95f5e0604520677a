"""What can go wrong only at the command line, and with which exit code each error ends the program.

KnobelError
├── BadUsage        cli/usage       the command itself cannot be understood
├── NoSuchGame      game/unknown    with near names
├── NoBooklet       cli/booklet     a game without levels
├── NoCard          cli/card        a game whose dice are not scored box by box
└── BadLine         text/line       a line of a batch that is no JSON object
"""

from knobel.errors import BadDice, BadRule, BadSeating, BadText, KnobelError, UnknownGame
from knobel.words import Text, text

OK, FAILED, USAGE, CRASHED, INTERRUPTED = 0, 1, 2, 70, 130


class BadUsage(KnobelError):
    code = "cli/usage"


class NoSuchGame(UnknownGame):
    """As below, with the names that come near."""

    def text(self) -> Text:
        near = self.details.get("near")
        return text("errors.cli.near", unknown=super().text(), near=near) if near else super().text()


class NoBooklet(KnobelError):
    code = "cli/booklet"


class NoCard(KnobelError):
    code = "cli/card"


class BadLine(BadText):
    code = "text/line"


def exit_code(error: KnobelError) -> int:
    """2 for what was typed wrongly, 1 for what was understood and failed."""
    return USAGE if isinstance(error, BadUsage | UnknownGame | BadRule | BadSeating | BadDice) else FAILED
