"""Numbered changes of the database's shape, applied at start, each after a copy of the file has been made."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from knobel.storage.errors import DatabaseTooNew
from knobel.storage.people import take_over

FILL: Mapping[int, Callable[[sqlite3.Connection], None]] = {3: take_over}  # what SQL alone cannot say, by its step


def migrations() -> list[tuple[int, str]]:
    return numbered("sqlite")


def numbered(database: str) -> list[tuple[int, str]]:
    """Number and SQL of every migration, in order: 0001_name.sql, 0002_…"""
    return sorted((int(file.name.split("_")[0]), file.read_text(encoding="utf-8")) for file in _files(database))


def _files(database: str) -> Iterator[Traversable]:
    folder = files(__package__).joinpath("migrations", database)
    yield from (file for file in folder.iterdir() if file.name.endswith(".sql"))


def migrate(
    connection: sqlite3.Connection, path: Path, steps: list[tuple[int, str]] | None = None, *, backups: bool = True
) -> list[Path]:
    """Bring the file up to date. Returns the backups that were made: one before each step, none for a new file."""
    steps = migrations() if steps is None else steps
    version = version_of(connection)
    newest, is_new = steps[-1][0], version == 0
    if version > newest:
        raise DatabaseTooNew(file=str(path), version=version, newest=newest)
    made = []
    for number, sql in steps:
        if number <= version:
            continue
        if backups and not is_new:
            made.append(_backup(connection, path, version))
        try:
            connection.executescript(f"begin immediate;\n{sql}")
            if number in FILL:
                FILL[number](connection)
            connection.execute(f"pragma user_version = {number}")
            connection.execute("commit")
        except sqlite3.OperationalError:
            if connection.in_transaction:
                connection.execute("rollback")
            if version_of(connection) < number:  # else another program was about it at the same moment
                raise
        version = number
    return made


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("pragma user_version").fetchone()[0])


def _backup(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """A copy beside the file, made by SQLite itself so that it is whole; an older copy is never overwritten."""
    target = path.with_name(f"{path.name}.before-{version + 1:04d}")
    number = 1
    while target.exists():
        number += 1
        target = path.with_name(f"{path.name}.before-{version + 1:04d}.{number}")
    copy = sqlite3.connect(target)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    return target
