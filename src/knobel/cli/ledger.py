"""The booklets' results, from the terminal: the same file that the server keeps them in."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from knobel.cli.failures import UnreadableFile
from knobel.match.log import Match
from knobel.match.results import Result, of_match
from knobel.server import ledger
from knobel.server.migrate import DatabaseTooNew, migrate
from knobel.server.run import database
from knobel.server.sqlite import connect


def results(game: str) -> list[Result]:
    """Every line of a game's booklet, in the order in which they were written."""
    if not database(None).exists():
        return []
    with _opened() as connection:
        return ledger.read(connection, game)


def enter(match: Match) -> None:
    """Write the result of a closed match into its booklet, if it belongs there. Done twice, it stands there once."""
    result = of_match(match, int(datetime.now(UTC).timestamp()))
    if result is not None:
        with _opened() as connection:
            ledger.write(connection, result)


@contextmanager
def _opened() -> Iterator[sqlite3.Connection]:
    path = database(None)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        migrate(path, connect)
        connection = connect(str(path))
        try:
            yield connection
        finally:
            connection.close()
    except (OSError, sqlite3.Error, DatabaseTooNew) as error:
        raise UnreadableFile(file=str(path), why=str(error)) from error
