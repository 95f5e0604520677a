"""A layout of cards as the numbers that compiled code reckons with, and the move it answers with, in plain Python.

A card is colour × numbers + number - 1, a free cell is -1. A move is place in the hand × (cells + 1) + cell, with the
last cell number for putting the card aside.
"""

from typing import Any, NamedTuple

from knobel.bots.protocols import MoveEstimate
from knobel.rules.core import Decide, Move, move
from knobel.rules.numberup import Layout, NumberUp

FREE = -1
LAID, HELD, DISCARDS, DECK = range(4)  # of the tally
RANDOM, BEGINNER, CASUAL, SOLID, SKILLED, STRONG = range(6)  # who plays
WHO = {
    "random": RANDOM,
    "beginner": BEGINNER,
    "casual": CASUAL,
    "solid": SOLID,
    "skilled": SKILLED,
    "strong": STRONG,
}

NEVER = -1e9  # the value of a move that is out of the running
# Measured by `python -m bench.value_errors`:
NETWORK_ERROR = 1.2  # of the network alone
LOOKED_ERROR = 1.1  # one card further on


class LayoutNumbers(NamedTuple):
    """What lies where. The cards still to be drawn are a set of numbers (bit 0 for the 1) for every colour."""

    grid: list[int]  # [cell]
    deck: list[int]  # [colour]
    held: list[int]  # [place in the hand]; FREE behind the last one
    tally: list[int]  # cards laid, cards held, discards left, cards in the deck


def layout_numbers(game: NumberUp, layout: Layout) -> LayoutNumbers:
    plan, cards, rest = game.plan, {card: i for i, card in enumerate(game.deck)}, game.rest(layout)
    held = [cards[card] for card in layout.hand]
    deck = [0] * plan.colours
    for card in rest:
        deck[cards[card] // plan.numbers] |= 1 << cards[card] % plan.numbers
    return LayoutNumbers(
        grid=[FREE if card is None else cards[card] for card in layout.cells],
        deck=deck,
        held=held + [FREE] * (plan.hand - len(held)),
        tally=[sum(card is not None for card in layout.cells), len(held), plan.discards - len(layout.aside), len(rest)],
    )


def card_estimates(
    game: NumberUp, node: Decide, numbers: LayoutNumbers, moves: Any, values: Any, plain: Any
) -> list[MoveEstimate]:
    """Every move of a decision with what it is worth: by the network alone (`plain`), or where it was looked further,
    by that. Those for whom it was not have a value below NEVER."""
    told = []
    for number, value, by_network in zip(moves, values, plain, strict=True):
        chosen = move_of(game, numbers.held, number)
        over = numbers.tally[LAID] == game.plan.size**2 - 1 and chosen.verb == "place"
        looked = len(moves) > 1 and value > NEVER
        error = 0.0 if over else LOOKED_ERROR if looked else NETWORK_ERROR
        told.append(MoveEstimate(chosen, float(value if value > NEVER else by_network), error))
    return sorted(told, key=lambda each: node.moves.index(each.move))


def move_of(game: NumberUp, held: Any, number: int) -> Move:
    """The move of that number as the rules call it, with those cards in the hand."""
    cells = game.plan.size**2
    place, cell = divmod(int(number), cells + 1)
    card = game.deck[held[place]]
    if cell == cells:
        return move("discard", card) if game.plan.hand > 1 else move("discard")
    return game.placing(cell, card)
