"""The matches of this machine for whoever is no server: the terminal and the commands. They are those of the browser.

A step is on disk when `write` returns. Where a server plays in the same match at the same moment, the one who comes
second is told (`Conflict`) and reads again.
"""

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from knobel.errors import KnobelError
from knobel.match.host import Host
from knobel.match.log import Match
from knobel.match.records import Record, record_of
from knobel.match.results import Result
from knobel.match.studies import AllDraws, MatchStudy, PersonPast
from knobel.match.summary import Summary, summary
from knobel.rules import digest
from knobel.storage.database import connect, location, opened, prepare
from knobel.storage.days import DayPlayed, Days, day_begun
from knobel.storage.errors import NoSuchMatch, refusal
from knobel.storage.kept import fresh_id, from_elsewhere, host_of, match_of, new_record, step_of
from knobel.storage.ledger import Ledger
from knobel.storage.matches import Matches
from knobel.storage.matchfiles import MATCH, known, read_match
from knobel.storage.scores import ScoreBook
from knobel.storage.store import Listed, Selection
from knobel.storage.studies import StudyBook
from knobel.storage.takeover import seed_beside, take_over

_AN_ID = re.compile("[0-9a-f]{4,64}")


class Save:
    """One match of the database, while somebody plays it at a terminal."""

    def __init__(self, id: str) -> None:
        self.id = id
        self._path = location()
        prepare(self._path)
        self._connection = connect(self._path)
        self._matches = Matches(self._connection)
        self._version = 0
        self._summary: Summary | None = None  # as it was last written
        self._results: tuple[tuple[int, ...], ...] = ()

    def begin(self, host: Host) -> None:
        """Keep a new match, its secret, and what has happened in it."""
        with self._transaction():
            begun = day_begun(host.match, self.id, int(time.time()))
            self._matches.create(replace(new_record(host, self.id), day=begun))
            self._append(host.match)

    def write(self, match: Match) -> None:
        """Keep what has happened since it was written or read last."""
        with self._transaction():
            self._append(match)

    def _append(self, match: Match) -> None:
        if match.version > self._version:
            now = summary(match)
            told = None if now == self._summary else now
            scored = match.state.results != self._results
            self._matches.append([step_of(self._version, match, self.id, int(time.time()), told, scored=scored)])
            self._version, self._summary, self._results = match.version, now, match.state.results

    def discard(self) -> None:
        """Forget a match in which nothing has happened yet."""
        with self._transaction():
            self._matches.delete(self.id)

    def read(self) -> Host:
        """The match with its secret."""
        stored = self._matches.load(self.id)
        if stored is None:
            raise NoSuchMatch(name=self.id)
        host = host_of(stored)
        self._version, self._summary = host.match.version, summary(host.match)
        self._results = host.match.state.results
        return host

    def records(self, match: Match) -> list[Record | None]:
        """Best and average of everybody at the table."""
        people = [seat.name for seat in match.header.seats]
        pasts = ScoreBook(self._connection).pasts(digest(match.header.game), people, self.id)
        return [record_of(match, seat, past) for seat, past in enumerate(pasts)]

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._connection.execute("begin immediate")
            yield
            self._connection.execute("commit")
        except sqlite3.Error as error:
            raise refusal(error, self._path) from error
        finally:
            if self._connection.in_transaction:
                self._connection.execute("rollback")


def find_save(name: str) -> Save:
    """The match of that id (its beginning is enough if only one begins so), or the one in that file."""
    take_over()
    is_file = name.endswith(MATCH) or os.sep in name
    return Save(open_file(Path(name)) if is_file else _found(name))


def _found(name: str) -> str:
    found: list[str] = []
    if name and location().exists():
        with opened(location()) as connection:
            found = Matches(connection).beginning_with(name)
    if len(found) != 1:
        raise NoSuchMatch(name=name[:40])
    return found[0]


def open_file(file: Path) -> str:
    """Where the match of a file is kept: the one that was kept already, else it is kept from now on."""
    match = read_match(file)
    with opened(location()) as connection:
        matches = Matches(connection)
        found = known(match, matches.copies(match.header.id))
        if found and found.same:
            return found.id
        new, step = from_elsewhere(match, seed_beside(file, match), fresh_id() if found else None, int(time.time()))
        connection.execute("begin immediate")
        matches.create(new)
        matches.append([step] if step else [])
        connection.execute("commit")
        return new.id


def find_match(name: str) -> Match:
    """The match that is kept under that id (its beginning is enough), or the one in that file."""
    if not _AN_ID.fullmatch(name) or Path(name).exists():
        return read_match(Path(name))
    with opened(location()) as connection:
        stored = Matches(connection).load(_found(name))
    assert stored is not None
    return match_of(stored)


def unfinished(most: int) -> list[Listed]:
    """Matches that are not over, the latest first."""
    if not location().exists():
        return []
    with opened(location()) as connection:
        return [one for one in Matches(connection).page(Selection(most, open=True)) if not one.damaged]


def days_played(person: str) -> list[DayPlayed]:
    """The games of the day that somebody has begun on this machine, day after day."""
    if not location().exists():
        return []
    with opened(location()) as connection:
        return Days(connection).played(person)


def games_played() -> list[str]:
    """The keys of all games of which a match is kept."""
    if not location().exists():
        return []
    with opened(location()) as connection:
        return Matches(connection).choices().games


def past_of(person: str) -> PersonPast:
    """All that somebody has played on this machine."""
    if not location().exists():
        return PersonPast()
    with opened(location()) as connection:
        return StudyBook(connection).past(person)


def all_draws() -> AllDraws:
    """What all dice and cards have shown on this machine."""
    if not location().exists():
        return AllDraws((), 0, 0, 0)
    with opened(location()) as connection:
        return StudyBook(connection).draws()


def study_due(study: Callable[[Match, str], MatchStudy]) -> Iterator[tuple[int, int]]:
    """Look at every match that statistics have not seen; tells how many of how many are done."""
    if not location().exists():
        return
    with opened(location()) as connection:
        book, matches = StudyBook(connection), Matches(connection)
        due = book.due(-1)
        for done, id in enumerate(due):
            yield done, len(due)
            stored = matches.load(id)
            try:
                found = study(match_of(stored), id) if stored else MatchStudy(id, 0, readable=False)
            except (KnobelError, ValueError):
                found = MatchStudy(id, 0, readable=False)
            with connection:
                connection.execute("begin immediate")
                book.write(found)


def kept_results(game: str) -> list[Result]:
    """Every line of a game's booklet as it is kept on this machine."""
    if not location().exists():
        return []
    with opened(location()) as connection:
        return Ledger(connection).results(game)
