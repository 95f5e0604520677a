"""A packed table, read in plain Python: for places without NumPy, where few positions are asked for.

It is the file of `asking.shipped`: layer by layer, group by group, differences between neighbours, the bytes of equal
weight together. A group is unpacked when one of its positions is asked for; then it is kept.
"""

import lzma
import struct
from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import accumulate

from knobel.rules import digest
from knobel.rules.boxes import Sheet
from knobel.rules.sheetgame import SheetGame
from knobel.solver.errors import NoTable
from knobel.solver.plain.parts import FILLED, OPEN, STRUCK, CardParts, CardSpace

STEP = 2e-4  # of a value
HEAD = struct.Struct("<8s32s")  # a word for the kind of file, and the digest of the rules
TABLE = b"knobelT1"


def data(name: str) -> bytes:
    """A file that comes with the package."""
    return files("knobel.solver").joinpath("data", name).read_bytes()


def made_for(mark: str, name: str) -> bool:
    """Whether the package brings that file, made for just these rules."""
    file = files("knobel.solver").joinpath("data", name)
    if not file.is_file():
        return False
    with file.open("rb") as packed:
        return bool(packed.read(HEAD.size)[8:].hex() == mark)


def has_plain_table(game: SheetGame) -> bool:
    """Whether values of this game can be had without NumPy."""
    return made_for(digest(game), f"{game.sheet.key}.table")


class PlainTable:
    """What positions of a card are worth."""

    def __init__(self, sheet: Sheet, packed: bytes) -> None:
        self.sheet, self.space = sheet, CardSpace(CardParts(sheet))
        planes = lzma.decompress(packed[HEAD.size :])
        size = len(planes) // 4
        self._planes = [planes[i * size : (i + 1) * size] for i in range(4)]
        self._groups: dict[tuple[int, int, int], list[list[int]]] = {}

    def value(self, free: frozenset[int], upper: int, top: int, chips: int) -> float:
        """Points still to come before the first roll of a turn; `top` are the points in the top box."""
        if not free:
            return float(self.sheet.bonus(upper))
        parts = self.space.scoring
        boxes = sum(1 << i for i, box in enumerate(parts.upper) if box in free)
        others = sum(1 << i for i, box in enumerate(parts.rest) if box in free)
        state = OPEN if parts.top is None or parts.top in free else FILLED if top else STRUCK
        rows = self._group(len(free), boxes, state)
        kind = self.space.classes[boxes][min(upper, parts.cap)]
        return rows[self._rank[others]][kind * (self.sheet.chips + 1) + chips] * STEP

    @cached_property
    def _rank(self) -> list[int]:
        """By set of free other boxes: its place among those of its size."""
        met = [0] * (len(self.space.scoring.rest) + 1)
        found = []
        for others in range(1 << len(self.space.scoring.rest)):
            found.append(met[others.bit_count()])
            met[others.bit_count()] += 1
        return found

    @cached_property
    def _starts(self) -> dict[tuple[int, int, int], int]:
        """Where each group begins, as they lie behind each other."""
        found, at = {}, 0
        for group in self._all_groups():
            found[group] = at
            at += self.space.group_size(*group) * (self.sheet.chips + 1)
        return found

    def _all_groups(self) -> Iterator[tuple[int, int, int]]:
        for layer in range(1, len(self.sheet.boxes) + 1):
            for upper in range(len(self.space.classes)):
                for top in self.space.tops:
                    yield layer, upper, top

    def _group(self, *group: int) -> list[list[int]]:
        """Its rows, in steps."""
        layer, upper, top = group
        key = (layer, upper, top)
        if key not in self._groups:
            start, width = self._starts[key], self.space.class_counts[upper] * (self.sheet.chips + 1)
            end = start + self.space.group_size(*key) * (self.sheet.chips + 1)
            low, second, third, high = (plane[start:end] for plane in self._planes)
            coded = [a | b << 8 | c << 16 | d << 24 for a, b, c, d in zip(low, second, third, high, strict=True)]
            steps = [(each >> 1) ^ -(each & 1) for each in coded]
            rows, above = [], [0] * width
            for at in range(0, len(steps), width):
                across = accumulate(steps[at : at + width])
                above = [one + more for one, more in zip(above, across, strict=True)]
                rows.append(above)
            self._groups[key] = rows
        return self._groups[key]


@lru_cache(maxsize=4)
def plain_table(game: SheetGame) -> PlainTable:
    """The table that comes with the package."""
    if not has_plain_table(game):
        raise NoTable(game=str(game.spec), states=CardSpace(CardParts(game.sheet)).states)
    return PlainTable(game.sheet, data(f"{game.sheet.key}.table"))
