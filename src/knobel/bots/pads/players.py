"""Graded players at a table: one decision at a time, in NumPy."""

from random import Random

from knobel.bots.pads.sight import Sight
from knobel.bots.pads.styles import pick
from knobel.rules.core import Move, move
from knobel.rules.sheetgame import Card
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.turns import CHIP, ENTER, KEEP


def choose(seen: Sight, card: Card, luck: Random) -> Move:
    """Keep some dice, or all of them: then enter them."""
    sheet, style = seen.game.sheet, seen.style
    turn = seen.turn(CardPosition.of(sheet, card))
    entries = [each for each in turn.options(card.dice, 0, chip_used=True) if each.move.verb == ENTER]
    left, paid = max(0, sheet.rolls - card.roll), card.roll > sheet.rolls
    if left or (card.chips and not paid):
        worth = turn.stage(min(left, style.foresight) - 1) if left else turn.entered(turn.paid_entries)
        keeps = different_keeps(seen, card.dice, seen.dice.kept(worth, card.dice))
        chosen = pick([entries[0].value, *keeps.values()], style.temperature, luck)
        if chosen:
            return move(KEEP if left else CHIP, list(keeps)[chosen - 1])
    return entries[pick([each.value for each in entries], style.temperature, luck)].move


def different_keeps(seen: Sight, dice: tuple[int, ...], worth: list[float]) -> dict[str, float]:
    """The masks of a move, most kept first, without those that keep the same numbers of the same kinds."""
    found: dict[int, tuple[str, float]] = {}
    for bits, each in zip(range(2 ** len(dice) - 2, -1, -1), worth, strict=True):
        mask = f"{bits:0{len(dice)}b}"
        found.setdefault(seen.dice.keep_at(dice, mask), (mask, each))
    return dict(found.values())
