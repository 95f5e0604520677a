"""All that is kept as one file: read in elsewhere it is all there, and what was there stays as it was."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from knobel.storage.database import opened, prepare
from knobel.storage.errors import EverythingTooNew, NotEverything
from knobel.storage.everything import FORMAT, counted, packed, shape_of, take_in, unpacked
from knobel.storage.matches import Matches
from knobel.storage.store import Counted, Selection
from tests.server.house import House, house
from tests.server.test_api import refused

KEPT = Path(__file__).parents[1] / "storage" / "kept" / "version_2.sql"
CARD = (Path(__file__).parents[1] / "booklet.toml").read_text(encoding="utf-8")


@contextmanager
def two_homes(folder: Path) -> Iterator[tuple[House, House]]:
    with house(folder / "here.db") as here, house(folder / "there.db") as there:
        yield here, there


def saved(home: House) -> str:
    answer = home.http.get("/api/everything")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith(".knobel-all")
    return answer.text


def read_in(home: House, content: str) -> dict[str, int]:
    answer = home.http.post("/api/everything", content=content.encode())
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def lines(home: House, match: str) -> str:
    return home.http.get(f"/api/matches/{match}/file").text


def play(home: House, match: str, moves: int, luck: Random) -> None:
    player = home.join(match)
    for _ in range(moves):
        player.do("move", move=luck.choice(player.moves()))
    player.close()


def seed_of(home: House, match: str) -> str:
    with home.connected() as db:
        (seed,) = db.execute("select seed from seed where match = ?", (match,)).fetchone()
    return str(seed)


def test_there_and_back(tmp_path: Path) -> None:
    luck = Random(5)
    with two_homes(tmp_path) as (here, there):
        over, running = here.new("numberup", ("Ada",)), here.new("kniffel")
        player = here.join(over)
        player.play(luck)
        player.close()
        play(here, running, 7, luck)
        file = saved(here)
        assert seed_of(here, over) in file
        assert seed_of(here, running) not in file, "no secret leaves its home"

        found = read_in(there, file)
        assert found["matches"] == 2
        assert found["results"] == 1
        assert found["people"] >= 1
        for match in (over, running):
            assert lines(there, match) == lines(here, match)
        assert there.get("/booklets/numberup") == here.get("/booklets/numberup")
        assert there.get("/people") == here.get("/people")
        assert set(read_in(there, file).values()) == {0}, "the second time nothing is new"

        assert there.get(f"/matches/{running}")["header"]["sealed_elsewhere"]
        there.http.post(f"/api/matches/{running}/seal")
        play(there, running, 5, luck)
        waiting = here.join(running)
        assert read_in(here, saved(there))["matches"] == 0
        with pytest.raises(ConnectionClosed):
            waiting.receive("never")
        assert lines(here, running) == lines(there, running), "it goes on where it was left"
        here.http.post(f"/api/matches/{running}/seal")
        play(here, running, 3, luck)
        play(there, running, 3, luck)
        now = lines(here, running)
        read_in(here, saved(there))
        assert lines(here, running) == now, "gone on otherwise in both: each keeps its own"


def test_of_two_rematches_both_stay(tmp_path: Path) -> None:
    luck = Random(6)
    with two_homes(tmp_path) as (here, there):
        first = here.new("numberup", ("Ada",))
        player = here.join(first)
        player.play(luck)
        player.close()
        read_in(there, saved(here))
        again = {home.http.post(f"/api/matches/{first}/rematch").json()["id"] for home in (here, there)}
        read_in(there, saved(here))
        assert again < {one["id"] for one in there.get("/matches")["matches"]}


def of_version_2() -> str:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(KEPT.read_text(encoding="utf-8"))
        tables = {}
        for (name,) in db.execute("select name from sqlite_master where type = 'table'").fetchall():
            found = db.execute(f"select * from {name}")
            tables[name] = {"columns": [column for column, *_ in found.description], "rows": found.fetchall()}
    return json.dumps({"format": FORMAT, "version": 2, "tables": tables})


def test_a_file_of_an_earlier_release_is_brought_up_to_date(tmp_path: Path) -> None:
    taken = unpacked(of_version_2())
    with opened(tmp_path / "k.db") as db:
        take_in(db, taken)
        page = Matches(db).page(Selection(100))
        assert len(page) == counted(db).matches > 3
        assert all(one.summary.key for one in page)


WHOLE: dict[str, Any] = json.loads(of_version_2())
ODD: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([]) | st.just({}) | st.just([[1]])
)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        "null",
        "{" * 5000,
        "[" * 5000,
        json.dumps({"format": FORMAT}),
        json.dumps({**WHOLE, "format": "x"}),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, content: str) -> None:
    with house(tmp_path / "k.db") as home:
        refused(home.http.post("/api/everything", content=content), 422, "everything/format")
        refused(home.http.post("/api/everything", content=b"\xff"), 422, "server/file")


def test_one_of_a_later_release_says_so() -> None:
    with pytest.raises(EverythingTooNew, match="999"):
        unpacked(json.dumps({**WHOLE, "version": 999}))


@given(data=st.data())
def test_a_damaged_file_changes_nothing_or_is_read_as_far_as_it_is_whole(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever stands where something else should: refused by our own error, or a database that works."""
    whole = json.loads(json.dumps(WHOLE))
    name = data.draw(st.sampled_from(sorted(whole["tables"])))
    table = whole["tables"][name]
    match data.draw(st.sampled_from(["value", "row", "column", "columns", "table", "name", "version"])):
        case "value" if table["rows"]:
            row = data.draw(st.sampled_from(table["rows"]))
            row[data.draw(st.integers(0, len(row) - 1))] = data.draw(ODD)
        case "row":
            table["rows"].append(data.draw(ODD | st.lists(ODD, max_size=12)))
        case "column":
            table["columns"][0] = data.draw(st.text(max_size=5) | st.just("x; drop table match"))
        case "columns":
            table["columns"] = data.draw(ODD | st.lists(st.text(max_size=5), max_size=3))
        case "table":
            whole["tables"][name] = data.draw(ODD)
        case "name":
            whole["tables"][data.draw(st.text(max_size=9) | st.just("sqlite_master"))] = table
        case _:
            whole["version"] = data.draw(ODD)
    path = tmp_path_factory.mktemp("damaged") / "k.db"
    prepare(path)
    try:
        taken = unpacked(json.dumps(whole))
    except (NotEverything, EverythingTooNew):
        return
    with opened(path) as db:
        take_in(db, taken)
        assert isinstance(counted(db), Counted)
        assert unpacked(packed(db, shape_of(db))).version >= 2
        Matches(db).page(Selection(100))
