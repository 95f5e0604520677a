"""Compiled functions run as the plain Python they are written in: slower, but at once, before any machine code is made.

There is one definition of a network. Machine code works on rows of sixteen numbers with instructions of its own; in
plain Python a row is an array, and these instructions are those of NumPy.
"""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np


def _store(array: Any, row: int, value: Any) -> None:
    array[row] = value


def _add_to(array: Any, row: int, value: Any) -> None:
    array[row] += value


# What stands in for the operations of `knobel.bots.vectors`, by name.
ROWS: Mapping[str, Callable[..., Any]] = {
    "load": lambda array, row: array[row].copy(),
    "store": _store,
    "add": lambda one, other: one + other,
    "add_to": _add_to,
    "fma": lambda one, other, more: one * other + more,
    "scale": lambda one, other: one * other,
    "larger": np.maximum,
    "splat": lambda number: np.float32(number),
    "total": lambda row: np.float32(np.sum(row)),
}


def uncompiled(function: Any, known: dict[Any, Any] | None = None) -> Callable[..., Any]:
    """The Python of a compiled function, with all compiled functions that it calls in this form, too."""
    known = {} if known is None else known
    plain: FunctionType = function.py_func
    if plain not in known:
        names: dict[str, Any] = dict(plain.__globals__)
        known[plain] = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
        for name in plain.__code__.co_names:
            if name in ROWS:
                names[name] = ROWS[name]
            elif hasattr(names.get(name), "py_func"):
                names[name] = uncompiled(names[name], known)
    found: Callable[..., Any] = known[plain]
    return found
