"""A network between a device and the server, or the server and its database, that can be cut: nothing comes through any
more, and nobody is told."""

import contextlib
import socket
import threading
from pathlib import Path


class Cable:
    """Both ends stay open when it is cut, as they do when somebody enters a lift; what was sent meanwhile comes through
    once it is mended, or is lost with all connections if it was torn. A device may plug in as often as it likes, also
    while it is cut. `target`: a port of this machine, or a socket's file.
    """

    def __init__(self, target: int | Path) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._whole = threading.Event()
        self._whole.set()
        threading.Thread(target=self._plug_in, daemon=True).start()

    def _plug_in(self) -> None:
        with contextlib.suppress(OSError):  # the test is over
            while True:
                device, _ = self._listener.accept()
                self._ends.append(device)
                threading.Thread(target=self._lead_on, args=(device,), daemon=True).start()

    def _lead_on(self, device: socket.socket) -> None:
        self._whole.wait()
        try:
            server = self._connected()
        except OSError:  # it is away, and whoever asks is told so
            device.close()
            return
        self._ends.append(server)
        threading.Thread(target=self._pass_on, args=(server, device), daemon=True).start()
        self._pass_on(device, server)

    def _connected(self) -> socket.socket:
        if isinstance(self._target, int):
            return socket.create_connection(("127.0.0.1", self._target))
        found = socket.socket(socket.AF_UNIX)
        try:
            found.connect(str(self._target))
        except OSError:
            found.close()
            raise
        return found

    def _pass_on(self, source: socket.socket, drain: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the other side has gone
            while data := source.recv(65536):
                self._whole.wait()
                drain.sendall(data)
        with contextlib.suppress(OSError):
            drain.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def tear(self) -> None:
        """All connections end, with what was on its way."""
        ends, self._ends = self._ends, []
        _end(ends)

    def close(self) -> None:
        _end([*self._ends, self._listener])
        self._whole.set()


def _end(sockets: list[socket.socket]) -> None:
    for one in sockets:
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
