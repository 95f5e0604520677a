"""A simulator of Number UP for compiled code: positions are arrays of small numbers.

Which numbers those are is said in `layouts`. Tests play the simulator and the rules side by side on every level.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.bots.numberup.arrays import (
    BEST,
    CHECK_POINTS,
    COLOURS,
    COUNT,
    EQUAL,
    FLOOR,
    LIMIT,
    RUN,
    STAIRS,
    TARGET,
    TOUCHING,
    WEIGHT,
    Ints,
    NumberUpRules,
)
from knobel.bots.numberup.layouts import DECK, DISCARDS, FREE, HELD, LAID, layout_numbers
from knobel.compiled import Stream, fast_bare, fast_inline, pick
from knobel.rules.numberup import Layout, NumberUp


class NumberUpPosition(NamedTuple):
    """What lies where. The cards still to be drawn are a set of numbers (bit 0 for the 1) for every colour."""

    grid: Ints  # [cell]
    deck: Ints  # [colour]
    held: Ints  # [place in the hand]; FREE behind the last one
    tally: Ints  # cards laid, cards held, discards left, cards in the deck


def blank(rules: NumberUpRules) -> NumberUpPosition:
    return NumberUpPosition(
        grid=np.full(rules.size**2, FREE, np.int64),
        deck=np.full(rules.colours, 2**rules.numbers - 1, np.int64),
        held=np.full(rules.hand, FREE, np.int64),
        tally=np.array([0, 0, rules.discards, rules.colours * rules.numbers]),
    )


def position_of(game: NumberUp, layout: Layout) -> NumberUpPosition:
    """A position of the rules as the simulator sees it."""
    return NumberUpPosition(*(np.array(numbers, np.int64) for numbers in layout_numbers(game, layout)))


@fast_bare
def reset(rules: NumberUpRules, position: NumberUpPosition) -> None:
    position.grid[:] = FREE
    position.deck[:] = (1 << rules.numbers) - 1
    position.held[:] = FREE
    position.tally[LAID] = position.tally[HELD] = 0
    position.tally[DISCARDS] = rules.discards
    position.tally[DECK] = rules.colours * rules.numbers


@fast_bare
def card_at(rules: NumberUpRules, position: NumberUpPosition, place: int) -> int:
    """The card that lies at that place of the deck, in the order of the deck list."""
    for colour in range(rules.colours):
        for number in range(rules.numbers):
            if position.deck[colour] >> number & 1:
                if place == 0:
                    return colour * rules.numbers + number
                place -= 1
    return FREE


@fast_bare
def take(rules: NumberUpRules, position: NumberUpPosition, card: int) -> None:
    """Draw that card from the deck into the hand."""
    position.deck[card // rules.numbers] ^= 1 << card % rules.numbers
    position.held[position.tally[HELD]] = card
    position.tally[HELD] += 1
    position.tally[DECK] -= 1


@fast_bare
def give_back(rules: NumberUpRules, position: NumberUpPosition) -> None:
    """The card drawn last goes back to the deck."""
    last = position.tally[HELD] - 1
    card = position.held[last]
    position.deck[card // rules.numbers] |= 1 << card % rules.numbers
    position.held[last] = FREE
    position.tally[HELD] = last
    position.tally[DECK] += 1


@fast_bare
def drawing(rules: NumberUpRules, position: NumberUpPosition) -> bool:
    """Whether cards are drawn before the next decision."""
    return bool(position.tally[HELD] < rules.hand and position.tally[DECK] > 0)


@fast_bare
def drop(position: NumberUpPosition, place: int) -> None:
    """The card at that place leaves the hand; the later ones move up."""
    last = position.tally[HELD] - 1
    for i in range(place, last):
        position.held[i] = position.held[i + 1]
    position.held[last] = FREE
    position.tally[HELD] = last


@fast_bare
def lay(position: NumberUpPosition, place: int, cell: int) -> None:
    position.grid[cell] = position.held[place]
    position.tally[LAID] += 1
    drop(position, place)


@fast_bare
def put_aside(position: NumberUpPosition, place: int) -> None:
    position.tally[DISCARDS] -= 1
    drop(position, place)


@fast_bare
def legal_cells(rules: NumberUpRules, position: NumberUpPosition, cells: Ints) -> int:
    """Write down where a card may be laid; how many cells that are."""
    found = 0
    for cell in rules.centre:
        if position.grid[cell] == FREE:
            cells[found] = cell
            found += 1
    if found:
        return found
    for cell in range(rules.size**2):
        if position.grid[cell] != FREE:
            continue
        for other in rules.beside[cell]:
            if other >= 0 and position.grid[other] != FREE:
                cells[found] = cell
                found += 1
                break
    return found


@fast_bare
def line_points(rules: NumberUpRules, side: int, value: int, full: bool) -> int:
    """What a line with that value earns."""
    aim = rules.aims[side]
    if aim[LIMIT] and value > aim[LIMIT]:
        return -CHECK_POINTS
    if value >= aim[TARGET]:
        return CHECK_POINTS
    if not full:
        return 0
    return -CHECK_POINTS if value < aim[FLOOR] else value


@fast_bare
def points(rules: NumberUpRules, position: NumberUpPosition) -> int:
    rows = columns = diagonals = 0
    for line in range(len(rules.lines)):
        side = rules.side[line]
        full = True
        for cell in rules.lines[line]:
            if position.grid[cell] == FREE:
                full = False
        value = line_value(rules, position.grid, line)
        earned = line_points(rules, side, value, full) * rules.aims[side, WEIGHT]
        if side == 0:
            rows += earned
        elif side == 1:
            columns += earned
        else:
            diagonals += earned
    if not rules.lowest:
        return rows + columns + diagonals
    least = min(rows, columns)
    return min(least, diagonals) if len(rules.lines) > 2 * rules.size else least


@fast_inline
def packed(rules: NumberUpRules, grid: Ints, line: int) -> tuple[int, int]:
    """A line by colour and by number, a byte for each: the sum of every colour, and how often every number lies."""
    sums = times = 0
    for cell in rules.lines[line]:
        card = grid[cell]
        if card != FREE:
            colour, number = card // rules.numbers, card % rules.numbers
            sums += (number + 1) << 8 * colour
            times += 1 << 8 * number
    return sums, times


@fast_bare
def line_value(rules: NumberUpRules, grid: Ints, line: int) -> int:
    """The value of a line by the count of its side."""
    count = rules.aims[rules.side[line], COUNT]
    if count in (TOUCHING, STAIRS):
        return _chain_value(rules, grid, line, count)
    sums, times = packed(rules, grid, line)
    return packed_value(rules, count, sums, times)


@fast_bare
def packed_value(rules: NumberUpRules, count: int, sums: int, times: int) -> int:
    """The value of a packed line, where the order of its cards does not matter."""
    if count in (EQUAL, RUN):
        return _number_value(rules, times, count)
    best = second = different = 0
    for colour in range(rules.colours):
        found = sums >> 8 * colour & 255
        if found:
            different += 1
        if found > best:
            best, second = found, best
        elif found > second:
            second = found
    if count == COLOURS:
        return different
    return best if count == BEST else second


@fast_bare
def _number_value(rules: NumberUpRules, times: int, count: int) -> int:
    best = length = 0
    for number in range(rules.numbers):
        found = times >> 8 * number & 255
        length = length + 1 if found else 0
        best = max(best, length if count == RUN else (number + 1) * found)
    return best


@fast_bare
def _chain_value(rules: NumberUpRules, grid: Ints, line: int, count: int) -> int:
    """Chains of neighbours: of one colour, or each number one higher (one lower) than the one before."""
    best = 0
    for way in range(1 if count == TOUCHING else 2):
        total = length = 0
        before = FREE
        for cell in rules.lines[line]:
            card = grid[cell]
            if card == FREE:
                total = length = 0
            else:
                number = card % rules.numbers + 1
                joined = False
                if before != FREE and count == TOUCHING:
                    joined = before // rules.numbers == card // rules.numbers
                elif before != FREE:
                    joined = number - 1 - before % rules.numbers == 1 - 2 * way
                total, length = (total + number, length + 1) if joined else (number, 1)
                if (length > 1 or count == TOUCHING) and total > best:
                    best = total
            before = card
    return best


@fast_bare
def copy(source: NumberUpPosition, target: NumberUpPosition) -> None:
    fill(target.grid, source.grid)
    fill(target.deck, source.deck)
    fill(target.held, source.held)
    fill(target.tally, source.tally)


@fast_inline
def fill(target: Any, source: Any) -> None:
    """As `target[:] = source`, which would need room for a copy."""
    for i in range(len(source)):
        target[i] = source[i]


@fast_bare
def draw(rules: NumberUpRules, position: NumberUpPosition, stream: Stream) -> None:
    """Draw until a decision is due."""
    while drawing(rules, position):
        take(rules, position, card_at(rules, position, pick(stream, position.tally[DECK])))


@fast_bare
def play(rules: NumberUpRules, position: NumberUpPosition, move: int) -> None:
    cells = rules.size**2
    place, cell = move // (cells + 1), move % (cells + 1)
    if cell == cells:
        put_aside(position, place)
    else:
        lay(position, place, cell)
