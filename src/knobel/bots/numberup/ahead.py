"""The strong player's look ahead.

The few moves that seem best at a glance are valued again by the mean, over every card that may come next, of the best
answer to it. Those that are still close after that are looked at one card further: there the best few answers are
valued in this way in their turn, if there are many cells by the mean over some of the cards only, the same for all.
"""

from typing import NamedTuple

from knobel.bots.numberup.glance import Desk, Options, best, copy, desk, play, value_moves
from knobel.bots.numberup.network import Floats, Net
from knobel.bots.numberup.twin import DECK, LAID, Level, card_at, drawing, give_back, points, take
from knobel.compiled import fast_bare

NEVER = -1e9

# How many moves are looked at, and by how many points they may seem worse than the best one:
CANDIDATES, MARGIN = 5, 2.5  # one card ahead
CLOSE, CLOSE_MARGIN = 4, 0.4  # two cards ahead
ANSWERS, ANSWER_MARGIN = 3, 0.7  # answers to a card, two cards ahead

DEEP = 24  # free cells from which on it looks two cards ahead
GLANCES = 100  # moves valued for a position two cards ahead, about: cards × free cells


class Desks(NamedTuple):
    """The game itself, and two for what may become of it."""

    here: Desk
    ahead: Desk
    deeper: Desk


def desks(level: Level, net: Net) -> Desks:
    return Desks(*(desk(level, net) for _ in range(3)))


@fast_bare
def look_ahead(level: Level, net: Net, weights: Floats, desks: Desks, found: int, cards: int) -> None:
    """Value the best few moves anew, up to that many cards deeper; the others are out."""
    here, ahead = desks.here, desks.ahead
    values = here.options.values
    if narrow(here.options, found, CANDIDATES, MARGIN) == 1:
        return
    for i in range(found):
        if values[i] > NEVER:
            copy(here.position, ahead.position)
            play(level, ahead.position, here.options.moves[i])
            values[i] = _expected(level, net, weights, ahead, 0, 1)
    free = level.size**2 - here.position.tally[LAID]
    if cards == 1 or free > DEEP or level.hand > 1 or narrow(here.options, found, CLOSE, CLOSE_MARGIN) == 1:
        return
    for i in range(found):
        if values[i] > NEVER:
            copy(here.position, ahead.position)
            play(level, ahead.position, here.options.moves[i])
            values[i] = _expected_deeper(level, net, weights, ahead, desks.deeper)


@fast_bare
def narrow(options: Options, found: int, most: int, margin: float) -> int:
    """Leave only the moves that seem nearly as good as the best one, and of them only so many; how many are left."""
    values = options.values
    least, left = values[best(options, found)] - margin, 0
    for i in range(found):
        if values[i] < least:
            values[i] = NEVER
        else:
            left += 1
    for _ in range(left - most):
        worst = best(options, found)
        for i in range(found):
            if NEVER < values[i] < values[worst]:
                worst = i
        values[worst] = NEVER
    return min(left, most)


@fast_bare
def _expected(level: Level, net: Net, weights: Floats, ahead: Desk, first: int, step: int) -> float:
    """The mean over the next card of the best that can be made of it, at a glance. Of the deck every so many-th card
    is looked at, from the first one on."""
    position = ahead.position
    if position.tally[LAID] == level.size**2:
        return float(points(level, position))
    if not drawing(level, position):
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        return float(ahead.options.values[best(ahead.options, found)])
    total, looked_at = 0.0, 0
    for i in range(first, position.tally[DECK], step):
        take(level, position, card_at(level, position, i))
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        total += ahead.options.values[best(ahead.options, found)]
        give_back(level, position)
        looked_at += 1
    return float(total / looked_at)


@fast_bare
def _expected_deeper(level: Level, net: Net, weights: Floats, ahead: Desk, deeper: Desk) -> float:
    """The mean over the next card of the best of a few answers to it, each with its own expectation."""
    position, values = ahead.position, ahead.options.values
    if position.tally[LAID] == level.size**2:
        return float(points(level, position))
    total, cards = 0.0, position.tally[DECK]
    step = max(1, cards * (level.size**2 - position.tally[LAID]) // GLANCES)
    for i in range(cards):
        take(level, position, card_at(level, position, i))
        answers = value_moves(level, net, weights, position, ahead.work, ahead.options)
        narrow(ahead.options, answers, ANSWERS, ANSWER_MARGIN)
        for j in range(answers):
            if values[j] > NEVER:
                copy(position, deeper.position)
                play(level, deeper.position, ahead.options.moves[j])
                values[j] = _expected(level, net, weights, deeper, i % step, step)
        total += values[best(ahead.options, answers)]
        give_back(level, position)
    return float(total / cards)
