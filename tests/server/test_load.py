"""One guest who sends too much, or reads too little, is the trouble of nobody else."""

import base64
import contextlib
import gc
import json
import os
import socket
import threading
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from knobel import Seat, find, new_match
from knobel.match.log import Match
from knobel.match.notation import format_match, parse_match
from knobel.server import room as room_module
from knobel.server.door import Door
from knobel.server.fastsocket import FastSocket
from knobel.server.guard import Budgets, Limits, address_of
from tests.server.house import FAST, House, house, until
from tests.server.test_seats import Guest


def frame(**said: object) -> bytes:
    """A message as a client sends it, masked with zeros."""
    payload = json.dumps(said).encode()
    assert len(payload) < 126
    return bytes((0x81, 0x80 | len(payload))) + bytes(4) + payload


@contextlib.contextmanager
def bare_socket(home: House, match: str) -> Iterator[socket.socket]:
    """A table's socket of which nothing is read."""
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        found.connect(("127.0.0.1", home.port))
        key = base64.b64encode(os.urandom(16)).decode()
        found.sendall(
            f"GET /ws/{match} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        yield found


def open_sockets(home: House) -> int:
    return sum(hasattr(one, "handshake_complete") for one in home.server.server_state.connections)


def test_who_has_left_leaves_nothing_in_memory(home: House) -> None:
    """At once, and not when cycles are next looked for, which is very rarely."""
    match = home.new()
    players = [home.join(match) for _ in range(4)]
    connections = home.server.server_state.connections
    gc.disable()
    try:
        sockets = [one for one in list(connections) if isinstance(one, FastSocket)]
        known: list[object] = [*sockets, *home.hub.rooms[match].clients, home.hub.rooms[match]]
        left = [weakref.ref(one) for one in known]
        assert len(left) >= 9
        del sockets, known
        for player in players[:2]:
            player.close()
        for player in players[2:]:
            player.socket.socket.shutdown(socket.SHUT_RDWR)  # without a word
        until(lambda: not home.hub.rooms[match].clients)
        del home.hub.rooms[match]  # as a table that nobody has looked at for long
        until(lambda: all(one() is None for one in left))
    finally:
        gc.enable()
        for player in players:
            player.close()


def test_a_flood_is_not_read_and_then_closed(tmp_path: Path) -> None:
    limits = Limits(rate=20, burst=50, patience=1, changes=1e6, changes_burst=1e6)
    with house(tmp_path / "k.db", limits=limits) as home:
        player, flood = home.join(home.new(first=0)), home.join(home.new())
        sending = threading.Thread(target=_send_all, args=(flood.socket.socket, frame(do="ping", id="x") * 50_000))
        sending.start()
        assert player.do("move", move="roll")["is"] == "state"
        with contextlib.suppress(ConnectionClosed):
            flood.receive("nothing")
        sending.join()
        assert 50 <= len(flood.heard) < 1000, "the rest of 50,000 stays with the sender"
        assert player.do("ping")["is"] == "pong"
        until(lambda: open_sockets(home) == 1)
        player.close()


def _send_all(there: socket.socket, data: bytes) -> None:
    with contextlib.suppress(OSError):
        there.sendall(data)


def test_what_is_sent_too_fast_is_answered_all_the_same_but_later(tmp_path: Path) -> None:
    for shortcuts in (True, False):
        with house(tmp_path / "k.db", limits=Limits(rate=100, burst=5), shortcuts=shortcuts) as home:
            player = home.join(home.new(first=0))
            ids = [player.send("ping") for _ in range(40)]
            assert [player.receive("pong")["id"] for _ in ids] == ids
            player.close()


def test_who_does_not_read_is_let_go_with_all_that_waits(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", limits=FAST) as home:
        match = home.new(first=0)
        player = home.join(match)
        player.play(Random(1))
        with bare_socket(home, match) as silent:
            until(lambda: open_sockets(home) == 2)
            silent.settimeout(20)
            _send_all(silent, frame(do="sync", id="x", since=0) * 3000)  # more than any buffer between us holds
            until(lambda: open_sockets(home) == 1)
        assert player.do("ping")["is"] == "pong"
        player.close()


def test_a_match_cannot_be_made_longer_for_ever(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as home:
        match = home.new(names=("Ada",))
        player = home.join(match)
        source, refused = "hand", None
        for _ in range(1600):
            player.send("source", source=source)
            answer = player.receive("state", "refused")
            if answer["is"] == "refused":
                refused = answer
                break
            source = "app" if source == "hand" else "hand"
        assert refused is not None
        assert (refused["code"], player.state["version"]) == ("server/long", 1500)
        assert "1500" in refused["title"]
        assert player.do("move", move="roll")["is"] == "state", "it can be played to its end"
        version = player.state["version"]

        other = home.join(match)
        told = [event["n"] for event in other.state["events"]]
        assert told == list(range(version - 499, version + 1)), "in pieces"
        while told[0] > 1:
            other.send("earlier", before=told[0])
            piece = [event["n"] for event in other.receive("events")["events"]]
            assert 0 < len(piece) <= 500
            told = piece + told
        assert told == list(range(1, version + 1))
        other.send("earlier", before=1)
        assert other.receive("events")["events"] == []

        file = home.http.get(f"/api/matches/{match}/file").text
        assert home.http.post("/api/files", content=file).status_code == 200
        player.close()
        other.close()


def test_a_file_that_holds_too_much_is_refused(home: House) -> None:
    match = new_match(find("kniffel"), [Seat("Ada")]).match
    for by_hand in (True, False) * 1501:
        match = match.switch(by_hand)
    answer = home.http.post("/api/files", content=format_match(match))
    assert answer.status_code == 422, answer.text
    assert "3000" in answer.json()["title"]


def test_matches_are_replayed_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as a match is being loaded, others go on."""
    loading, finished = threading.Event(), threading.Event()
    read = parse_match

    def slowly(text: str) -> Match:
        if loading.is_set():
            assert finished.wait(20)
        return read(text)

    monkeypatch.setattr(room_module, "parse_match", slowly)
    with house(tmp_path / "k.db") as home:
        player = home.join(home.new(first=0))
        cold = home.new()
        loading.set()
        opening = threading.Thread(target=lambda: home.join(cold).close())
        opening.start()
        assert player.do("move", move="roll")["is"] == "state"
        assert opening.is_alive()
        finished.set()
        opening.join()
        player.close()


def test_requests_that_are_not_finished_lock_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "most_unfinished", 20)
    monkeypatch.setattr(Door, "grace_seconds", 0.0)
    with house(tmp_path / "k.db") as home, contextlib.ExitStack() as held:
        silent = []
        half = "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
        for begun in ("", "GET /api/health HT", half):
            for _ in range(20):
                one = held.enter_context(socket.create_connection(("127.0.0.1", home.port)))
                one.sendall(begun.encode())
                silent.append(one)
        assert home.get("/health")["ok"], "there is room for whoever has something to say"
        until(lambda: len(Door._unfinished) <= 20)
        silent[0].settimeout(20)
        with contextlib.suppress(ConnectionResetError):
            assert silent[0].recv(1) == b"", "the oldest had to go"


def test_what_is_no_request_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as home, socket.create_connection(("127.0.0.1", home.port), timeout=20) as line:
        line.sendall(b"Good evening\r\n\r\n")
        with line.makefile("rb") as answered:
            head, _, body = answered.read().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ")
        told = json.loads(body)
        assert (told["code"], told["status"]) == ("server/body", 400)
        assert "no HTTP" in told["title"]


def test_many_who_come_at_the_same_moment_are_all_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "most_unfinished", 5)
    monkeypatch.setattr(Door, "grace_seconds", 1000.0)
    with house(tmp_path / "k.db") as home, contextlib.ExitStack() as held:
        there = ("127.0.0.1", home.port)
        many = [held.enter_context(socket.create_connection(there, timeout=20)) for _ in range(40)]
        until(lambda: len(home.server.server_state.connections) == 40)
        for one in many:
            one.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert all(one.recv(12) == b"HTTP/1.1 200" for one in many)


def test_a_request_has_so_much_time_and_an_answer_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "request_seconds", 0.2)
    monkeypatch.setattr(Door, "answer_seconds", 0.2)
    with house(tmp_path / "k.db") as home:
        match = home.new()
        for asked in ("GET /api/hea", f"GET /api/matches/{match} HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3000):
            with socket.socket() as silent:
                silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                silent.settimeout(20)
                silent.connect(("127.0.0.1", home.port))
                until(lambda: len(home.server.server_state.connections) > 0)
                _send_all(silent, asked.encode())
                until(lambda: len(home.server.server_state.connections) == 0)
        assert home.get("/health")["ok"]


def stranger(home: House, match: str) -> ClientConnection:
    """Somebody at another address."""
    there = socket.create_connection(("127.0.0.1", home.port), source_address=("127.0.0.2", 0))
    return connect(f"ws://127.0.0.1:{home.port}/ws/{match}", sock=there, legacy=True)


def test_what_one_address_uses_up_is_not_taken_from_others(tmp_path: Path) -> None:
    limits = Limits(changes=0.001, changes_burst=5, reads=0.001, reads_burst=9, per_match=6, per_match_and_address=3)
    with house(tmp_path / "k.db", limits=limits) as home:
        match = home.new(first=0)
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(base_url=f"http://127.0.0.1:{home.port}/api", transport=elsewhere) as other:
            asked = {"game": "kniffel", "seats": [{"name": "Eve"}]}
            assert [other.post("/matches", json=asked).status_code for _ in range(7)] == [201] * 5 + [429] * 2
            assert [other.get("/health").status_code for _ in range(10)] == [200] * 9 + [429]
        home.new()
        home.get("/health")

        strangers = [stranger(home, match) for _ in range(4)]
        assert all("hello" in str(one.recv(timeout=20)) for one in strangers[:3])
        with pytest.raises(ConnectionClosed) as closed:
            strangers[3].recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        player = home.join(match)
        assert player.do("move", move="roll")["is"] == "state"
        player.close()
        for one in strangers:
            one.close()


def test_a_household_has_one_budget() -> None:
    def address(host: str) -> str:
        return address_of({"client": (host, 1)})

    assert address("2001:db8:1:2::5") == address("2001:db8:1:2:ffff::9") != address("2001:db8:1:3::5")
    assert address("::ffff:192.0.2.7") == address("192.0.2.7") != address("192.0.2.8")
    assert address_of({"client": None}) == ""
    budgets = Budgets(0.001, 1)
    assert [budgets.take("a"), budgets.take("a"), budgets.take("b")] == [True, False, True]
    dear = Budgets(0.001, 10)
    assert [dear.take("a", many) for many in (4, 4, 4, 1)] == [True, True, True, False], "what is dear is paid later"
    for n in range(20_000):
        budgets.take(f"x{n}")
    assert len(budgets._buckets) == 10_000


@pytest.mark.parametrize("path", ["/api/health", "/ws/0123456789abcdef"])
def test_a_head_without_end_fills_no_memory(tmp_path: Path, path: str) -> None:
    with house(tmp_path / "k.db") as home, socket.create_connection(("127.0.0.1", home.port)) as one:
        sent = 0
        with contextlib.suppress(OSError):
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode())
            while sent < 50_000_000:
                one.sendall(b"X: " + b"x" * 9000 + b"\r\n")
                sent += 9005
        assert sent < 50_000_000
        assert home.get("/health")["ok"]


def test_what_is_large_after_its_head_is_read(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as home:
        for _ in range(2):  # over one connection
            answer = home.http.post("/api/files", content=bytes(300_000))
            assert answer.json()["code"] == "text/match", answer.text


def test_sockets_are_opened_no_faster_than_pages_are_read(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", limits=replace(FAST, reads=0.001, reads_burst=3)) as home:
        match = home.new()
        for _ in range(3):
            home.join(match).close()
        with pytest.raises(InvalidStatus, match="403"):
            home.join(match)


def test_large_files_fill_no_memory(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody but the owner sends very large ones, and of all of them together only so much is here at once."""
    limits = replace(FAST, body=1000, bodies=400_000)
    with (
        house(tmp_path / "k.db", limits=limits, local_owner=False) as home,
        contextlib.closing(Guest(home)) as guest,
        contextlib.closing(Guest(home)) as other,
    ):
        too_large = guest.ask("POST", "/everything", content=bytes(10_000_001))
        assert (too_large.status_code, too_large.json()["code"]) == (429, "server/rate")
        file = guest.ask("GET", f"/matches/{guest.new('Ada')}/file").content
        with socket.create_connection(("127.0.0.1", home.port)) as slow:  # one that does not come to its end
            head = (
                f"POST /api/files HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {guest.cookie}\r\nContent-Length: 500000\r\n"
            )
            slow.sendall(f"{head}\r\n".encode() + b"x" * 399_000)
            until(lambda: home.guard._bodies == 399_000)
            assert other.ask("POST", "/files", content=file + b" " * 3000).status_code == 429
            assert other.ask("POST", "/files", content=file).status_code == 200, "what is small has room"
        until(lambda: home.guard._bodies == 0)
        assert not caplog.records, "who goes away in the middle is nothing to log"
    with (
        house(tmp_path / "k.db", limits=FAST, local_owner=False) as home,
        contextlib.closing(Guest(home)) as guest,
    ):
        too_large = guest.ask("POST", "/everything", content=bytes(10_000_001))
        assert (too_large.status_code, too_large.json()["code"]) == (413, "server/size")
