"""A whole database: copied into an empty one, whichever of both kinds each is, and checked from end to end.

A backup is a copy into a new SQLite file, made while a server may go on writing; to restore is to copy it back.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

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

_Rows: TypeAlias = Sequence[Sequence[object]]
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


@dataclass(frozen=True, slots=True)
class _Opened:
    """A database, with what each kind does in its own way. `reading` and `writing` begin such a transaction; `pages`
    are all rows of an answer, some at a time; `damage` is what the database finds wrong of itself.
    """

    connection: SqlConnection
    shape: DatabaseShape
    reading: str
    writing: str
    pages: Callable[[str], Iterator[_Rows]]
    damage: Callable[[], Iterator[str]]


@contextmanager
def _open(place: Place) -> Iterator[_Opened]:
    if isinstance(place, PostgresUrl):
        postgres = driver()
        with postgres.opened(place) as server:
            reading = "begin isolation level repeatable read read only"
            pages = partial(server.pages, most=_AT_ONCE)
            yield _Opened(server, postgres.shape_of(server), reading, "begin", pages, lambda: iter(()))
    else:
        with opened(place) as file:
            pages = partial(_pages, file)
            yield _Opened(file, sqlite_shape(file), "begin", "begin immediate", pages, partial(_damage, file))


def _pages(file: sqlite3.Connection, query: str) -> Iterator[_Rows]:
    found = file.execute(query)
    while some := found.fetchmany(_AT_ONCE):
        yield some


def _damage(file: sqlite3.Connection) -> Iterator[str]:
    yield from (line for (line,) in file.execute("pragma integrity_check(20)") if line != "ok")
    broken = file.execute("pragma foreign_key_check").fetchmany(20)
    yield from (f"{table} {row}: {other}" for table, row, other, _ in broken)


def _there(place: Place) -> Place:
    """Nothing is made that only was to be read."""
    if isinstance(place, Path) and not place.exists():
        raise NoDatabase(file=str(place))
    return place


@contextmanager
def _transaction(connection: SqlConnection, begin: str, end: str) -> Iterator[None]:
    connection.execute(begin)
    try:
        yield
        connection.execute(end)
    except BaseException:
        connection.execute("rollback")
        raise


# Copying.


def backup(source: Place, file: Path) -> Copied:
    if file.exists():
        raise BackupExists(file=str(file))
    return copy(source, file)


def copy(source: Place, target: Place) -> Copied:
    """Everything, secrets included. Refused unless the target is empty; whoever is interrupted leaves it so."""
    with _open(_there(source)) as theirs, _open(target) as ours:
        tables = theirs.shape.columns
        counts: dict[str, int] = {}
        with (
            _transaction(theirs.connection, theirs.reading, "rollback"),
            _transaction(ours.connection, ours.writing, "commit"),
        ):
            for table in tables:
                if ours.connection.execute(f"select 1 from {table} limit 1").fetchone() is not None:
                    raise NotEmpty(file=str(target))
            for table in in_order(tables):
                counts[table] = _copy_table(theirs, ours.connection, table, tables[table])
        return Copied(str(source), str(target), counts)


def _copy_table(theirs: _Opened, ours: SqlConnection, table: str, columns: tuple[str, ...]) -> int:
    if table in FILLED:
        ours.execute(f"delete from {table}")
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    order = " order by rowid" if table in _IN_ORDER else ""
    count = 0
    for some in theirs.pages(f"select {names} from {table}{order}"):
        ours.executemany(f"insert into {table} ({names}) values ({marks})", some)
        count += len(some)
    return count


# Checking.


def check(place: Place) -> Checked:
    """Read everything: the database by its own means, and every match from its first event to its last."""
    with _open(_there(place)) as one, _transaction(one.connection, one.reading, "rollback"):
        flaws = [Flaw(None, text("db.flaw.database", problem=line)) for line in one.damage()]
        matches, count, events = Matches(one.connection), 0, 0
        for some in list(one.pages("select id from match order by id")):
            for (id,) in some:
                count += 1
                found = _look(matches, str(id))
                if isinstance(found, Text):
                    flaws.append(Flaw(str(id), found))
                else:
                    events += found
        return Checked(str(place), count, events, tuple(flaws))


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
