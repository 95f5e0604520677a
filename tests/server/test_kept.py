"""Databases that earlier releases wrote (tests/storage/kept): every match in them opens and can be played on."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.server.house import house

KEPT = sorted((Path(__file__).parents[1] / "storage" / "kept").glob("*.sql"))


@pytest.mark.parametrize("dump", KEPT, ids=lambda path: path.stem)
def test_a_database_of_before_is_played_on(tmp_path: Path, dump: Path) -> None:
    path = tmp_path / "k.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
        steps = dict(db.execute("select m.id, count(s.at) from match m left join step s on s.match = m.id group by 1"))
    with house(path) as home:
        page = home.get("/matches")
        assert page["unreadable"] == []
        assert {entry["id"] for entry in page["matches"]} == set(steps)
        for entry in page["matches"]:
            assert entry["version"] >= steps[entry["id"]]
            if not entry["over"] and entry["source"] == "app":
                player = home.join(entry["id"])
                player.play(Random(entry["id"]))
                player.close()
                assert home.get(f"/matches/{entry['id']}/proof")["seed"]
        assert home.get("/booklets/forone")["people"] == ["Cem", "Ada"]
        assert home.get("/booklets/numberup")["people"]
