"""The results of the booklets, on one connection. Those of a match are written with the step that closes it."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from typing import Any, TypeAlias

from knobel.match.results import Result
from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OWNER

_NAMES = tuple(field.name for field in fields(Result))
_COLUMNS = ", ".join(_NAMES)
_ENTER = f"""
insert into result ({_COLUMNS}, holder) values ({", ".join("?" * len(_NAMES))}, ?) on conflict (id) do nothing"""
_READ = f"select {_COLUMNS} from result where holder = ? and game = ? order by stamp, rowid"
_ONE = f"select {_COLUMNS} from result where holder = ? and id = ?"
_REMOVE = "delete from result where holder = ? and id = ?"


@dataclass(frozen=True, slots=True)
class Removal:
    """A result that was written by hand is taken out again."""

    id: str


LedgerEntry: TypeAlias = Result | Removal


class Ledger:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute

    def write(self, entry: LedgerEntry, holder: str = OWNER) -> None:
        match entry:
            case Result():
                self._execute(_ENTER, (*astuple(entry), holder))
            case Removal(id):
                self._execute(_REMOVE, (holder, id))

    def results(self, game: str, holder: str = OWNER) -> list[Result]:
        """Every line of a game's booklet, in the order in which they were written."""
        return [_result(row) for row in self._execute(_READ, (holder, game))]

    def result(self, id: str, holder: str = OWNER) -> Result | None:
        row = self._execute(_ONE, (holder, id)).fetchone()
        return row and _result(row)


def _result(row: Sequence[Any]) -> Result:
    values = [*row]
    values[-2:] = map(bool, values[-2:])  # by_hand and hinted
    return Result(*values)
