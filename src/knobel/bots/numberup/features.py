"""What the network sees of a position: every line, and every channel of a line, as small numbers.

A channel is a colour where colours count, a number where numbers count. For a line and a channel the progress says
how far that channel has come there; with the free cells of the line, and with what the deck still holds of the
channel, it picks rows of the network's tables. The line as a whole has a feature of its own.
"""

from typing import NamedTuple

import numpy as np

from knobel.bots.numberup.arrays import (
    BEST,
    COLOURS,
    COUNT,
    EQUAL,
    FLOOR,
    LIMIT,
    RUN,
    SECOND,
    STAIRS,
    TARGET,
    TOUCHING,
    WEIGHT,
    Ints,
    NumberUpRules,
)
from knobel.bots.numberup.layouts import FREE
from knobel.bots.numberup.simulator import line_value, packed
from knobel.compiled import fast_bare, fast_inline

# Columns of `FeatureTables.tables`. Lines of one aim share a table.
FIRST, LAST, CAP, HOLDS, NEAR, FAR, BOTH, WHOLE = range(8)
MOST_TOGETHER = 2000  # rows up to which progress, free cells and deck are also told apart together


class FeatureTables(NamedTuple):
    """How many features a level has. Colours are the channels below `colours`, numbers those above."""

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


def feature_tables(rules: NumberUpRules) -> FeatureTables:
    sides = sorted(set(rules.side.tolist()))
    aims = [tuple(rules.aims[side, [COUNT, TARGET, FLOOR, LIMIT, WEIGHT]].tolist()) for side in sides]
    kinds = list(dict.fromkeys(aims))
    table = np.zeros(3, np.int64)
    for side, aim in zip(sides, aims, strict=True):
        table[side] = kinds.index(aim)
    tables, near, far, both, whole = [], 0, 0, 0, 0
    for count, target, _, limit, _ in kinds:
        cap = max(target, limit + 1)
        numeric = count in (EQUAL, RUN, STAIRS)
        first, last = (rules.colours, rules.colours + rules.numbers) if numeric else (0, rules.colours)
        holds = rules.colours + 1 if numeric else 2**rules.numbers
        steps = _steps(rules, count, cap) * (rules.size + 1)
        together = steps * holds <= MOST_TOGETHER
        tables.append((first, last, cap, holds, near, far, both if together else -1, whole))
        near += steps
        far += _steps(rules, count, cap) * holds
        both += steps * holds if together else 0
        kinds_of_line = {BEST: (cap + 1) ** 2, SECOND: (cap + 1) ** 2, RUN: 2**rules.numbers}
        whole += kinds_of_line.get(count, cap + 1) * (rules.size + 1)
    columns = np.array(tables)
    return FeatureTables(
        table=table,
        tables=columns,
        near=near,
        far=far,
        both=both,
        whole=whole,
        deck=2**rules.numbers + rules.colours + 1,
        low=int(columns[:, FIRST].min()),
        high=int(columns[:, LAST].max()),
        mixed=int(columns[table[0], FIRST] != columns[table[1], FIRST]),
    )


def _steps(rules: NumberUpRules, count: int, cap: int) -> int:
    """How many kinds of progress a channel can make in a line."""
    return {
        TOUCHING: 3 * (cap + 1),
        COLOURS: 2,
        EQUAL: rules.numbers * (rules.size + 1),
        RUN: rules.numbers * 8,
        STAIRS: rules.numbers * (cap + 1),
    }.get(count, cap + 1)


@fast_bare
def read_supply(rules: NumberUpRules, deck: Ints, supply: Ints) -> None:
    """By channel, what is there of it: which numbers of a colour, how many cards of a number."""
    for number in range(rules.numbers):
        supply[rules.colours + number] = 0
    for colour in range(rules.colours):
        supply[colour] = deck[colour]
        for number in range(rules.numbers):
            supply[rules.colours + number] += deck[colour] >> number & 1


@fast_inline
def read_features(
    rules: NumberUpRules, features: FeatureTables, grid: Ints, line: int, progress: Ints
) -> tuple[int, int]:
    """Write down the progress of every channel of a line; the free cells of the line, and its own feature."""
    side = rules.side[line]
    count, cap = rules.aims[side, COUNT], features.tables[features.table[side], CAP]
    free = 0
    for cell in rules.lines[line]:
        free += grid[cell] == FREE
    if count == TOUCHING:
        whole = _touching(rules, grid, line, cap, progress)
    elif count == STAIRS:
        whole = _stairs(rules, grid, line, cap, progress)
    elif count in (EQUAL, RUN):
        whole = _numbers(rules, grid, line, count, cap, progress)
    else:
        whole = _colours(rules, grid, line, count, cap, progress)
    return free, whole * (rules.size + 1) + free


@fast_inline
def _colours(rules: NumberUpRules, grid: Ints, line: int, count: int, cap: int, progress: Ints) -> int:
    """For a colour: its sum, or how often it lies in the line."""
    sums, _ = packed(rules, grid, line)
    best = second = different = 0
    for colour in range(rules.colours):
        found = min(sums >> 8 * colour & 255, cap)
        progress[colour] = found
        if found > 0:
            different += 1
        if found > best:
            best, second = found, best
        elif found > second:
            second = found
    if count == COLOURS:
        for colour in range(rules.colours):
            progress[colour] = min(progress[colour], 1)
        return min(different, cap)
    return best * (cap + 1) + second


@fast_bare
def _touching(rules: NumberUpRules, grid: Ints, line: int, cap: int, progress: Ints) -> int:
    """For a colour: the sum of its best stretch without a foreign card, and at how many ends its cards are open."""
    cells = rules.lines[line]
    for colour in range(rules.colours):
        best = total = ends = 0
        before = -2
        for place in range(rules.size + 1):
            card = grid[cells[place]] if place < rules.size else rules.colours * rules.numbers
            if card == FREE:
                ends += total > 0 and before != FREE
            elif card // rules.numbers == colour:
                ends += total == 0 and before == FREE
                total += card % rules.numbers + 1
            else:
                if total:
                    best = max(best, min(total, cap) * 3 + min(ends, 2))
                total = ends = 0
            before = card
        progress[colour] = best
    return min(line_value(rules, grid, line), cap)


@fast_bare
def _numbers(rules: NumberUpRules, grid: Ints, line: int, count: int, cap: int, progress: Ints) -> int:
    """For a number: how often it lies in the line; or whether it and its two neighbours do."""
    _, times = packed(rules, grid, line)
    mask = 0
    for number in range(rules.numbers):
        mask |= int(times >> 8 * number & 255 > 0) << number
    for number in range(rules.numbers):
        if count == EQUAL:
            progress[rules.colours + number] = number * (rules.size + 1) + (times >> 8 * number & 255)
        else:
            progress[rules.colours + number] = number * 8 + (mask << 1 >> number & 7)
    return min(line_value(rules, grid, line), cap) if count == EQUAL else mask


@fast_bare
def _stairs(rules: NumberUpRules, grid: Ints, line: int, cap: int, progress: Ints) -> int:
    """For a number: the value of the line if a card of it came to the best free cell."""
    value = min(line_value(rules, grid, line), cap)
    for number in range(rules.numbers):
        best = value
        for cell in rules.lines[line]:
            if grid[cell] == FREE:
                grid[cell] = number
                best = max(best, min(line_value(rules, grid, line), cap))
                grid[cell] = FREE
        progress[rules.colours + number] = number * (cap + 1) + best
    return value
