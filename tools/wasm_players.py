"""The learned players as WebAssembly, for the version without a server: `make players`.

    python -m tools.wasm_players

There is one definition of these players, the compiled functions. Here they are compiled once more, for browsers: what
Numba makes of them is put before LLVM's compiler for WebAssembly, with a door of its own for each function that is
called from outside. A door takes the address of a block with all arguments. Beside the code stand the levels: the
arrays of each, which plain Python would take a second to make. `data/made-from.txt` says of which sources all this is;
a test compares it.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from knobel.bots.wasm.levels import SHIPPED, ArrayLeaf, Leaf, LevelFile, NumberLeaf, level_path, sealed_level
from knobel.bots.wasm.sources import MADE_FROM, made_from

DATA = Path(__file__).parents[1] / "src" / "knobel" / "bots" / "wasm" / "data"
PLAIN_CPU = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_INTEL_SVML": "1"}
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
NEEDED = {"__linear_memory", "__stack_pointer", "pow", "exp2"}  # all that the code may ask of its surroundings


class Door(NamedTuple):
    """A function that is called from outside, and its arguments: parts of what a level holds."""

    name: str
    function: Any
    arguments: tuple[str, ...]


def forone_level(game: Any) -> dict[str, Any]:
    import numpy as np

    from knobel.bots.forone.ends import ROLLS
    from knobel.bots.forone.heuristic import heuristic_parameters
    from knobel.bots.forone.network import net_of
    from knobel.bots.forone.players import player, workspaces
    from knobel.bots.forone.rounds import WIDTH

    encoding, net = player(game, "strong")
    here, deeper = workspaces("strong")
    by_hand = {bot: net_of(encoding, heuristic_parameters(encoding, bot)).plain for bot in ("beginner", "solid")}
    return {
        "rules": encoding.rules, "net": net, "here": here, "deeper": deeper, "at": np.zeros(WIDTH, np.int32),
        "dice": 0, "search": False, "seed": 0, "found": np.zeros(ROLLS, np.float32), "by_hand": by_hand,
        "fills": encoding.fills,
    }  # fmt: skip


def numberup_level(game: Any) -> dict[str, Any]:
    import numpy as np

    from knobel.bots.numberup.players import player
    from knobel.bots.numberup.workspace import workspaces

    rules, net, weights = player(game, "strong")
    spaces = workspaces(rules, net)
    plain = np.zeros(len(spaces.here.options.moves), np.float32)
    return {"rules": rules, "net": net, "weights": weights, "spaces": spaces, "who": 0, "depth": 0, "plain": plain}


def doors(key: str) -> Iterator[Door]:
    if key == "forone":
        from knobel.bots.forone.advice import best_after_rolls
        from knobel.bots.forone.evaluation import evaluate_round
        from knobel.bots.forone.search import choose

        yield Door("forone_choose", choose, ("rules", "net", "here", "deeper", "at", "dice", "search"))
        yield Door("forone_round", evaluate_round, ("rules", "net", "here", "at", "dice"))
        yield Door("forone_rolls", best_after_rolls, ("rules", "net", "deeper", "at", "seed", "found"))
    else:
        from knobel.bots.numberup.advice import value_and_look
        from knobel.bots.numberup.search import choose as choose_card

        yield Door("numberup_choose", choose_card, ("rules", "net", "weights", "spaces", "who", "depth"))
        yield Door("numberup_look", value_and_look, ("rules", "net", "weights", "spaces", "depth", "plain"))


LEVELS: dict[str, Callable[[Any], dict[str, Any]]] = {"forone": forone_level, "numberup": numberup_level}
LEARNED = ("net.weights", "net.plain", "net.last", "weights")  # which the files of parameters have


def leaves(name: str, value: Any) -> Iterator[Leaf]:
    """The arrays and numbers of an argument, in the order in which compiled code takes them."""
    import numpy as np

    if isinstance(value, np.ndarray):
        content = b"" if name in LEARNED or not value.any() else value.tobytes()
        yield ArrayLeaf(name, value.dtype.str[1:], value.shape, content)
    elif isinstance(value, int):
        yield NumberLeaf(name, int(value))
    else:
        for field, part in value._asdict().items():
            yield from leaves(f"{name}.{field}", part)


def write_levels(key: str) -> Iterator[str]:
    """Write the files; the digest of each."""
    from knobel.rules import digest, find
    from knobel.rules.booklets import level_numbers

    for number in level_numbers(key):
        game = find(key, level=number)
        parts = LEVELS[key](game)
        fills, by_hand = parts.pop("fills", {}), parts.pop("by_hand", {})
        told = [leaf for name, value in parts.items() for leaf in leaves(name, value)]
        for bot, plain in by_hand.items():
            told.append(ArrayLeaf(f"by_hand.{bot}", "f4", plain.shape, plain.tobytes()))
        path = DATA / level_path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(sealed_level(game, LevelFile(tuple(told), fills)))
        yield digest(game)


def compiled_door(door: Door, parts: dict[str, Any], machine: Any) -> Any:
    """What Numba makes of a function, with its door, for the other machine."""
    from llvmlite import binding  # type: ignore[import-untyped]
    from numba import typeof

    signature = tuple(typeof(parts[name]) for name in door.arguments)  # type: ignore[no-untyped-call]
    door.function.compile(signature)
    library = door.function.overloads[signature].library
    text = re.sub(r"^target .*$", "", library.get_llvm_str(), flags=re.MULTILINE)
    assert "NRT_" not in text, f"{door.name} makes arrays, for which there is no room"
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    module = binding.parse_assembly(head + text)
    named = door.function.overloads[signature].fndesc.llvm_func_name
    kinds = [str(each.type) for each in module.get_function(named).arguments]
    lines = [f'declare i32 @"{named}"({", ".join(kinds)})', f"define void @{door.name}(ptr %block) {{"]
    for i, kind in enumerate(kinds):
        lines.append(f"  %place{i} = getelementptr i8, ptr %block, i32 {8 * i}")
        if i:
            lines.append(f"  %value{i} = load {kind}, ptr %place{i}, align 8")
    values = ", ".join(["ptr %place0", *(f"{kind} %value{i}" for i, kind in enumerate(kinds) if i)])
    lines += [f'  %status = call i32 @"{named}"({values})', "  ret void", "}"]
    module.link_in(binding.parse_assembly(head + "\n".join(lines)))
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name != door.name:
            each.linkage = "internal"
    return module


def compiled_code(key: str) -> bytes:
    """The code of a game's players."""
    from llvmlite import binding

    from knobel.rules import find

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(cpu="generic", features=FEATURES, opt=3)
    parts, all_doors = LEVELS[key](find(key, level=1)), list(doors(key))
    whole, *others = (compiled_door(door, parts, machine) for door in all_doors)
    for module in others:
        whole.link_in(module)
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(whole, passes)
    return linked(machine.emit_object(whole), [door.name for door in all_doors])


# The object that LLVM writes is a module already: it only lacks the list of what can be called. What it says about
# itself for linkers is left out.

CUSTOM, IMPORT, EXPORT, START, ELEMENT, CODE, DATA_COUNT = 0, 2, 7, 8, 9, 10, 12
SYMBOLS, UNDEFINED, EXPLICIT_NAME = 8, 0x10, 0x40
FUNCTION, CONSTANTS, GLOBAL = range(3)  # kinds of symbols


class _Bytes:
    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.content[self.at - count : self.at]

    def number(self) -> int:
        found = shift = 0
        while True:
            byte = self.take(1)[0]
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found

    def text(self) -> str:
        return self.take(self.number()).decode()

    @property
    def left(self) -> bool:
        return self.at < len(self.content)


def _number(value: int) -> bytes:
    found = bytearray()
    while True:
        value, low = value >> 7, value & 0x7F
        found.append(low | (0x80 if value else 0))
        if not value:
            return bytes(found)


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    read = _Bytes(module[8:])
    while read.left:
        kind = read.take(1)[0]
        yield kind, read.take(read.number())


def _functions(linking: bytes) -> Iterator[tuple[str, int]]:
    """Functions that are defined here, by name."""
    read = _Bytes(linking)
    read.text()  # the name of the section
    read.number()  # its version
    while read.left:
        kind, content = read.number(), _Bytes(read.take(read.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(content.number()):
            what, flags = content.take(1)[0], content.number()
            assert what in (FUNCTION, CONSTANTS, GLOBAL), f"a symbol of kind {what}"
            if what == CONSTANTS:
                content.text()
                for _ in range(0 if flags & UNDEFINED else 3):  # where they lie
                    content.number()
                continue
            index = content.number()
            if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                name = content.text()
                if what == FUNCTION:
                    yield name, index


def _imported(section: bytes) -> Iterator[str]:
    read = _Bytes(section)
    for _ in range(read.number()):
        read.text()
        yield read.text()
        kind = read.take(1)[0]
        if kind == 0:  # a function, by its type
            read.number()
        elif kind == 3:  # a global: its type, whether it changes
            read.take(2)
        else:  # a memory: its least, and perhaps its most pages
            assert kind == 2
            for _ in range(1 + (read.take(1)[0] & 1)):
                read.number()


def linked(module: bytes, exported: list[str]) -> bytes:
    found = bytearray(module[:8])
    linking = next(content for kind, content in _sections(module) if kind == CUSTOM and content[1:8] == b"linking")
    places = dict(_functions(linking))
    listed = b""
    for kind, content in _sections(module):
        if kind == CUSTOM:
            continue
        if kind == IMPORT:
            assert set(_imported(content)) <= NEEDED, set(_imported(content)) - NEEDED
        if kind in (START, ELEMENT, DATA_COUNT, CODE) and not listed:
            listed = b"".join(_number(len(name)) + name.encode() + b"\0" + _number(places[name]) for name in exported)
            listed = _number(len(exported)) + listed
            found += bytes([EXPORT]) + _number(len(listed)) + listed
        found += bytes([kind]) + _number(len(content)) + content
    return bytes(found)


def make(key: str) -> None:
    """In a process of its own, whose compiler knows nothing of this machine's processor."""
    DATA.joinpath(f"{key}.wasm").write_bytes(compiled_code(key))
    told = {door.name: door.arguments for door in doors(key)}
    DATA.joinpath(f"{key}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    if len(sys.argv) > 1:
        make(sys.argv[1])
        return
    mark = made_from()
    shipped = [digest for key in LEVELS for digest in write_levels(key)]
    (DATA / SHIPPED).write_text("\n".join(shipped) + "\n", encoding="utf-8")
    with tempfile.TemporaryDirectory() as cache:  # what was kept of a function is machine code already
        around = {**os.environ, **PLAIN_CPU, "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-m", "tools.wasm_players"]
        made = [subprocess.Popen([*command, key], env=around) for key in LEVELS]
        if any(process.wait() for process in made):
            sys.exit("not compiled")
    (DATA / MADE_FROM).write_text(mark + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
