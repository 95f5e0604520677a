"""A score card as the solver sees it: its boxes in three parts, and which positions there are at the start of a turn.

The upper part moves the upper sum; the top box, once filled, changes what later rolls are worth; then there is the
rest. `arrays` puts all this into arrays, `table` reads a packed table by it.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb
from operator import itemgetter

from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import Roll
from knobel.solver.errors import NotSolvable
from knobel.words import text

OPEN, FILLED, STRUCK = range(3)  # the top box; a card without one counts as OPEN for ever


@dataclass(frozen=True)
class CardParts:
    """A sheet with its boxes sorted into the three parts."""

    sheet: Sheet

    def __post_init__(self) -> None:
        sheet = self.sheet
        if any(bonus.points < 0 for bonus in sheet.bonuses):
            raise NotSolvable(game=sheet.key, why=text("solve.why.bonus"))
        if sheet.top is not None and sheet.top in sheet.number_boxes.values():
            raise NotSolvable(game=sheet.key, why=text("solve.why.top"))
        if len(self.upper) > 8 or len(self.rest) > 20:
            raise NotSolvable(game=sheet.key, why=text("solve.why.size"))

    @cached_property
    def upper(self) -> tuple[int, ...]:
        return tuple(sorted(self.sheet.number_boxes.values()))

    @property
    def top(self) -> int | None:
        return self.sheet.top

    @cached_property
    def rest(self) -> tuple[int, ...]:
        return tuple(i for i in range(len(self.sheet.boxes)) if i not in self.upper and i != self.top)

    @cached_property
    def cap(self) -> int:
        """Upper sums above the highest bonus are worth the same."""
        return max((bonus.at for bonus in self.sheet.bonuses), default=0)

    @cached_property
    def rolls(self) -> list[Roll]:
        return list(self.sheet.distinct_rolls())

    @cached_property
    def cases(self) -> dict[tuple[int, bool, bool], list[dict[int, Entry]]]:
        """What repeated top rolls bring, by state of the top box, whether their number box is free, and whether
        any lower box is. Nothing else about the card matters, which the plain solver confirms."""
        cases: dict[tuple[int, bool, bool], list[dict[int, Entry]]] = {}
        for state, number_free, lower_free in product((FILLED, STRUCK), (False, True), (False, True)):
            cases[state, number_free, lower_free] = [
                self._again(self.rolls[i], state, number_free, lower_free) for i in self.repeating
            ]
        return cases

    @cached_property
    def repeating(self) -> list[int]:
        if self.top is None:
            return []
        fits = self.sheet.boxes[self.top].fits
        return [i for i, roll in enumerate(self.rolls) if fits.holds(roll)]

    def number_box(self, roll: Roll) -> int | None:
        return self.sheet.number_boxes.get(max(roll.counts, key=roll.counts.__getitem__))

    def _again(self, roll: Roll, state: int, number_free: bool, lower_free: bool) -> dict[int, Entry]:
        free = set(self.upper) | (set(self.rest) if lower_free else set())
        if not number_free:
            free.discard(self.number_box(roll) or 0) if self.number_box(roll) is not None else None
        written: list[int | None] = [None if i in free else 0 for i in range(len(self.sheet.boxes))]
        assert self.top is not None
        written[self.top] = 1 if state == FILLED else 0
        return self.sheet.entries(roll, written)

    @cached_property
    def level_points(self) -> list[list[int]]:
        """For every upper box, each number of points that can stand there."""
        every = []
        for box in self.upper:
            found = {0} | {self.sheet.boxes[box].score(roll) for roll in self.rolls}
            for entries in self.cases.values() if self.repeating else ():
                found |= {entry[box].points for entry in entries if box in entry}
            every.append(sorted(found))
        return every


@dataclass(frozen=True)
class CardSpace:
    """Positions in layers, groups and classes, as `arrays.states` describes them."""

    scoring: CardParts

    @cached_property
    def _sums(self) -> list[set[int]]:
        """By set of upper boxes: every sum these can make together, up to the cap."""
        cap, levels = self.scoring.cap, self.scoring.level_points
        sums: list[set[int]] = [{0}]
        for boxes in range(1, 1 << len(levels)):
            low = (boxes & -boxes).bit_length() - 1
            sums.append({min(total + points, cap) for total in sums[boxes & (boxes - 1)] for points in levels[low]})
        return sums

    @cached_property
    def classes(self) -> list[dict[int, int]]:
        """By set of free upper boxes: upper sum -> class."""
        cap = self.scoring.cap
        bonus = [self.scoring.sheet.bonus(min(total, cap)) for total in range(2 * cap + 1)]
        everything = (1 << len(self.scoring.upper)) - 1
        found = []
        for free in range(everything + 1):
            ends = itemgetter(*sorted(self._sums[free]))
            seen: dict[object, int] = {}
            of_sum = {}
            for total in sorted(self._sums[everything & ~free]):
                of_sum[total] = seen.setdefault(ends(bonus[total:]), len(seen))
            found.append(of_sum)
        return found

    @cached_property
    def class_counts(self) -> list[int]:
        """By set of free upper boxes: how many classes of upper sums."""
        return [max(found.values()) + 1 for found in self.classes]

    @property
    def tops(self) -> tuple[int, ...]:
        return (OPEN,) if self.scoring.top is None else (OPEN, FILLED, STRUCK)

    def others(self, layer: int, upper: int, top: int) -> int:
        """How many of the other boxes are free in a group; negative if there is no such group."""
        return layer - upper.bit_count() - (self.scoring.top is not None and top == OPEN)

    def group_size(self, layer: int, upper: int, top: int) -> int:
        """Positions of a group without counting chips."""
        others = self.others(layer, upper, top)
        return comb(len(self.scoring.rest), others) * self.class_counts[upper] if others >= 0 else 0

    @cached_property
    def layer_sizes(self) -> list[int]:
        chips = self.scoring.sheet.chips + 1
        return [
            sum(self.group_size(layer, upper, top) for upper in range(len(self.classes)) for top in self.tops) * chips
            for layer in range(len(self.scoring.sheet.boxes) + 1)
        ]

    @property
    def states(self) -> int:
        """Positions at the start of a turn, finished cards left out."""
        return sum(self.layer_sizes[1:])
