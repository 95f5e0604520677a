"""The SQLite file: where it lies, and how it is opened. Whatever goes wrong there ends as an error of ours."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from knobel.home import data_folder
from knobel.storage.errors import BadDatabase, NoFolder, NotADatabase, file_refused, refusal
from knobel.storage.migrate import migrate, version_of
from knobel.storage.summaries import fill_in

BUSY_MILLISECONDS = 5000  # another program may be writing just now
_OURS = ("match", "seed", "step", "held")  # tables that every release has had
SYNCHRONOUS = "full"  # what is acknowledged is on the disk
CACHE_KIB = 16_384  # of the file, kept by each connection: a list of a few among very many matches touches many pages


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """Where a PostgreSQL database is. Said without its password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


Place: TypeAlias = Path | PostgresUrl


def place(url: str | None = None) -> Place:
    """Where the database of a server is, by its `--db`."""
    if url is not None and url.startswith(("postgresql://", "postgres://")):
        return PostgresUrl(url)
    return location(url)


def location(url: str | None = None) -> Path:
    """The file of `--db`: a path, or sqlite:///path; without it the one everybody uses."""
    if url is None:
        return data_folder() / "knobel.db"
    scheme, found, rest = url.partition("://")
    if not found:
        return Path(url).expanduser()
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        return Path(rest[1:] if rest[1:].startswith((".", "~")) or os.name == "nt" else rest).expanduser()
    raise BadDatabase(url=url[:80])


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise refusal(error, path) from error


def prepare(path: Path) -> None:
    """Make the file if there is none, and bring an older one up to date. Afterwards it can be used."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if path.is_relative_to(data_folder()):
            raise file_refused(error, path) from error
        raise NoFolder(folder=str(path.parent), file=str(path)) from error
    with _refusals(path):
        connection = _connect(path)
        try:
            _check_ours(connection, path)
            migrate(connection, path)
            fill_in(connection)
            connection.execute("begin immediate")  # whether it can be written shows here, not at the first move
            connection.execute("rollback")
        finally:
            connection.close()


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that is prepared."""
    with _refusals(path):
        return _connect(path)


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The database for a moment, outside a server: prepared, open, and closed again."""
    prepare(path)
    connection = connect(path)
    try:
        with _refusals(path):
            yield connection
    finally:
        connection.close()


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"pragma busy_timeout = {BUSY_MILLISECONDS}")
        connection.execute("pragma journal_mode = wal")
        connection.execute(f"pragma synchronous = {SYNCHRONOUS}")
        connection.execute("pragma foreign_keys = on")
        connection.execute(f"pragma cache_size = {-CACHE_KIB}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Another program's database stays as it is: one that is not empty, or has a number of its own."""
    tables = {name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")}
    is_new = not tables and version_of(connection) == 0
    if not is_new and not tables.issuperset(_OURS):
        raise NotADatabase(file=str(path))
