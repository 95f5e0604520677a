"""Attacks, each with its answer. What is not here is elsewhere: docs/failure_modes.md has the whole list."""

import contextlib
import json
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.server.devices import COOKIE
from tests.browser.house import free_port
from tests.server.house import FAST, House, house, until
from tests.server.test_load import bare_socket
from tests.server.test_seats import Guest, shared, sit


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("club") / "knobel.db", local_owner=False) as found:
        yield found


@pytest.fixture
def guests(club: House) -> Iterator[tuple[Guest, Guest, Guest]]:
    """Ada and Ben play; Eve does not."""
    with closing(Guest(club)) as ada, closing(Guest(club)) as ben, closing(Guest(club)) as eve:
        yield ada, ben, eve


DEEP = 3000
FRAMES: dict[str, tuple[dict[str, Any] | str, str]] = {
    "forged dice": ({"do": "dice", "seat": 0, "faces": [6, 6, 6, 6, 6]}, "move/source"),
    "dice in the move": ({"do": "move", "seat": 0, "move": "roll = 6 6 6 6 6"}, "text/move"),
    "points without dice": ({"do": "note", "seat": 0, "box": "kniffel", "points": 50}, "move/source"),
    "a version of the future": ({"do": "move", "seat": 0, "move": "roll", "at": 999_999}, "move/stale"),
    "a field of every object": ({"do": "move", "seat": 0, "move": "roll", "__proto__": {"seat": 1}}, "server/body"),
    "the maker of every object": ({"do": "move", "seat": 0, "move": "roll", "constructor": {}}, "server/body"),
    "a move of that name": ({"do": "move", "seat": 0, "move": "__proto__"}, "move/illegal"),
    "a box of that name": ({"do": "move", "seat": 0, "move": "enter constructor"}, "move/illegal"),
    "a seat that is none": ({"do": "move", "seat": -1, "move": "roll"}, "server/body"),
    "a number that is none": ('{"do":"move","id":"x","at":NaN,"seat":0,"move":"roll"}', "server/body"),
    "no end of a number": ('{"do":"move","id":"x","at":1e400,"seat":0,"move":"roll"}', "server/body"),
    "deep": ('{"do":"ping","id":"x","more":' + "[" * DEEP, "server/body"),
    "deep and whole": ('{"do":"ping","id":"x","more":' + "[" * 1900 + "]" * 1900 + "}", "server/body"),
    "long": ('{"do":"ping","id":"' + "x" * 9000 + '"}', "server/size"),
}


def test_what_a_player_may_not_say(guests: tuple[Guest, Guest, Guest]) -> None:
    """Refused with a code and a sentence; nothing happens, and the connection lives."""
    ada, *_ = guests
    player = ada.join(ada.new("Ada", "Carl"))
    for name, (said, code) in FRAMES.items():
        raw = said if isinstance(said, str) else json.dumps({"id": "x", "at": 0, **said})
        player.socket.send(raw)
        answer = player.receive("refused")
        assert (answer["code"], answer["version"], bool(answer["title"])) == (code, 0, True), name
    assert player.do("move", move="roll")["version"] == 2
    player.close()


BODIES: dict[str, tuple[str, str, Callable[[], bytes], int, str]] = {
    "10 MB": ("POST", "/matches", lambda: b'{"game":"' + b"x" * 10_000_000 + b'"}', 413, "server/size"),
    "10 MB of a file": ("POST", "/files", lambda: b"x" * 10_000_000, 413, "server/size"),
    "deep": ("POST", "/matches", lambda: b'{"game":' + b"[" * 60_000, 422, "server/body"),
    "deep and whole": ("POST", "/matches", lambda: b"[" * 30_000 + b"]" * 30_000, 422, "server/body"),
    "a field of every object": (
        "POST",
        "/matches",
        lambda: b'{"game":"kniffel","seats":[{"name":"Eve"}],"__proto__":{"owner":true}}',
        422,
        "server/body",
    ),
    "a game of that name": (
        "POST",
        "/matches",
        lambda: b'{"game":"__proto__","seats":[{"name":"Eve"}]}',
        422,
        "server/body",
    ),
    "a seed of one's own": (
        "POST",
        "/matches",
        lambda: b'{"game":"kniffel","seats":[{"name":"Eve"}],"seed":"00"}',
        422,
        "server/body",
    ),
}


@pytest.mark.parametrize("name", list(BODIES))
def test_what_a_request_may_not_hold(guests: tuple[Guest, Guest, Guest], name: str) -> None:
    *_, eve = guests
    method, path, body, status, code = BODIES[name]
    answer = eve.ask(method, path, content=body(), headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["title"]


def test_a_name_is_a_name(guests: tuple[Guest, Guest, Guest]) -> None:
    """Of whatever it reminds: it is shown as it was said."""
    ada, *_ = guests
    names = ["__proto__", "<b>x</b>"]
    match = ada.new(*names)
    assert [seat["name"] for seat in ada.get(f"/matches/{match}")["header"]["seats"]] == names


def test_a_command_that_somebody_else_has_sent_before(guests: tuple[Guest, Guest, Guest]) -> None:
    """Word for word: by the same device it is done once; by whoever else it is refused; at another table it is new."""
    ada, ben, eve = guests
    match = sit(ben, shared(ada, "Ada", "?", first=0)["join"], "Ben").json()["match"]
    one, two = ada.join(match), ben.join(match)
    said = json.dumps({"do": "move", "id": "hers", "at": 0, "seat": 0, "move": "roll"})
    one.socket.send(said)
    mark = one.receive("state")["mark"]
    two.socket.send(said)
    assert two.receive("refused")["code"] == "server/seat"
    assert eve.shut_out(match) == 4404
    one.socket.send(said)
    assert one.receive("ack") == {"is": "ack", "id": "hers", "version": 2, "mark": mark}
    other = ben.join(ben.new("Ben", "Carl"))
    other.socket.send(said)
    assert other.receive("state")["version"] == 2, "an id is one of its own table"
    assert ada.get(f"/matches/{match}")["version"] == 2
    for player in (one, two, other):
        player.close()


def test_links_and_secrets_that_were_guessed_or_copied(guests: tuple[Guest, Guest, Guest], club: House) -> None:
    """The link of a table that is full, an id, a secret that is nobody's: none of them opens a table."""
    ada, ben, eve = guests
    join = shared(ada, "Ada", "?", first=0)["join"]
    match = sit(ben, join, "Ben").json()["match"]
    assert sit(eve, join, "Eve").json()["code"] == "server/full_table"
    assert eve.ask("GET", f"/matches/{match}").status_code == 404
    assert eve.shut_out(match) == 4404
    for secret in ("", "x", "A" * 43, ben.holder, "' or 1=1 --"):
        with closing(Guest(club, visits=False)) as thief:
            thief.http.cookies.set(COOKIE, secret)
            assert thief.ask("GET", f"/matches/{match}").status_code == 404, "the hash is no secret either"
            assert thief.ask("POST", f"/matches/{match}/end").status_code == 404
    ids = {ada.new("Ada") for _ in range(20)} | {join, match}
    assert len(ids) == 22
    assert all(len(one) >= 24 for one in ids), "96 bits at least"


def test_a_slow_reader_is_waited_for_by_nobody(tmp_path: Path) -> None:
    """A byte now and then: the others play a whole match, and the slow one is behind or gone."""
    with house(tmp_path / "k.db", limits=FAST) as home:
        match = home.new(first=0)
        player = home.join(match)
        ended = threading.Event()
        with bare_socket(home, match) as slow:

            def read() -> None:
                with contextlib.suppress(OSError):
                    while not ended.wait(0.01) and slow.recv(1):
                        pass

            reading = threading.Thread(target=read)
            reading.start()
            player.play(Random(4))
            ended.set()
            reading.join()
        assert player.table["revealed"]
        player.close()


@contextlib.contextmanager
def narrow_server(db: Path, descriptors: int) -> Iterator[int]:
    """The real command in a process that may have so many files and connections."""
    port = free_port()
    command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", str(port), "--db", str(db)]
    limit = f"import os, resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors},) * 2);"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{limit} os.execv(sys.argv[1], sys.argv[1:])", *command], stdout=subprocess.DEVNULL
    )
    try:
        until(lambda: answers(port))
        yield port
        assert process.poll() is None, "it lives"
    finally:
        process.terminate()
        process.wait(20)


def answers(port: int, seconds: float = 1.0) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=seconds) as line:
            line.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return line.recv(12) == b"HTTP/1.1 200"
    except OSError:
        return False


def test_1100_half_open_sockets_lock_nobody_out(tmp_path: Path) -> None:
    """More connections that say nothing than the server has descriptors: they go, oldest first, and others come in."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2048:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    with narrow_server(tmp_path / "k.db", 1024) as port, contextlib.ExitStack() as held:
        for n in range(1100):
            one = held.enter_context(socket.socket())
            one.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                one.connect(("127.0.0.1", port))
            if n % 100 == 0:
                time.sleep(0.01)  # as fast as they come in
        until(lambda: answers(port), 60)
        assert answers(port, 20)
