"""The file itself: where it lies, older ones brought up to date with a copy before each step, others left alone."""

import os
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from knobel.errors import KnobelError
from knobel.home import data_folder
from knobel.match.records import Score
from knobel.match.results import Result
from knobel.server import matches as match_routes
from knobel.server.bodies import PageOut
from knobel.server.routes import Holder, Lang
from knobel.storage import errors
from knobel.storage.database import connect, location, opened, prepare
from knobel.storage.holders import OWNER, Seating
from knobel.storage.ledger import Ledger
from knobel.storage.matches import Matches
from knobel.storage.migrate import migrate, migrations
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import MatchScores, Selection
from tests.storage.test_store import finish, new


def test_where_the_data_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    assert data_folder() == tmp_path
    assert location() == tmp_path / "knobel.db"
    assert location("some/file.db") == Path("some/file.db")
    assert location(f"sqlite:///{tmp_path.as_posix().lstrip('/')}/x.db") == tmp_path / "x.db"
    for wrong in ("postgresql://host/db", "sqlite://", "http://x"):
        with pytest.raises(errors.BadDatabase):
            location(wrong)


def of_version(path: Path, version: int) -> None:
    """A file as the release of that version left it, with a match in it."""
    with closing(sqlite3.connect(path)) as db:
        for number, sql in migrations()[:version]:
            db.executescript(f"{sql}; pragma user_version = {number};")
        db.execute("insert into match (id, created, header, colours) values ('a', '', 'header', 'red')")
        db.execute("insert into seed (match, seed) values ('a', '5eed')")
        db.execute("insert into step (match, at, lines, command, stamp) values ('a', 0, 'dice hand', null, 1)")
        db.commit()


def test_migrations_make_a_copy_first(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    first = migrations()
    assert [number for number, _ in first] == list(range(1, len(first) + 1))
    of_version(path, len(first))
    last = first[-1][0]
    further = [*first, (last + 1, "alter table match add column a text;"), (last + 2, "alter table match add b text;")]
    with closing(connect(path)) as db:
        assert migrate(db, path) == []
        one, two = migrate(db, path, further)
        assert migrate(db, path, further) == []
    for copy, columns in ((one, set()), (two, {"a"}), (path, {"a", "b"})):
        with closing(sqlite3.connect(copy)) as db:
            assert {row[1] for row in db.execute("pragma table_info(match)")} & {"a", "b"} == columns
            assert db.execute("select id from match").fetchall() == [("a",)]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    prepare(path)
    number = migrations()[-1][0]
    broken = [*migrations(), (number + 1, "create table fine (a text); create table match (a text);")]
    with closing(connect(path)) as db, pytest.raises(sqlite3.OperationalError):
        migrate(db, path, broken)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("pragma user_version").fetchone() == (number,)
        assert db.execute("select name from sqlite_master where name = 'fine'").fetchall() == []


@pytest.mark.parametrize("version", range(1, len(migrations())))
def test_a_database_of_each_earlier_version_opens(tmp_path: Path, version: int) -> None:
    path = tmp_path / "k.db"
    of_version(path, version)

    async def run() -> None:
        store = SqliteStore(path)
        found = await store.load("a")
        assert found is not None
        assert (found.seed, [step.lines for step in found.steps]) == ("5eed", ["dice hand"])
        await store.enter(Result("r", "forone", 1, 1, "rules", "Ada", 256, "bronze", 1))
        await store.close()

    finish(run())
    assert len(list(tmp_path.glob("k.db.before-*"))) == len(migrations()) - version
    with opened(path) as db:
        assert [result.person for result in Ledger(db).results("forone")] == ["Ada"]


def test_what_was_kept_before_there_were_holders_is_the_owner_s(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    of_version(path, 9)
    with closing(sqlite3.connect(path)) as db:
        db.executescript("""
            insert into listed (match, origin, open, created, game, summary) values ('a', 'a', 1, 5, 'kniffel', '{}');
            insert into person values ('ada', 'Ada', 'red', 'fox', 7);
            insert into own_card values ('c', 'lunch', 'lunch.toml', 'key', 7);
            insert into result values ('r', 'forone', 1, 1, 'rules', 'Ada', 256, 'bronze', 1, 0, 0);
            insert into score values ('a', 1, 0, 'kniffel', 'Ada', 200, 1);
            insert into trained values ('Ada', 'kniffel', 'p', 1, 0.0, 1);
            insert into deck values ('Ada', 'p', 'kniffel', 'position', 'roll', 0.5, '{}', 9);
        """)

    async def run() -> None:
        store = SqliteStore(path)
        for holder, count in ((OWNER, 1), ("somebody", 0)):
            own = store.of(holder)
            assert len(await own.people()) == len(await own.cards()) == len(await own.results("forone")) == count
            assert (await own.pasts("kniffel", ["Ada"], "b"))[0][0] == count
            assert (await own.training("Ada", "kniffel")).answers == count
            assert len(await own.waiting("Ada", 10)) == count
        assert await store.seating("a") == Seating(OWNER)
        assert (await store.choices(OWNER)).games == ["kniffel"]
        assert (await store.choices("somebody")).games == []
        await store.close()

    finish(run())


def test_matches_of_before_scores_were_kept_are_read_once(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        assert await store.unscored() == ["a"]
        await store.score(MatchScores("a", (Score("a", 1, 0, "kniffel", "Ada", 200, 1),)))
        assert await store.unscored() == []
        assert await store.pasts("kniffel", ["Ada"], "b") == [(1, 200, 200)]
        await store.close()

    path = tmp_path / "k.db"
    of_version(path, 2)
    finish(run())


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "locked.db"
    prepare(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        yield path


def refused(path: Path, kind: type[errors.StorageError]) -> None:
    """The same sentence whoever opens it: the terminal for a moment, or a server."""

    async def serve() -> None:
        await SqliteStore(path).close()

    for use in (lambda: opened(path).__enter__(), lambda: finish(serve())):
        with pytest.raises(kind) as error:
            use()
        assert isinstance(error.value, KnobelError)
        for lang in ("de", "en"):
            assert str(path) in error.value.say(lang) or str(path.parent) in error.value.say(lang)


def test_a_file_of_a_later_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    prepare(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma user_version = 99")
    refused(path, errors.DatabaseTooNew)
    assert list(tmp_path.glob("*.before-*")) == []


def test_what_is_no_database_of_ours_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear database, " * 300)
    refused(text, errors.NotADatabase)
    assert text.read_text() == "Dear database, " * 300
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("create table bookmarks (url text)")
    refused(foreign, errors.NotADatabase)
    with closing(sqlite3.connect(foreign)) as db:
        assert db.execute("select name from sqlite_master").fetchall() == [("bookmarks",)]
    for number, tables in enumerate(((), ("match",), ("match", "notes"))):  # with a version that could be ours
        other = tmp_path / f"other{number}.db"
        with closing(sqlite3.connect(other)) as db:
            for table in tables:
                db.execute(f"create table {table} (id text)")
            db.execute("pragma user_version = 1")
        refused(other, errors.NotADatabase)
        assert list(tmp_path.glob("*.before-*")) == []


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "below" / "k.db", errors.NoFolder)
    (tmp_path / "folder.db").mkdir()
    refused(tmp_path / "folder.db", errors.NotWritable)


@pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_file_that_may_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "k.db"
    prepare(path)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        refused(path, errors.NotWritable)
    finally:
        path.parent.chmod(0o700)


def test_a_locked_file_says_so(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knobel.storage.database.BUSY_MILLISECONDS", 50)
    refused(locked, errors.DatabaseBusy)


def test_every_error_of_sqlite_becomes_one_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    prepare(path)
    with pytest.raises(errors.DatabaseFailed, match="SQLITE_ERROR"), opened(path) as db:
        db.execute("select nothing from nowhere")
    with pytest.raises(errors.NotWritable), opened(path) as db:
        db.executescript("pragma query_only = on; delete from match")
    with pytest.raises(errors.Conflict), opened(path) as db:
        db.execute("insert into seed (match, seed) values ('nobody', '')")


def test_one_damaged_page_of_the_file_leaves_the_other_matches_in_the_list(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    ids = [f"{n:024x}" for n in range(60)]
    with opened(path) as connection:
        matches = Matches(connection)
        for id in ids:
            matches.create(replace(new(id), header="x" * 500))
        connection.execute("pragma wal_checkpoint(truncate)")
    content = bytearray(path.read_bytes())
    (size,) = struct.unpack(">H", content[16:18])
    at = content.rindex(b"x" * 500) // size * size  # a leaf of the table's tree
    content[at : at + size] = bytes(size)
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as connection:
        listed = Matches(connection).page(Selection(60))
        assert sorted(one.id for one in listed) == ids
        damaged = [one.id for one in listed if one.damaged]
        assert 0 < len(damaged) < 30
        whole = [one for one in listed if not one.damaged]
        assert all(one.summary.spec for one in whole)

    async def told() -> None:
        store = SqliteStore(path)
        page = await match_routes.page(store, Holder(OWNER), Lang("en"), limit=60)
        assert isinstance(page, PageOut)
        assert len(page.matches) + len(page.unreadable) == 60
        assert {one.problem.code for one in page.unreadable if one.id in damaged} == {"storage/damaged"}
        await store.close()

    finish(told())
