"""Statistics over REST: matches are looked at by a worker as soon as somebody asks."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from knobel.match.notation import format_match
from knobel.server.workers import Crew, WorkerPool
from tests.databases import Databases
from tests.playing import random_match
from tests.server.house import House, house


@pytest.fixture
def home(tmp_path: Path, new_database: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Its workers do not give way to others, so that nobody waits for them on a crowded machine."""
    monkeypatch.setattr("knobel.server.hub.Crew", lambda: Crew(reviews=WorkerPool(1, 20, 0)))
    with house(tmp_path / "knobel.db", database=new_database()) as found:
        yield found


def looked_at(home: House, person: str) -> None:
    for _ in range(600):
        if home.get(f"/statistics/{person}")["waiting"] == 0:
            return
        time.sleep(0.2)
    pytest.fail("nobody has looked at the match")


def test_a_finished_match_is_looked_at_when_statistics_are_asked_for(home: House) -> None:
    match, _ = random_match("kniffel", Random(7), seats=2)
    assert home.get("/statistics/P0")["topics"] == []
    opened = home.http.post("/api/files", content=format_match(match), headers={"content-type": "text/plain"})
    assert opened.status_code == 200, opened.text
    assert home.get("/statistics/P0")["waiting"] == 1
    looked_at(home, "P0")
    told = home.get("/statistics/P0?topic=kniffel")
    assert told["topic"]["key"] == "kniffel"
    assert told["statistics"]["loss"]["decisions"] > 0
    assert {place["place"] for place in told["statistics"]["places"]} >= {"chance"}
    assert home.get("/statistics/P0?topic=seven")["statistics"] is None
    dice = home.get("/dice")
    assert [(report["kind"], report["verdict"]) for report in dice["reports"]] == [("d6", "too_few")]
    assert sum(face["count"] for face in dice["reports"][0]["faces"]) == dice["reports"][0]["draws"]
    assert home.http.get(f"/api/statistics/{'x' * 101}").status_code == 422
