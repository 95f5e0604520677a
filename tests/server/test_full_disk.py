"""A disk without room: said to who plays, once in the log, and over as soon as there is room."""

import logging
from pathlib import Path
from typing import Any

import pytest

from knobel.storage.sqlite import SqliteStore
from tests.server.house import House, house, until


def test_a_full_disk_is_said_once_and_play_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stores: list[SqliteStore] = []
    begin = SqliteStore._begin

    def begun(store: SqliteStore) -> None:
        stores.append(store)
        begin(store)

    monkeypatch.setattr(SqliteStore, "_begin", begun)
    with house(tmp_path / "k.db") as home, caplog.at_level(logging.WARNING):
        match = home.new(first=0)
        write = stores[0]._write.execute
        (pages,) = write("pragma page_count").fetchone()
        write(f"pragma max_page_count = {pages}")  # SQLite then reports the same as on a full disk

        refused = _until_refused(home, match)
        assert refused["code"] == "storage/full"
        assert "room" in refused["title"]
        assert len(caplog.records) == 1, caplog.text
        caplog.clear()
        asked = {"game": "kniffel", "seats": [{"name": f"Person {n}"} for n in range(8)]}
        while (answer := home.http.post("/api/matches", json=asked)).status_code == 201:
            caplog.clear()  # it found a place all the same
        assert (answer.status_code, answer.json()["code"]) == (503, "storage/full")
        said = len(caplog.records)
        for _ in range(5):
            assert home.http.post("/api/matches", json=asked).status_code == 503
        assert len(caplog.records) == said <= 1, caplog.text
        assert home.get("/matches")["matches"], "what was written before is there"

        caplog.clear()
        write("pragma max_page_count = 1000000")
        player = home.join(match)
        assert player.do("move", move=player.moves()[0])["is"] == "state"
        player.close()
        until(lambda: home.http.get("/api/ready").is_success and len(caplog.records) == 1)
        assert "can be written again" in caplog.records[-1].message
        assert all(len(record.getMessage()) < 500 and not record.exc_info for record in caplog.records)


def _until_refused(home: House, match: str) -> Any:
    """Matches are begun and played until nothing fits any more."""
    for _ in range(300):
        player = home.join(match)
        answer = player.do("move", move=player.moves()[0])
        player.close()
        if answer["is"] == "refused":
            return answer
    raise AssertionError("there was always room")
