"""Two servers on one PostgreSQL: whoever plays does not notice at which of them the others are."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from knobel.storage import postgres as postgres_store
from tests.postgres import Postgres, postgres
from tests.server.house import House, Player, house, until
from tests.server.test_seats import Guest, shared, sit


@pytest.fixture(scope="module")
def servers(postgres_server: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    folder, database = tmp_path_factory.mktemp("two"), postgres_server.database()
    with ExitStack() as stack:
        yield tuple(  # type: ignore[misc]
            stack.enter_context(house(folder / name, database=database, local_owner=False)) for name in "ab"
        )


@pytest.fixture
def guests(servers: tuple[House, House]) -> Iterator[tuple[Guest, Guest]]:
    """The same device, at either server."""
    one, other = (Guest(server) for server in servers)
    other.http.cookies = one.http.cookies
    yield one, other
    one.close()
    other.close()


def joined(guests: tuple[Guest, Guest], match: str) -> tuple[Player, Player]:
    one, other = (guest.join(match) for guest in guests)
    return one, other


def test_a_match_is_played_at_both(guests: tuple[Guest, Guest]) -> None:
    match = guests[0].new("Ada", "Ben")
    one, other = joined(guests, match)
    luck = Random(3)
    while not one.table["over"]:
        player, looks_on = (one, other) if luck.random() < 0.5 else (other, one)
        assert player.do("move", move=luck.choice(player.moves()))["is"] == "state"
        looks_on.catch_up(player.state["version"])
        assert looks_on.state["mark"] == player.state["mark"]
        assert looks_on.state["views"] == player.state["views"]
    files = [guest.ask("GET", f"/matches/{match}/file").text for guest in guests]
    assert files[0] == files[1]
    for player in (one, other):
        player.close()


def test_two_decisions_at_once(guests: tuple[Guest, Guest]) -> None:
    """One of them counts, and whoever was too late sees it; sent to both, a command is done once."""
    match = guests[0].new("Ada", dice="hand")
    one, other = joined(guests, match)
    for attempt in range(20):
        at = one.state["version"]
        sent = [player.send("dice", faces=[1, 2, 3, 4, 5]) for player in (one, other)]
        answers = [answer(player, id) for player, id in zip((one, other), sent, strict=True)]
        assert sorted(said["is"] for said in answers) == ["refused", "state"], attempt
        assert next(said["code"] for said in answers if said["is"] == "refused") == "move/stale"
        for player in (one, other):
            player.catch_up(at + 2)
            assert player.state["version"] == at + 2
        again = {"do": "undo", "id": f"again{attempt}", "at": at + 2, "seat": 0}
        for player in (one, other):
            player.socket.send(json.dumps(again))
        for player in (one, other):
            assert answer(player, f"again{attempt}")["is"] in ("state", "ack")
        assert one.state["mark"] == other.state["mark"]
    for player in (one, other):
        player.close()


def answer(player: Player, id: str) -> Any:
    while True:
        said = player.receive("state", "refused", "ack")
        if id in (said.get("by"), said.get("id")):
            return said


def test_what_is_held_and_who_is_there(servers: tuple[House, House]) -> None:
    with closing(Guest(servers[0])) as ada, closing(Guest(servers[1])) as ben:
        match = sit(ben, shared(ada, "Ada", "?")["join"], "Ben").json()["match"]
        first = ada.join(match)
        assert first.receive("present")["seats"] == [True, False]
        second = ben.join(match)
        until_present(first, [True, True])
        until_present(second, [True, True])
        while first.table["roll_off"]:
            player, looks_on = (first, second) if first.turn["seat"] == 0 else (second, first)
            player.do("move", move="roll")
            looks_on.catch_up(player.state["version"])
        player, looks_on = (first, second) if first.turn["seat"] == 0 else (second, first)
        player.do("move", move="roll")
        looks_on.catch_up(player.state["version"])
        player.do("keep", mask="11000")
        assert looks_on.receive("held")["held"] == "11000"
        second.close()
        until_present(first, [True, False])
        first.close()


def test_who_looks_on_disturbs_nobody_at_the_other(servers: tuple[House, House]) -> None:
    with closing(Guest(servers[0])) as ada, closing(Guest(servers[1])) as looks:
        match = ada.new("Ada")
        player = ada.join(match)
        link = ada.ask("POST", f"/matches/{match}/links").json()["watch"]
        assert looks.shut_out(match) == 4404
        assert looks.ask("POST", f"/tables/by-link/{link}/watch").status_code == 200
        watcher = looks.join(match)
        player.do("move", move="roll")
        watcher.catch_up(player.state["version"])
        assert (watcher.hello["mine"], watcher.state["mark"]) == ([], player.state["mark"])
        for one in (player, watcher):
            one.close()


def until_present(player: Player, seats: list[bool]) -> None:
    while player.receive("present")["seats"] != seats:
        pass


def test_the_last_seat_is_taken_once(servers: tuple[House, House]) -> None:
    with ExitStack() as stack:
        ada = stack.enter_context(closing(Guest(servers[0])))
        others = [stack.enter_context(closing(Guest(servers[number % 2]))) for number in range(6)]
        join = shared(ada, "Ada", "?")["join"]
        answers = at_once([partial(sit, one, join, f"G{n}") for n, one in enumerate(others)])
        assert sorted(found.status_code for found in answers) == [200, 409, 409, 409, 409, 409]
        seats = ada.get(f"/tables/by-link/{join}")["seats"]
        assert [seat["free"] for seat in seats] == [False, False]
        assert len(ada.get("/matches")["matches"]) == 1


def test_who_waits_too_long_for_a_seat_is_told_to_try_again(
    servers: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody at another server is in there for ever."""
    with closing(Guest(servers[0])) as ada, closing(Guest(servers[1])) as ben:
        join = shared(ada, "Ada", "?")["join"]
        with monkeypatch.context() as impatient, servers[0].connected() as other:
            impatient.setattr(postgres_store, "ANSWER_SECONDS", 0.3)
            other.execute(f"select pg_advisory_lock({postgres_store.SEATING})")
            refused = at_once([partial(sit, ben, join, "Ben")] * 2)  # one waits for the database, one for the other
        assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(503, "storage/waited")}
        assert sit(ben, join, "Ben").status_code == 200


def at_once(asked: list[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    with ThreadPoolExecutor(len(asked)) as pool:
        return list(pool.map(lambda one: one(), asked))


def test_what_is_thrown_away_or_linked_is_seen_at_the_other(servers: tuple[House, House]) -> None:
    with closing(Guest(servers[0])) as ada, closing(Guest(servers[1])) as there:
        match = ada.new("Ada")
        assert there.shut_out(match) == 4404
        token = ada.ask("POST", "/device/link").json()["token"]
        assert there.ask("POST", "/device/linked", json={"token": token}).status_code == 200
        player = there.join(match)
        until(lambda: ada.ask("DELETE", f"/matches/{match}").status_code == 204)
        with pytest.raises(Exception, match=r"closed|1012"):
            player.receive("never")
        assert there.shut_out(match) == 4404
        assert ada.get("/matches?shelf=bin")["matches"] != []


def test_a_database_that_goes_away_and_comes_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    """It is killed while somebody plays: that is said, nothing told is lost, and play goes on by itself."""
    with postgres() as server, house(tmp_path_factory.mktemp("away") / "no", database=server.database()) as home:
        match = home.new("kniffel", ("Ada",), dice="hand")
        player = home.join(match)
        told = player.do("dice", faces=[1, 2, 3, 4, 5])
        server.kill()
        refused = player.do("move", move="enter chance")
        assert (refused["is"], refused["code"], refused["status"]) == ("refused", "storage/away", 503)
        answer = home.http.get("/api/matches")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage/away")
        with pytest.raises(ConnectionClosed) as closed:  # and not that there is no such match
            home.join(match)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1013, "storage/away")
        server.start()
        until(lambda: home.http.get("/api/matches").status_code == 200)
        player = home.join(match)
        assert (player.state["version"], player.state["mark"]) == (told["version"], told["mark"])
        assert player.do("move", move="enter chance")["is"] == "state"
        player.close()
