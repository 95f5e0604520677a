"""The terminal: how views look there, and what is typed. One kit an engine; `sitting` plays a match with them."""

from typing import Any

from knobel.rules.core import Game
from knobel.terminal import grid, pad, rows
from knobel.terminal.errors import NoKit
from knobel.terminal.kit import Kit

KITS: dict[str, Kit[Any, Any]] = {kit.engine: kit for kit in (pad.KIT, rows.KIT, grid.KIT)}
"""By `Game.engine`. An engine from elsewhere puts its kit here: `KITS[kit.engine] = kit`."""


def kit_of(game: Game[Any]) -> Kit[Any, Any]:
    """The kit of a game's engine; NoKit says so if it has none."""
    kit = KITS.get(game.engine)
    if kit is None:
        raise NoKit(game=game.name, engine=game.engine)
    return kit
