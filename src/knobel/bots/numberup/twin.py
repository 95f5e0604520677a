"""The rules of Number UP once more, for compiled code: levels as small numbers, positions as arrays.

`rules.lines` says in words what every level asks; tests play this twin and the rules side by side. A card is
colour × numbers + number - 1, a free cell is -1.
"""

from typing import Any, NamedTuple

import numpy as np

from knobel.compiled import fast_bare, fast_inline
from knobel.rules.lines import Count, Final, Side
from knobel.rules.numberup import Layout, NumberUp

Ints = np.ndarray[Any, np.dtype[np.int64]]

FREE = -1
CHECK_POINTS = 10

# The counts by code; the codes are the places in `rules.lines.Count`.
BEST, SECOND, TOUCHING, COLOURS, EQUAL, RUN, STAIRS = range(len(Count))


class Level(NamedTuple):
    """What a level asks, by line and by side."""

    size: int
    colours: int
    numbers: int
    hand: int
    discards: int
    lowest: int  # whether the lowest side is the result, not the sum of all
    lines: Ints  # [line, place] → cell
    side: Ints  # [line]
    lines_at: Ints  # [cell, …] → lines through it, filled up with -1
    beside: Ints  # [cell, …] → neighbours, filled up with -1
    centre: Ints
    aims: Ints  # [side, COUNT … WEIGHT]


COUNT, TARGET, FLOOR, LIMIT, WEIGHT = range(5)


class Position(NamedTuple):
    """What lies where. The cards still to be drawn are a set of numbers (bit 0 for the 1) for every colour."""

    grid: Ints  # [cell]
    deck: Ints  # [colour]
    held: Ints  # [place in the hand]; FREE behind the last one
    tally: Ints  # cards laid, cards held, discards left, cards in the deck


LAID, HELD, DISCARDS, DECK = range(4)


def level_of(game: NumberUp) -> Level:
    plan = game.plan
    sides = {side: i for i, side in enumerate(Side)}
    aims = [plan.aims.get(side, plan.rows) for side in Side]
    through: list[list[int]] = [[] for _ in range(plan.size**2)]
    for i, line in enumerate(game.lines):
        for cell in line.cells:
            through[cell].append(i)
    return Level(
        size=plan.size,
        colours=plan.colours,
        numbers=plan.numbers,
        hand=plan.hand,
        discards=plan.discards,
        lowest=int(plan.final is Final.LOWEST),
        lines=np.array([line.cells for line in game.lines]),
        side=np.array([sides[line.side] for line in game.lines]),
        lines_at=_table(through),
        beside=_table(game.neighbours),
        centre=np.array(game.centre),
        aims=np.array([(aim.count.code, aim.target, aim.floor, aim.limit, aim.weight) for aim in aims]),
    )


def _table(rows: Any) -> Ints:
    return np.array([[*row, *[-1] * (4 - len(row))] for row in rows])


def blank(level: Level) -> Position:
    return Position(
        grid=np.full(level.size**2, FREE, np.int64),
        deck=np.full(level.colours, 2**level.numbers - 1, np.int64),
        held=np.full(level.hand, FREE, np.int64),
        tally=np.array([0, 0, level.discards, level.colours * level.numbers]),
    )


def position_of(game: NumberUp, level: Level, layout: Layout) -> Position:
    """A position of the rules as the twin sees it."""
    position = blank(level)
    cards = {card: i for i, card in enumerate(game.deck)}
    for cell, card in enumerate(layout.cells):
        if card is not None:
            position.grid[cell] = cards[card]
    held = [cards[card] for card in layout.hand]
    position.held[: len(held)] = held
    position.deck[:] = 0
    for card in game.rest(layout):
        position.deck[cards[card] // level.numbers] |= 1 << cards[card] % level.numbers
    laid = int((position.grid != FREE).sum())
    position.tally[:] = laid, len(held), level.discards - len(layout.aside), len(game.rest(layout))
    return position


@fast_bare
def reset(level: Level, position: Position) -> None:
    position.grid[:] = FREE
    position.deck[:] = (1 << level.numbers) - 1
    position.held[:] = FREE
    position.tally[LAID] = position.tally[HELD] = 0
    position.tally[DISCARDS] = level.discards
    position.tally[DECK] = level.colours * level.numbers


@fast_bare
def card_at(level: Level, position: Position, place: int) -> int:
    """The card that lies at that place of the deck, in the order of the deck list."""
    for colour in range(level.colours):
        for number in range(level.numbers):
            if position.deck[colour] >> number & 1:
                if place == 0:
                    return colour * level.numbers + number
                place -= 1
    return FREE


@fast_bare
def take(level: Level, position: Position, card: int) -> None:
    """Draw that card from the deck into the hand."""
    position.deck[card // level.numbers] ^= 1 << card % level.numbers
    position.held[position.tally[HELD]] = card
    position.tally[HELD] += 1
    position.tally[DECK] -= 1


@fast_bare
def give_back(level: Level, position: Position) -> None:
    """The card drawn last goes back to the deck."""
    last = position.tally[HELD] - 1
    card = position.held[last]
    position.deck[card // level.numbers] |= 1 << card % level.numbers
    position.held[last] = FREE
    position.tally[HELD] = last
    position.tally[DECK] += 1


@fast_bare
def drawing(level: Level, position: Position) -> bool:
    """Whether cards are drawn before the next decision."""
    return bool(position.tally[HELD] < level.hand and position.tally[DECK] > 0)


@fast_bare
def drop(position: Position, place: int) -> None:
    """The card at that place leaves the hand; the later ones move up."""
    last = position.tally[HELD] - 1
    for i in range(place, last):
        position.held[i] = position.held[i + 1]
    position.held[last] = FREE
    position.tally[HELD] = last


@fast_bare
def lay(position: Position, place: int, cell: int) -> None:
    position.grid[cell] = position.held[place]
    position.tally[LAID] += 1
    drop(position, place)


@fast_bare
def put_aside(position: Position, place: int) -> None:
    position.tally[DISCARDS] -= 1
    drop(position, place)


@fast_bare
def legal_cells(level: Level, position: Position, cells: Ints) -> int:
    """Write down where a card may be laid; how many cells that are."""
    found = 0
    for cell in level.centre:
        if position.grid[cell] == FREE:
            cells[found] = cell
            found += 1
    if found:
        return found
    for cell in range(level.size**2):
        if position.grid[cell] != FREE:
            continue
        for other in level.beside[cell]:
            if other >= 0 and position.grid[other] != FREE:
                cells[found] = cell
                found += 1
                break
    return found


@fast_bare
def line_points(level: Level, side: int, value: int, full: bool) -> int:
    """What a line with that value earns."""
    aim = level.aims[side]
    if aim[LIMIT] and value > aim[LIMIT]:
        return -CHECK_POINTS
    if value >= aim[TARGET]:
        return CHECK_POINTS
    if not full:
        return 0
    return -CHECK_POINTS if value < aim[FLOOR] else value


@fast_bare
def points(level: Level, position: Position) -> int:
    rows = columns = diagonals = 0
    for line in range(len(level.lines)):
        side = level.side[line]
        full = True
        for cell in level.lines[line]:
            if position.grid[cell] == FREE:
                full = False
        value = line_value(level, position.grid, line)
        earned = line_points(level, side, value, full) * level.aims[side, WEIGHT]
        if side == 0:
            rows += earned
        elif side == 1:
            columns += earned
        else:
            diagonals += earned
    if not level.lowest:
        return rows + columns + diagonals
    least = min(rows, columns)
    return min(least, diagonals) if len(level.lines) > 2 * level.size else least


@fast_inline
def packed(level: Level, grid: Ints, line: int) -> tuple[int, int]:
    """A line by colour and by number, a byte for each: the sum of every colour, and how often every number lies."""
    sums = times = 0
    for cell in level.lines[line]:
        card = grid[cell]
        if card != FREE:
            colour, number = card // level.numbers, card % level.numbers
            sums += (number + 1) << 8 * colour
            times += 1 << 8 * number
    return sums, times


@fast_bare
def line_value(level: Level, grid: Ints, line: int) -> int:
    """The value of a line by the count of its side."""
    count = level.aims[level.side[line], COUNT]
    if count in (TOUCHING, STAIRS):
        return _chain_value(level, grid, line, count)
    sums, times = packed(level, grid, line)
    return packed_value(level, count, sums, times)


@fast_bare
def packed_value(level: Level, count: int, sums: int, times: int) -> int:
    """The value of a packed line, where the order of its cards does not matter."""
    if count in (EQUAL, RUN):
        return _number_value(level, times, count)
    best = second = different = 0
    for colour in range(level.colours):
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
def _number_value(level: Level, times: int, count: int) -> int:
    best = length = 0
    for number in range(level.numbers):
        found = times >> 8 * number & 255
        length = length + 1 if found else 0
        best = max(best, length if count == RUN else (number + 1) * found)
    return best


@fast_bare
def _chain_value(level: Level, grid: Ints, line: int, count: int) -> int:
    """Chains of neighbours: of one colour, or each number one higher (one lower) than the one before."""
    best = 0
    for way in range(1 if count == TOUCHING else 2):
        total = length = 0
        before = FREE
        for cell in level.lines[line]:
            card = grid[cell]
            if card == FREE:
                total = length = 0
            else:
                number = card % level.numbers + 1
                joined = False
                if before != FREE and count == TOUCHING:
                    joined = before // level.numbers == card // level.numbers
                elif before != FREE:
                    joined = number - 1 - before % level.numbers == 1 - 2 * way
                total, length = (total + number, length + 1) if joined else (number, 1)
                if (length > 1 or count == TOUCHING) and total > best:
                    best = total
            before = card
    return best
