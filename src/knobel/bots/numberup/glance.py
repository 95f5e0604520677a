"""Deciding at a glance: every move's position valued by the network, and the best one taken.

A move is a number: place in the hand × (cells + 1) + cell, with the last cell number for putting the card aside.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.bots.numberup.network import Floats, Net, Work, look, read_line, value, workspace
from knobel.bots.numberup.twin import (
    DECK,
    DISCARDS,
    FREE,
    HELD,
    LAID,
    Ints,
    Level,
    Position,
    blank,
    card_at,
    drawing,
    lay,
    legal_cells,
    points,
    put_aside,
    take,
)
from knobel.bots.vectors import load, store
from knobel.compiled import Stream, fast_bare, fast_inline, pick
from knobel.rules.core import Move, move
from knobel.rules.numberup import NumberUp

Doubles = np.ndarray[Any, np.dtype[np.float64]]


class Options(NamedTuple):
    """The moves of a decision with their values, and scratch to find them."""

    moves: Ints
    values: Doubles
    cells: Ints
    trial: Position
    promises: Doubles  # [line], for those who judge without learning
    changed: Doubles
    about: Ints  # of lines that are put back


def options(level: Level) -> Options:
    most = level.hand * (level.size**2 + 1)
    return Options(
        moves=np.zeros(most, np.int64),
        values=np.zeros(most),
        cells=np.zeros(level.size**2, np.int64),
        trial=blank(level),
        promises=np.zeros(len(level.lines)),
        changed=np.zeros(len(level.lines)),
        about=np.zeros(4, np.int64),
    )


@fast_bare
def copy(source: Position, target: Position) -> None:
    fill(target.grid, source.grid)
    fill(target.deck, source.deck)
    fill(target.held, source.held)
    fill(target.tally, source.tally)


@fast_inline
def fill(target: Ints, source: Ints) -> None:
    """As `target[:] = source`, which would need room for a copy."""
    for i in range(len(source)):
        target[i] = source[i]


@fast_bare
def draw(level: Level, position: Position, stream: Stream) -> None:
    """Draw until a decision is due."""
    while drawing(level, position):
        take(level, position, card_at(level, position, pick(stream, position.tally[DECK])))


@fast_bare
def play(level: Level, position: Position, move: int) -> None:
    cells = level.size**2
    place, cell = move // (cells + 1), move % (cells + 1)
    if cell == cells:
        put_aside(position, place)
    else:
        lay(position, place, cell)


@fast_bare
def all_moves(level: Level, position: Position, options: Options) -> int:
    """Write down every legal move; how many there are."""
    cells, found = level.size**2, 0
    legal = legal_cells(level, position, options.cells)
    for place in range(position.tally[HELD]):
        for i in range(legal):
            options.moves[found] = place * (cells + 1) + options.cells[i]
            found += 1
        if position.tally[DISCARDS]:
            options.moves[found] = place * (cells + 1) + cells
            found += 1
    return found


@fast_bare
def value_moves(level: Level, net: Net, weights: Floats, position: Position, work: Work, options: Options) -> int:
    """Value every legal move; how many there are. The hand without the laid card is looked at once for all cells."""
    cells, found = level.size**2, all_moves(level, position, options)
    trial, seen = options.trial, -1
    for i in range(found):
        place, cell = options.moves[i] // (cells + 1), options.moves[i] % (cells + 1)
        if place != seen:
            copy(position, trial)
            card = position.held[place]
            lay(trial, place, 0)  # the card leaves the hand; where it goes is tried below
            trial.grid[0] = position.grid[0]
            look(level, net, weights, trial, work)
            seen = place
        if cell == cells:
            trial.tally[LAID] -= 1
            trial.tally[DISCARDS] -= 1
            options.values[i] = value(level, net, weights, trial, work)
            trial.tally[LAID] += 1
            trial.tally[DISCARDS] += 1
        else:
            trial.grid[cell] = card
            options.values[i] = _value_at(level, net, weights, trial, work, options, cell)
            trial.grid[cell] = FREE
    return found


@fast_bare
def _value_at(
    level: Level, net: Net, weights: Floats, trial: Position, work: Work, options: Options, cell: int
) -> float:
    """The value with a card just laid on that cell: only its lines are read anew, and put back as they were."""
    if trial.tally[LAID] == level.size**2:
        return float(points(level, trial))
    width = net.channels + 1
    for i in range(4):
        line = level.lines_at[cell, i]
        if line >= 0:
            for k in range(net.codes.low, net.codes.high):
                store(work.saved, i * width + k, load(work.rows, net.x + line * net.channels + k))
            store(work.saved, i * width + net.channels, load(work.rows, net.s + line))
            options.about[i] = work.about[line]
            read_line(level, net, weights, trial.grid, work, line)
    found = value(level, net, weights, trial, work)
    for i in range(4):
        line = level.lines_at[cell, i]
        if line >= 0:
            for k in range(net.codes.low, net.codes.high):
                store(work.rows, net.x + line * net.channels + k, load(work.saved, i * width + k))
            store(work.rows, net.s + line, load(work.saved, i * width + net.channels))
            work.about[line] = options.about[i]
    return found


@fast_bare
def best(options: Options, found: int) -> int:
    top = 0
    for i in range(1, found):
        if options.values[i] > options.values[top]:
            top = i
    return top


class Desk(NamedTuple):
    """All that one game at a time needs."""

    position: Position
    work: Work
    options: Options
    stream: Stream


def desk(level: Level, net: Net) -> Desk:
    return Desk(blank(level), workspace(level, net), options(level), np.zeros(1, np.uint64))


def move_of(game: NumberUp, level: Level, position: Position, code: int) -> Move:
    """The move of that number as the rules call it."""
    cells = level.size**2
    place, cell = divmod(int(code), cells + 1)
    card = game.deck[position.held[place]]
    if cell == cells:
        return move("discard", card) if level.hand > 1 else move("discard")
    return game.placing(cell, card)
