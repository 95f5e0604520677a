"""What arrays and compiled code agree on. It stands apart so that who only counts positions loads no compiler."""

from typing import Any, TypeAlias

import numpy as np

Values: TypeAlias = np.ndarray[Any, np.dtype[Any]]  # of a layer: float64, or float32 for games that need the room

LANES = 16  # positions that are worked on side by side: two AVX2 registers, so that a row of indices pays twice
NEVER = np.float32(-1e9)  # the worth of an entry that cannot be made

UNIT = 2  # numbers, eight bytes: what addresses count in without further arithmetic
UNITS = LANES // UNIT  # of a row


def offsets(rows: Any) -> np.ndarray[Any, np.dtype[np.unsignedinteger[Any]]]:
    """Where rows start, in units. In 16 bits if they fit: lists share the nearest cache with the rows themselves."""
    starts = np.array(rows, np.int64) * UNITS
    return starts.astype(np.uint16 if starts.max(initial=0) < 2**16 else np.uint32)
