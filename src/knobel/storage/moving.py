"""A whole database: copied into an empty one, whichever of both kinds each is, and checked from end to end.

A backup is a copy into a new SQLite file, made while a server may go on writing; to restore is to copy it back.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from knobel.errors import KnobelError
from knobel.storage.connection import DatabaseShape, SqlConnection
from knobel.storage.database import Place, PostgresUrl, opened
from knobel.storage.errors import BackupExists, NoDatabase, NotEmpty
from knobel.storage.everything import FILLED, in_order
from knobel.storage.everything import shape_of as sqlite_shape
from knobel.storage.kept import match_of
from knobel.storage.matches import Matches, events_in
from knobel.storage.opening import driver
from knobel.words import Text, text

_AT_ONCE = 2000  # rows
_IN_ORDER = ("result", "trained")  # tables in which the order of rows counts, beyond what they say


@dataclass(frozen=True, slots=True)
class Copied:
    """From where to where, and how many rows of each table."""

    source: str
    target: str
    rows: Mapping[str, int]

    @property
    def told(self) -> Text:
        rows = sum(self.rows.values())
        return text("db.copied", source=self.source, target=self.target, matches=self.rows["match"], rows=rows)


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong: with a match, or with the database itself."""

    match: str | None
    what: Text


@dataclass(frozen=True, slots=True)
class Checked:
    file: str
    matches: int
    events: int
    flaws: tuple[Flaw, ...]

    @property
    def told(self) -> Iterator[Text]:
        counts = {"file": self.file, "matches": self.matches, "events": self.events}
        yield text("db.unsound", flaws=len(self.flaws), **counts) if self.flaws else text("db.sound", **counts)
        for flaw in self.flaws:
            yield flaw.what if flaw.match is None else text("db.of_match", id=flaw.match, what=flaw.what)


# Either kind of database, for a moment.


@contextmanager
def _open(place: Place) -> Iterator[SqlConnection]:
    with driver().opened(place) if isinstance(place, PostgresUrl) else opened(place) as connection:
        yield connection


def _there(place: Place) -> Place:
    """Nothing is made that only was to be read."""
    if isinstance(place, Path) and not place.exists():
        raise NoDatabase(file=str(place))
    return place


def _shape(connection: SqlConnection) -> DatabaseShape:
    if isinstance(connection, sqlite3.Connection):
        return sqlite_shape(connection)
    from knobel.storage.postgres import PostgresConnection, shape_of

    assert isinstance(connection, PostgresConnection)
    return shape_of(connection)


@contextmanager
def _reading(connection: SqlConnection) -> Iterator[None]:
    """At one moment."""
    is_file = isinstance(connection, sqlite3.Connection)
    connection.execute("begin" if is_file else "begin isolation level repeatable read read only")
    try:
        yield
    finally:
        connection.execute("rollback")


@contextmanager
def _writing(connection: SqlConnection) -> Iterator[None]:
    connection.execute("begin immediate" if isinstance(connection, sqlite3.Connection) else "begin")
    try:
        yield
        connection.execute("commit")
    except BaseException:
        connection.execute("rollback")
        raise


def _rows(connection: SqlConnection, query: str) -> Iterator[list[tuple[object, ...]]]:
    """All rows of an answer, some at a time."""
    if isinstance(connection, sqlite3.Connection):
        found = connection.execute(query)
        while some := found.fetchmany(_AT_ONCE):
            yield some
        return
    from knobel.storage.postgres import PostgresConnection

    assert isinstance(connection, PostgresConnection)
    yield from connection.pages(query, _AT_ONCE)


# Copying.


def backup(source: Place, file: Path) -> Copied:
    if file.exists():
        raise BackupExists(file=str(file))
    return copy(source, file)


def copy(source: Place, target: Place) -> Copied:
    """Everything, secrets included. Refused unless the target is empty; whoever is interrupted leaves it so."""
    with _open(_there(source)) as theirs, _open(target) as ours:
        tables = _shape(theirs).columns
        counts: dict[str, int] = {}
        with _reading(theirs), _writing(ours):
            for table in tables:
                if ours.execute(f"select 1 from {table} limit 1").fetchone() is not None:
                    raise NotEmpty(file=str(target))
            for table in in_order(tables):
                counts[table] = _copy_table(theirs, ours, table, tables[table])
        return Copied(str(source), str(target), counts)


def _copy_table(theirs: SqlConnection, ours: SqlConnection, table: str, columns: tuple[str, ...]) -> int:
    if table in FILLED:
        ours.execute(f"delete from {table}")
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    order = " order by rowid" if table in _IN_ORDER else ""
    count = 0
    for some in _rows(theirs, f"select {names} from {table}{order}"):
        ours.executemany(f"insert into {table} ({names}) values ({marks})", some)
        count += len(some)
    return count


# Checking.


def check(place: Place) -> Checked:
    """Read everything: the database by its own means, and every match from its first event to its last."""
    with _open(_there(place)) as connection, _reading(connection):
        flaws = [Flaw(None, text("db.flaw.database", problem=line)) for line in _damage(connection)]
        matches, count, events = Matches(connection), 0, 0
        for some in list(_rows(connection, "select id from match order by id")):
            for (id,) in some:
                count += 1
                found = _look(matches, str(id))
                if isinstance(found, Text):
                    flaws.append(Flaw(str(id), found))
                else:
                    events += found
        return Checked(str(place), count, events, tuple(flaws))


def _damage(connection: SqlConnection) -> Iterator[str]:
    """What the database finds of itself."""
    if isinstance(connection, sqlite3.Connection):
        yield from (line for (line,) in connection.execute("pragma integrity_check(20)") if line != "ok")
        broken = connection.execute("pragma foreign_key_check").fetchmany(20)
        yield from (f"{table} {row}: {other}" for table, row, other, _ in broken)


def _look(matches: Matches, id: str) -> int | Text:
    """How many events a match has, or what is wrong with it."""
    stored = matches.kept(id)
    if stored is None:
        return text("db.flaw.seed")
    steps = [*stored.steps]
    if steps and steps[0].at != 0:
        return text("db.flaw.gap", at=0)
    for one, later in pairwise(steps):
        if later.at != one.at + events_in(one.lines):
            return text("db.flaw.gap", at=one.at + events_in(one.lines))
    try:
        return match_of(stored).version
    except KnobelError as error:
        return text("db.flaw.unreadable", problem=error.text())
    except ValueError as error:
        return text("db.flaw.unreadable", problem=str(error)[:80])
