"""What whoever runs a server sees of it: whether it takes players, figures, logs, and how it stops."""

import asyncio
import json
import logging
import os
import signal
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from knobel.errors import BadText, KnobelError
from knobel.server import readiness
from knobel.server.archiving import DAY_SECONDS, Archiving
from knobel.server.frames import LONGEST_MESSAGE, heard
from knobel.server.guard import Guard, Limits
from knobel.server.logs import JsonLines
from knobel.server.meter import BOUNDS, Spread
from knobel.server.problems import Stopping, StoreSilent
from knobel.server.readiness import Readiness
from knobel.server.run import NoMetrics, NoProxy, check_proxies, metrics_at
from knobel.storage.errors import DiskFull
from knobel.storage.holders import OWNER, HolderEntry
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import ARCHIVED, LISTED
from tests.databases import Databases
from tests.playing import in_a_loop
from tests.server.house import House, Player, house, until
from tests.server.programs import program


def test_a_server_that_can_write_is_ready_and_nobody_gets_anything_by_it(home: House) -> None:
    assert home.get("/health")["ok"]
    assert home.get("/ready") == {"ok": True}
    for token in ("tried", "x" * 24):
        answer = home.http.post("/api/device/linked", json={"token": token})
        assert answer.json()["code"] == "server/device_link"


class Stubborn(SqliteStore):
    """A real store whose writes fail, or hang, as long as the test says so."""

    trouble: Exception | None = None
    hangs = False
    tries = 0

    async def link(self, entry: HolderEntry) -> None:
        self.tries += 1
        if self.hangs:
            await asyncio.sleep(3600)
        if self.trouble:
            raise self.trouble
        await super().link(entry)


def test_what_is_wrong_with_the_store_is_said_until_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SILENT_SECONDS", 60.0)
    monkeypatch.setattr(readiness, "TRIED_SECONDS", 3600.0)

    async def story() -> None:
        store = Stubborn(tmp_path / "k.db")
        ready = Readiness(store)
        await ready.check()
        store.trouble = DiskFull(file="k.db", problem="SQLITE_FULL")
        await asyncio.gather(*(ready.check() for _ in range(50)))
        assert store.tries == 1, "what was found out holds for a while, whoever asks"

        monkeypatch.setattr(readiness, "TRIED_SECONDS", 0.0)
        ready = Readiness(store)
        with pytest.raises(DiskFull):
            await ready.check()
        store.trouble, store.hangs = None, True
        monkeypatch.setattr(readiness, "SILENT_SECONDS", 0.01)
        with pytest.raises(StoreSilent):
            await ready.check()
        store.hangs = False
        monkeypatch.setattr(readiness, "SILENT_SECONDS", 60.0)
        await ready.check()
        ready.stopping = True
        with pytest.raises(Stopping):
            await ready.check()
        await store.close()

    in_a_loop(story())


# A stop.


def test_a_stop_is_told_and_loses_nothing(tmp_path: Path, new_database: Databases) -> None:
    db = new_database() or tmp_path / "k.db"
    with program(db) as server:
        half_said = socket.create_connection(("127.0.0.1", server.port))
        half_said.sendall(b"GET /api/health HT")  # somebody who never ends a sentence does not hold it up
        bots = server.new(seats=[{"name": "Bot A", "bot": "greedy"}, {"name": "Bot B", "bot": "greedy"}])
        watching = server.join(bots)
        match = server.new("Ada", "Ben")
        player = server.join(match)
        for _ in range(6):
            assert player.do("move", move=player.moves()[0])["is"] == "state"
        player.send("move", move=player.moves()[0])  # on its way when the stop comes
        assert "Traceback" not in server.end(signal.SIGTERM)
        assert server.process.returncode == 0
        heard = _last_words(player)
        assert [message["is"] for message in heard].count("goodbye") == 1
        assert "goodbye" in [message["is"] for message in _last_words(watching)]
        half_said.close()
        seen = max([player.state["version"], *(message.get("version", 0) for message in heard)])
    with program(db) as server:
        again = server.join(match)
        assert again.state["version"] >= seen > 0
        assert again.do("move", move=again.moves()[0])["is"] == "state"
        again.close()
        assert server.http.get("/api/ready").json() == {"ok": True}


def _last_words(player: Player) -> list[Any]:
    """What was told before the connection was closed: with the code that asks to come back."""
    heard = []
    try:
        while True:
            heard.append(json.loads(player.socket.recv(timeout=60)))
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        assert closed.rcvd.code == 1012
    return heard


class Listener:
    """A client that keeps what it is told."""

    holder = OWNER

    def __init__(self) -> None:
        self.told: list[object] = []

    def put(self, message: bytes, frame: bytes | None = None) -> None:  # noqa: ARG002
        self.told.append(message)

    def refuse(self, command: str | None, version: int, error: KnobelError) -> None:  # noqa: ARG002
        self.told.append(error)

    def drop(self) -> None:
        self.told.append(None)


def test_after_the_goodbye_nothing_more_is_taken(home: House) -> None:
    """Who has not read it yet sends on; it is not refused, so that a page sends it again to whoever comes next."""
    match = home.new(first=0)
    home.join(match).close()
    hub, client = home.hub, Listener()
    hub.readiness.stopping = True
    try:
        assert home.http.get("/api/ready").json()["code"] == "server/stopping"
        for said in ('{"do":"move","id":"a","at":0,"seat":0,"move":"roll"}', '{"do":"ping","id":"b"}', "no JSON"):
            heard(hub, hub.rooms[match], client, LONGEST_MESSAGE, said)
    finally:
        hub.readiness.stopping = False
    assert client.told == []
    assert hub.under_way == 0
    heard(hub, hub.rooms[match], client, LONGEST_MESSAGE, '{"do":"ping","id":"c"}')
    assert len(client.told) == 1


def test_what_the_stop_does_not_wait_for_is_refused_without_a_traceback() -> None:
    """A folder is packed for seconds, which a stop does not wait for: uvicorn cancels what is still being answered."""
    sent: list[dict[str, Any]] = []

    async def stopped_in_the_middle() -> None:
        begun = asyncio.Event()

        async def packs(*_: Any) -> None:
            begun.set()
            await asyncio.sleep(60)

        async def client(message: Any) -> None:
            sent.append(message)

        async def farewell() -> None:
            pass

        asked = {"type": "http", "method": "GET", "path": "/pocket/", "headers": [(b"host", b"localhost")]}
        request = asyncio.ensure_future(Guard(packs, packs, Limits(), farewell)(asked, packs, client))  # type: ignore[arg-type]
        await begun.wait()
        request.cancel()
        await request

    in_a_loop(stopped_in_the_middle())
    assert (sent[0]["status"], json.loads(sent[1]["body"])["code"]) == (503, "server/stopping")


# Figures.


def test_figures_are_shown_on_a_port_of_their_own_and_nowhere_else(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with program(tmp_path / "k.db", "--metrics", str(port)) as server:
        match = server.new("Ada", "Ben")
        player = server.join(match)
        for _ in range(3):
            player.do("move", move=player.moves()[0])
        player.do("move", move="write yahtzee_that_is_none")
        assert server.http.get("/api/matches/0123456789abcdef").status_code == 404
        figures = _figures(port)
        assert figures["knobel_tables_open"] == figures["knobel_sockets_open"] == 1
        assert figures["knobel_action_seconds_count"] == figures["knobel_action_seconds_bucket le=+Inf"] == 3
        assert figures["knobel_action_seconds_sum"] > 0
        assert figures["knobel_refusals_total code=server/match way=http"] == 1
        assert figures["knobel_requests_total status=201"] == 1
        assert sum(count for name, count in figures.items() if "way=socket" in name) == 1
        assert figures["process_cpu_seconds_total"] > 0
        assert figures["knobel_stopping"] == 0
        asked = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert not any(word in asked for word in ("Ada", "Ben", match))
        for path in ("/metrics", "/api/metrics"):
            assert "knobel_tables_open" not in server.http.get(path).text
        player.close()
        server.end(signal.SIGTERM)
        assert server.process.returncode == 0


def _figures(port: int) -> dict[str, float]:
    found = {}
    for family in text_string_to_metric_families(httpx.get(f"http://127.0.0.1:{port}/metrics").text):
        for sample in family.samples:
            labels = "".join(f" {key}={value}" for key, value in sorted(sample.labels.items()))
            found[f"{sample.name}{labels}"] = sample.value
    return found


def test_a_spread_counts_by_bounds() -> None:
    spread = Spread()
    for seconds in (0.0005, 0.001, 0.002, 7.0):
        spread.add(seconds)
    assert spread.counts[0] == 2
    assert spread.counts[1] == spread.counts[-1] == 1
    assert sum(spread.counts) == 4
    assert spread.seconds == pytest.approx(7.0035)
    assert list(BOUNDS) == sorted(BOUNDS)


def test_no_figures_where_nobody_can_listen(home: House) -> None:
    assert metrics_at("0.0.0.0:0") == ("0.0.0.0", 0)
    assert metrics_at("[::1]:0")[0] == "::1" if socket.has_ipv6 and _has_loopback_6() else True
    for place in ("nowhere", "127.0.0.1:", "70000", str(home.port)):
        with pytest.raises(NoMetrics, match="--metrics"):
            metrics_at(place)


def _has_loopback_6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as found:
            found.bind(("::1", 0))
    except OSError:
        return False
    return True


# A proxy before it.


def test_a_proxy_is_an_address_or_a_network() -> None:
    check_proxies(("10.0.0.0/8", "127.0.0.1", "fd00::/8"))
    for wrong in ("proxy.example", "10.0.0.1/8", "*"):
        with pytest.raises(NoProxy, match="--proxy"):
            check_proxies((wrong,))


def test_bounds_behind_a_proxy_are_counted_for_whom_it_asks(tmp_path: Path) -> None:
    """Else all players would share one address, and one flood would lock out everybody."""
    behind = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    names = ("--allow-host", "games.example", "--allow-host", "Club.Example")
    with program(tmp_path / "k.db", "--proxy", "127.0.0.1", "--no-local-owner", *names) as server:
        asked = {"host": "games.example", **behind}
        answer = server.http.post("/api/device", headers=asked)
        assert answer.json() == {"owner": False}
        assert "Secure" in answer.headers["set-cookie"]
        assert server.http.get("/api/address", headers=asked).json()["address"] == "https://games.example/"
        assert server.line().startswith("https://games.example/ ")
        assert "https://games.example/#/owner/" in server.line()
        for name in ("club.example", "CLUB.example", "Games.Example"):  # capitals make no other name
            assert server.http.get("/api/health", headers={"host": name}).status_code == 200


# The log.


def test_the_log_as_json_has_nobody_in_it(tmp_path: Path) -> None:
    """A whole evening: people, links, a match with its seed, refusals; and a disk that fails at the end."""
    db = tmp_path / "k.db"
    with program(db, "--log-format", "json", "--no-local-owner") as server:
        server.line()
        admin = server.line()
        table = server.http.post(
            "/api/tables",
            json={"match": {"game": "kniffel", "seats": [{"name": "Zenobia"}, {"name": "Xaver"}]}, "free": [1]},
        )
        secret = server.http.cookies["knobel_device"]
        link = table.json()["join"]
        server.http.get(f"/api/tables/by-link/{link}")
        server.http.get("/api/tables/by-link/" + "x" * 24)
        server.http.post(f"/api/tables/by-link/{link}/seats", json={"name": "Xaver"})
        match = table.json()["match"] or server.http.get("/api/matches").json()["matches"][0]["id"]
        with closing(sqlite3.connect(db)) as kept:
            (seed,) = kept.execute("select seed from seed where match = ?", (match,)).fetchone()
            kept.execute("update step set lines = 'Zenobia was here'")
            kept.execute("update match set header = replace(header, 'knobel', 'Zenobia')")
            kept.commit()
        server.http.get(f"/api/matches/{match}/replay")  # damaged: what cannot be read is not quoted
        logged = server.end(signal.SIGTERM)
    lines = [json.loads(line) for line in logged.splitlines()]
    assert (lines[0]["event"], lines[-1]["event"]) == ("started", "stopped")
    assert all(line.keys() >= {"time", "level", "logger", "event"} for line in lines)
    token = admin.rsplit("/", 1)[1].strip()
    for word in ("Zenobia", "Xaver", secret, link, seed, token):
        assert len(word) > 4
        assert word not in logged, lines


def test_an_unforeseen_error_is_logged_by_its_place_not_by_its_words() -> None:
    def broken(name: str) -> None:
        raise KeyError(f"no seat for {name}, seed 5eed")

    try:
        broken("Zenobia")
    except KeyError as error:
        place = (KeyError, error, error.__traceback__)
    values = ("Zenobia", 7, "0123456789abcdef", BadText(text="Zenobia", problem="x"))
    record = logging.LogRecord("knobel", logging.ERROR, __file__, 1, "%s %s %s %s", values, place)
    record.about = {"route": "/api/tables/by-link/{token}"}
    line = json.loads(JsonLines().format(record))
    assert line["error"] == "KeyError"
    assert line["values"] == [7, "0123456789abcdef", BadText.code]
    assert line["at"][-1].startswith("server/test_operations.py:")
    assert line["at"][-1].endswith(" broken")
    assert line["route"] == "/api/tables/by-link/{token}"
    assert "Zenobia" not in str(line)
    assert "5eed" not in str(line)


def test_a_path_that_is_a_secret_is_not_logged(
    home: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked for is in the log as the route, whatever the format: links and names are parts of paths."""

    async def broken(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(home.hub.store, "invitation", broken)
    token = "s" * 24
    answer = home.http.get(f"/api/tables/by-link/{token}")
    assert (answer.status_code, answer.json()["code"]) == (500, "server/broken")
    until(lambda: "/api/tables/by-link/{token}" in caplog.text)
    assert token not in caplog.text
    assert caplog.text.count("Traceback") == 1, "once is enough"


# The archive.


def test_finished_matches_go_into_the_archive_when_they_are_old(tmp_path: Path) -> None:
    db = tmp_path / "k.db"
    with house(db) as home:
        finished, running, wanted = (home.new(names=("Ada",)) for _ in range(3))
        for match in (finished, wanted):
            player = home.join(match)
            assert player.do("move", move=player.moves()[0])["is"] == "state"
            player.close()
            assert home.http.post(f"/api/matches/{match}/end").status_code == 200
    with closing(sqlite3.connect(db)) as kept:
        kept.execute("update step set stamp = stamp - ?", (40 * DAY_SECONDS,))
        kept.commit()

    async def story() -> list[int | None]:
        store = SqliteStore(db)
        open_here: set[str] = set()
        archiving = Archiving(store, open_here.__contains__)
        now = int(os.path.getmtime(db))
        assert await archiving.look(now - 50 * DAY_SECONDS) == 0, "not old enough"
        open_here.add(finished)
        archiving.keep(wanted)
        assert await archiving.look(now - 30 * DAY_SECONDS) == 0, "somebody looks at one, and wants the other"
        open_here.clear()
        assert await archiving.look(now - 30 * DAY_SECONDS) == 1
        assert await archiving.look(now - 30 * DAY_SECONDS) == 0
        where = [await store.where(match) for match in (finished, running, wanted)]
        await store.close()
        return where

    assert in_a_loop(story()) == [ARCHIVED, LISTED, LISTED]
    with house(db, archive_after=30) as home:  # and by itself
        until(lambda: home.get("/matches?shelf=archive")["matches"].__len__() == 2)
        assert home.http.post(f"/api/matches/{finished}/restore").status_code in (200, 204)
        assert home.hub.archiving._wanted == {finished}
