"""Whole games of a compiled player, each with a stream of dice of its own."""

from knobel.bots.forone.card import LINES, THROWN, WILD, YELLOW_FACE, Card, Ints
from knobel.bots.forone.twin import CLOSED, YELLOW, YELLOW_WAITS, Position, stuck
from knobel.compiled import Stream, fast_bare, pick


@fast_bare
def roll(card: Card, at: Position, dice: Ints, stream: Stream) -> int:
    """Roll the dice of a round into the order in which they are laid; how many they are."""
    count = int(card.rule[THROWN])
    yellow = at[YELLOW] == YELLOW_WAITS
    for i in range(count - yellow):
        dice[i] = pick(stream, YELLOW_FACE)
    if yellow:
        dice[count - 1] = YELLOW_FACE + pick(stream, YELLOW_FACE)
    arrange(card, dice, count)
    return count


@fast_bare
def arrange(card: Card, dice: Ints, count: int) -> None:
    """Dice by number, among equals the yellow one last; a wild one has no number and comes last of all."""
    for i in range(1, count):
        j = i
        while j and _later(card, dice[j - 1], dice[j]):
            dice[j], dice[j - 1] = dice[j - 1], dice[j]
            j -= 1


@fast_bare
def _later(card: Card, one: int, other: int) -> bool:
    if card.rule[WILD] and max(one, other) >= YELLOW_FACE:
        return one > other
    return (one % YELLOW_FACE, one) > (other % YELLOW_FACE, other)


@fast_bare
def over(card: Card, at: Position) -> bool:
    """Whether a position chosen at the end of a round is the last one."""
    return at[CLOSED] == LINES or stuck(card, at)
