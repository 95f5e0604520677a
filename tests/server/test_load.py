"""One guest who sends too much, or reads too little, is the trouble of nobody else."""

import base64
import contextlib
import json
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from knobel.server.guard import Limits
from tests.server.house import FAST, House, house, until


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
