"""Judging without learning: what the beginner and the solid player make of a move.

Both add up what every line promises. The solid player counts the cards that would help a line on, wherever they would
fit best, and how many of its cells they still need. The beginner only sees how far a line has come, overlooks a
line now and then, and is never quite sure.
"""

from knobel.bots.numberup.glance import Doubles, Options, all_moves
from knobel.bots.numberup.twin import (
    CHECK_POINTS,
    COUNT,
    EQUAL,
    FLOOR,
    FREE,
    HELD,
    LIMIT,
    RUN,
    STAIRS,
    TARGET,
    TOUCHING,
    WEIGHT,
    Ints,
    Level,
    Position,
    line_points,
    line_value,
    packed,
    packed_value,
)
from knobel.compiled import Stream, fast, fraction

RANDOM, BEGINNER, SOLID, STRONG = range(4)

OVERLOOKED = 0.3  # how often the beginner does not see a line
DOUBT = 3.0  # points by which the beginner misjudges a move, either way
OTHER_SIDES = 0.6  # where only the lowest side counts: what the others weigh together
A_CARD = 0.5  # points a card put aside is worth, so that it is not done without need


@fast
def judge_moves(level: Level, position: Position, options: Options, stream: Stream, who: int) -> int:
    """Value every legal move as that player does; how many there are."""
    found = all_moves(level, position, options)
    if who == RANDOM:
        for i in range(found):
            options.values[i] = fraction(stream)
        return found
    cells, trial = level.size**2, options.trial
    for line in range(len(level.lines)):
        options.promises[line] = _promise(level, position, line, who)
    for i in range(found):
        place, cell = options.moves[i] // (cells + 1), options.moves[i] % (cells + 1)
        if cell == cells:
            options.values[i] = _together(level, options.promises) - A_CARD
        else:
            options.changed[:] = options.promises
            trial.grid[:] = position.grid
            trial.grid[cell] = position.held[place]
            for line in level.lines_at[cell]:
                if line >= 0 and not (who == BEGINNER and fraction(stream) < OVERLOOKED):
                    options.changed[line] = _promise_in(level, position, trial.grid, line, who)
            options.values[i] = _together(level, options.changed)
        if who == BEGINNER:
            options.values[i] += DOUBT * (fraction(stream) + fraction(stream) - 1)
    return found


@fast
def _together(level: Level, promises: Doubles) -> float:
    """What the promises of all lines come to, by the final scoring."""
    rows = columns = diagonals = 0.0
    for line in range(len(level.lines)):
        side = level.side[line]
        worth = promises[line] * level.aims[side, WEIGHT]
        if side == 0:
            rows += worth
        elif side == 1:
            columns += worth
        else:
            diagonals += worth
    everything = rows + columns + diagonals
    if not level.lowest:
        return everything
    if len(level.lines) == 2 * level.size:
        least = min(rows, columns)
        return least + OTHER_SIDES * (everything - least)
    least = min(rows, columns, diagonals)
    return least + OTHER_SIDES / 2 * (everything - least)


@fast
def _promise(level: Level, position: Position, line: int, who: int) -> float:
    return _promise_in(level, position, position.grid, line, who)


@fast
def _promise_in(level: Level, position: Position, grid: Ints, line: int, who: int) -> float:
    side = level.side[line]
    value = line_value(level, grid, line)
    target, floor, limit = level.aims[side, TARGET], level.aims[side, FLOOR], level.aims[side, LIMIT]
    free = 0
    for cell in level.lines[line]:
        free += grid[cell] == FREE
    if free == 0 or (limit and value > limit):
        return float(line_points(level, side, value, True))
    if value >= target:
        return float(CHECK_POINTS - (2 * free if limit else 0))  # what is not full may still go too far
    if who == BEGINNER:
        return float(8 * min(1.0, (value + target * free / level.size * 0.75) / target))
    chance = _chance(level, position, grid, line, value, free, target)
    if value >= floor:
        return float(chance * CHECK_POINTS + (1 - chance) * (value + 0.2 * free))
    saved = chance if floor >= target else max(chance, _chance(level, position, grid, line, value, free, floor))
    return float(chance * CHECK_POINTS + (saved - chance) * floor - (1 - saved) * CHECK_POINTS)


@fast
def _chance(level: Level, position: Position, grid: Ints, line: int, value: int, free: int, target: int) -> float:
    """How likely the line comes to that value: with one card if there is such a card, else with several."""
    side = level.side[line]
    limit = level.aims[side, LIMIT]
    reaching = helping = cards = leap = 0
    count = level.aims[side, COUNT]
    sums, times = packed(level, grid, line)
    for colour in range(level.colours):
        open_numbers = _open(level, position, colour)
        joined = _joined(level, grid, line, colour) if count == TOUCHING else 0
        for number in range(level.numbers):
            if count in (EQUAL, RUN, STAIRS):
                many = _copies(level, position, number) if colour == 0 else 0
            else:
                many = open_numbers >> number & 1
            if many == 0:
                continue
            cards += many
            if count == TOUCHING:
                after = max(value, joined + number + 1)
            elif count == STAIRS:
                after = _stairs_with(level, grid, line, number)
            else:
                after = packed_value(level, count, sums + ((number + 1) << 8 * colour), times + (1 << 8 * number))
            if limit and after > limit:
                continue
            reaching += many * int(after >= target)
            helping += many * int(after > value)
            leap = max(leap, after - value)
    if reaching:
        return reaching / (reaching + 1.2) * (1 - 0.4**free)
    if leap == 0:
        return 0.0
    need = (target - value + leap - 1) // leap
    if need > free:
        return 0.0
    return float(0.9 * (0.4 + 0.6 * helping / cards) ** (need - 1) * (1 - 0.55 ** (free - need + 1)))


@fast
def _open(level: Level, position: Position, colour: int) -> int:
    """Which numbers of a colour may still come: from the deck or from the hand."""
    numbers = position.deck[colour]
    for i in range(position.tally[HELD]):
        if position.held[i] // level.numbers == colour:
            numbers |= 1 << position.held[i] % level.numbers
    return int(numbers)


@fast
def _copies(level: Level, position: Position, number: int) -> int:
    """How many cards of a number may still come. Where colours mean nothing, they are all alike."""
    found = 0
    for colour in range(level.colours):
        found += _open(level, position, colour) >> number & 1
    return found


@fast
def _stairs_with(level: Level, grid: Ints, line: int, number: int) -> int:
    """The value of a line of stairs with one card more, on its best free cell."""
    best = 0
    for cell in level.lines[line]:
        if grid[cell] == FREE:
            grid[cell] = number
            best = max(best, line_value(level, grid, line))
            grid[cell] = FREE
    return best


@fast
def _joined(level: Level, grid: Ints, line: int, colour: int) -> int:
    """The most that the cards of a colour on both sides of one free cell come to."""
    best = before = after = 0
    gap = False  # whether a free cell lies before the cards that are being added up
    for cell in level.lines[line]:
        card = grid[cell]
        if card == FREE:
            if gap:
                best = max(best, before + after)
            before, after, gap = after, 0, True
        elif card // level.numbers == colour:
            after += card % level.numbers + 1
        else:
            if gap:
                best = max(best, before + after)
            before, after, gap = 0, 0, False
    return max(best, before + after) if gap else best
