"""The graded players of score cards, as the registry sees them: nothing heavy is loaded before the first decision."""

from collections.abc import Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from knobel.bots.pads.styles import STYLES, knows_pars
from knobel.rules.core import Decide, Game, Move
from knobel.rules.sheetgame import Card, SheetGame


def plays(name: str, game: Game[Any]) -> bool:
    """Whether this strength exists for a card: who sees box by box plays any that the solver could, and every one of
    the package; who asks the solver needs its values at hand."""
    if not isinstance(game, SheetGame) or name not in STYLES:
        return False
    if STYLES[name].boxes != "exact" and knows_pars(game):
        return True
    from knobel.solver.asking.sources import has_values

    return has_values(game)


def duels(game: Game[Any]) -> bool:
    """Whether somebody plays this game for the win: Kniffel, also with house rules."""
    return isinstance(game, SheetGame) and game.spec.key == "kniffel" and find_spec("numpy") is not None


def duel(game: Game[Any], cards: Sequence[Card], seat: int, node: Decide, luck: Random, /) -> Move:
    from knobel.bots.pads.duel import play

    return play(game, cards, seat, node, luck)


def play(name: str, game: Game[Any], card: Card, luck: Random) -> Move:
    """The move of one of the `STYLES`, in a position with dice on the table."""
    assert isinstance(game, SheetGame)
    if STYLES[name].boxes != "exact" and find_spec("numpy") is None:
        from knobel.bots.pads.plain import plain_choice

        return plain_choice(game, STYLES[name], card, luck)
    from knobel.bots.pads.players import choose
    from knobel.bots.pads.sight import sight

    return choose(sight(game, name), card, luck)
