"""The levels as compiled code takes them: arrays and numbers by name, in a file for each, sealed like parameters."""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, NamedTuple, TypeAlias

from knobel.bots.parameters import file_name, sealed_body, unsealed_body
from knobel.rules import digest, find
from knobel.rules.core import Game

SHIPPED = "levels.txt"  # beside the levels: the digests of all
MAGIC = b"knobelL1"  # the number goes up when the meaning of the bytes changes
_LENGTH = struct.Struct("<I")
SIZES = {"i4": 4, "f4": 4, "i8": 8, "f8": 8, "u8": 8}  # bytes, by kind of number


class ArrayLeaf(NamedTuple):
    name: str
    kind: str
    shape: tuple[int, ...]
    content: bytes  # nothing: zeros, or what was learned

    @property
    def size(self) -> int:
        return prod(self.shape) * SIZES[self.kind]


class NumberLeaf(NamedTuple):
    name: str
    value: int


Leaf: TypeAlias = ArrayLeaf | NumberLeaf


@dataclass(frozen=True)
class LevelFile:
    leaves: tuple[Leaf, ...]
    fills: Mapping[tuple[int, Any], int]  # in For One: contents of rows as compiled code numbers them

    def content(self, name: str) -> bytes:
        """Of one array."""
        return next(leaf.content for leaf in self.leaves if isinstance(leaf, ArrayLeaf) and leaf.name == name)


def has_level(game: Game[Any]) -> bool:
    """Whether its level comes with the code; the files themselves may come later than what asks this."""
    return digest(plain_level(game)) in _shipped()


@cache
def _shipped() -> frozenset[str]:
    return frozenset(files(__package__).joinpath("data", SHIPPED).read_text(encoding="utf-8").split())


def level_path(game: Game[Any]) -> str:
    """Of the level, whatever house rules are in force."""
    return f"{game.spec.key}/{file_name(plain_level(game)).removesuffix('.parameters')}.level"


def plain_level(game: Game[Any]) -> Game[Any]:
    return find(str(game.spec._replace(house=()))) if game.spec.house else game


def sealed_level(game: Game[Any], level: LevelFile) -> bytes:
    told, blocks = [], []
    for leaf in level.leaves:
        if isinstance(leaf, NumberLeaf):
            told.append([leaf.name, leaf.value])
        else:
            told.append([leaf.name, leaf.kind, leaf.shape, len(leaf.content)])
            blocks.append(_split(leaf))
    fills = [[row, content, fill] for (row, content), fill in level.fills.items()]
    head = json.dumps({"leaves": told, "fills": fills}, separators=(",", ":")).encode()
    return sealed_body(MAGIC, game, _LENGTH.pack(len(head)) + head + b"".join(blocks))


def _split(leaf: ArrayLeaf) -> bytes:
    """First bytes first, then second ones …: small numbers are packed better so."""
    width = SIZES[leaf.kind]
    return b"".join(leaf.content[i::width] for i in range(width))


def _joined(content: bytes, width: int) -> bytes:
    found, count = bytearray(len(content)), len(content) // width
    for i in range(width):
        found[i::width] = content[i * count : (i + 1) * count]
    return bytes(found)


@cache
def read_level(game: Game[Any]) -> LevelFile:
    file = files(__package__).joinpath("data", *level_path(game).split("/"))
    body = unsealed_body(MAGIC, plain_level(game), file.read_bytes(), str(file))
    (length,) = _LENGTH.unpack_from(body)
    at = _LENGTH.size + length
    head = json.loads(body[_LENGTH.size : at])
    leaves: list[Leaf] = []
    for name, *rest in head["leaves"]:
        if len(rest) == 1:
            leaves.append(NumberLeaf(name, *rest))
        else:
            kind, shape, size = rest
            leaves.append(ArrayLeaf(name, kind, tuple(shape), _joined(body[at : at + size], SIZES[kind])))
            at += size
    fills = {
        (row, tuple(content) if isinstance(content, list) else content): fill for row, content, fill in head["fills"]
    }
    return LevelFile(tuple(leaves), fills)
