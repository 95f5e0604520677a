"""All that is in memory before anything of this device is: a picture of that memory opens every later start."""

import sys
import typing

from knobel.pocket import host
from knobel.rules import GAMES, digest

__all__ = ["host"]

# All that fsrs takes of it is Self, and this Python has that itself; msgspec is here already and looks no more.
sys.modules.setdefault("typing_extensions", typing)

for kind in GAMES:
    digest(kind.game())
