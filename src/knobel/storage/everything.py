"""Everything that is kept, as one file: written here, read elsewhere, and added to what is kept there.

The file is JSON: the number of the database's shape, and its tables by name. It is read into a database of that shape,
brought up to date by the migrations every database goes through, and then added table by table: what is there already
stays as it is. A match that is in both is taken from the file only if it goes on where ours ends.

No secret leaves its home: the seed of a match that is not over stays behind, and whoever goes on elsewhere begins a new
seal, as with a match file.

It holds what is one holder's, and does not say whose: read in, all of it belongs to whoever reads it.
"""

import json
import secrets
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from knobel.errors import KnobelError
from knobel.match.chance import SEED_BYTES
from knobel.match.day import day_game_of
from knobel.match.notation import parse_match
from knobel.storage.connection import DatabaseShape, SqlConnection
from knobel.storage.deleting import shared_tables
from knobel.storage.errors import EverythingTooNew, NotEverything
from knobel.storage.holders import OWNER
from knobel.storage.matches import INSERT_AT_TABLE
from knobel.storage.migrate import migrate, migrations, version_of
from knobel.storage.store import Counted, TableRows, TakenIn, Value
from knobel.storage.summaries import fill_in

FORMAT = "knobel everything"
SUFFIX = ".knobel-all"
_IN_MEMORY = Path(":memory:")
_FIRST, FILLED = ("match", "listed"), ("unstudied", "unscored")  # what others refer to; what triggers fill in, too
_NOT_TOLD = ("at_table", "seat_holder", "watcher", "device", "device_link", "invitation")
_WHOSE = ("holder", "maker")  # columns

# Out.


def packed(connection: SqlConnection, shape: DatabaseShape, holder: str = OWNER) -> str:
    """Everything of that holder, as the text of a file."""
    tables = {name: asdict(_own_rows(connection, name, shape.columns[name], holder)) for name in _kept(shape.columns)}
    return json.dumps({"format": FORMAT, "version": shape.version, "tables": tables}, ensure_ascii=False)


def counted(connection: SqlConnection, holder: str = OWNER) -> Counted:
    tables = ("at_table", "result", "person", "own_card")
    count = "select count(*) from {} where holder = ?"
    matches, results, people, cards = (
        connection.execute(count.format(table), (holder,)).fetchone()[0] for table in tables
    )
    return Counted(matches, results, people, cards, shared_tables(connection, holder))


def _own_rows(connection: SqlConnection, table: str, columns: Sequence[str], holder: str) -> TableRows:
    if "holder" in columns:
        which = "holder = ?"
    else:
        key = "id" if table == "match" else "match"
        which = f"{key} in (select match from at_table where holder = ?)"
        if table == "seed":
            which += " and match in (select match from listed where open = 0)"
    told = tuple(name for name in columns if name not in _WHOSE)
    found = connection.execute(f"select {', '.join(told)} from {table} where {which}", (holder,))
    return TableRows(told, tuple(found))


def _rows(connection: sqlite3.Connection, table: str) -> TableRows:
    found = connection.execute(f"select * from {table}")
    return TableRows(tuple(name for name, *_ in found.description), tuple(found))


# In.


def unpacked(content: str) -> TakenIn:
    """What is in the text of a file; refused unless all of it can be read."""
    try:
        whole = json.loads(content)
        version = int(whole["version"])
        if whole["format"] != FORMAT or version < 1:
            raise NotEverything()
        tables = {
            str(name): TableRows(tuple(rows["columns"]), tuple(map(tuple, rows["rows"])))
            for name, rows in whole["tables"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotEverything() from error
    newest = migrations()[-1][0]
    if version > newest:
        raise EverythingTooNew(version=version, newest=newest)
    try:
        taken = _with_seeds(TakenIn(version, tables))
        with closing(_opened(taken)):
            return taken
    except (sqlite3.Error, KnobelError, LookupError, TypeError, OverflowError, ValueError) as error:
        raise NotEverything() from error


def _with_seeds(taken: TakenIn) -> TakenIn:
    """Every match has a secret of its own, made now where it has stayed elsewhere; that of a day's game is known."""
    matches, seeds = (taken.tables.get(name, TableRows((), ())) for name in ("match", "seed"))
    known = {row[0] for row in seeds.rows}
    headers = [dict(zip(matches.columns, row, strict=True)) for row in matches.rows]
    made = ((one["id"], _seed(str(one["header"]))) for one in headers if one["id"] not in known)
    return TakenIn(
        taken.version, {**taken.tables, "seed": TableRows(seeds.columns or ("match", "seed"), (*seeds.rows, *made))}
    )


def _seed(header: str) -> str:
    try:
        of_a_day = day_game_of(parse_match(header).header)
    except (KnobelError, ValueError):
        of_a_day = None  # of another release: it is kept, and cannot be played on here
    return (of_a_day.seed if of_a_day else secrets.token_bytes(SEED_BYTES)).hex()


def _opened(taken: TakenIn) -> sqlite3.Connection:
    """A database of its own with all of that in it, brought up to date."""
    connection = sqlite3.connect(str(_IN_MEMORY), isolation_level=None)
    try:
        steps = migrations()
        migrate(connection, _IN_MEMORY, [step for step in steps if step[0] <= taken.version], backups=False)
        places = shape_of(connection).columns
        for name in in_order(taken.tables):
            columns, rows = taken.tables[name].columns, taken.tables[name].rows
            if not set(columns) <= set(places[name]):
                raise NotEverything()
            if name in FILLED:
                connection.execute(f"delete from {name}")
            _insert(connection, name, columns, rows)
        migrate(connection, _IN_MEMORY, steps, backups=False)
        fill_in(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def take_in(connection: SqlConnection, taken: TakenIn, holder: str = OWNER) -> None:
    """Add it to what that holder keeps, inside a transaction."""
    with closing(_opened(taken)) as other:
        matches = [id for (id,) in other.execute("select id from match") if _goes_on(connection, other, id, holder)]
        columns = shape_of(other).columns
        tables = in_order(_kept(columns))
        of_a_match = [name for name in tables if "match" in columns[name]]
        for id in matches:
            _replace(connection, other, id, of_a_match, holder)
        for name in tables:
            if name not in of_a_match and name != "match":
                _add(connection, name, _belonging(_rows(other, name), holder))


def _goes_on(ours: SqlConnection, theirs: SqlConnection, id: str, holder: str) -> bool:
    """Whether the match is not here, or as it was some moves ago. One at which others sit goes on only at its table."""
    if any(other != holder for (other,) in ours.execute("select holder from at_table where match = ?", (id,))):
        return False
    here, there = _text(ours, id), _text(theirs, id)
    return here is None or (there is not None and here != there and there.startswith(here))


def _text(connection: SqlConnection, id: str) -> str | None:
    header = connection.execute("select header from match where id = ?", (id,)).fetchone()
    lines = connection.execute("select lines from step where match = ? order by at", (id,))
    return header and "\n".join((*header, *(line for (line,) in lines)))


def _belonging(found: TableRows, holder: str) -> TableRows:
    """The same rows, as that holder's."""
    whose = [column in _WHOSE for column in found.columns]
    rows = (tuple(holder if its else value for its, value in zip(whose, row, strict=True)) for row in found.rows)
    return TableRows(found.columns, tuple(rows)) if any(whose) else found


def _replace(ours: SqlConnection, theirs: sqlite3.Connection, id: str, tables: Sequence[str], holder: str) -> None:
    for name in tables:
        ours.execute(f"delete from {name} where match = ?", (id,))
    ours.execute("delete from match where id = ?", (id,))
    found = theirs.execute("select * from match where id = ?", (id,))
    columns = tuple(name for name, *_ in found.description)
    row = dict(zip(columns, found.fetchone(), strict=True))
    if ours.execute("select 1 from match where rematch_of = ?", (row["rematch_of"],)).fetchone():
        row["rematch_of"] = None  # each had a rematch of its own
    row["maker"] = holder
    _insert(ours, "match", columns, [tuple(row.values())])
    for name in tables:
        found = theirs.execute(f"select * from {name} where match = ?", (id,))
        if name in FILLED:
            ours.execute(f"delete from {name} where match = ?", (id,))
        columns = tuple(column for column, *_ in found.description)
        _insert(ours, name, columns, _belonging(TableRows(columns, tuple(found)), holder).rows)
    ours.execute(INSERT_AT_TABLE, (holder, id))


def _add(connection: SqlConnection, name: str, found: TableRows) -> None:
    """What is not there yet, by its key or, where there is none, by all that it says."""
    new = [row for row in found.rows if not _is_there(connection, name, found.columns, row)]
    _insert(connection, name, found.columns, new)


def _is_there(connection: SqlConnection, name: str, columns: Sequence[str], row: Sequence[Value]) -> bool:
    given = dict(zip(columns, row, strict=True))
    same = " and ".join(f"{column} is null" if value is None else f"{column} = ?" for column, value in given.items())
    values = [value for value in row if value is not None]
    return connection.execute(f"select 1 from {name} where {same}", values).fetchone() is not None


def _insert(connection: SqlConnection, name: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"insert into {name} ({', '.join(columns)}) values ({marks}) on conflict do nothing", rows)


def shape_of(connection: sqlite3.Connection) -> DatabaseShape:
    """Of a SQLite database."""
    listed = connection.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
    tables = sorted(name for (name,) in listed)
    return DatabaseShape(
        version_of(connection),
        {table: tuple(name for _, name, *_ in connection.execute(f"pragma table_info({table})")) for table in tables},
    )


def _kept(tables: Iterable[str]) -> list[str]:
    """Those that go into a file, and are taken from one: who holds what is not for others to say."""
    return [name for name in sorted(tables) if name not in _NOT_TOLD]


def in_order(tables: Iterable[str]) -> list[str]:
    """What others refer to first, what triggers fill in last."""
    there = set(tables)
    middle = sorted(there.difference(_FIRST, FILLED))
    return [name for name in (*_FIRST, *middle, *FILLED) if name in there]
