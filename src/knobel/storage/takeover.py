"""The terminal once kept its matches as files of their own. They are taken into the database, and put aside."""

import sqlite3
from pathlib import Path

from knobel.errors import KnobelError
from knobel.home import data_folder
from knobel.match.log import Match
from knobel.storage.database import location, opened
from knobel.storage.kept import fresh_id, from_elsewhere
from knobel.storage.matches import Matches
from knobel.storage.matchfiles import MATCH, known, read_match, read_text

SEED = ".seed"  # beside the file of a match that still runs: its secret
TAKEN = "taken-over"


def take_over(path: Path | None = None) -> list[KnobelError]:
    """Take the files of the terminal into the database; what cannot be read stays where it is and is told.

    A file is moved into a folder beside once its match is safe; whoever is interrupted in between finds it known.
    """
    folder = data_folder() / "matches"
    files = sorted(file for file in folder.glob(f"*{MATCH}") if not file.name.startswith("."))
    if not files:
        return []
    damaged: list[KnobelError] = []
    with opened(path or location()) as connection:
        for file in files:
            try:
                _take(file, connection)
            except (KnobelError, sqlite3.IntegrityError) as error:
                if isinstance(error, KnobelError):
                    damaged.append(error)
                continue
            _put_aside(file)
    return damaged


def _take(file: Path, connection: sqlite3.Connection) -> None:
    match = read_match(file)
    connection.execute("begin immediate")
    try:
        matches = Matches(connection)
        found = known(match, matches.copies(match.header.id))
        if found is None or not found.same:
            new, step = from_elsewhere(match, seed_beside(file, match), fresh_id() if found else None, _when(file))
            matches.create(new)
            matches.append([step] if step else [])
            connection.execute("insert or ignore into unscored (match) values (?)", (new.id,))  # the next server does
        connection.execute("commit")
    except BaseException:
        connection.execute("rollback")
        raise


def seed_beside(file: Path, match: Match) -> str | None:
    """The secret that lies beside a file, if it is the one that was promised."""
    try:
        seed = read_text(file.with_suffix(SEED)).strip()
        return seed if match.seal(seed).commitment == match.promise else None
    except KnobelError:
        return None


def _put_aside(file: Path) -> None:
    folder = file.parent / TAKEN
    folder.mkdir(exist_ok=True)
    for one in (file, file.with_suffix(SEED)):
        if one.exists():
            one.replace(folder / one.name)


def _when(file: Path) -> int:
    return int(file.stat().st_mtime)
