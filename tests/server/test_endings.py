"""How matches end on the server: scores, best and average, series and their cards, who begins, the rematch."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.server.hub import Pauses
from tests.server.house import House, Player, house, until

BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes", "three_kind", "four_kind", "full_house", "small_straight",
         "large_straight", "kniffel", "chance")  # fmt: skip


def noted(home: House, chance: int, **asked: Any) -> tuple[str, Player]:
    """A game with real dice in which everybody has written nothing but their chance."""
    match = home.new(**{"names": ("Ada",), "dice": "hand", "first": 0, **asked})
    player = home.join(match)
    note_game(player, chance)
    return match, player


def note_game(player: Player, chance: int) -> None:
    games, seats = len(player.table["results"]), len(player.hello["header"]["seats"])
    for box in BOXES:
        for seat in range(seats):
            assert player.do("note", box=box, points=chance + seat if box == "chance" else 0)["is"] == "state"
    assert len(player.table["results"]) == games + 1


def test_best_and_average_of_a_person(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as home:
        first, one = noted(home, 20)
        (record,) = home.get(f"/matches/{first}/records")["records"]
        assert record == {"games": 1, "best": 20, "average": 20.0, "before": None, "is_new": False}
        second, two = noted(home, 26)
        (record,) = home.get(f"/matches/{second}/records")["records"]
        assert record == {"games": 2, "best": 26, "average": 23.0, "before": 20, "is_new": True}
        two.do("correct", seat=0, box="chance", points=10)
        (record,) = home.get(f"/matches/{second}/records")["records"]
        assert record == {"games": 2, "best": 20, "average": 15.0, "before": 20, "is_new": False}
        one.do("undo", seat=0)  # the first is not over any more
        assert home.get(f"/matches/{second}/records")["records"][0]["games"] == 1
        assert home.get(f"/matches/{home.new(names=('Ben',))}/records")["records"] == [None]
        assert home.http.delete(f"/api/matches/{second}").status_code == 204
        assert home.get(f"/matches/{first}/records")["records"] == [None]
        assert home.http.post(f"/api/matches/{second}/restore").is_success
        assert home.get(f"/matches/{first}/records")["records"][0]["best"] == 10
        one.close()
        two.close()


def test_a_bot_has_no_record_and_a_booklet_is_asked_too(home: House) -> None:
    seats = [{"name": "Cleo"}, {"name": "Robo", "bot": "random"}]
    match = home.new(seats=seats)
    player = home.join(match)
    player.play(Random(2), bots=True)
    player.close()
    cleo, robo = home.get(f"/matches/{match}/records")["records"]
    assert robo is None
    assert (cleo["games"], cleo["before"]) == (1, None)
    home.http.post("/api/booklets/numberup/levels/1/results", json={"person": "Cleo", "points": 71})
    level = home.new("numberup", ("Cleo",), level=1)
    home.http.post(f"/api/matches/{level}/end")
    assert home.get(f"/matches/{level}/records")["records"][0]["best"] == 71


def test_matches_of_before_count_after_the_first_start(tmp_path: Path) -> None:
    path = tmp_path / "k.db"
    with house(path) as home:
        match, player = noted(home, 20, names=("Ada", "Ben"))
        player.close()
        home.http.post(f"/api/matches/{home.new(names=('Ada',))}/end")
    with closing(sqlite3.connect(path)) as db:
        found = set(db.execute("select * from score"))
        db.executescript("delete from score; insert into unscored select id from match")  # as the migration leaves it

    def unread() -> int:
        with closing(sqlite3.connect(path)) as db:
            return int(db.execute("select count(*) from unscored").fetchone()[0])

    with house(path) as home:
        until(lambda: unread() == 0)
        assert home.get(f"/matches/{match}/records")["records"][1]["best"] == 21
    with closing(sqlite3.connect(path)) as db:
        assert {row[:-1] for row in db.execute("select * from score")} == {row[:-1] for row in found}


def test_a_finished_game_of_a_series_stays_to_be_seen_and_corrected(home: House) -> None:
    match, player = noted(home, 20, names=("Ada", "Ben"), games=2)
    state = player.state
    assert state["table"]["game"] == 2
    assert len(state["finished"]) == 2
    assert home.get(f"/matches/{match}")["finished"] == state["finished"]
    assert player.table["pad"] == [list(BOXES)] * 2
    player.do("correct", seat=0, box="chance", points=25)
    assert player.table["results"] == [[25, 21]]
    assert [record["best"] for record in home.get(f"/matches/{match}/records")["records"]] == [25, 21]
    player.do("dice", faces=[1, 2, 3, 4, 5])
    assert "finished" not in player.state
    assert player.table["pad"] == [[], []]
    assert player.do("correct", seat=0, box="chance", points=20)["code"] == "note/box"
    player.close()


def test_the_throws_for_who_begins_are_told(home: House) -> None:
    match = home.new(names=("Ada", "Ben"))
    player = home.join(match)
    while player.table["roll_off"]:
        player.do("move", move="roll")
        off = player.table["roll_off"]
        if off and off["round"] > 1 and not off["thrown"]:
            assert len({one["face"] for one in off["before"] if one["seat"] in off["seats"]}) == 1
    began = player.table["began"]
    assert max(began, key=lambda one: one["face"])["seat"] == player.table["first"] == player.turn["seat"]
    player.do("move", move="roll")
    assert player.table["began"] == []
    again = home.get(f"/matches/{home.http.post(f'/api/matches/{match}/rematch').json()['id']}")
    assert again["header"]["first"] == 1 - player.table["first"]
    assert [seat["name"] for seat in again["header"]["seats"]] == ["Ada", "Ben"]
    player.close()


def test_a_bot_waits_between_two_games_until_it_is_told(tmp_path: Path) -> None:
    """However long its usual pauses are; it gives time to look, not only to take back."""
    with house(tmp_path / "k.db", pauses=Pauses(0.01, 0.05)) as home:
        seats = [{"name": "Robo", "bot": "random"}, {"name": "Ada"}]
        player = home.join(home.new(seats=seats, games=2, first=0))
        luck = Random(1)
        while not player.table["results"]:
            if player.turn["seat"] == 1:
                player.do("move", move=luck.choice(player.moves()))
            else:
                player.receive("state")
        assert (player.turn["seat"], player.table["bot_waits"]) == (0, True)
        version = player.state["version"]
        player.do("keep", mask="")  # nothing that matters; time passes
        with pytest.raises(TimeoutError):
            player.socket.recv(timeout=0.3)
        player.do("go")
        player.receive("state")
        assert player.state["version"] > version
        assert "finished" not in player.state
        player.close()
