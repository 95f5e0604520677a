"""Which games' lessons were offered at this terminal: each once, in a text file with a key a line."""

from contextlib import suppress
from pathlib import Path

from knobel.home import data_folder
from knobel.storage.errors import StorageError
from knobel.storage.matchfiles import read_text, write_whole
from knobel.storage.saves import games_played


def _file() -> Path:
    return data_folder() / "lessons"


def _offered() -> list[str]:
    with suppress(StorageError):
        return read_text(_file()).split()
    return []  # not there yet


def offer_due(game: str) -> bool:
    """Whether nobody has met this game here: it was never played, and its lesson neither seen nor declined."""
    with suppress(StorageError):
        return game not in _offered() and game not in games_played()
    return False  # what is kept cannot be read: whoever plays all the same shall not be asked


def remember_offer(game: str) -> None:
    """Seen or declined; a folder that cannot be written to is no reason not to learn."""
    if game not in (known := _offered()):
        with suppress(StorageError):
            write_whole(_file(), "".join(f"{key}\n" for key in (*known, game)), 0o644)
