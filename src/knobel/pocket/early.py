"""All that is in memory before anything of this device is: a picture of that memory opens every later start."""

from knobel.pocket import host
from knobel.rules import GAMES, digest

__all__ = ["host"]

for kind in GAMES:
    digest(kind.game())
