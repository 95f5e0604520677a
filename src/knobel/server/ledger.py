"""The results of the booklets in the database: the server's writer and reader use these, and so does the terminal."""

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any, TypeAlias

from knobel.match.results import Result

_NAMES = tuple(field.name for field in fields(Result))
_COLUMNS = ", ".join(_NAMES)
_ENTER = f"insert into result ({_COLUMNS}) values ({', '.join('?' * len(_NAMES))}) on conflict (id) do nothing"
_READ = f"select {_COLUMNS} from result where game = ? order by stamp, rowid"
_ONE = f"select {_COLUMNS} from result where id = ?"
_REMOVE = "delete from result where id = ?"
_RENAME = "update result set person = ? where person = ?"


@dataclass(frozen=True, slots=True)
class Removal:
    """A result that was written by hand is taken out again."""

    id: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """A person gets another name, in every booklet. If somebody has it already, both keep one column from then on."""

    person: str
    becomes: str


Change: TypeAlias = Result | Removal | Renaming


def write(connection: sqlite3.Connection, change: Change) -> None:
    match change:
        case Result():
            connection.execute(_ENTER, astuple(change))
        case Removal(id):
            connection.execute(_REMOVE, (id,))
        case Renaming(person, becomes):
            connection.execute(_RENAME, (becomes, person))


def read(connection: sqlite3.Connection, game: str) -> list[Result]:
    """Every line of a game's booklet, in the order in which they were written."""
    return [_result(row) for row in connection.execute(_READ, (game,))]


def read_one(connection: sqlite3.Connection, id: str) -> Result | None:
    row = connection.execute(_ONE, (id,)).fetchone()
    return row and _result(row)


def _result(row: Sequence[Any]) -> Result:
    values = dict(zip(_NAMES, row, strict=True))
    return Result(**{**values, "by_hand": bool(values["by_hand"])})
