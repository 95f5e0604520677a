"""Advice for many positions at once, on cards with dice of one kind and without chips: a position a row.

The same turn as in `turns`, with the lattice of keeps walked die by die for all positions together.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from knobel.rules.core import Move, move
from knobel.rules.fields import fail
from knobel.solver.arrays.position import CardPosition
from knobel.solver.arrays.scoring import FILLED, OPEN, STRUCK, case_number
from knobel.solver.arrays.shape import NEVER
from knobel.solver.asking.axes import DiceAxes
from knobel.solver.asking.entries import POSSIBLE
from knobel.solver.asking.turns import ENTER, KEEP
from knobel.solver.induction.value_table import ValueTable

Array = np.ndarray[Any, np.dtype[Any]]

TOGETHER = 128  # positions: their rows stay in the second cache


class BulkQuestion(NamedTuple):
    position: CardPosition
    dice: tuple[int, ...]
    rolls_left: int


class BulkAnswer(NamedTuple):
    """Moves, as places among those of the adviser, with what they are worth and lose; best first."""

    moves: list[int]
    values: list[float]
    losses: list[float]


def in_bulk(table: object) -> TypeGuard[ValueTable]:
    """Whether positions of this game can be asked about in bulk."""
    if not isinstance(table, ValueTable):
        return False
    sheet, pools = table.sheet, table.process.scoring.pools
    fair = len(set(sheet.dice[0].faces)) == len(sheet.dice[0].faces)
    return (
        fair and not pools.outer.kinds and len(pools.inner.kinds) == 1 and not sheet.chips and not sheet.strike_at_will
    )


class BulkAdviser:
    def __init__(self, table: ValueTable) -> None:
        self.table, self.scoring, self.space = table, table.process.scoring, table.process.space
        self.sheet = table.sheet
        self.values = np.concatenate([np.asarray(layer, np.float64) for layer in table.layers])
        self.starts = np.cumsum([0, *map(len, table.layers)])
        self.dice = DiceAxes(self.scoring)
        self._asked: dict[tuple[int, ...], tuple[int, Array]] = {}

    @cached_property
    def levels(self) -> list[tuple[int, int, Array, Array]]:
        """The keeps by how many dice are missing: first and last node, the nodes one die more gives, one die less."""
        lattice = self.dice.axes[0].lattice
        missing = [lattice.missing(keep) for keep in lattice.keeps]
        found = []
        for level in range(max(missing) + 1):
            first, last = missing.index(level), len(missing) - missing[::-1].index(level)
            nodes = lattice.keeps[first:last]
            more = np.array([lattice.more(keep) for keep in nodes]) if level else np.zeros((0, 0), np.intp)
            less = [lattice.less(keep) or [node] for node, keep in enumerate(nodes, first)]
            width = max(map(len, less))
            found.append((first, last, more, np.array([[*each, *[each[0]] * (width - len(each))] for each in less])))
        return found

    def check(self, question: BulkQuestion) -> None:
        """Refuse an upper sum that the filled boxes cannot make."""
        upper, places = question.position.upper, self.space.places
        if places.of_sum[self._free(question.position) & self._upper, min(upper, places.cap)] < 0:
            fail("upper", "solve.why.upper", upper=upper)

    def answers(self, questions: Sequence[BulkQuestion]) -> list[BulkAnswer]:
        found: list[BulkAnswer] = []
        for first in range(0, len(questions), TOGETHER):
            found += self._together(questions[first : first + TOGETHER])
        return found

    def _together(self, questions: Sequence[BulkQuestion]) -> list[BulkAnswer]:
        worth = self._entries([each.position for each in questions])
        stages = [worth.max(axis=0)[self.dice.shows.reshape(-1)]]
        kept = []  # by rolls left, less one: [keep, position]
        for _ in range(max(each.rolls_left for each in questions)):
            kept.append(self._averaged(stages[-1]))
            stages.append(self._best(kept[-1]))
        return self._told(questions, worth, kept)

    def _entries(self, positions: Sequence[CardPosition]) -> Array:
        """[column, distinct roll, position]: every entry with all that follows."""
        scoring, scores, columns = self.scoring, self.scoring.scores, self.scoring.columns
        free = np.array([self._free(each) for each in positions])
        boxes, others = free & self._upper, free >> len(scoring.upper)
        tops = np.array([each.top for each in positions])
        upper, lower = self._following(positions, boxes, others, tops)
        rolls, width = columns.lower.shape
        found = np.empty((width + len(scoring.upper), rolls, len(positions)))
        np.add(columns.lower.T[:, :, None], lower.T[:, None, :], out=found[:width])
        raised = upper.reshape(len(positions), -1) + columns.points
        found[width:] = raised.T.take(columns.levels.T, axis=0)
        again = np.flatnonzero(tops != OPEN)  # where some rolls are worth something else than usual
        for j, roll in enumerate(scoring.repeating):
            number = int(scores.number[j])
            number_free = boxes[again] >> number & 1 if number >= 0 else 0
            case = case_number(tops[again], number_free, others[again] > 0)
            found[:width, roll, again] = (scores.again_lower[case, j] + lower[again]).T
            levels, extra = (each[case, j, : len(scoring.upper)] for each in (scores.again_level, scores.again_extra))
            found[width:, roll, again] = (raised[again[:, None], levels] + extra).T
        return found

    @cached_property
    def _upper(self) -> int:
        """All upper boxes, as bits."""
        return (1 << len(self.scoring.upper)) - 1

    @cached_property
    def _bits(self) -> list[int]:
        """By box: its bit, those of the upper boxes first. The top box has none, its state is told apart."""
        parts = [*self.scoring.upper, *self.scoring.rest]
        return [1 << parts.index(box) if box in parts else 0 for box in range(len(self.sheet.boxes))]

    def _free(self, position: CardPosition) -> int:
        return sum(map(self._bits.__getitem__, position.free))

    def _following(
        self, positions: Sequence[CardPosition], boxes: Array, others: Array, tops: Array
    ) -> tuple[Array, Array]:
        """What is expected after every entry: [position, upper box, level], [position, column]."""
        scoring, space, places = self.scoring, self.space, self.space.places
        sums = np.array([each.upper for each in positions])
        below = np.array([len(each.free) - 1 for each in positions])
        kinds, starts = places.of_sum[boxes, np.minimum(sums, places.cap)], self.starts[below]
        points, ranks = scoring.scores.points, places.rank[others]
        upper = np.full((len(positions), *points.shape), float(NEVER))
        lower = np.full((len(positions), len(scoring.rest) + 2), float(NEVER))
        for i in range(len(scoring.upper)):
            mine = np.flatnonzero(boxes >> i & 1)
            fewer = boxes[mine] & ~(1 << i)
            after = places.of_sum[fewer[:, None], np.minimum(sums[mine, None] + points[i], places.cap)]
            first = starts[mine] + space.offsets[below[mine], fewer, tops[mine]] + ranks[mine] * places.classes[fewer]
            upper[mine, i] = self.values[first[:, None] + after]
        base = starts + space.offsets[below, boxes, tops]
        for i in range(len(scoring.rest)):
            mine = np.flatnonzero(others >> i & 1)
            rank = places.rank[others[mine] & ~(1 << i)]
            lower[mine, i] = self.values[base[mine] + rank * places.classes[boxes[mine]] + kinds[mine]]
        if scoring.top is not None:
            mine = np.flatnonzero(tops == OPEN)
            for state in (FILLED, STRUCK):
                first = starts[mine] + space.offsets[below[mine], boxes[mine], state]
                row = ranks[mine] * places.classes[boxes[mine]] + kinds[mine]
                lower[mine, len(scoring.rest) + state - FILLED] = self.values[first + row]
        return upper, lower

    def _averaged(self, worth: Array) -> Array:
        """[keep, position]: what it is worth to throw the rest."""
        found = np.empty((self.dice.keeps, worth.shape[1]))
        found[: len(worth)] = worth
        for first, last, more, _ in self.levels[1:]:
            found[first:last] = found[more].mean(axis=1)
        return found

    def _best(self, kept: Array) -> Array:
        """[roll, position]: the best of the keeps within it."""
        best = kept.copy()
        for first, last, _, less in reversed(self.levels[:-1]):
            for column in less.T:
                np.maximum(best[first:last], best[column], out=best[first:last])
        return best[: self.dice.shape[0]]

    def _told(self, questions: Sequence[BulkQuestion], worth: Array, kept: list[Array]) -> list[BulkAnswer]:
        """What a question's dice make of that: its moves in the order of the card, then sorted."""
        dice = [self._of_dice(each.dice) for each in questions]
        rolls, rows = np.array([roll for roll, _ in dice]), np.arange(len(questions))
        either, other = self._columns
        entered = np.maximum(*(worth[columns, rolls[:, None], rows[:, None]] for columns in (either, other)))
        thrown = np.full((len(questions), len(self.moves) - len(either)), float(NEVER))
        left = np.array([each.rolls_left for each in questions])
        for number, keeps in enumerate(kept, 1):
            mine = np.flatnonzero(left == number)
            thrown[mine] = keeps[np.array([dice[i][1] for i in mine]).reshape(len(mine), -1), mine[:, None]]
        values = np.concatenate((entered, thrown), axis=1)
        order = np.argsort(-values, axis=1, kind="stable")
        values = np.take_along_axis(values, order, axis=1)
        counts = (values > POSSIBLE).sum(axis=1)
        told = (counts, order, values, values[:, :1] - values)
        return [
            BulkAnswer(moves[:count], values[:count], losses[:count])
            for count, moves, values, losses in zip(*(each.tolist() for each in told), strict=True)
        ]

    @cached_property
    def moves(self) -> list[Move]:
        """The entries in the order of the card, then the throws, most kept first."""
        dice = len(self.sheet.dice)
        entries = [move(ENTER, box.key) for box in self.sheet.boxes]
        return entries + [move(KEEP, f"{bits:0{dice}b}") for bits in range(2**dice - 2, -1, -1)]

    @cached_property
    def _columns(self) -> tuple[list[int], list[int]]:
        """By box: the columns its entry may be in, two for the top box, where a roll has points or is a strike."""
        scoring, either = self.scoring, []
        rest = len(scoring.rest)
        for box in range(len(self.sheet.boxes)):
            if box == scoring.top:
                either.append(rest)
            elif box in scoring.rest:
                either.append(scoring.rest.index(box))
            else:
                either.append(rest + 2 + scoring.upper.index(box))
        return either, [rest + 1 if column == rest else column for column in either]

    def _of_dice(self, dice: tuple[int, ...]) -> tuple[int, Array]:
        """The distinct roll that these dice show, and the keep of each mask, most kept first."""
        if dice not in self._asked:
            if len(self._asked) > 50_000:
                self._asked.clear()
            nodes = [len(self._joined) - 1]  # by mask of the dice so far; at first nothing is kept
            for face in dice:
                nodes = [each for node in nodes for each in (node, self._joined[node][face])]
            self._asked[dice] = int(self.dice.shows[self.dice.at(dice)]), np.array(nodes[-2::-1])
        return self._asked[dice]

    @cached_property
    def _joined(self) -> list[dict[int, int]]:
        """By keep, the empty one last: the keep with one die more, by what it shows."""
        lattice = self.dice.axes[0].lattice
        faces = lattice.kinds[0][0].faces
        return [
            dict(zip(faces, lattice.more(keep), strict=True)) if lattice.missing(keep) else {} for keep in lattice.keeps
        ]
