"""The results of the booklets. A server keeps a `Ledger` on each of its connections; the terminal calls the
functions below, which open the same file for a moment.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from datetime import UTC, datetime
from typing import Any, TypeAlias

from knobel.match.log import Match
from knobel.match.records import Record, record_of, scores_of
from knobel.match.results import Result, of_match
from knobel.rules import digest
from knobel.storage.database import location, opened
from knobel.storage.scores import ScoreBook

_NAMES = tuple(field.name for field in fields(Result))
_COLUMNS = ", ".join(_NAMES)
_ENTER = f"insert into result ({_COLUMNS}) values ({', '.join('?' * len(_NAMES))}) on conflict (id) do nothing"
_READ = f"select {_COLUMNS} from result where game = ? order by stamp, rowid"
_ONE = f"select {_COLUMNS} from result where id = ?"
_REMOVE = "delete from result where id = ?"


@dataclass(frozen=True, slots=True)
class Removal:
    """A result that was written by hand is taken out again."""

    id: str


LedgerEntry: TypeAlias = Result | Removal


class Ledger:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute

    def write(self, entry: LedgerEntry) -> None:
        match entry:
            case Result():
                self._execute(_ENTER, astuple(entry))
            case Removal(id):
                self._execute(_REMOVE, (id,))

    def results(self, game: str) -> list[Result]:
        """Every line of a game's booklet, in the order in which they were written."""
        return [_result(row) for row in self._execute(_READ, (game,))]

    def result(self, id: str) -> Result | None:
        row = self._execute(_ONE, (id,)).fetchone()
        return row and _result(row)


def kept_results(game: str) -> list[Result]:
    """Every line of a game's booklet as it is kept on this machine."""
    if not location().exists():
        return []
    with opened(location()) as connection:
        return Ledger(connection).results(game)


def enter_result(match: Match) -> None:
    """Write the result of a closed match into its booklet, if it belongs there. Done twice, it stands there once."""
    result = of_match(match, int(datetime.now(UTC).timestamp()))
    if result is not None:
        with opened(location()) as connection:
            Ledger(connection).write(result)


def enter_scores(match: Match) -> list[Record | None]:
    """Write the scores of a match that has ended, and tell best and average of everybody at the table."""
    people = [seat.name for seat in match.header.seats]
    with opened(location()) as connection:
        scores = ScoreBook(connection)
        scores.write(match.header.id, scores_of(match, int(datetime.now(UTC).timestamp())))
        pasts = scores.pasts(digest(match.header.game), people, match.header.id)
    return [record_of(match, seat, past) for seat, past in enumerate(pasts)]


def _result(row: Sequence[Any]) -> Result:
    values = dict(zip(_NAMES, row, strict=True))
    return Result(**{**values, "by_hand": bool(values["by_hand"])})
