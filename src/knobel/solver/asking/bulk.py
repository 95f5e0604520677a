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
    """Moves and what they are worth, best first."""

    moves: list[Move]
    values: list[float]


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
        position = question.position
        if self.space.place(position.free, position.upper, position.top, 0) is None:
            fail("upper", "solve.why.upper", upper=position.upper)

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
        return [
            self._answer(each, worth[:, :, i], kept[each.rolls_left - 1][:, i] if each.rolls_left else None)
            for i, each in enumerate(questions)
        ]

    def _entries(self, positions: Sequence[CardPosition]) -> Array:
        """[column, distinct roll, position]: every entry with all that follows."""
        scoring, scores, columns = self.scoring, self.scoring.scores, self.scoring.columns
        boxes, others = self._free(positions)
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

    def _free(self, positions: Sequence[CardPosition]) -> tuple[Array, Array]:
        """Which of the upper boxes, and which of the others, are free: as bits."""
        upper, rest = (
            np.array([sum(1 << i for i, box in enumerate(part) if box in each.free) for each in positions])
            for part in (self.scoring.upper, self.scoring.rest)
        )
        return upper, rest

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

    def _answer(self, question: BulkQuestion, worth: Array, kept: Array | None) -> BulkAnswer:
        roll, nodes = self._of_dice(question.dice)
        entries = worth[:, roll].tolist()
        moves, values = [], []
        for column, entry in self._in_card_order:
            if entries[column] > POSSIBLE:
                moves.append(entry)
                values.append(entries[column])
        if kept is not None:
            moves += self._throws
            values += kept[nodes].tolist()
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        return BulkAnswer([moves[i] for i in order], [values[i] for i in order])

    @cached_property
    def _throws(self) -> list[Move]:
        dice = len(self.sheet.dice)
        return [move(KEEP, f"{bits:0{dice}b}") for bits in range(2**dice - 2, -1, -1)]

    @cached_property
    def _in_card_order(self) -> list[tuple[int, Move]]:
        """The columns of entries in the order of the card's boxes."""
        scoring, found = self.scoring, []
        rest = len(scoring.rest)
        for box, each in enumerate(self.sheet.boxes):
            entry = move(ENTER, each.key)
            if box == scoring.top:
                found += [(rest, entry), (rest + 1, entry)]  # a roll has one of both: points, or a strike
            elif box in scoring.rest:
                found.append((scoring.rest.index(box), entry))
            else:
                found.append((rest + 2 + scoring.upper.index(box), entry))
        return found

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
