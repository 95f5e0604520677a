"""What compiled code has in common, in the solver and in the players: how it is compiled and where the machine code
is kept, random numbers, and the optimizer.

`compiled` keeps every number as written; `fast` lets sums be taken in any order, for players, whose numbers are
estimates anyhow. The `bare` ones count no references to arrays: for functions that make none. The `inline` ones are
bare and written out wherever they are called.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numba.core import config
from numba.core.caching import UserProvidedCacheLocator
from numba.extending import intrinsic

from knobel.machine_code import folder

Function = TypeVar("Function", bound=Callable[..., Any])

Stream = np.ndarray[Any, np.dtype[np.uint64]]  # the state of a generator: one word, or of several one each
Floats = np.ndarray[Any, np.dtype[np.float32]]

_PACKAGE = Path(__file__).parent
_ROOMS = ("compiled", "solver", "bots")
_IMPORT = re.compile(r"^from (knobel[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


# Where machine code is kept. Numba looks only at the file a function stands in, not at what that calls, and would run
# yesterday's helpers. So every source has a folder of its own, named after its text and the texts of all it imports:
# among the rooms with compiled code everything, of the others what its constants come from. Where the sources lie is no
# part of that name: what was compiled for one installation serves the next.


@cache
def _module(name: str) -> Path | None:
    """The file of a module of this package."""
    place = _PACKAGE.joinpath(*name.split(".")[1:])
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


@cache
def _imported(source: Path) -> frozenset[Path]:
    """The files of this package that go into the machine code of a source, as its imports name them."""

    def found() -> Iterator[Path | None]:
        for package, names in _IMPORT.findall(source.read_text(encoding="utf-8")):
            for name in re.findall(r"\w+", names):
                if name.isupper() or f"{package}.{name}".split(".")[1] in _ROOMS:
                    yield _module(f"{package}.{name}") or _module(package)

    return frozenset(file for file in found() if file is not None)


@cache
def code_folder(source: Path) -> Path:
    """Where the machine code of a source is kept."""
    together, new = {source}, [source]
    while new:
        more = _imported(new.pop()) - together
        together |= more
        new.extend(more)
    text = b"".join(file.read_bytes() for file in sorted(together))
    return folder() / f"{source.stem}-{sha256(text).hexdigest()[:16]}"


class CodeFolder(UserProvidedCacheLocator):
    """Tells Numba where the machine code of a function is kept."""

    _py_file: str  # where the function stands

    def get_cache_path(self) -> str:
        return str(code_folder(Path(self._py_file)))


def _compiler(**options: Any) -> Callable[[Function], Function]:
    settings: Any = config
    here = {"CACHE_DIR": str(folder()), "CACHE_LOCATOR_CLASSES": f"{__name__}.{CodeFolder.__name__}"}

    def compile_on_first_use(function: Function) -> Function:
        before = {name: getattr(settings, name) for name in here}
        vars(settings).update(here)
        try:
            made: Any = njit(cache=True, nogil=True, error_model="numpy", **options)(function)
        finally:
            vars(settings).update(before)
        compiled_function: Function = made
        return compiled_function

    return compile_on_first_use


compiled = _compiler()
compiled_bare = _compiler(_nrt=False)
compiled_inline = _compiler(_nrt=False, forceinline=True)
fast = _compiler(fastmath=True)
fast_bare = _compiler(fastmath=True, _nrt=False)
fast_inline = _compiler(fastmath=True, _nrt=False, forceinline=True)


def operation(build: Callable[..., Any]) -> Any:
    """A function that compiled code may call and that writes its own instructions."""
    return intrinsic(build)


# Random numbers: SplitMix64. A game has a stream of its own, so games can be played in any order and side by side.

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@compiled_bare
def mixed(word: Any) -> Any:
    """The finaliser: every bit of the word has a say in every bit of the result."""
    word = np.uint64(word)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled_bare
def begin(stream: Stream, seed: int, game: int) -> None:
    """The stream of one game of one seed. Both are scrambled: neighbouring games or seeds have nothing in common."""
    stream[0] = mixed(mixed(np.uint64(seed) + _GOLDEN) ^ mixed(np.uint64(game) << np.uint64(1)))


@compiled_bare
def pick_from(streams: Stream, which: int, count: int) -> int:
    """One of 0 … count - 1, all equally likely: the whole part of a random fraction times `count`. Fractions that
    would favour some numbers are thrown away."""
    many = np.uint64(count)
    streams[which] += _GOLDEN
    scaled = (mixed(streams[which]) >> _HALF) * many
    if scaled & _LOW < many:  # seldom, and only then the division is needed
        while scaled & _LOW < np.uint64(0x100000000) % many:
            streams[which] += _GOLDEN
            scaled = (mixed(streams[which]) >> _HALF) * many
    return np.int64(scaled >> _HALF)  # type: ignore[return-value]


@compiled_bare
def pick(stream: Stream, count: int) -> int:
    """One of 0 … count - 1, all equally likely."""
    return pick_from(stream, 0, count)


@fast_bare
def fraction(stream: Stream) -> float:
    """A number from 0 up to 1."""
    stream[0] += _GOLDEN
    return np.float64(mixed(stream[0]) >> np.uint64(11)) * 2.0**-53


@fast_bare
def adam(
    parameters: Floats, mean: Floats, square: Floats, gradient: Floats, first: int, last: int,
    step: int, rate: float, share: float, epsilon: float,
) -> None:  # fmt: skip
    """Step 1, 2, … of Adam, for the parameters from `first` to before `last`: move against `share` of the gradient,
    which starts anew. Who has added up the way uphill gives a negative rate."""
    size, root = np.float32(rate / (1 - 0.9**step)), np.float32(1 / np.sqrt(1 - 0.999**step))
    part, least = np.float32(share), np.float32(epsilon)
    for i in range(first, last):
        slope = gradient[i] * part
        gradient[i] = 0
        mean[i] += np.float32(0.1) * (slope - mean[i])
        square[i] += np.float32(0.001) * (slope * slope - square[i])
        parameters[i] -= size * mean[i] / (np.sqrt(square[i]) * root + least)
