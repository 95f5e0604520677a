"""A match as text: the card of the player to act, as the terminal draws it, without colours and without a prompt."""

from itertools import groupby

from knobel.match.log import Match
from knobel.terminal import kit_of
from knobel.terminal.kit import Scene
from knobel.terminal.screen import paint
from knobel.words import Words


def printed(match: Match, lang: str = "en") -> str:
    """What `print(match)` shows."""
    scene = Scene(kit_of(match.header.game), Words(lang), match, match.turn.seat)
    lines = [line.plain.rstrip() for line in paint(scene)]
    shown = [line for filled, some in groupby(lines, key=bool) for line in (some if filled else [""])]
    return "\n".join(shown).strip("\n")
