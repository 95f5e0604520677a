"""Whole games in compiled code, and the strong player's look ahead.

Looking ahead: the few moves that seem best at a glance are valued again by the mean, over every card that may come
next, of the best answer to it.
"""

import numpy as np

from knobel.bots.machine import begin, compiled
from knobel.bots.numberup.glance import Desk, best, copy, draw, play, value_moves
from knobel.bots.numberup.judgement import STRONG, judge_moves
from knobel.bots.numberup.network import Floats, Net
from knobel.bots.numberup.twin import DECK, FREE, HELD, LAID, Level, card_at, drawing, points, reset, take
from knobel.bots.school import Points

CANDIDATES = 5
MARGIN = 2.5  # points a move may seem worse than the best one and still be looked at
NEVER = -1e9


@compiled
def choose(level: Level, net: Net, weights: Floats, desk: Desk, ahead: Desk, who: int, search: bool) -> int:
    """The place of the chosen move among the options of the desk."""
    if who != STRONG:
        return best(desk.options, judge_moves(level, desk.position, desk.options, desk.stream, who))
    found = value_moves(level, net, weights, desk.position, desk.work, desk.options)
    if search and found > 1:
        _look_ahead(level, net, weights, desk, ahead, found)
    return best(desk.options, found)


@compiled
def _look_ahead(level: Level, net: Net, weights: Floats, desk: Desk, ahead: Desk, found: int) -> None:
    """Value the best few moves anew, one card deeper; the others are out."""
    values = desk.options.values
    order = np.argsort(-values[:found])
    least = values[order[0]] - MARGIN
    for rank in range(found):
        i = order[rank]
        if rank >= CANDIDATES or values[i] < least:
            values[i] = NEVER
        else:
            copy(desk.position, ahead.position)
            play(level, ahead.position, desk.options.moves[i])
            values[i] = _expected(level, net, weights, ahead)


@compiled
def _expected(level: Level, net: Net, weights: Floats, ahead: Desk) -> float:
    """The mean over the next card of the best that can be made of it."""
    position = ahead.position
    if position.tally[LAID] == level.size**2:
        return float(points(level, position))
    if not drawing(level, position):
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        return float(ahead.options.values[best(ahead.options, found)])
    total, cards, held = 0.0, position.tally[DECK], position.tally[HELD]
    for i in range(cards):
        card = card_at(level, position, i)
        take(level, position, card)
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        total += ahead.options.values[best(ahead.options, found)]
        position.deck[card // level.numbers] |= 1 << card % level.numbers
        position.held[held] = FREE
        position.tally[HELD] = held
        position.tally[DECK] = cards
    return float(total / cards)


@compiled
def games(
    level: Level, net: Net, weights: Floats, desk: Desk, ahead: Desk, who: int, search: bool, seed: int, first: int,
    results: Points,
) -> None:  # fmt: skip
    """Play games `first` … of a seed with one player."""
    position = desk.position
    for game in range(len(results)):
        begin(desk.stream, seed, first + game)
        reset(level, position)
        while position.tally[LAID] < level.size**2:
            draw(level, position, desk.stream)
            top = choose(level, net, weights, desk, ahead, who, search)
            play(level, position, desk.options.moves[top])
        results[game] = points(level, position)
