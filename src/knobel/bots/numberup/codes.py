"""What the network sees of a position: every line, and every channel of a line, as a small number.

A channel is a colour where colours count, a number where numbers count. For a line and a channel the progress says
how far that channel has come there; with the free cells of the line, and with what the deck still holds of the
channel, it picks rows of the network's tables. The line as a whole has a code of its own.
"""

from typing import NamedTuple

import numpy as np

from knobel.bots.numberup.twin import (
    BEST,
    COLOURS,
    COUNT,
    EQUAL,
    FLOOR,
    FREE,
    LIMIT,
    RUN,
    SECOND,
    STAIRS,
    TARGET,
    TOUCHING,
    WEIGHT,
    Ints,
    Level,
    line_value,
    packed,
)
from knobel.compiled import fast_bare, fast_inline

# Columns of `Codes.tables`. Lines of one aim share a table.
FIRST, LAST, CAP, HOLDS, NEAR, FAR, BOTH, WHOLE = range(8)

MOST_TOGETHER = 2000  # rows up to which progress, free cells and deck are also told apart together


class Codes(NamedTuple):
    """How many codes a level has. Colours are the channels below `colours`, numbers those above."""

    table: Ints  # [side]
    tables: Ints  # [table]: channels from … to, largest value told apart, what the deck may hold of a channel, first
    #               rows by progress and free cells, by progress and deck, by all three (-1: not told apart), by line
    near: int  # rows in all
    far: int
    both: int
    whole: int
    deck: int
    low: int  # the channels that count in this level
    high: int
    mixed: int  # whether rows and columns have different channels


def codes_of(level: Level) -> Codes:
    sides = sorted(set(level.side.tolist()))
    aims = [tuple(level.aims[side, [COUNT, TARGET, FLOOR, LIMIT, WEIGHT]].tolist()) for side in sides]
    kinds = list(dict.fromkeys(aims))
    table = np.zeros(3, np.int64)
    for side, aim in zip(sides, aims, strict=True):
        table[side] = kinds.index(aim)
    tables, near, far, both, whole = [], 0, 0, 0, 0
    for count, target, _, limit, _ in kinds:
        cap = max(target, limit + 1)
        numeric = count in (EQUAL, RUN, STAIRS)
        first, last = (level.colours, level.colours + level.numbers) if numeric else (0, level.colours)
        holds = level.colours + 1 if numeric else 2**level.numbers
        steps = _steps(level, count, cap) * (level.size + 1)
        together = steps * holds <= MOST_TOGETHER
        tables.append((first, last, cap, holds, near, far, both if together else -1, whole))
        near += steps
        far += _steps(level, count, cap) * holds
        both += steps * holds if together else 0
        kinds_of_line = {BEST: (cap + 1) ** 2, SECOND: (cap + 1) ** 2, RUN: 2**level.numbers}
        whole += kinds_of_line.get(count, cap + 1) * (level.size + 1)
    columns = np.array(tables)
    return Codes(
        table=table,
        tables=columns,
        near=near,
        far=far,
        both=both,
        whole=whole,
        deck=2**level.numbers + level.colours + 1,
        low=int(columns[:, FIRST].min()),
        high=int(columns[:, LAST].max()),
        mixed=int(columns[table[0], FIRST] != columns[table[1], FIRST]),
    )


def _steps(level: Level, count: int, cap: int) -> int:
    """How many kinds of progress a channel can make in a line."""
    return {
        TOUCHING: 3 * (cap + 1),
        COLOURS: 2,
        EQUAL: level.numbers * (level.size + 1),
        RUN: level.numbers * 8,
        STAIRS: level.numbers * (cap + 1),
    }.get(count, cap + 1)


@fast_bare
def read_supply(level: Level, deck: Ints, supply: Ints) -> None:
    """By channel, what is there of it: which numbers of a colour, how many cards of a number."""
    for number in range(level.numbers):
        supply[level.colours + number] = 0
    for colour in range(level.colours):
        supply[colour] = deck[colour]
        for number in range(level.numbers):
            supply[level.colours + number] += deck[colour] >> number & 1


@fast_inline
def read_codes(level: Level, codes: Codes, grid: Ints, line: int, progress: Ints) -> tuple[int, int]:
    """Write down the progress of every channel of a line; the free cells of the line, and its own code."""
    side = level.side[line]
    count, cap = level.aims[side, COUNT], codes.tables[codes.table[side], CAP]
    free = 0
    for cell in level.lines[line]:
        free += grid[cell] == FREE
    if count == TOUCHING:
        whole = _touching(level, grid, line, cap, progress)
    elif count == STAIRS:
        whole = _stairs(level, grid, line, cap, progress)
    elif count in (EQUAL, RUN):
        whole = _numbers(level, grid, line, count, cap, progress)
    else:
        whole = _colours(level, grid, line, count, cap, progress)
    return free, whole * (level.size + 1) + free


@fast_inline
def _colours(level: Level, grid: Ints, line: int, count: int, cap: int, progress: Ints) -> int:
    """For a colour: its sum, or how often it lies in the line."""
    sums, _ = packed(level, grid, line)
    best = second = different = 0
    for colour in range(level.colours):
        found = min(sums >> 8 * colour & 255, cap)
        progress[colour] = found
        if found > 0:
            different += 1
        if found > best:
            best, second = found, best
        elif found > second:
            second = found
    if count == COLOURS:
        for colour in range(level.colours):
            progress[colour] = min(progress[colour], 1)
        return min(different, cap)
    return best * (cap + 1) + second


@fast_bare
def _touching(level: Level, grid: Ints, line: int, cap: int, progress: Ints) -> int:
    """For a colour: the sum of its best stretch without a foreign card, and at how many ends its cards are open."""
    cells = level.lines[line]
    for colour in range(level.colours):
        best = total = ends = 0
        before = -2
        for place in range(level.size + 1):
            card = grid[cells[place]] if place < level.size else level.colours * level.numbers
            if card == FREE:
                ends += total > 0 and before != FREE
            elif card // level.numbers == colour:
                ends += total == 0 and before == FREE
                total += card % level.numbers + 1
            else:
                if total:
                    best = max(best, min(total, cap) * 3 + min(ends, 2))
                total = ends = 0
            before = card
        progress[colour] = best
    return min(line_value(level, grid, line), cap)


@fast_bare
def _numbers(level: Level, grid: Ints, line: int, count: int, cap: int, progress: Ints) -> int:
    """For a number: how often it lies in the line; or whether it and its two neighbours do."""
    _, times = packed(level, grid, line)
    mask = 0
    for number in range(level.numbers):
        mask |= int(times >> 8 * number & 255 > 0) << number
    for number in range(level.numbers):
        if count == EQUAL:
            progress[level.colours + number] = number * (level.size + 1) + (times >> 8 * number & 255)
        else:
            progress[level.colours + number] = number * 8 + (mask << 1 >> number & 7)
    return min(line_value(level, grid, line), cap) if count == EQUAL else mask


@fast_bare
def _stairs(level: Level, grid: Ints, line: int, cap: int, progress: Ints) -> int:
    """For a number: the value of the line if a card of it came to the best free cell."""
    value = min(line_value(level, grid, line), cap)
    for number in range(level.numbers):
        best = value
        for cell in level.lines[line]:
            if grid[cell] == FREE:
                grid[cell] = number
                best = max(best, min(line_value(level, grid, line), cap))
                grid[cell] = FREE
        progress[level.colours + number] = number * (cap + 1) + best
    return value
