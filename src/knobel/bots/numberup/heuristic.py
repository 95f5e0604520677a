"""A hand-made evaluation, for the players that learn nothing: beginner, casual and solid (and random).

All add up an estimate for every line. The solid player counts the cards that would help a line on, wherever they would
fit best, and how many of its cells they still need; the casual one does the same without being sure. The beginner only
sees how far a line has come, overlooks a line now and then, and is even less sure.
"""

from knobel.bots.numberup.arrays import (
    CHECK_POINTS,
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
from knobel.bots.numberup.layouts import BEGINNER, CASUAL, FREE, HELD, RANDOM
from knobel.bots.numberup.simulator import NumberUpPosition, fill, line_points, line_value, packed, packed_value
from knobel.bots.numberup.workspace import Doubles, MoveList, all_moves
from knobel.compiled import Stream, fast_bare, fraction

OVERLOOKED = 0.3  # how often the beginner does not see a line
DOUBT, LESS_DOUBT, LEARNED_DOUBT = (
    3.0,
    3.0,
    1.5,
)  # points by which beginner, casual and skilled misjudge a move, either way
OTHER_SIDES = 0.6  # where only the lowest side counts: what the others weigh together
A_CARD = 0.5  # points a card put aside is worth, so that it is not done without need


@fast_bare
def estimate_moves(
    rules: NumberUpRules, position: NumberUpPosition, options: MoveList, stream: Stream, who: int
) -> int:
    """Value every legal move as that player does; how many there are."""
    found = all_moves(rules, position, options)
    if who == RANDOM:
        for i in range(found):
            options.values[i] = fraction(stream)
        return found
    cells, trial = rules.size**2, options.trial
    for line in range(len(rules.lines)):
        options.estimates[line] = _estimate(rules, position, line, who)
    for i in range(found):
        place, cell = options.moves[i] // (cells + 1), options.moves[i] % (cells + 1)
        if cell == cells:
            options.values[i] = _together(rules, options.estimates) - A_CARD
        else:
            fill(options.changed, options.estimates)
            fill(trial.grid, position.grid)
            trial.grid[cell] = position.held[place]
            for line in rules.lines_at[cell]:
                if line >= 0 and not (who == BEGINNER and fraction(stream) < OVERLOOKED):
                    options.changed[line] = _estimate_in(rules, position, trial.grid, line, who)
            options.values[i] = _together(rules, options.changed)
    if who == BEGINNER:
        misjudge(options, found, stream, DOUBT)
    elif who == CASUAL:
        misjudge(options, found, stream, LESS_DOUBT)
    return found


@fast_bare
def misjudge(options: MoveList, found: int, stream: Stream, doubt: float) -> None:
    """Take every move for better or worse than it seemed, by up to so many points."""
    for i in range(found):
        options.values[i] += doubt * (fraction(stream) + fraction(stream) - 1)


@fast_bare
def _together(rules: NumberUpRules, estimates: Doubles) -> float:
    """What the estimates of all lines come to, by the final scoring."""
    rows = columns = diagonals = 0.0
    for line in range(len(rules.lines)):
        side = rules.side[line]
        worth = estimates[line] * rules.aims[side, WEIGHT]
        if side == 0:
            rows += worth
        elif side == 1:
            columns += worth
        else:
            diagonals += worth
    everything = rows + columns + diagonals
    if not rules.lowest:
        return everything
    if len(rules.lines) == 2 * rules.size:
        least = min(rows, columns)
        return least + OTHER_SIDES * (everything - least)
    least = min(rows, columns, diagonals)
    return least + OTHER_SIDES / 2 * (everything - least)


@fast_bare
def _estimate(rules: NumberUpRules, position: NumberUpPosition, line: int, who: int) -> float:
    return _estimate_in(rules, position, position.grid, line, who)


@fast_bare
def _estimate_in(rules: NumberUpRules, position: NumberUpPosition, grid: Ints, line: int, who: int) -> float:
    side = rules.side[line]
    value = line_value(rules, grid, line)
    target, floor, limit = rules.aims[side, TARGET], rules.aims[side, FLOOR], rules.aims[side, LIMIT]
    free = 0
    for cell in rules.lines[line]:
        free += grid[cell] == FREE
    if free == 0 or (limit and value > limit):
        return float(line_points(rules, side, value, True))
    if value >= target:
        return float(CHECK_POINTS - (2 * free if limit else 0))  # what is not full may still go too far
    if who == BEGINNER:
        return float(8 * min(1.0, (value + target * free / rules.size * 0.75) / target))
    chance = _chance(rules, position, grid, line, value, free, target)
    if value >= floor:
        return float(chance * CHECK_POINTS + (1 - chance) * (value + 0.2 * free))
    saved = chance if floor >= target else max(chance, _chance(rules, position, grid, line, value, free, floor))
    return float(chance * CHECK_POINTS + (saved - chance) * floor - (1 - saved) * CHECK_POINTS)


@fast_bare
def _chance(
    rules: NumberUpRules, position: NumberUpPosition, grid: Ints, line: int, value: int, free: int, target: int
) -> float:
    """How likely the line comes to that value: with one card if there is such a card, else with several."""
    side = rules.side[line]
    limit = rules.aims[side, LIMIT]
    reaching = helping = cards = leap = 0
    count = rules.aims[side, COUNT]
    sums, times = packed(rules, grid, line)
    for colour in range(rules.colours):
        open_numbers = _open(rules, position, colour)
        joined = _joined(rules, grid, line, colour) if count == TOUCHING else 0
        for number in range(rules.numbers):
            if count in (EQUAL, RUN, STAIRS):
                many = _copies(rules, position, number) if colour == 0 else 0
            else:
                many = open_numbers >> number & 1
            if many == 0:
                continue
            cards += many
            if count == TOUCHING:
                after = max(value, joined + number + 1)
            elif count == STAIRS:
                after = _stairs_with(rules, grid, line, number)
            else:
                after = packed_value(rules, count, sums + ((number + 1) << 8 * colour), times + (1 << 8 * number))
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


@fast_bare
def _open(rules: NumberUpRules, position: NumberUpPosition, colour: int) -> int:
    """Which numbers of a colour may still come: from the deck or from the hand."""
    numbers = position.deck[colour]
    for i in range(position.tally[HELD]):
        if position.held[i] // rules.numbers == colour:
            numbers |= 1 << position.held[i] % rules.numbers
    return int(numbers)


@fast_bare
def _copies(rules: NumberUpRules, position: NumberUpPosition, number: int) -> int:
    """How many cards of a number may still come. Where colours mean nothing, they are all alike."""
    found = 0
    for colour in range(rules.colours):
        found += _open(rules, position, colour) >> number & 1
    return found


@fast_bare
def _stairs_with(rules: NumberUpRules, grid: Ints, line: int, number: int) -> int:
    """The value of a line of stairs with one card more, on its best free cell."""
    best = 0
    for cell in rules.lines[line]:
        if grid[cell] == FREE:
            grid[cell] = number
            best = max(best, line_value(rules, grid, line))
            grid[cell] = FREE
    return best


@fast_bare
def _joined(rules: NumberUpRules, grid: Ints, line: int, colour: int) -> int:
    """The most that the cards of a colour on both sides of one free cell come to."""
    best = before = after = 0
    gap = False  # whether a free cell lies before the cards that are being added up
    for cell in rules.lines[line]:
        card = grid[cell]
        if card == FREE:
            if gap:
                best = max(best, before + after)
            before, after, gap = after, 0, True
        elif card // rules.numbers == colour:
            after += card % rules.numbers + 1
        else:
            if gap:
                best = max(best, before + after)
            before, after, gap = 0, 0, False
    return max(best, before + after) if gap else best
