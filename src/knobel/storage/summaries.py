"""Summaries of matches that were kept before there were summaries: worked out once, when the file is next opened."""

import sqlite3

from knobel.storage.kept import stored_summary
from knobel.storage.matches import Matches
from knobel.storage.store import StoredMatch

_AT_ONCE = 200  # in one transaction: whoever is interrupted goes on from there


def fill_in(connection: sqlite3.Connection) -> None:
    matches = Matches(connection)
    while ids := matches.without_summary(_AT_ONCE):
        connection.execute("begin immediate")
        try:
            for id in ids:
                stored = matches.load(id) or StoredMatch(id, "", "", "", None, None, None, (), "")
                matches.fill(id, stored_summary(stored))
            connection.execute("commit")
        except BaseException:
            connection.execute("rollback")
            raise
