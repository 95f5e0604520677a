"""All that can be in memory before anything compiled is loaded: a picture of that memory opens the next start.

A picture can hold whatever plain Python has made, and nothing of a compiled package. So msgspec, and what needs it, are
not imported here but translated: what comes of their sources waits in `CODE` until they are imported. `late.txt`, which
is written with the archive, names them.
"""

import asyncio  # noqa: F401
import hmac  # noqa: F401
import logging  # noqa: F401
import sqlite3  # noqa: F401
import sys
import urllib.parse  # noqa: F401
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

from knobel.rules import GAMES, digest

LIST = "late.txt"  # beside this file
CODE: dict[str, CodeType] = {}


class TranslatedLoader(SourceFileLoader):
    """Loads a module from `CODE` if it is there, else from its file."""

    def get_code(self, fullname: str) -> CodeType | None:
        return CODE.pop(fullname, None) or super().get_code(fullname)


def translate(folder: str) -> None:
    """Translate what will be imported from that folder, and have it found."""
    root = Path(folder)
    names = Path(__file__).with_name(LIST)
    for name in names.read_text(encoding="utf-8").split() if names.is_file() else ():
        place = root.joinpath(*name.split("."))
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if file.is_file():
            CODE[name] = compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    sys.path_hooks.insert(0, FileFinder.path_hook((TranslatedLoader, [".py"]), *_compiled()))
    sys.path_importer_cache.clear()


def _compiled() -> list[tuple[type, list[str]]]:
    """How compiled modules are found, as ever."""
    from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader

    return [(ExtensionFileLoader, EXTENSION_SUFFIXES)]


for kind in GAMES:
    digest(kind.game())
