"""Everything that is kept, as one file: written here, read elsewhere, and added to what is kept there.

The file is JSON: the number of the database's shape, and its tables by name. It is read into a database of that shape,
brought up to date by the migrations every database goes through, and then added table by table: what is there already
stays as it is. A match that is in both is taken from the file only if it goes on where ours ends.

No secret leaves its home: the seed of a match that is not over stays behind, and whoever goes on elsewhere begins a new
seal, as with a match file.
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
from knobel.storage.errors import EverythingTooNew, NotEverything
from knobel.storage.migrate import migrate, migrations
from knobel.storage.store import Counted, TableRows, TakenIn, Value
from knobel.storage.summaries import fill_in

FORMAT = "knobel everything"
SUFFIX = ".knobel-all"
_IN_MEMORY = Path(":memory:")
_FIRST, _LAST = ("match", "listed"), ("unstudied", "unscored")  # what others refer to; what triggers fill in, too

# Out.


def packed(connection: sqlite3.Connection) -> str:
    """Everything, as the text of a file."""
    (version,) = connection.execute("pragma user_version").fetchone()
    tables = {name: asdict(_rows(connection, name)) for name in _tables(connection)}
    return json.dumps({"format": FORMAT, "version": version, "tables": tables}, ensure_ascii=False)


def counted(connection: sqlite3.Connection) -> Counted:
    tables = ("match", "result", "person", "own_card")
    return Counted(*(connection.execute(f"select count(*) from {table}").fetchone()[0] for table in tables))


def _rows(connection: sqlite3.Connection, table: str) -> TableRows:
    which = "where match in (select match from listed where open = 0)" if table == "seed" else ""
    found = connection.execute(f"select * from {table} {which}")
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
        places = {name: _columns(connection, name) for name in _tables(connection)}
        for name in _in_order(taken.tables):
            columns, rows = taken.tables[name].columns, taken.tables[name].rows
            if not set(columns) <= set(places[name]):
                raise NotEverything()
            if name in _LAST:
                connection.execute(f"delete from {name}")
            _insert(connection, name, columns, rows)
        migrate(connection, _IN_MEMORY, steps, backups=False)
        fill_in(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def take_in(connection: sqlite3.Connection, taken: TakenIn) -> None:
    """Add it to what is kept, inside a transaction."""
    with closing(_opened(taken)) as other:
        matches = [id for (id,) in other.execute("select id from match") if _goes_on(connection, other, id)]
        tables = _in_order(_tables(other))
        of_a_match = [name for name in tables if "match" in _columns(other, name)]
        for id in matches:
            _replace(connection, other, id, of_a_match)
        for name in tables:
            if name not in of_a_match and name != "match":
                _add(connection, name, _rows(other, name))


def _goes_on(ours: sqlite3.Connection, theirs: sqlite3.Connection, id: str) -> bool:
    """Whether the match is not here, or as it was some moves ago."""
    here, there = _text(ours, id), _text(theirs, id)
    return here is None or (there is not None and here != there and there.startswith(here))


def _text(connection: sqlite3.Connection, id: str) -> str | None:
    header = connection.execute("select header from match where id = ?", (id,)).fetchone()
    lines = connection.execute("select lines from step where match = ? order by at", (id,))
    return header and "\n".join((*header, *(line for (line,) in lines)))


def _replace(ours: sqlite3.Connection, theirs: sqlite3.Connection, id: str, tables: Sequence[str]) -> None:
    for name in tables:
        ours.execute(f"delete from {name} where match = ?", (id,))
    ours.execute("delete from match where id = ?", (id,))
    found = theirs.execute("select * from match where id = ?", (id,))
    columns = tuple(name for name, *_ in found.description)
    row = dict(zip(columns, found.fetchone(), strict=True))
    if ours.execute("select 1 from match where rematch_of = ?", (row["rematch_of"],)).fetchone():
        row["rematch_of"] = None  # each had a rematch of its own
    _insert(ours, "match", columns, [tuple(row.values())])
    for name in tables:
        found = theirs.execute(f"select * from {name} where match = ?", (id,))
        if name in _LAST:
            ours.execute(f"delete from {name} where match = ?", (id,))
        _insert(ours, name, tuple(column for column, *_ in found.description), found.fetchall())


def _add(connection: sqlite3.Connection, name: str, found: TableRows) -> None:
    """What is not there yet, by its key or, where there is none, by all that it says."""
    same = " and ".join(f"{column} is ?" for column in found.columns)
    there = f"select 1 from {name} where {same}"
    new = [row for row in found.rows if connection.execute(there, row).fetchone() is None]
    _insert(connection, name, found.columns, new)


def _insert(connection: sqlite3.Connection, name: str, columns: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"insert or ignore into {name} ({', '.join(columns)}) values ({marks})", rows)


def _tables(connection: sqlite3.Connection) -> list[str]:
    listed = connection.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
    return sorted(name for (name,) in listed)


def _columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(name for _, name, *_ in connection.execute(f"pragma table_info({table})"))


def _in_order(tables: Iterable[str]) -> list[str]:
    """What others refer to first, what triggers fill in last."""
    there = set(tables)
    middle = sorted(there.difference(_FIRST, _LAST))
    return [name for name in (*_FIRST, *middle, *_LAST) if name in there]
