"""Whole games in compiled code, and the strong player's look ahead.

Looking ahead: the few moves that seem best at a glance are valued again by the mean, over every card that may come
next, of the best answer to it. Towards the end it looks two cards ahead.
"""

from typing import NamedTuple

import numpy as np

from knobel.bots.machine import begin, compiled
from knobel.bots.numberup.glance import Desk, Options, best, copy, desk, draw, play, value_moves
from knobel.bots.numberup.judgement import STRONG, judge_moves
from knobel.bots.numberup.network import Floats, Net
from knobel.bots.numberup.twin import (
    DECK,
    LAID,
    Level,
    Position,
    card_at,
    drawing,
    give_back,
    points,
    reset,
    take,
)
from knobel.bots.school import Points

CANDIDATES, ANSWERS = 5, 3  # moves that are looked at, now and after the next card
DEEP = 8  # free cells from which on it looks two cards ahead
MARGIN = 2.5  # points a move may seem worse than the best one and still be looked at
NEVER = -1e9


class Desks(NamedTuple):
    """The game itself, and two for what may become of it."""

    here: Desk
    ahead: Desk
    deeper: Desk


def desks(level: Level, net: Net) -> Desks:
    return Desks(*(desk(level, net) for _ in range(3)))


@compiled
def choose(level: Level, net: Net, weights: Floats, desks: Desks, who: int, search: bool) -> int:
    """The place of the chosen move among the options of the game."""
    position, options = desks.here.position, desks.here.options
    if who != STRONG:
        return best(options, judge_moves(level, position, options, desks.here.stream, who))
    found = value_moves(level, net, weights, position, desks.here.work, options)
    if search and found > 1:
        free = level.size**2 - position.tally[LAID]
        if free <= DEEP and level.hand == 1:
            _look_deep(level, net, weights, desks, found)
        else:
            _look_ahead(level, net, weights, position, options, desks.ahead, found, CANDIDATES)
    return best(options, found)


@compiled
def _narrow(options: Options, found: int, candidates: int) -> None:
    """Leave only the moves that seem nearly as good as the best one, and of them only so many."""
    values = options.values[:found]
    order = np.argsort(-values)
    least = values[order[0]] - MARGIN
    for rank in range(1, found):
        if rank >= candidates or values[order[rank]] < least:
            values[order[rank]] = NEVER


@compiled
def _look_ahead(
    level: Level, net: Net, weights: Floats, position: Position, options: Options, ahead: Desk, found: int,
    candidates: int,
) -> None:  # fmt: skip
    """Value the best few moves anew, one card deeper; the others are out."""
    _narrow(options, found, candidates)
    for i in range(found):
        if options.values[i] > NEVER:
            copy(position, ahead.position)
            play(level, ahead.position, options.moves[i])
            options.values[i] = _expected(level, net, weights, ahead)


@compiled
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
        card = card_at(level, position, i)
        take(level, position, card)
        found = value_moves(level, net, weights, position, ahead.work, ahead.options)
        total += ahead.options.values[best(ahead.options, found)]
        give_back(level, position)
    return float(total / cards)


@compiled
def _look_deep(level: Level, net: Net, weights: Floats, desks: Desks, found: int) -> None:
    """Two cards deeper: for every next card the best few answers are looked at in the same way."""
    options, ahead = desks.here.options, desks.ahead
    _narrow(options, found, CANDIDATES)
    for i in range(found):
        if options.values[i] == NEVER:
            continue
        copy(desks.here.position, ahead.position)
        play(level, ahead.position, options.moves[i])
        position = ahead.position
        if position.tally[LAID] == level.size**2:
            options.values[i] = points(level, position)
            continue
        total, cards = 0.0, position.tally[DECK]
        for j in range(cards):
            take(level, position, card_at(level, position, j))
            answers = value_moves(level, net, weights, position, ahead.work, ahead.options)
            _look_ahead(level, net, weights, position, ahead.options, desks.deeper, answers, ANSWERS)
            total += ahead.options.values[best(ahead.options, answers)]
            give_back(level, position)
        options.values[i] = total / cards


@compiled
def games(
    level: Level, net: Net, weights: Floats, desks: Desks, who: int, search: bool, seed: int, first: int,
    results: Points,
) -> None:  # fmt: skip
    """Play games `first` … of a seed with one player."""
    here = desks.here
    for game in range(len(results)):
        begin(here.stream, seed, first + game)
        reset(level, here.position)
        while here.position.tally[LAID] < level.size**2:
            draw(level, here.position, here.stream)
            top = choose(level, net, weights, desks, who, search)
            play(level, here.position, here.options.moves[top])
        results[game] = points(level, here.position)
