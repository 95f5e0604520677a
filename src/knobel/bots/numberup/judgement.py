"""Judging without learning: what the beginner and the solid player make of a move.

Both add up what every line promises. The solid player counts the cards that would help a line on, wherever they would
fit best, and how many of its cells they still need. The beginner only sees how far a line has come, overlooks a
line now and then, and is never quite sure.
"""

from knobel.bots.machine import Stream, compiled, fraction
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
)

RANDOM, BEGINNER, SOLID, STRONG = range(4)

OVERLOOKED = 0.3  # how often the beginner does not see a line
DOUBT = 3.0  # points by which the beginner misjudges a move, either way
OTHER_SIDES = 0.3  # where only the lowest side counts: what the others weigh
A_CARD = 0.5  # points a card put aside is worth, so that it is not done without need


@compiled
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


@compiled
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
    least = min(rows, columns)
    if len(level.lines) > 2 * level.size:
        least = min(least, diagonals)
    return least + OTHER_SIDES * (everything - least)


@compiled
def _promise(level: Level, position: Position, line: int, who: int) -> float:
    return _promise_in(level, position, position.grid, line, who)


@compiled
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
    chance = _chance(level, position, grid, line, value, free)
    missed = -CHECK_POINTS if value < floor else value + 0.2 * free
    return chance * CHECK_POINTS + (1 - chance) * missed


@compiled
def _chance(level: Level, position: Position, grid: Ints, line: int, value: int, free: int) -> float:
    """How likely the line comes to its target: with one card if there is such a card, else with several."""
    side = level.side[line]
    target, limit = level.aims[side, TARGET], level.aims[side, LIMIT]
    reaching = helping = cards = leap = 0
    count = level.aims[side, COUNT]
    for colour in range(level.colours):
        for number in range(level.numbers):
            if count in (EQUAL, RUN, STAIRS):
                many = _copies(level, position, number) if colour == 0 else 0
            else:
                many = _open(level, position, colour) >> number & 1
            if many:
                cards += many
                after = _value_with(level, grid, line, colour * level.numbers + number)
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


@compiled
def _open(level: Level, position: Position, colour: int) -> int:
    """Which numbers of a colour may still come: from the deck or from the hand."""
    numbers = position.deck[colour]
    for i in range(position.tally[HELD]):
        if position.held[i] // level.numbers == colour:
            numbers |= 1 << position.held[i] % level.numbers
    return int(numbers)


@compiled
def _copies(level: Level, position: Position, number: int) -> int:
    """How many cards of a number may still come. Where colours mean nothing, they are all alike."""
    found = 0
    for colour in range(level.colours):
        found += _open(level, position, colour) >> number & 1
    return found


@compiled
def _value_with(level: Level, grid: Ints, line: int, card: int) -> int:
    """The value of a line with one card more: on its best free cell where the place matters, else on any."""
    count = level.aims[level.side[line], COUNT]
    best = 0
    for cell in level.lines[line]:
        if grid[cell] == FREE:
            grid[cell] = card
            best = max(best, line_value(level, grid, line))
            grid[cell] = FREE
            if count != TOUCHING and count != STAIRS:
                break
    return best
