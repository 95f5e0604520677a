"""A level in the memory of WebAssembly, and the calls of its code.

A door of the code takes the address of a block: a place for the result, one for an error, then every array and number
of its arguments, eight bytes for each value. An array is told by two values of no use here, the count of its numbers,
their size, its address, its shape and its strides.
"""

import json
import struct
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any

from knobel.bots.wasm.levels import SIZES, ArrayLeaf, LevelFile, NumberLeaf

STACK = 1 << 18  # bytes, at the beginning of the memory, with the few constants of the code at its far end
PAGE = 1 << 16  # of WebAssembly's memory
SLOT = 8
_CODES = {"i4": "i", "f4": "f", "i8": "q", "f8": "d", "u8": "Q"}  # of struct, by kind of number


def has_web_assembly() -> bool:
    """In the Python of a browser, which can call it."""
    import sys

    return sys.platform == "emscripten"


@cache
def _code(key: str) -> tuple[Any, Mapping[str, tuple[str, ...]]]:
    """The code of a game, compiled by the browser, and the arguments of its doors."""
    import js  # type: ignore[import-not-found]
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    data = files(__package__).joinpath("data")
    doors = json.loads(data.joinpath(f"{key}.json").read_text(encoding="utf-8"))
    return js.WebAssembly.Module.new(to_js(data.joinpath(f"{key}.wasm").read_bytes())), doors


class LevelMemory:
    """One level, with room for one decision at a time."""

    def __init__(self, key: str, level: LevelFile, learned: Mapping[str, bytes], few: Mapping[str, int]) -> None:
        """`learned`: contents of arrays that the level leaves out; `few`: parts of it whose arrays have that many rows
        instead of theirs."""
        self._arrays: dict[str, ArrayLeaf] = {}
        self._numbers: list[NumberLeaf] = []
        for leaf in level.leaves:
            if isinstance(leaf, NumberLeaf):
                self._numbers.append(leaf)
                continue
            rows = next((count for part, count in few.items() if leaf.name.startswith(part)), None)
            self._arrays[leaf.name] = leaf if rows is None else leaf._replace(shape=(rows, *leaf.shape[1:]))
        self._order = [leaf.name for leaf in level.leaves]
        sizes = (-(-leaf.size // 16) * 16 for leaf in self._arrays.values())
        *places, end = accumulate(sizes, initial=STACK)
        self._places = dict(zip(self._arrays, places, strict=True))
        self._open(key, end, learned)

    def _open(self, key: str, end: int, learned: Mapping[str, bytes]) -> None:
        import js
        from pyodide.ffi import to_js

        def told(value: Mapping[str, Any]) -> Any:
            return to_js(value, dict_converter=js.Object.fromEntries)

        code, doors = _code(key)
        blocks = {name: self._block(parts) for name, parts in doors.items()}
        size = end + sum(SLOT * len(values) for values, _ in blocks.values())
        memory = js.WebAssembly.Memory.new(told({"initial": -(-size // PAGE)}))
        stack = js.WebAssembly.Global.new(told({"value": "i32", "mutable": True}), STACK)
        powers = {"pow": js.Math.pow, "exp2": js.Math.pow.bind(js.Math, 2)}
        around = told({"env": {"__linear_memory": memory, "__stack_pointer": stack, **powers}})
        self._doors = js.WebAssembly.Instance.new(code, around).exports
        self._bytes = js.Uint8Array.new(memory.buffer)
        for name, leaf in self._arrays.items():
            if content := learned.get(name, leaf.content):
                self._put(self._places[name], content)
        self._slots: dict[str, tuple[int, dict[str, int]]] = {}  # of a door: its block, and where its numbers stand
        for name, (values, numbers) in blocks.items():
            values[1] = end + SLOT  # errors have nowhere else to go, and there are none
            self._put(end, struct.pack(f"<{len(values)}q", *values))
            self._slots[name] = end, {number: end + SLOT * i for number, i in numbers.items()}
            end += SLOT * len(values)

    def _block(self, parts: Sequence[str]) -> tuple[list[int], dict[str, int]]:
        values, numbers = [0, 0], {}
        told = {number.name: number.value for number in self._numbers}
        for part in parts:
            for name in self._order:
                if not _belongs(name, part):
                    continue
                if name in told:
                    numbers[name] = len(values)
                    values.append(told[name])
                    continue
                leaf = self._arrays[name]
                width = SIZES[leaf.kind]
                strides = [width]
                for count in reversed(leaf.shape[1:]):
                    strides.insert(0, strides[0] * count)
                values += [0, 0, leaf.size // width, width, self._places[name], *leaf.shape, *strides]
        return values, numbers

    def _put(self, at: int, content: bytes) -> None:
        self._bytes.subarray(at, at + len(content)).assign(content)

    def write(self, name: str, numbers: Sequence[float], first: int = 0) -> None:
        """Into an array, from that place on."""
        leaf = self._arrays[name]
        content = struct.pack(f"<{len(numbers)}{_CODES[leaf.kind]}", *numbers)
        self._put(self._places[name] + first * SIZES[leaf.kind], content)

    def read(self, name: str) -> tuple[Any, ...]:
        leaf, at = self._arrays[name], self._places[name]
        content = self._bytes.subarray(at, at + leaf.size).to_bytes()
        return struct.unpack(f"<{leaf.size // SIZES[leaf.kind]}{_CODES[leaf.kind]}", content)

    def call(self, door: str, **numbers: int) -> int:
        """Call the code, with those numbers among its arguments; what it returns."""
        block, places = self._slots[door]
        for name, number in numbers.items():
            self._put(places[name], struct.pack("<q", number))
        getattr(self._doors, door)(block)
        (found,) = struct.unpack("<q", self._bytes.subarray(block, block + SLOT).to_bytes())
        return int(found)


def _belongs(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}.")
