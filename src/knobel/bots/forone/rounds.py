"""A round as the numbers that compiled code reckons with, and the moves it answers with, in plain Python.

A position is a row of small numbers: the fills of the thirteen rows, then those named below. A round that was decided
is a path of steps, which become moves of the rules here, one at a time.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from random import Random

from knobel.rules import digest
from knobel.rules.core import Decide, Move, move
from knobel.rules.forone import END, ROLL, ForOne
from knobel.rules.foroneplan import BONUS_STEPS, FACES
from knobel.rules.rows import GONE, IN_SUPPLY, ROWS, WAITING, YELLOW, RowsCard

Content = tuple[int, tuple[int, ...] | int]  # a row, and its dice or with how many it was scored

LINES = len(ROWS)
YELLOW_FACE = len(FACES)  # dice are columns: six for the faces of white ones, then six for those of the yellow one

# Behind the fills: dice, the round, points of the scored rows, how many those are, the fewest dice an upper row was
# scored with, upper rows that are open, full rows that are open, where the yellow die is, whether a row was scored
# since the last roll.
SUPPLY, OUT, ROUND, EARNED, CLOSED, WORST, UPPER_OPEN, FULL_OPEN, YELLOW_PLACE, ACTED = range(LINES, LINES + 10)
WIDTH = LINES + 10

# Where the yellow die is, unless on a row.
YELLOW_SUPPLY, YELLOW_WAITS, YELLOW_GONE, NO_YELLOW = range(LINES, LINES + 4)
LEAVES = LINES  # instead of a row: the die leaves the game

# A step of a path: the die's column and the row (or LEAVES) in one number, or a row that is scored; for full rows,
# which are all scored in one step, LINES stands for the row.
STEP_BASE, STEP_SCORE = 16, 1000

# Settings of a level: what concerns the whole card.
(
    THROWN, SUPPLY_AT_START, OUT_AT_START, LAST_ROUND, ONE_A_ROUND, EVERY_ROUND, LOSS, FREE_SCORING, FREE_DISCARD,
    YELLOW_DIE, WILD,
) = range(11)  # fmt: skip

# Who plays: how far off values may seem to them, in points, and who values by what was learned, the others by hand.
NOISE = {"beginner": 16.0, "casual": 16.0, "solid": 0.0, "skilled": 8.0, "strong": 0.0}
LEARNED_NETS = ("skilled", "strong")

CANDIDATES = 8  # ends of a round that the strong player looks at further

PLANNED_MOVES = 4096  # remembered


def position_numbers(game: ForOne, fills: Mapping[Content, int], card: RowsCard) -> list[int]:
    """A position of the rules as numbers, without the dice that wait."""
    at = [0] * WIDTH
    for i, (dice, scored) in enumerate(zip(card.rows, card.scored, strict=True)):
        at[i] = fills[i, dice if scored is None else scored]
        at[FULL_OPEN] += scored is None and len(dice) == game.plan.rows[i].fields
    upper = [i for i, row in enumerate(game.rows) if row.upper]
    places = {IN_SUPPLY: YELLOW_SUPPLY, WAITING: YELLOW_WAITS, GONE: YELLOW_GONE, "": NO_YELLOW, **game.index}
    at[SUPPLY], at[OUT], at[ROUND], at[EARNED] = card.supply, card.out, card.round, sum(card.paid)
    at[CLOSED] = card.rows_scored
    at[WORST] = min((count for i in upper if (count := card.scored[i]) is not None), default=len(BONUS_STEPS) - 1)
    at[UPPER_OPEN] = sum(card.scored[i] is None for i in upper)
    at[YELLOW_PLACE], at[ACTED] = places[card.yellow], int(card.acted)
    return at


def waiting_dice(game: ForOne, card: RowsCard) -> list[int]:
    """The dice that wait, as columns, in the order in which they are laid: by number, among equals the yellow one last;
    a wild one has no number and comes last of all."""
    dice = [face - 1 for face in card.waiting]
    if card.yellow == WAITING:
        dice.append(YELLOW_FACE + card.shows - 1)
    if game.plan.yellow is not None and game.plan.yellow.wild:
        return sorted(dice)
    return sorted(dice, key=lambda column: (column % YELLOW_FACE, column))


class RoundPlans:
    """A round is decided when its dice lie there, or when rows are to be scored; the moves that follow are remembered,
    each by its position, until they are made. Whoever comes to a position that was not planned, say after an undo,
    plans anew."""

    def __init__(self, decided: Callable[[str, ForOne, RowsCard, Random], list[int]]) -> None:
        """`decided` gives the steps of a bot's path."""
        self._decided = decided
        self._planned: OrderedDict[tuple[str, str, RowsCard], Move] = OrderedDict()

    def next_move(self, bot: str, game: ForOne, state: RowsCard, node: Decide, luck: Random) -> Move:
        mark = digest(game)
        planned = self._planned.pop((mark, bot, state), None)
        if planned in node.moves:
            return planned
        (_, first), *later = planned_moves(game, state, self._decided(bot, game, state, luck))
        self._planned.update({(mark, bot, here): chosen for here, chosen in later})
        while len(self._planned) > PLANNED_MOVES:
            self._planned.popitem(last=False)
        return first


def planned_moves(game: ForOne, state: RowsCard, steps: list[int]) -> Iterator[tuple[RowsCard, Move]]:
    """Positions and moves up to the next roll or the end."""
    for chosen in _moves(game, steps):
        if chosen is not None:
            yield state, chosen
            state = game.play(state, chosen)
        else:
            while must := game.must_score(state):
                chosen = move("score", game.rows[must[0]].key)
                yield state, chosen
                state = game.play(state, chosen)
    node = game.node(state)
    if isinstance(node, Decide):
        yield state, ROLL if ROLL in node.moves else END


def _moves(game: ForOne, steps: list[int]) -> Iterator[Move | None]:
    """The moves of a path. None stands for scoring the rows that are full; dice that leave do so after the others."""
    laid = [divmod(step, STEP_BASE) for step in steps if step < STEP_SCORE]
    for die, row in laid:
        if row != LEAVES:
            yield move("put", _die(die), game.rows[row].key)
    for die, row in laid:
        if row == LEAVES:
            yield move("leave", _die(die))
    for step in steps:
        if step >= STEP_SCORE:
            if step < STEP_SCORE + LINES:
                yield move("score", game.rows[step - STEP_SCORE].key)
            yield None


def _die(column: int) -> str:
    return (YELLOW if column >= YELLOW_FACE else "") + str(column % YELLOW_FACE + 1)
