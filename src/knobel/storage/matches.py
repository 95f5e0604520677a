"""The matches, on one connection. A server has it on its reading and on its writing one, the terminal on its own.

What lists show of a match (`listed`, `sitter`) is written in the transaction of the step that changes it.
"""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from knobel.errors import KnobelError
from knobel.match.lines import read_events
from knobel.match.summary import Summary
from knobel.storage.connection import SqlConnection
from knobel.storage.days import Days
from knobel.storage.holders import OWNER, Holders, Seating
from knobel.storage.ledger import Ledger
from knobel.storage.scores import ScoreBook
from knobel.storage.store import (
    LISTED,
    THROWN,
    Choices,
    Cleaning,
    Held,
    Listed,
    Moved,
    NewMatch,
    Selection,
    Step,
    StoredMatch,
)

_INSERT_MATCH = """
insert into match (id, created, header, colours, rematch_of, pictures, maker) values (?, ?, ?, ?, ?, ?, ?)"""
_INSERT_SEED = "insert into seed (match, seed) values (?, ?)"
_INSERT_LISTED = """
insert into listed (match, origin, open, created, game, summary)
values (?, ?, ?, ?, ?, ?)"""
_INSERT_SITTERS = """
insert into sitter (match, person, away, open, created, game)
select match, ?, away, open, created, game from listed where match = ? on conflict do nothing"""
_INSERT_HOLDER = "insert into seat_holder (match, seat, holder) values (?, ?, ?)"
INSERT_AT_TABLE = """
insert into at_table (match, holder, away, open, created, game)
select match, ?, away, open, created, game from listed where match = ? on conflict do nothing"""
# One statement for all rows: each costs a wait, for the interpreter's lock or for a server.
_INSERT_STEPS = "insert into step (match, at, lines, command, stamp) values {rows}"
_UPDATE_LISTED = """
update listed set summary = told.column2 from (values {rows}) as told where listed.match = told.column1"""
_CLOSE = "update {table} set open = 0 where match in (values {rows})"
_FILL_AT_TABLE = "update at_table set open = ?, game = ? where match = ?"
_FILL = "update listed set origin = ?, open = ?, game = ?, summary = ? where match = ?"
_HOLD = """
insert into held (match, at, mask) select id, ?, ? from match where id = ?
on conflict (match) do update set at = excluded.at, mask = excluded.mask"""
_DELETE = "delete from match where id = ?"
_MOVE = "update listed set away = ?, thrown = ? where match = ?"
_MOVE_BESIDE = "update {table} set away = ? where match = ?"
_CLEAN = f"delete from match where id in (select match from listed where away = {THROWN} and thrown < ?)"
_LOAD = """
select m.id, m.header, m.colours, m.pictures, s.seed, m.rematch_of, r.id, h.at, h.mask
from match m join seed s on s.match = m.id
left join match r on r.rematch_of = m.id
left join held h on h.match = m.id
where m.id = ?"""
_NOT_THROWN = f" and not exists (select 1 from listed where match = m.id and away = {THROWN})"
_STEPS = "select match, at, lines, command, stamp from step where match = ? order by at"
_LATER = "select match, at, lines, command, stamp from step where match = ? and at >= ? order by at"
_IDS = "select match from {source} where {where} order by open desc, created desc, match desc limit ?"
_SHOWN = f"""
select l.match, l.summary, m.colours, m.pictures, s.stamp, s.at, s.lines, l.away
from ({_IDS}) as page
join listed l on l.match = page.match
join match m on m.id = l.match
left join step s on s.match = l.match and s.at = (select max(at) from step where match = l.match)
order by l.open desc, l.created desc, l.match desc"""
_SITS = "exists (select 1 from sitter where sitter.match = at_table.match and person = ?)"
_NEWEST_OF = """
select * from (
    select match, created from at_table where holder = ? and {where} order by created desc, match desc limit 1
) as one"""
_NEWEST = "select match from ({} union all {}) as newest order by created desc, match desc limit 1".format(
    *(_NEWEST_OF.format(where=f"away = {LISTED} and open = {open}") for open in (0, 1))
)
_WHERE = "select away from listed where match = ?"
_KEY = "select open, created from listed where match = ?"
_COPIES = f"""
select match from listed where origin = ? and away <> {THROWN}
and match in (select match from at_table where holder = ?) order by match"""
_BEGINNING = f"""
select match from listed where away <> {THROWN}
and (substr(match, 1, length(:name)) = :name or substr(origin, 1, length(:name)) = :name) order by match limit 2"""
_UNWRITTEN = "select match from listed where summary = '' limit ?"
_LAST = f"""
select at, lines from step where match = :match and at = (select max(at) from step where match = :match)
and not exists (select 1 from listed where match = :match and away = {THROWN})"""
# The next distinct value, again and again: a list of few names out of very many rows.
_DISTINCT = """
with recursive one(value) as (
    select min({column}) from {table} where {where}
    union all
    select (select min({column}) from {table} where {column} > one.value and {where}) from one where value is not null
) select value from one where value is not null"""
_PEOPLE = _DISTINCT.format(column="person", table="sitter", where="true")
_GAMES = _DISTINCT.format(column="game", table="listed", where=f"away = {LISTED}")
_PEOPLE_OF = "select distinct person from sitter where match in (select match from at_table where holder = ?)"
_GAMES_OF = f"select distinct game from at_table where holder = ? and away = {LISTED}"

_MOST_ROWS = 100
_BESIDE = ("sitter", "at_table")  # tables that have where a match is, for lists of their own

_encode = msgspec.json.encode
read_summary = msgspec.json.Decoder(Summary).decode


class Matches:
    """Every method is one query or a few; whoever changes something says where its transaction begins and ends."""

    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute
        self._ledger, self._scores, self._days = Ledger(connection), ScoreBook(connection), Days(connection)
        self._holders = Holders(connection)

    # Changing.

    def create(self, new: NewMatch) -> None:
        told = new.summary
        row = (new.id, told.created, new.header, new.colours, new.rematch_of, new.pictures, new.maker)
        self._execute(_INSERT_MATCH, row)
        self._execute(_INSERT_SEED, (new.id, new.seed))
        self._execute(
            _INSERT_LISTED,
            (new.id, told.id, not told.over, _seconds(told.created), told.key, _encode(told).decode()),
        )
        self._seat(new.id, told)
        for seat, holder in new.holders:
            self._execute(_INSERT_HOLDER, (new.id, seat, holder))
        for holder in {new.maker, *(holder for _, holder in new.holders)}:
            self._execute(INSERT_AT_TABLE, (holder, new.id))
        if new.day:
            self._days.begin(new.day, new.maker)

    def _seat(self, match: str, told: Summary) -> None:
        for seat in told.seats:
            if seat.bot is None:
                self._execute(_INSERT_SITTERS, (seat.name, match))

    def append(self, steps: Sequence[Step]) -> None:
        rows, told, over = [], [], []
        for step in steps:
            rows.append((step.match, step.at, step.lines, step.command, step.stamp))
            if step.summary:
                told.append((step.match, _encode(step.summary).decode()))
                if step.summary.over:
                    over.append((step.match,))
            if step.day:
                self._days.end(step.match, step.day)
            if (step.result or step.scores) and not self._days.is_first(step.match):
                continue
            if step.result:
                seating = self._holders.seating(step.match) or Seating()
                self._ledger.write(step.result, seating.holder(0))  # levels are played alone
            if step.scores is not None:
                self._scores.write(step.match, step.scores)
        self._with_rows(_INSERT_STEPS, rows)
        self._with_rows(_UPDATE_LISTED, told)
        for table in ("listed", *_BESIDE):
            self._with_rows(_CLOSE.format(table=table, rows="{rows}"), over)

    def _with_rows(self, query: str, rows: Sequence[Sequence[object]]) -> None:
        """All rows by one statement, or by a few: a statement takes so many values."""
        for first in range(0, len(rows), _MOST_ROWS):
            some = rows[first : first + _MOST_ROWS]
            places = ", ".join(["(" + ", ".join("?" * len(some[0])) + ")"] * len(some))
            self._execute(query.format(rows=places), [value for row in some for value in row])

    def hold(self, held: Held) -> None:
        self._execute(_HOLD, (held.at, held.mask, held.match))

    def move(self, moved: Moved) -> None:
        self._execute(_MOVE, (moved.away, moved.stamp if moved.away == THROWN else None, moved.match))
        for table in _BESIDE:
            self._execute(_MOVE_BESIDE.format(table=table), (moved.away, moved.match))

    def clean(self, cleaning: Cleaning) -> None:
        self._execute(_CLEAN, (cleaning.before,))

    def delete(self, match: str) -> None:
        """One in which nothing has happened."""
        self._execute(_DELETE, (match,))
        self._days.forget(match)

    # Reading.

    def load(self, match: str) -> StoredMatch | None:
        return self._loaded(_LOAD + _NOT_THROWN, match)

    def kept(self, match: str) -> StoredMatch | None:
        """Also one that was thrown away."""
        return self._loaded(_LOAD, match)

    def _loaded(self, query: str, match: str) -> StoredMatch | None:
        row = self._execute(query, (match,)).fetchone()
        if row is None:
            return None
        id, header, colours, pictures, seed, rematch_of, rematch, at, mask = row
        steps = tuple(Step(*step) for step in self._execute(_STEPS, (match,)))
        held = None if at is None else (at, mask)
        seating = self._holders.seating(match) or Seating()
        return StoredMatch(id, header, colours, seed, rematch_of, rematch, held, steps, pictures, seating)

    def later(self, match: str, at: int) -> list[Step] | None:
        """What has happened since that version; None if the match is gone."""
        if self.where(match) in (None, THROWN):
            return None
        return [Step(*step) for step in self._execute(_LATER, (match, at))]

    def copies(self, origin: str, holder: str = OWNER) -> list[StoredMatch]:
        ids = [match for (match,) in self._execute(_COPIES, (origin, holder)).fetchall()]
        return [found for match in ids if (found := self.load(match))]

    def where(self, match: str) -> int | None:
        row = self._execute(_WHERE, (match,)).fetchone()
        return row and int(row[0])

    def newest(self, holder: str = OWNER) -> Listed | None:
        """The match of that holder that was begun last, of those in the list."""
        row = self._execute(_NEWEST, (holder, holder)).fetchone()
        query = _SHOWN.format(source="listed", where="match = ?")
        return row and _listed(self._execute(query, (*row, 1)).fetchone())

    def beginning_with(self, name: str) -> list[str]:
        """At most two, which is one too many."""
        return [match for (match,) in self._execute(_BEGINNING, {"name": name})]

    def page(self, wanted: Selection) -> list[Listed]:
        source = "at_table" if wanted.holder is not None else "listed" if wanted.person is None else "sitter"
        asked = {
            "away = ?": wanted.away,
            "holder = ?": wanted.holder,
            # Of all who have that name only those of one's own matches are looked at.
            ("person = ?" if wanted.holder is None else _SITS): wanted.person,
            "game = ?": wanted.game,
            "open = ?": wanted.open,
        }
        conditions = [condition for condition, value in asked.items() if value is not None]
        values: list[object] = [value for value in asked.values() if value is not None]
        if wanted.after:
            key = self._execute(_KEY, (wanted.after,)).fetchone()
            if key is None:
                return []
            # In the words of the index, so that a page costs the same wherever it begins.
            shared = 0 if wanted.open is None else 1
            conditions.append(("(open, created, match) < (?, ?, ?)", "(created, match) < (?, ?)")[shared])
            values += [*key[shared:], wanted.after]
        where = " and ".join(conditions)
        values.append(wanted.limit)
        try:
            return [_listed(row) for row in self._execute(_SHOWN.format(source=source, where=where), values)]
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
        # One match after the other: those on a damaged page of the file take no other with them.
        return [self._alone(match) for (match,) in self._execute(_IDS.format(source=source, where=where), values)]

    def _alone(self, match: str) -> Listed:
        try:
            return _listed(self._execute(_SHOWN.format(source="listed", where="match = ?"), (match, 1)).fetchone())
        except (sqlite3.DatabaseError, TypeError) as error:  # no row: its other half lies there
            if isinstance(error, sqlite3.DatabaseError) and not _is_damage(error):
                raise
            return Listed(match, Summary(match, "", "", ""), "", "", 0, 0, LISTED, damaged=True)

    def choices(self, holder: str | None = None) -> Choices:
        """Of everybody's matches, or of one holder's."""
        queries, values = ((_GAMES, _PEOPLE), ()) if holder is None else ((_GAMES_OF, _PEOPLE_OF), (holder,))
        games, people = ([value for (value,) in self._execute(query, values)] for query in queries)
        return Choices([game for game in games if game], people)

    def version(self, match: str) -> int:
        """How far a match is; 0 for one that is not there."""
        return _version(*(self._execute(_LAST, {"match": match}).fetchone() or (None, "")))

    # Summaries of matches that were kept before there were any.

    def without_summary(self, most: int) -> list[str]:
        return [match for (match,) in self._execute(_UNWRITTEN, (most,))]

    def fill(self, match: str, told: Summary) -> None:
        self._execute(_FILL, (told.id, not told.over, told.key, _encode(told).decode(), match))
        self._execute(_FILL_AT_TABLE, (not told.over, told.key, match))
        self._seat(match, told)


def _seconds(created: str) -> int:
    """Since 1970; 0 for what is no time."""
    try:
        return int(datetime.fromisoformat(created).timestamp())
    except (ValueError, OverflowError):
        return 0


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def _listed(row: Sequence[Any]) -> Listed:
    match, told, colours, pictures, stamp, at, lines, away = row
    return Listed(match, read_summary(told), colours, pictures, stamp or 0, _version(at, lines), away)


def _version(at: int | None, lines: str) -> int:
    """The version that the last step of a match has led to."""
    return 0 if at is None else at + events_in(lines)


def events_in(lines: str) -> int:
    """How many events a step has."""
    return sum(map(_events, lines.split("\n")))


def _events(line: str) -> int:
    try:
        return len(read_events(line))
    except (ValueError, KnobelError):  # damaged, as whoever opens the match is told
        return 1
