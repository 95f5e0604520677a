"""What compiled players share: the compiler's settings, and a stream of random numbers of its own for every game."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numba.core import config

from knobel.home import cache_folder
from knobel.solve import lanes

Function = TypeVar("Function", bound=Callable[..., Any])

Stream = np.ndarray[Any, np.dtype[np.uint64]]  # one word, the state of a generator

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@cache
def _code_folder(package: Path) -> str:
    """Where the machine code of a package is kept. Numba looks only at the file a function stands in, not at what it
    calls, so the folder's name is taken from all sources that are compiled with it."""
    sources = [source for folder in (package, Path(__file__).parent) for source in sorted(folder.glob("*.py"))]
    texts = [Path(lanes.__file__).read_bytes(), *(source.read_bytes() for source in sources)]
    stamp = sha256(b"".join(text for text in texts if b"compiled" in text or b"@operation" in text)).hexdigest()[:16]
    return str(cache_folder() / "compiled" / f"{package.name}-{stamp}")


def compiled(function: Function, **more: bool) -> Function:
    """Compile on first use, keep the machine code on disk, let other threads run meanwhile; sums in any order."""
    folder = _code_folder(Path(function.__code__.co_filename).parent)
    settings: Any = config
    before, settings.CACHE_DIR = settings.CACHE_DIR, settings.CACHE_DIR or folder
    try:
        options: Any = {"cache": True, "nogil": True, "error_model": "numpy", "fastmath": True, **more}
        made: Any = njit(**options)(function)
    finally:
        settings.CACHE_DIR = before
    compiled_function: Function = made
    return compiled_function


@compiled
def _mixed(word: Any) -> Any:
    """The finaliser of SplitMix64."""
    word = np.uint64(word)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def begin_stream(stream: Stream, seed: int, game: int) -> None:
    """The stream of one game of one seed. Both are scrambled: neighbouring games or seeds have nothing in common."""
    stream[0] = _mixed(_mixed(np.uint64(seed) + _GOLDEN) ^ _mixed(np.uint64(game) << np.uint64(1)))


@compiled
def pick(stream: Stream, count: int) -> int:
    """One of 0 … count - 1, all equally likely; numbers that would favour some are thrown away."""
    many = np.uint64(count)
    while True:
        stream[0] += _GOLDEN
        scaled = (_mixed(stream[0]) >> np.uint64(32)) * many
        if (scaled & np.uint64(0xFFFFFFFF)) >= np.uint64(0x100000000) % many:
            return int(scaled >> np.uint64(32))


@compiled
def fraction(stream: Stream) -> float:
    """A number from 0 up to 1."""
    stream[0] += _GOLDEN
    return np.float64(_mixed(stream[0]) >> np.uint64(11)) * 2.0**-53
