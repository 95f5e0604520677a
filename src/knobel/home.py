"""Where Knobel keeps things on this machine: what is a player's own, and what can be made again.

`KNOBEL_HOME` moves all of it into one folder, `KNOBEL_CACHE` only what can be made again.
"""

import os
from pathlib import Path


def data_folder() -> Path:
    """Matches, results, parameters that were learned here: nobody may lose them."""
    if home := os.environ.get("KNOBEL_HOME"):
        return Path(home).expanduser()
    from platformdirs import user_data_path  # late: the rules and matches need no third-party module

    return user_data_path("knobel", appauthor=False)


def cache_folder() -> Path:
    """Solved tables, machine code, courses and spreads half-way through: whoever deletes them waits, that is all."""
    if cache := os.environ.get("KNOBEL_CACHE"):
        return Path(cache).expanduser()
    if os.environ.get("KNOBEL_HOME"):
        return data_folder() / "cache"
    from platformdirs import user_cache_path

    return user_cache_path("knobel", appauthor=False)
