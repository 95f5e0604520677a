"""A network that is cut: no goodbye comes through, and the others are told the truth all the same."""

import contextlib
import socket
import threading
import time
from pathlib import Path

from websockets.sync.client import connect

from tests.server.house import Player, house
from tests.server.test_seats import Guest, shared, sit


class Cable:
    """Between a device and the server, until it is cut: then nothing comes through any more, and nobody is told."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._cut = threading.Event()
        threading.Thread(target=self._plug_in, daemon=True).start()

    def _plug_in(self) -> None:
        device, _ = self._listener.accept()
        server = socket.create_connection(("127.0.0.1", self._target))
        self._ends = [device, server]
        for source, drain in ((device, server), (server, device)):
            threading.Thread(target=self._pass_on, args=(source, drain), daemon=True).start()

    def _pass_on(self, source: socket.socket, drain: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the test is over
            while data := source.recv(65536):
                if self._cut.is_set():
                    return  # both ends stay open, as they do when somebody enters a lift
                drain.sendall(data)

    def cut(self) -> None:
        self._cut.set()

    def close(self) -> None:
        for end in (*self._ends, self._listener):
            end.close()


def test_who_is_cut_off_is_gone_for_the_others_within_ten_seconds(tmp_path: Path) -> None:
    with (
        house(tmp_path / "k.db", local_owner=False) as home,
        contextlib.closing(Guest(home)) as ada,
        contextlib.closing(Guest(home)) as ben,
        contextlib.closing(Cable(home.port)) as cable,
    ):
        match = sit(ben, shared(ada, "Ada", "?")["join"], "Ben").json()["match"]
        one = ada.join(match)
        address = f"ws://127.0.0.1:{cable.port}/ws/{match}"
        two = Player(connect(address, legacy=True, additional_headers={"cookie": ben.cookie}))
        while one.receive("present")["seats"] != [True, True]:
            pass
        cable.cut()
        begun = time.monotonic()
        assert one.receive("present")["seats"] == [True, False]
        assert time.monotonic() - begun < 15, "ten, and what a busy machine adds"
        assert two.hello["mine"] == [1]
        back = ben.join(match)
        assert one.receive("present")["seats"] == [True, True]
        for player in (one, back):
            player.close()
