"""Whose seat: a server on which this machine has no special rights, several devices, and what strangers are told."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from knobel.server.devices import COOKIE, Devices, cookie_of, hashed, is_local
from knobel.server.every_route import ROUTES
from knobel.server.problems import UsedDeviceLink
from knobel.server.rights import Right, may
from knobel.server.routes import Given
from knobel.storage.holders import NOBODY, OWNER, VACANT, Linked, Seating
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import Cleaning, NewMatch
from tests.databases import Databases
from tests.server.house import House, Player, house, until
from tests.server.test_people import lunch
from tests.storage.test_store import finish, new

ADMIN = "the-admin-link"
LEVEL = {"game": "numberup", "level": 1}


class Guest:
    """A device of its own."""

    def __init__(self, home: House, *, visits: bool = True) -> None:
        self.home = home
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{home.port}", timeout=20)
        if visits:
            assert self.http.post("/api/device").status_code == 200

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.http.cookies[COOKIE]}"

    @property
    def holder(self) -> str:
        return hashed(self.http.cookies[COOKIE])

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.http.request(method, f"/api{path}", **more)

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def new(self, *names: str, **asked: Any) -> str:
        body = {"game": "kniffel", "seats": [{"name": name} for name in names], "first": 0, **asked}
        answer = self.ask("POST", "/matches", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def join(self, match: str) -> Player:
        return self.home.join(match, cookie=self.cookie)

    def shut_out(self, match: str) -> int:
        """The code with which the socket of a match is closed before anything is told."""
        address = f"ws://127.0.0.1:{self.home.port}/ws/{match}"
        headers = {"cookie": self.cookie} if COOKIE in self.http.cookies else {}
        with (
            connect(address, additional_headers=headers, legacy=True) as socket,
            pytest.raises(ConnectionClosed) as error,
        ):
            socket.recv(timeout=20)
        assert error.value.rcvd
        return error.value.rcvd.code

    def close(self) -> None:
        self.http.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, new_database: Databases) -> Iterator[House]:
    file = tmp_path_factory.mktemp("club") / "knobel.db"
    with house(file, database=new_database(), local_owner=False, admin=ADMIN) as found:
        yield found


@pytest.fixture
def ada(club: House) -> Iterator[Guest]:
    found = Guest(club)
    yield found
    found.close()


@pytest.fixture
def ben(club: House) -> Iterator[Guest]:
    found = Guest(club)
    yield found
    found.close()


def test_who_may_do_what() -> None:
    """The whole table of rights."""
    seating = Seating("maker", {1: "guest", 2: VACANT}, frozenset({"watcher"}))
    expected = {
        OWNER: {Right.SEE, Right.END, Right.PUT_AWAY},
        "maker": {Right.SEE, Right.PLAY, Right.END, Right.PUT_AWAY, 0},
        "guest": {Right.SEE, Right.PLAY, Right.END, 1},
        "watcher": {Right.SEE},
        "stranger": set(),
        NOBODY: set(),
    }
    for holder, rights in expected.items():
        found: set[Right | int] = {right for right in Right if may(holder, seating, right)}
        found |= {seat for seat in (0, 1, 2) if may(holder, seating, Right.ACT, seat)}
        assert found == rights, holder


def test_a_device_gets_its_secret_once(club: House) -> None:
    with closing(Guest(club, visits=False)) as device:
        assert "set-cookie" not in device.ask("GET", "/games").headers, "who only reads gets none"
        told = device.ask("POST", "/device").headers["set-cookie"]
        assert re.fullmatch(rf"{COOKIE}=[\w-]{{43}}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Strict", told)
        first = device.http.cookies[COOKIE]
        assert device.ask("POST", "/device").json() == {"owner": False}
        assert device.http.cookies[COOKIE] == first, "and keeps it"
        device.new("Ada")
        assert "set-cookie" not in device.ask("POST", "/people", json={"name": "Eve"}).headers
        assert first not in club.kept(), "only its hash is kept"
    with closing(Guest(club, visits=False)) as device:
        match = device.new("Ada")  # whoever changes something without a visit gets one then
        assert [one["id"] for one in device.get("/matches")["matches"]] == [match]
    assert "Secure" in cookie_of("x", {"scheme": "https", "headers": []})
    assert "Secure" in cookie_of("x", {"scheme": "http", "headers": [(b"x-forwarded-proto", b"https")]})


def test_who_is_local() -> None:
    def local(address: str, *headers: bytes) -> bool:
        return is_local({"client": (address, 1), "headers": [(name, b"x") for name in headers]})

    assert local("127.0.0.1")
    assert local("::1")
    assert not local("192.168.1.5")
    assert not local("127.0.0.1", b"x-forwarded-for"), "a proxy on this machine speaks for somebody else"
    assert not local("127.0.0.1", b"forwarded")
    assert not is_local({"client": None, "headers": []})


def test_everybody_has_lists_of_their_own(ada: Guest, ben: Guest) -> None:
    mine, theirs = ada.new("Ada", "Carl"), ben.new("Ada", "Dora")
    assert [one["id"] for one in ada.get("/matches")["matches"]] == [mine]
    assert [one["id"] for one in ben.get("/matches")["matches"]] == [theirs]
    assert ada.get("/matches?person=Dora")["matches"] == []
    assert [one["id"] for one in ben.get("/matches?person=Ada&game=kniffel&open=true")["matches"]] == [theirs]
    assert ada.get("/matches?limit=1&after=" + theirs)["matches"] in ([], ada.get("/matches")["matches"])
    assert ada.get("/choices")["people"] == ["Ada", "Carl"]
    assert ben.get("/tables/last")["match"]["id"] == theirs
    assert {one["name"] for one in ada.get("/people")["people"]} == {"Ada", "Carl"}
    ada.ask("PUT", "/people/Ada", json={"name": "Zoe", "colour": "red", "picture": "fox"})
    assert {one["name"] for one in ben.get("/people")["people"]} == {"Ada", "Dora"}, "another Ada"


def test_booklets_of_their_own(ada: Guest, ben: Guest) -> None:
    written = "/booklets/numberup/levels/1/results"
    id = ada.ask("POST", written, json={"person": "Ada", "points": 3}).json()["id"]
    ben.ask("POST", written, json={"person": "Ada", "points": 2})
    assert [one["points"] for one in ada.get("/booklets/numberup/levels/1")["results"]] == [3]
    assert ben.get("/booklets/numberup")["people"] == ["Ada"]
    assert ben.ask("DELETE", f"/results/{id}").status_code == 404
    match = ben.new("Ada", **LEVEL)
    player = ben.join(match)
    player.play(Random(3))
    player.close()
    assert len(ada.get("/booklets/numberup/levels/1")["results"]) == 1
    assert ben.ask("DELETE", f"/matches/{match}").status_code == 204
    assert ben.ask("POST", f"/matches/{match}/restore").status_code == 204


def test_days_training_and_cards_of_their_own(ada: Guest, ben: Guest) -> None:
    asked = {"part": "level", "person": "Ada"}
    one, other = (device.ask("POST", "/days/today", json=asked).json()["id"] for device in (ada, ben))
    assert one != other
    assert [game["running"] for game in ben.get("/days/today?person=Ada")["games"]] == [None, other]
    key = ada.ask("POST", "/cards", json={"source": "lunch.toml", "content": lunch()}).json()["key"]
    assert [game["key"] for game in ada.get("/games")["own"]] == [key]
    assert ben.get("/games")["own"] == []
    assert ben.ask("GET", f"/cards/{key}").status_code == 404
    assert ben.ask("POST", "/matches", json={"game": key, "seats": [{"name": "Ben"}]}).status_code == 404


@pytest.mark.parametrize("stranger", ["another device", "no secret"])
def test_a_stolen_id_is_worth_nothing(club: House, ada: Guest, stranger: str) -> None:
    """Every route about a match answers whoever is not at its table exactly what it answers about no match at all."""
    match, none = ada.new("Ada", "Carl"), "f" * 24
    with closing(Guest(club, visits=stranger == "another device")) as thief:
        asked = 0
        for route in ROUTES.all:
            if "{match}" not in route.path:
                continue
            values = {"seat": "0", "box": "ones", "version": "0", "n": "1"}
            needs = [need.name for need in route.of(Given.QUERY)]
            query = "?at=0" if "at" in needs else ""
            told = []
            for id in (match, none):
                path = re.sub(r"\{(\w+)\}", lambda part: values.get(part[1], id), route.path)  # noqa: B023
                answer = thief.ask(route.method, path + query)
                told.append(
                    (answer.status_code, answer.json() | {"text": None})
                )  # which says the id that was asked for
                if stranger == "no secret":
                    thief.http.cookies.clear()
            assert told[0][0] == 404, route.path
            assert told[0][1]["code"] == "server/match"
            assert told[0] == told[1], "it cannot be found out which ids there are"
            asked += 1
        assert asked >= 20
        assert thief.shut_out(match) == thief.shut_out(none) == 4404
    assert ada.get(f"/matches/{match}")["table"]["over"] is False


def test_another_s_seat_and_a_spectator(club: House, ada: Guest, ben: Guest) -> None:
    """At one table: Ada made it and has the first seat, Ben the second, and somebody watches."""
    match = ada.new("Ada", "Ben", dice="hand")
    with closing(Guest(club)) as watcher, club.connected() as db:
        db.execute("insert into seat_holder (match, seat, holder) values (?, 1, ?)", (match, ben.holder))
        db.execute(
            "insert into at_table select match, ?, away, open, created, game from at_table where match = ?",
            (ben.holder, match),
        )
        db.execute("insert into watcher (match, holder) values (?, ?)", (match, watcher.holder))
        players = {"ada": ada.join(match), "ben": ben.join(match), "watcher": watcher.join(match)}
        hostile: dict[str, list[tuple[str, dict[str, Any], str]]] = {
            "ben": [
                ("move", {"move": "roll", "seat": 0}, "server/seat"),
                ("dice", {"faces": [1, 1, 1, 1, 1], "seat": 0}, "server/seat"),
                ("note", {"box": "ones", "points": 3, "seat": 0}, "server/seat"),
                ("undo", {"seat": 0}, "server/seat"),
                ("correct", {"seat": 0, "box": "ones", "points": 5}, "server/seat"),
                ("salt", {"seat": 0, "seed": "00"}, "server/seat"),
                ("keep", {"mask": "11111"}, "server/seat"),
            ],
            "watcher": [
                (do, more, "server/watching")
                for do, more in (
                    ("move", {"move": "roll", "seat": 0}),
                    ("move", {"move": "roll", "seat": 1}),
                    ("undo", {"seat": 0}),
                    ("source", {"source": "app"}),
                    ("go", {}),
                    ("keep", {"mask": "11111"}),
                )
            ],
        }
        for who, commands in hostile.items():
            for do, more, code in commands:
                answer = players[who].do(do, **more)
                assert (answer["is"], answer["code"], answer["status"]) == ("refused", code, 403), (who, do)
        assert players["ada"].do("note", box="ones", points=3, seat=0)["is"] == "state"
        players["ben"].catch_up(players["ada"].state["version"])
        assert players["ben"].do("undo", seat=0)["code"] == "server/seat"
        assert players["ben"].do("note", box="twos", points=4, seat=1)["is"] == "state"
        players["ada"].catch_up(players["ben"].state["version"])
        assert players["ada"].do("correct", seat=1, box="twos", points=2)["code"] == "server/seat", (
            "not the maker either"
        )
        assert players["ada"].do("correct", seat=0, box="ones", points=2)["is"] == "state"
        assert players["watcher"].do("ping")["is"] == "pong"
        for player in players.values():
            player.close()
        for do in ("end", "rematch", "again", "archive"):
            refused = watcher.ask("POST", f"/matches/{match}/{do}")
            assert (refused.status_code, refused.json()["code"]) == (403, "server/watching"), do
        assert watcher.ask("DELETE", f"/matches/{match}").status_code == 403
        assert watcher.get(f"/matches/{match}")["version"] > 0
        assert watcher.get("/matches")["matches"] == [], "it is not in the lists of who only looks on"
        gone = ben.ask("DELETE", f"/matches/{match}", headers={"accept-language": "de"})
        assert (gone.status_code, gone.json()["code"]) == (403, "server/maker")
        assert gone.json()["title"] == "Weglegen und löschen kann diesen Tisch nur, wer ihn aufgemacht hat."
        assert [one["id"] for one in ben.get("/matches")["matches"]] == [match]
        assert ben.get(f"/matches/{match}/records")["records"][0] is None
        again = ben.ask("POST", f"/matches/{match}/rematch").json()["id"]
        assert {one["id"] for one in ada.get("/matches")["matches"]} == {match, again}
        player = ben.join(again)
        assert player.do("move", move="roll", seat=0)["code"] == "server/seat", "the seats go along"
        player.close()


def test_everything_holds_one_s_own_alone(ada: Guest, ben: Guest) -> None:
    mine, theirs = ada.new("Ada"), ben.new("Secretive")
    file = ada.ask("GET", "/everything").text
    assert mine in file
    assert theirs not in file
    assert "Secretive" not in file
    assert ada.holder not in file
    tables = json.loads(file)["tables"]
    assert not {"device", "seat_holder", "watcher", "at_table"} & tables.keys()
    assert all("holder" not in table["columns"] and "maker" not in table["columns"] for table in tables.values())

    # A file that says whose a match is, that goes on in another's, or that makes a device the owner's.
    forged = json.loads(ben.ask("GET", "/everything").text.replace(theirs, mine))
    forged["tables"]["device"] = {"columns": ["secret", "holder", "stamp"], "rows": [[ben.holder, "", 1]]}
    forged["tables"]["watcher"] = {"columns": ["match", "holder"], "rows": [[mine, ben.holder]]}
    forged["tables"]["person"]["columns"].append("holder")
    forged["tables"]["person"]["rows"] = [[*row, ada.holder] for row in forged["tables"]["person"]["rows"]]
    answer = ben.ask("POST", "/everything", content=json.dumps(forged).encode())
    assert answer.status_code == 200, answer.text
    assert answer.json()["matches"] == 0
    assert ben.ask("POST", "/device").json() == {"owner": False}
    assert ben.ask("GET", f"/matches/{mine}").status_code == 404
    assert "Secretive" not in {one["name"] for one in ada.get("/people")["people"]}


def test_a_file_of_another_s_match_is_a_match_of_one_s_own(ada: Guest, ben: Guest) -> None:
    match = ada.new("Ada")
    player = ada.join(match)
    player.do("move", move="roll")
    player.close()
    file = ada.ask("GET", f"/matches/{match}/file").content
    opened = ben.ask("POST", "/files", content=file, headers={"content-type": "text/plain"}).json()
    assert not opened["known"], "it is not told that somebody else has it"
    assert opened["id"] != match
    assert [one["id"] for one in ben.get("/matches")["matches"]] == [opened["id"]]


def test_the_admin_link_works_once(tmp_path: Path) -> None:
    with (
        house(tmp_path / "knobel.db", local_owner=False, admin=ADMIN) as home,
        closing(Guest(home)) as ada,
        closing(Guest(home)) as runs,
        closing(Guest(home)) as late,
    ):
        match, before = ada.new("Ada"), runs.new("Olga")
        wrong = runs.ask("POST", "/owner", json={"token": "guessed"})
        assert (wrong.status_code, wrong.json()["code"]) == (404, "server/link")
        assert runs.ask("POST", "/owner", json={"token": ADMIN}).json() == {"owner": True}
        assert late.ask("POST", "/owner", json={"token": ADMIN}).status_code == 404, "used"
        assert runs.ask("POST", "/device").json() == {"owner": True}
        assert {one["id"] for one in runs.get("/matches")["matches"]} == {match, before}
        assert [one["name"] for one in runs.get("/people")["people"]] == ["Olga"], "people stay whose they are"
        player = runs.join(match)
        assert player.do("move", move="roll", seat=0)["code"] == "server/watching"
        player.close()
        player = runs.join(before)
        assert player.do("move", move="roll", seat=0)["is"] == "state"
        player.close()
        assert runs.ask("POST", f"/matches/{match}/end").status_code == 200
        assert runs.ask("DELETE", f"/matches/{match}").status_code == 204
        assert ada.get("/matches")["matches"] == []


def test_this_machine_is_the_owner_s(tmp_path: Path) -> None:
    with house(tmp_path / "knobel.db") as home:
        match = home.new("kniffel", ("Ada", "Ben"))
        answer = home.http.post("/api/device")
        assert answer.json() == {"owner": True}
        assert "set-cookie" not in answer.headers
        through_a_proxy = home.http.get(f"/api/matches/{match}", headers={"x-forwarded-for": "192.0.2.7"})
        assert through_a_proxy.status_code == 404
        assert home.http.get("/api/matches", headers={"x-forwarded-for": "192.0.2.7"}).json()["matches"] == []


def test_things_go_along_with_a_linked_device(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        mine: NewMatch = new("a")
        await store.create(mine, None)
        await store.link(Linked("hash", OWNER, 1))
        assert await store.holder_of("hash") == OWNER
        assert await store.seating("a") == Seating()
        assert await store.seating("x") is None
        await store.close()

    finish(run())


# Tables by link.


def shared(maker: Guest, *names: str, free: tuple[int, ...] = (1,), **asked: Any) -> Any:
    seats = [{"name": name} for name in names]
    match = {"game": "kniffel", "seats": seats, "first": 0, **asked}
    answer = maker.ask("POST", "/tables", json={"match": match, "free": free})
    assert answer.status_code == 201, answer.text
    return answer.json()


def sit(guest: Guest, token: str, name: str) -> httpx.Response:
    return guest.ask("POST", f"/tables/by-link/{token}/seats", json={"name": name, "colour": "blue", "picture": "owl"})


def test_a_table_by_link(club: House, ada: Guest, ben: Guest) -> None:
    table = shared(ada, "Ada", "?", seats=[{"name": "Ada", "colour": "blue"}, {"name": "?"}])
    assert [(seat["name"], seat["free"], seat["mine"]) for seat in table["seats"]] == [
        ("Ada", False, True),
        ("", True, False),
    ]
    assert table["match"] is None
    join, watch = table["join"], table["watch"]
    assert [one["join"] for one in ada.get("/tables")["tables"]] == [join]
    assert ben.get("/tables")["tables"] == [], "who has no link does not find it"
    seen = ben.get(f"/tables/by-link/{join}")
    assert (seen["made"], seen["seats"][0]["mine"], seen["join"]) == (False, False, join)

    taken = sit(ben, join, "ada")
    assert (taken.status_code, taken.json()["code"]) == (422, "match/names")
    begun = sit(ben, join, "Ben").json()
    assert [seat["colour"] for seat in begun["seats"]] == ["blue", "red"], "no two have one colour"
    match = begun["match"]
    assert [seat["mine"] for seat in begun["seats"]] == [False, True]
    assert ada.get(f"/tables/by-link/{join}")["match"] == match
    assert ada.get("/tables")["tables"] == []
    assert {one["name"] for one in ben.get("/people")["people"]} == {"Ben"}, "everybody remembers their own people"

    with closing(Guest(club)) as late, closing(Guest(club)) as watcher:
        replayed = sit(late, join, "Cid")
        assert (replayed.status_code, replayed.json()["code"]) == (409, "server/full_table")
        assert late.shut_out(match) == 4404, "the link alone opens nothing"
        assert watcher.get(f"/tables/by-link/{watch}")["join"] is None, "who looks on gets no seat"
        assert sit(watcher, watch, "Dan").status_code == 404
        assert watcher.shut_out(match) == 4404
        assert watcher.ask("POST", f"/tables/by-link/{watch}/watch").json()["match"] == match

        one, two, three = ada.join(match), ben.join(match), watcher.join(match)
        assert [player.hello["mine"] for player in (one, two, three)] == [[0], [1], []]
        assert two.receive("present")["seats"] == [True, True]
        for _ in range(2):
            for player, seat in ((one, 0), (two, 1)):
                for other in (one, two, three):
                    other.catch_up(max(one.state["version"], two.state["version"]))
                assert player.turn["seat"] == seat
                assert player.do("move", move="roll")["is"] == "state"
                box = next(move for move in player.moves() if move.startswith("enter"))
                assert player.do("move", move=box)["is"] == "state"
        three.catch_up(two.state["version"])
        assert three.do("move", move="roll", seat=three.turn["seat"])["code"] == "server/watching"
        two.close()
        until_gone = [one.receive("present")["seats"]]
        while until_gone[-1] != [True, False]:
            until_gone.append(one.receive("present")["seats"])
        back = ben.join(match)
        assert back.hello["mine"] == [1], "who comes back has the seat"
        assert one.receive("present")["seats"] == [True, True]
        for player in (one, three, back):
            player.close()
    again = ben.ask("POST", f"/matches/{match}/links").json()
    assert (again["watch"], again["match"], again["join"]) == (watch, match, join)
    assert ben.ask("GET", f"/tables/by-link/{'x' * 24}").json()["code"] == "server/link"


def test_a_bot_plays_on_for_who_has_left_until_they_are_back(club: House, ada: Guest, ben: Guest) -> None:
    match = sit(ben, shared(ada, "Ada", "?")["join"], "Ben").json()["match"]
    one, two = ada.join(match), ben.join(match)

    def let_bot_play(who: Guest, seat: int, **asked: Any) -> httpx.Response:
        return who.ask("PUT", f"/matches/{match}/seats/{seat}/bot", json=asked)

    def refused(answer: httpx.Response) -> tuple[int, str]:
        return answer.status_code, answer.json()["code"]

    for seat in (0, 1):
        assert refused(let_bot_play(ada, seat)) == (409, "server/there"), "nobody has left"
    assert refused(let_bot_play(ada, 5)) == (403, "server/seat")
    two.close()
    while (told := one.receive("present"))["seats"] != [True, False]:
        pass
    assert told["wait"][0] is None
    assert 0 < told["wait"][1] <= 1
    until(lambda: refused(let_bot_play(ada, 1, bot="nobody")) == (422, "game/rule"))
    with closing(Guest(club)) as stranger:
        assert let_bot_play(stranger, 1).status_code == 404
    assert let_bot_play(ada, 1).status_code == 204
    assert one.receive("state")["events"][-1] == {"is": "stood_in", "n": 1, "seat": 1, "bot": "greedy"}
    assert one.table["stand_ins"] == {"1": "greedy"}
    assert let_bot_play(ada, 1).status_code == 204, "asked twice, done once"

    one.do("move", move="roll")
    one.do("move", move="enter chance")
    while one.turn["seat"] != 0:
        one.receive("state")
    assert one.table["undo"] is None, "what a bot has decided stays"

    back = ben.join(match)
    assert back.table["stand_ins"] == {"1": "greedy"}, "a bot plays for him until he says so"
    assert back.do("move", move="roll", seat=1)["code"] == "move/bot"
    assert refused(ada.ask("DELETE", f"/matches/{match}/seats/1/bot")) == (403, "server/seat")
    assert ben.ask("DELETE", f"/matches/{match}/seats/1/bot").status_code == 204
    one.catch_up(back.receive("state")["version"])
    for player in (one, back):
        assert player.table["stand_ins"] == {}
    one.do("move", move="roll")
    one.do("move", move="enter ones")
    back.catch_up(one.state["version"])
    assert back.turn["seat"] == 1
    assert back.do("move", move="roll")["is"] == "state"
    for player in (one, back):
        player.close()
    file = ada.ask("GET", f"/matches/{match}/file").text
    assert "\nB bot greedy #" in file
    assert "\nB back #" in file


def test_a_table_that_waits_is_given_up(ada: Guest, ben: Guest, club: House) -> None:
    table = shared(ada, "Ada", "?", "?", free=(1, 2))
    where = f"/tables/by-link/{table['join']}"
    assert sit(ben, table["join"], "Ben").json()["match"] is None
    assert [one["join"] for one in ben.get("/tables")["tables"]] == [table["join"]]
    assert ben.ask("DELETE", f"{where}/seats").status_code == 204
    assert [seat["free"] for seat in ada.get(where)["seats"]] == [False, True, True]
    with closing(Guest(club)) as thief:
        assert thief.ask("DELETE", f"{where}/seats").status_code == 204
        assert [seat["free"] for seat in ada.get(where)["seats"]] == [False, True, True], "who has no seat gives none"
    assert ada.ask("DELETE", f"{where}/seats").status_code == 204
    assert ben.ask("GET", where).status_code == 404


def test_a_match_that_has_begun_can_be_watched(club: House, ada: Guest, ben: Guest) -> None:
    match = ada.new("Ada", "Carl")
    links = ada.ask("POST", f"/matches/{match}/links").json()
    assert ben.ask("POST", f"/matches/{match}/links").status_code == 404
    player = ada.join(match)
    assert player.hello["mine"] == [0, 1], "one screen for both"
    assert ben.ask("POST", f"/tables/by-link/{links['watch']}/watch").json()["match"] == match
    watching = ben.join(match)
    assert watching.hello["mine"] == []
    player.do("move", move="roll")
    watching.catch_up(player.state["version"])
    for one in (player, watching):
        one.close()
    picture = ada.ask("GET", f"/qr/{links['watch']}")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<?xml")
    where = ada.get("/address")
    assert (where["address"], where["reachable"]) == (f"http://127.0.0.1:{club.port}/", False)
    assert ada.ask("GET", "/address", headers={"x-forwarded-proto": "https"}).json()["address"].startswith("https://")


# Everything of one's own is deleted.


def filled(guest: Guest, name: str) -> str:
    """A device with something in every corner; its match, and one more in the bin."""
    match = guest.new(name)
    guest.ask("DELETE", f"/matches/{guest.new(name)}")
    player = guest.join(guest.new(name, **LEVEL))
    player.play(Random(3))
    player.close()
    guest.ask("POST", "/booklets/numberup/levels/1/results", json={"person": name, "points": 3})
    guest.ask("POST", "/days/today", json={"part": "level", "person": name})
    guest.ask("POST", "/cards", json={"source": "lunch.toml", "content": lunch()})
    return match


def test_everything_of_mine_is_deleted_and_nothing_of_others(club: House, ada: Guest, ben: Guest) -> None:
    mine, theirs = filled(ada, "Ada"), filled(ben, "Ben")
    made = sit(ben, shared(ada, "Ada", "?")["join"], "Ben").json()["match"]
    joined = sit(ada, shared(ben, "Ben", "?")["join"], "Ada").json()["match"]
    gives_up = shared(ada, "Ada", "?")["join"]
    leaves = shared(ben, "Ben", "?", "?", free=(1, 2))["join"]
    sit(ada, leaves, "Ada")
    watched = ben.ask("POST", f"/matches/{theirs}/links").json()["watch"]
    ada.ask("POST", f"/tables/by-link/{watched}/watch")
    assert ada.get("/everything/count") == {"matches": 6, "results": 2, "people": 1, "cards": 1, "shared": 2}
    before, holder, secret = ben.get("/everything/count"), ada.holder, ada.cookie
    there, at_my_table = ada.join(made), ben.join(made)

    answer = ada.ask("DELETE", "/everything")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert COOKIE not in ada.http.cookies
    assert holder not in club.kept(), "nothing is kept under that name"
    for player in (there, at_my_table):
        with pytest.raises(ConnectionClosed):
            player.receive("never")
    for secrets in ({"cookie": secret}, {}):  # neither the secret of before nor none finds anything
        for path in (f"/matches/{mine}", f"/matches/{made}", f"/matches/{joined}", f"/matches/{theirs}"):
            assert ada.ask("GET", path, headers=secrets).status_code == 404, path
        assert ada.ask("GET", "/matches", headers=secrets).json()["matches"] == []
        assert ada.ask("GET", "/matches?shelf=bin", headers=secrets).json()["matches"] == []
        assert ada.ask("GET", "/people", headers=secrets).json()["people"] == []
        assert ada.ask("GET", "/games", headers=secrets).json()["own"] == []
    assert ada.ask("GET", f"/tables/by-link/{gives_up}").status_code == 404

    assert ben.get("/everything/count") == {**before, "shared": 0}
    assert {made, joined, theirs} <= {one["id"] for one in ben.get("/matches")["matches"]}
    assert [seat["free"] for seat in ben.get(f"/tables/by-link/{leaves}")["seats"]] == [False, True, True]
    for match, seat in ((made, 0), (joined, 1)):
        player = ben.join(match)
        assert player.hello["mine"] == [1 - seat]
        assert player.receive("present")["seats"][seat] is False
        assert player.do("undo", seat=seat)["code"] == "server/seat", "nobody's seat is not anybody's"
        player.close()
        again = ben.ask("POST", f"/matches/{match}/rematch").json()["id"]
        player = ben.join(again)
        assert player.hello["mine"] == [0, 1], "a new match has no seat without anybody"
        player.close()
        assert ben.ask("POST", f"/matches/{match}/end").status_code == 200
        assert ben.ask("DELETE", f"/matches/{match}").status_code == 204, "it is Ben's to put away"
    assert ben.ask("DELETE", "/everything").status_code == 204
    with club.connected() as db:
        assert db.execute("select count(*) from match where id in (?, ?)", (made, joined)).fetchone() == (0,)


def test_whoever_runs_the_server_deletes_only_their_own(tmp_path: Path) -> None:
    with house(tmp_path / "knobel.db", local_owner=False, admin=ADMIN) as home, closing(Guest(home)) as ada:
        match = ada.new("Ada")
        with closing(Guest(home)) as runs:
            runs.new("Olga")
            runs.ask("POST", "/owner", json={"token": ADMIN})
            secret = runs.cookie
            assert runs.ask("DELETE", "/everything").status_code == 204
            assert runs.ask("POST", "/device", headers={"cookie": secret}).json() == {"owner": True}, "as before"
            found = runs.ask("GET", "/matches", headers={"cookie": secret}).json()["matches"]
            assert [one["id"] for one in found] == [match]
        assert [one["name"] for one in ada.get("/people")["people"]] == ["Ada"]


# A second device.


def linked(device: Guest, token: str) -> httpx.Response:
    return device.ask("POST", "/device/linked", json={"token": token})


def test_a_second_device_has_the_same_and_brings_its_own(club: House, ada: Guest, ben: Guest) -> None:
    mine, theirs = ada.new("Ada"), ben.new("Ben")
    table = sit(ben, shared(ada, "Ada", "?")["join"], "Ben").json()["match"]
    open_here = ben.join(theirs)
    with closing(Guest(club)) as third, closing(Guest(club)) as late:
        own = third.new("Cleo")
        assert linked(third, ben.ask("POST", "/device/link").json()["token"]).json() == {"owner": False}
        assert {one["id"] for one in ben.get("/matches")["matches"]} == {theirs, table, own}

        replaced = ada.ask("POST", "/device/link").json()["token"]
        told = ada.ask("POST", "/device/link").json()
        assert told["seconds"] == 600
        assert told["token"] not in club.kept(), "only its hash is kept"
        qr = ada.ask("GET", f"/qr/{told['token']}?to=move")
        assert (qr.status_code, qr.headers["content-type"]) == (200, "image/svg+xml")
        same = linked(ada, told["token"])
        assert (same.status_code, same.json()["code"]) == (409, "server/same_device"), "and it is not used by that"
        assert linked(ben, told["token"]).json() == {"owner": False}
        for token in (told["token"], replaced, "x" * 24, "?"):
            refused = linked(late, token)
            assert (refused.status_code, refused.json()["code"]) == (404, "server/device_link"), token
        assert (
            "zehn Minuten"
            in late.ask(
                "POST", "/device/linked", json={"token": told["token"]}, headers={"accept-language": "de"}
            ).json()["title"]
        )
        assert late.get("/matches")["matches"] == []

        for device in (ada, ben, third):  # also one that had been linked with the second before
            assert {one["id"] for one in device.get("/matches")["matches"]} == {mine, theirs, table, own}
            assert {one["name"] for one in device.get("/people")["people"]} == {"Ada", "Ben", "Cleo"}
        with pytest.raises(ConnectionClosed):
            open_here.receive("never")
        for device in (ada, ben):
            player = device.join(table)
            assert player.hello["mine"] == [0, 1], "both seats are on both devices"
            player.close()
        assert ada.ask("DELETE", "/everything").status_code == 204
        assert ben.get("/matches")["matches"] == third.get("/matches")["matches"] == []


def test_whoever_runs_the_server_takes_another_device_along(tmp_path: Path) -> None:
    with house(tmp_path / "knobel.db") as home:
        match, token = home.new(), home.http.post("/api/device/link").json()["token"]
        here = home.http.post("/api/device/linked", json={"token": token})
        assert (here.status_code, here.json()["code"]) == (409, "server/same_device")
        with closing(Guest(home, visits=False)) as phone:
            phone.http.headers["x-forwarded-for"] = "192.0.2.7"  # not from this machine
            assert linked(phone, token).json() == {"owner": True}
            assert [one["id"] for one in phone.get("/matches")["matches"]] == [match]
        with closing(Guest(home, visits=False)) as guest:
            guest.http.headers["x-forwarded-for"] = "192.0.2.7"
            offered = guest.ask("POST", "/device/link").json()["token"]
        stays = home.http.post("/api/device/linked", json={"token": offered})
        assert (stays.status_code, stays.json()["code"]) == (409, "server/owner_here")


def test_a_link_for_another_device_ends_after_ten_minutes_and_survives_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        now = 1_000_000.0
        for late in (False, True):
            store = SqliteStore(tmp_path / "k.db")
            token = await Devices(store, clock=partial(float, now)).offer("ada")
            await store.close()
            store = SqliteStore(tmp_path / "k.db")
            now += 600 if late else 599
            devices = Devices(store, clock=partial(float, now))
            if late:
                with pytest.raises(UsedDeviceLink):
                    await devices.follow("secret", hashed("secret"), token)
            else:
                many = (devices.follow(one, hashed(one), token) for one in ("one", "two"))
                found = await asyncio.gather(*many, return_exceptions=True)
                assert found[0] == "ada"
                assert isinstance(found[1], UsedDeviceLink), "two at the same moment: one of them"
                assert await store.holder_of(hashed("one")) == "ada"
                assert await store.holder_of(hashed("two")) is None
            await store.clean(Cleaning(int(now)))
            await store.close()

    finish(run())
