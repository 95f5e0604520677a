"""What the code and the levels were made from, so that nobody ships yesterday's players."""

from hashlib import sha256
from pathlib import Path

MADE_FROM = "made-from.txt"
_PACKAGE = Path(__file__).parents[2]
# What the players are compiled from: their packages, and what those lean on.
_SOURCES = ("bots/forone", "bots/numberup", "bots/vectors.py", "compiled.py", "solver/induction/lanes.py")
_ASIDE = {"training.py", "gradients.py", "plain.py"}  # which no player at a table calls


def made_from() -> str:
    """A mark of the sources and of what was learned."""
    found = sha256()
    for source in _SOURCES:
        place = _PACKAGE / source
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.suffix in (".py", ".parameters") and file.name not in _ASIDE:
                found.update(file.relative_to(_PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()
