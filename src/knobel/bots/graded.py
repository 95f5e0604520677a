"""The graded players of score cards, as the registry sees them: nothing heavy is loaded before the first decision."""

from collections.abc import Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from knobel.bots.pads.plain import few_keeps, plain_choice
from knobel.bots.pads.styles import STYLES, knows_pars
from knobel.rules.core import Decide, Game, Move
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.plain.table import has_plain_table, plain_table


def has_numpy() -> bool:
    """A browser's Python has none."""
    return find_spec("numpy") is not None


def plays(name: str, game: Game[Any]) -> bool:
    """Whether this strength exists for a card: who sees box by box plays any that the solver could, and every one of
    the package; who asks the solver needs its values at hand."""
    if not isinstance(game, SheetGame) or name not in STYLES:
        return False
    if not has_numpy():
        return few_keeps(game.sheet) and (has_plain_table(game) if STYLES[name].boxes == "exact" else knows_pars(game))
    if STYLES[name].boxes != "exact" and knows_pars(game):
        return True
    from knobel.solver.asking.sources import has_values

    return has_values(game)


def duels(game: Game[Any]) -> bool:
    """Whether somebody plays this game for the win: Kniffel, also with house rules."""
    return isinstance(game, SheetGame) and game.spec.key == "kniffel" and has_numpy()


def duel(game: Game[Any], cards: Sequence[Card], seat: int, node: Decide, luck: Random, /) -> Move:
    from knobel.bots.pads.duel import play

    return play(game, cards, seat, node, luck)


def play(name: str, game: Game[Any], card: Card, luck: Random) -> Move:
    """The move of one of the `STYLES`, in a position with dice on the table."""
    assert isinstance(game, SheetGame)
    if not has_numpy():
        if not few_keeps(game.sheet):
            raise ImportError("too many ways to keep seven dice for plain Python", name="numpy")
        exact = plain_table(game).value if STYLES[name].boxes == "exact" else None
        return plain_choice(game, STYLES[name], card, luck, exact)
    from knobel.bots.pads.players import choose
    from knobel.bots.pads.sight import sight

    return choose(sight(game, name), card, luck)
