"""The strong player's look ahead.

The few moves that seem best at a glance are valued again by the mean, over every card that may come next, of the best
answer to it. If some are still close after that, it looks one card further: for some of the next cards, the same for
every move, the best answers are valued in this way in their turn. What that changes, on the average, is added.
"""

from typing import NamedTuple

from knobel.bots.compiling import compiled_bare
from knobel.bots.numberup.glance import Desk, Options, best, copy, desk, play, value_moves
from knobel.bots.numberup.network import Floats, Net
from knobel.bots.numberup.twin import DECK, LAID, Level, card_at, drawing, give_back, points, take

NEVER = -1e9

# How many moves are looked at, and by how many points they may seem worse than the best one:
CANDIDATES, MARGIN = 5, 2.5  # one card ahead
CLOSE, CLOSE_MARGIN = 3, 0.5  # two cards ahead
ANSWERS, ANSWER_MARGIN = 2, 1.0  # answers to a card, two cards ahead

LOOKS = 2_500  # positions that may be valued for one answer to all cards tried; it says how many cards are tried
FEWEST = 5  # cards that are tried at least


class Desks(NamedTuple):
    """The game itself, and two for what may become of it."""

    here: Desk
    ahead: Desk
    deeper: Desk


def desks(level: Level, net: Net) -> Desks:
    return Desks(*(desk(level, net) for _ in range(3)))


@compiled_bare
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
            values[i] = _expected(level, net, weights, ahead)
    if cards == 1 or level.hand > 1 or narrow(here.options, found, CLOSE, CLOSE_MARGIN) == 1:
        return
    for i in range(found):
        if values[i] > NEVER:
            copy(here.position, ahead.position)
            play(level, ahead.position, here.options.moves[i])
            values[i] += _change(level, net, weights, ahead, desks.deeper, found)


@compiled_bare
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


@compiled_bare
def _expected(level: Level, net: Net, weights: Floats, ahead: Desk) -> float:
    """The mean over the next card of the best that can be made of it, at a glance."""
    position = ahead.position
    if position.tally[LAID] == level.size**2:
        return float(points(level, position))
    if not drawing(level, position):
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        return float(ahead.options.values[best(ahead.options, found)])
    total, cards = 0.0, position.tally[DECK]
    for i in range(cards):
        take(level, position, card_at(level, position, i))
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        total += ahead.options.values[best(ahead.options, found)]
        give_back(level, position)
    return float(total / cards)


@compiled_bare
def _change(level: Level, net: Net, weights: Floats, ahead: Desk, deeper: Desk, found: int) -> float:
    """What looking one card further adds to the expectation: the mean over cards spread evenly through the deck."""
    position, values = ahead.position, ahead.options.values
    if position.tally[LAID] == level.size**2:
        return 0.0
    cards = position.tally[DECK]
    tried = min(cards, max(FEWEST, LOOKS // (cards * found)))
    total = 0.0
    for j in range(tried):
        take(level, position, card_at(level, position, (2 * j + 1) * cards // (2 * tried)))
        answers = value_moves(level, net, weights, position, ahead.work, ahead.options)
        total -= values[best(ahead.options, answers)]
        narrow(ahead.options, answers, ANSWERS, ANSWER_MARGIN)
        for i in range(answers):
            if values[i] > NEVER:
                copy(position, deeper.position)
                play(level, deeper.position, ahead.options.moves[i])
                values[i] = _expected(level, net, weights, deeper)
        total += values[best(ahead.options, answers)]
        give_back(level, position)
    return float(total / tried)
