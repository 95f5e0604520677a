"""Tables that come with the package: small exact ones, packed, side figures of one of them, and a model of the one that
is too large.

Packing: values to a step of 0.0002, differences between neighbouring rows and classes (most are tiny), bytes of equal
weight together, LZMA. The model writes the table as a matrix, upper part and chips by the other free boxes, and
keeps the few products of a column and a row that come closest to it.
"""

import lzma
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from knobel.solver.arrays.position import CardPosition, Following
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.arrays.shape import NEVER, Values
from knobel.solver.arrays.states import StateSpace
from knobel.solver.errors import ForeignTable, StaleTable
from knobel.solver.plain.table import HEAD, STEP, TABLE, data, made_for

MODEL_ERROR = 0.12  # points, root mean square over all positions of Kniffel Extreme: `ship` measures it
_MODEL, _FIGURES = b"knobelM1", b"knobelF1"


def pack(process: DecisionProcess, digest: str, layers: Sequence[Values]) -> bytes:
    """The table, small. `unpack` is the way back, each value within half a step."""
    return HEAD.pack(TABLE, bytes.fromhex(digest)) + _packed(process, layers, STEP)


def unpack(process: DecisionProcess, digest: str, packed: bytes, name: str) -> list[Values]:
    _check(packed, TABLE, digest, name)
    return [process.end(), *_unpacked(process, packed[HEAD.size :], STEP)]


def pack_figures(process: DecisionProcess, digest: str, layers: Sequence[Values]) -> bytes:
    """Side figures, small: layers of [position, figure]."""
    parts = [
        _packed(process, [layer[:, figure] for layer in layers], step)
        for figure, step in enumerate(_figure_steps(process))
    ]
    sizes = struct.pack(f"<{len(parts)}I", *map(len, parts))
    return HEAD.pack(_FIGURES, bytes.fromhex(digest)) + sizes + b"".join(parts)


def unpack_figures(process: DecisionProcess, digest: str, packed: bytes, name: str) -> list[Values]:
    """Layer by layer, beginning with the one of one free box."""
    _check(packed, _FIGURES, digest, name)
    steps = _figure_steps(process)
    sizes, at, found = struct.unpack_from(f"<{len(steps)}I", packed, HEAD.size), HEAD.size + 4 * len(steps), []
    for size, step in zip(sizes, steps, strict=True):
        found.append(_unpacked(process, packed[at : at + size], step))
        at += size
    return [np.stack(layer, axis=1) for layer in zip(*found, strict=True)]


def _figure_steps(process: DecisionProcess) -> list[float]:
    """Chances to a hundredth of a percent, extra points to a hundredth of one."""
    return [1e-4] * (len(process.sheet.bonuses) + 1) + [0.01]


def _packed(process: DecisionProcess, layers: Sequence[Values], step: float) -> bytes:
    parts = []
    for layer in range(1, process.layers + 1):
        numbers = np.rint(np.asarray(layers[layer], np.float64) / step).astype(np.int64)
        for start, shape in _groups(process.space, layer):
            block = numbers[start : start + shape[0] * shape[1]].reshape(shape)
            steps = np.diff(np.diff(block, axis=0, prepend=0), axis=1, prepend=0).ravel()
            parts.append((steps << 1) ^ (steps >> 63))  # small numbers of either sign become small ones
    planes = np.concatenate(parts).astype("<u4").view(np.uint8).reshape(-1, 4).T
    return lzma.compress(planes.tobytes(), preset=9)


def _unpacked(process: DecisionProcess, packed: bytes, step: float) -> list[Values]:
    planes = np.frombuffer(lzma.decompress(packed), np.uint8).reshape(4, -1)
    coded = np.ascontiguousarray(planes.T).view("<u4").ravel().astype(np.int64)
    steps = (coded >> 1) ^ -(coded & 1)
    layers, at = [], 0
    for layer in range(1, process.layers + 1):
        found = np.empty(process.space.layer_sizes[layer])
        for start, shape in _groups(process.space, layer):
            size = shape[0] * shape[1]
            block = steps[at : at + size].reshape(shape).cumsum(axis=1).cumsum(axis=0)
            found[start : start + size] = block.ravel() * step
            at += size
        layers.append(found)
    return layers


def _groups(space: StateSpace, layer: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """Where each group of a layer starts, and its shape: sets of other boxes by classes and chips."""
    for upper in range(len(space.classes)):
        for top in space.tops:
            if size := space.group_size(layer, upper, top):
                width = int(space.places.classes[upper])
                yield int(space.offsets[layer, upper, top]), (size // width, width * (space.places.chips + 1))


def _check(packed: bytes, magic: bytes, digest: str, name: str) -> None:
    found, mark = HEAD.unpack_from(packed.ljust(HEAD.size))
    if found != magic:
        raise ForeignTable(path=name, file=name)
    if mark.hex() != digest:
        raise StaleTable(path=name)


def ships_table(key: str, digest: str) -> bool:
    """Whether the package brings a table for just these rules."""
    return made_for(digest, f"{key}.table")


def ships_model(key: str, digest: str) -> bool:
    return made_for(digest, f"{key}.model")


def shipped_layers(process: DecisionProcess, digest: str) -> list[Values] | None:
    """The table that comes with the package, if it has one for just these rules."""
    key = process.sheet.key
    return unpack(process, digest, data(f"{key}.table"), key) if ships_table(key, digest) else None


Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class LowRankModel:
    """value ≈ Σ left[upper part and chips] · right[other free boxes]."""

    left: Array
    right: Array

    def value(self, process: DecisionProcess, position: CardPosition) -> float:
        scoring, places = process.scoring, process.space.places
        upper = sum(1 << i for i, box in enumerate(scoring.upper) if box in position.free)
        others = sum(1 << i for i, box in enumerate(scoring.rest) if box in position.free)
        kind = int(places.of_sum[upper, min(position.upper, places.cap)])
        if not position.free:
            return float(process.sheet.bonus(position.upper))
        row = model_rows(process.space)[upper] + kind * (places.chips + 1) + position.chips
        return float(self.left[row] @ self.right[others])

    def following(self, process: DecisionProcess, position: CardPosition) -> Following:
        scoring, space, places = process.scoring, process.space, process.space.places
        upper = [i for i, box in enumerate(scoring.upper) if box in position.free]
        rest = [i for i, box in enumerate(scoring.rest) if box in position.free]
        boxes, others, width = sum(1 << i for i in upper), sum(1 << i for i in rest), places.chips + 1
        points, first = scoring.scores.points, model_rows(space)
        found = Following(np.full(points.shape, float(NEVER)), np.full(len(scoring.rest) + 2, float(NEVER)))
        if len(position.free) == 1:  # the card is full then, and what it is worth needs no model
            for i in upper:
                found.upper[i] = [process.sheet.bonus(position.upper + int(more)) for more in points[i]]
            found.lower[rest] = process.sheet.bonus(position.upper)
            return found
        if upper:
            fewer = boxes & ~(1 << np.array(upper))
            kinds = places.of_sum[fewer[:, None], np.minimum(position.upper + points[upper], places.cap)]
            found.upper[upper] = self.left[first[fewer][:, None] + kinds * width + position.chips] @ self.right[others]
        if rest:
            kind = places.of_sum[boxes, min(position.upper, places.cap)]
            row = self.left[first[boxes] + kind * width + position.chips]
            found.lower[rest] = self.right[others & ~(1 << np.array(rest))] @ row
        return found

    def layer(self, process: DecisionProcess, layer: int) -> Values:
        """All positions of a layer, as they lie in it."""
        if layer == 0:
            return process.end()
        space, places, first = process.space, process.space.places, model_rows(process.space)
        left, right = self.left.astype(np.float32), self.right.astype(np.float32)
        found: Values = np.empty(space.layer_sizes[layer], process.kind)
        for start, upper, _, others in space.groups(layer)[:-1].tolist():
            block = right[places.ranked[places.sizes[others] : places.sizes[others + 1]]]
            block = block @ left[first[upper] : first[upper + 1]].T
            found[start : start + block.size] = block.reshape(-1)
        return found

    def pack(self, digest: str) -> bytes:
        """Each column to 16 bits, scaled by its largest number."""
        body = struct.pack("<II", *self.right.shape) + struct.pack("<I", len(self.left))
        for matrix in (self.left, self.right):
            scales = np.abs(matrix).max(axis=0) / 32767
            body += scales.astype("<f4").tobytes() + np.rint(matrix / scales).astype("<i2").T.tobytes()
        return HEAD.pack(_MODEL, bytes.fromhex(digest)) + lzma.compress(body, preset=9)

    @classmethod
    def unpack(cls, digest: str, packed: bytes, name: str) -> "LowRankModel":
        _check(packed, _MODEL, digest, name)
        body = lzma.decompress(packed[HEAD.size :])
        right_rows, rank, left_rows = struct.unpack_from("<III", body)
        at, matrices = 12, []
        for count in (left_rows, right_rows):
            scales = np.frombuffer(body, "<f4", rank, at)
            numbers = np.frombuffer(body, "<i2", rank * count, at + 4 * rank).reshape(rank, count)
            single = (numbers * scales[:, None]).T.astype(np.float32)
            matrices.append(np.ascontiguousarray(single, np.float64))  # sums in whatever order are then the same
            at += 4 * rank + 2 * rank * count
        return cls(*matrices)


def model_rows(space: StateSpace) -> Array:
    """By set of free upper boxes: its first row in the model's left matrix."""
    return np.cumsum([0, *space.places.classes * (space.places.chips + 1)])


def shipped_figures(process: DecisionProcess, digest: str) -> list[Values] | None:
    """The side figures that come with the package, if it has some for just these rules."""
    name = f"{process.sheet.key}.figures"
    return unpack_figures(process, digest, data(name), process.sheet.key) if made_for(digest, name) else None


def shipped_model(process: DecisionProcess, digest: str) -> LowRankModel | None:
    key = process.sheet.key
    return LowRankModel.unpack(digest, data(f"{key}.model"), key) if ships_model(key, digest) else None
