"""The games of the day over REST: the same dice for everybody, one result a person, and a match to come back to."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from knobel.match.day import DayGame
from knobel.storage.daybook import today
from tests.databases import Databases
from tests.server.house import House, house
from tests.server.test_api import refused
from tests.server.test_booklets import play


@pytest.fixture
def home(tmp_path: Path, new_database: Databases) -> Iterator[House]:
    with house(tmp_path / "knobel.db", database=new_database()) as found:
        yield found


def begin(home: House, person: str, part: str = "kniffel") -> str:
    answer = home.http.post("/api/days/today", json={"part": part, "person": person})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["id"]
    return found


def test_a_day_from_the_first_throw_to_the_line_to_share(home: House) -> None:
    before = home.http.get("/api/days/today").json()
    assert [(game["part"], game["attempts"]) for game in before["games"]] == [("kniffel", []), ("level", [])]
    assert before["share"] is None
    first = begin(home, "Ada")
    assert begin(home, "Ada") == first, "it is running"
    assert begin(home, "Ben") != first
    with closing(home.join(first)) as player:
        assert player.hello["header"]["day"] == today().isoformat()
        assert player.do("salt", seat=0, seed="ab")["code"] == "move/day"
        assert player.do("source", source="hand")["code"] == "move/day"
        play(player, "kniffel")
    after = home.http.get("/api/days/today", params={"person": "Ada"}).json()
    (attempt,) = after["games"][0]["attempts"]
    assert (attempt["match"], attempt["state"], attempt["counts"], attempt["in_time"]) == (
        first,
        "finished",
        True,
        True,
    )
    assert after["share"]["key"] == "day.share.line"
    second = begin(home, "Ada")
    assert second != first
    with closing(home.join(second)) as player:
        play(player, "kniffel")
    again = home.http.get("/api/days/today", params={"person": "Ada"}).json()["games"][0]["attempts"]
    assert [one["counts"] for one in again] == [True, False]
    records = home.http.get(f"/api/matches/{second}/records").json()["records"]
    assert records[0]["before"] == attempt["points"], "only the first is among the results of before"
    calendar = home.http.get("/api/days", params={"person": "Ada"}).json()
    assert (calendar["streak"], calendar["longest"], len(calendar["days"])) == (1, 1, 1)
    assert home.http.get(f"/api/matches/{first}/check").json()["seal"] == "kept"


def test_everybody_gets_the_dice_of_the_day(home: House) -> None:
    expected = DayGame(today(), "kniffel").host("x").play("roll").match.events[1].faces  # type: ignore[union-attr]
    for person in ("Ada", "Ben"):
        with closing(home.join(begin(home, person))) as player:
            drew = player.do("move", move="roll")["events"][-1]
            assert tuple(drew["faces"]) == expected


@pytest.mark.parametrize("day", ["2999-01-01", "yesterday", "2026-10-31"])
def test_no_day_before_its_time(home: House, day: str) -> None:
    refused(home.http.get(f"/api/days/{day}"), 422, "day/none")
    refused(home.http.post(f"/api/days/{day}", json={"part": "kniffel", "person": "Ada"}), 422, "day/none")
