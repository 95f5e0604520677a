"""`knobel db`: whole databases, in every direction."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from knobel.cli import main
from knobel.storage.database import Place, PostgresUrl
from tests.databases import kept_in, looked_into
from tests.postgres import Postgres
from tests.server.house import house


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with something in most of its tables."""
    file = tmp_path_factory.mktemp("played") / "knobel.db"
    with house(file) as home:
        for game, names in (("kniffel", ("Ada", "Ben")), ("numberup", ("Ada",))):
            player = home.join(home.new(game, names))
            player.play(Random(1))
            player.close()
        home.http.post("/api/booklets/numberup/levels/1/results", json={"person": "Ada", "points": 3})
        home.http.delete(f"/api/matches/{home.new()}")
        home.new("extreme")
    return file


def address(place: Place) -> str:
    return place.url if isinstance(place, PostgresUrl) else str(place)


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["db", *words, "--lang", "en"]) == code
    said = capsys.readouterr()
    return said.out + said.err


def rows(place: Place) -> list[str]:
    return sorted(line.partition(" ")[0] for line in kept_in(place).split("\n"))


def test_alone_it_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db"]) == 0
    said = capsys.readouterr().out
    assert [name for name in ("copy", "check", "backup", "restore") if f"  {name} " not in said] == []


@pytest.mark.slow
def test_from_a_file_to_postgresql_and_back(
    played: Path, tmp_path: Path, postgres_server: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    there, back = postgres_server.database(), tmp_path / "back.db"
    assert "matches: 4" in told(capsys, "copy", str(played), address(there))
    assert rows(there) == rows(played)
    assert "is in order (matches: 4" in told(capsys, "check", "--db", address(there))
    assert "not let" not in told(capsys, "backup", str(back), "--db", address(there))
    assert kept_in(back) == kept_in(played), "to the last letter"
    refused = told(capsys, "copy", str(played), address(there), code=1)
    assert "empty database only" in refused
    assert rows(there) == rows(played)


def test_back_up_and_restore(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup, again = tmp_path / "backup.db", tmp_path / "again.db"
    with house(played):  # a server may run meanwhile
        told(capsys, "backup", str(backup), "--db", str(played))
    assert "exists already" in told(capsys, "backup", str(backup), "--db", str(played), code=1)
    told(capsys, "restore", str(backup), "--db", str(again))
    assert kept_in(again) == kept_in(played)
    assert "There is no" in told(capsys, "restore", str(tmp_path / "none.db"), "--db", str(tmp_path / "x.db"), code=1)
    assert not (tmp_path / "x.db").exists()


def test_what_is_damaged_is_found(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "damaged.db"
    with closing(sqlite3.connect(played)) as db, closing(sqlite3.connect(file)) as copy:
        db.backup(copy)
    with looked_into(file) as db:
        (gap, at) = db.execute("select match, max(at) from step group by match having count(*) > 9").fetchone()
        db.execute("delete from step where match = ? and at = (select min(at) from step where at > 0)", (gap,))
        (other,) = db.execute("select id from match where id <> ? limit 1", (gap,)).fetchone()
        db.execute("update match set header = 'nonsense' where id = ?", (other,))
    said = told(capsys, "check", "--db", str(file), code=1)
    assert "flaws: 2" in said
    assert f"Match {gap}: something is missing after event" in said
    assert f"Match {other}: it cannot be read" in said
    assert at > 0


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://knobel@127.0.0.1:1/knobel", "does not answer"),
        ("postgresql://127.0.0.1:1", "does not answer"),
        ("mysql://somewhere/else", "is no database that Knobel knows"),
    ],
)
def test_what_cannot_be_reached_is_said(url: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "check", "--db", url, code=1)
    assert said in found
    assert "Traceback" not in found
