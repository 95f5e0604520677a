"""A WebSocket client that does just enough for a load test, so that the test measures the server and not itself."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import cast

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA


class SocketClient(asyncio.Protocol):
    """Calls `heard` with the payload of every text frame."""

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self.host, self.path, self.heard, self.lost = host, path, heard, lost
        self.transport: asyncio.Transport | None = None
        self.rest = b""
        self.open = False
        self.bytes_in = self.pings = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by inheritance
        key = b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self.path} HTTP/1.1",
            f"Host: {self.host}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode())

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        if not self.open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.rest = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head[:200].decode())
            self.open = True
        at = 0
        while (end := self._frame_end(data, at)) is not None:
            start, stop = end
            self._frame(data[at] & 0x0F, data[start:stop])
            at = stop
        self.rest = data[at:]

    @staticmethod
    def _frame_end(data: bytes, at: int) -> tuple[int, int] | None:
        """Where the payload of the frame at `at` begins and ends, if it is all there. Servers do not mask."""
        if len(data) < at + 2:
            return None
        length, start = data[at + 1] & 0x7F, at + 2
        if length >= 126:
            wide = 2 if length == 126 else 8
            start += wide
            if len(data) < start:
                return None
            length = int.from_bytes(data[at + 2 : start], "big")
        return (start, start + length) if len(data) >= start + length else None

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == _TEXT:
            self.bytes_in += len(payload)
            self.heard(payload)
        elif kind == _PING:
            self.pings += 1
            self._write(_PONG, payload)
        elif kind == _CLOSE and self.transport:
            self.transport.close()

    def send(self, message: bytes) -> None:
        self._write(_TEXT, message)

    def _write(self, kind: int, payload: bytes) -> None:
        """Clients must mask; with a mask of zeros the payload stays as it is."""
        assert self.transport is not None
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.transport:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.lost()


async def connect(
    port: int,
    path: str,
    heard: Callable[[bytes], None],
    lost: Callable[[], None] = lambda: None,
    address: str | None = None,
) -> SocketClient:
    """`address`: from where, of those of this machine."""
    loop = asyncio.get_running_loop()
    host = f"127.0.0.1:{port}"
    _, client = await loop.create_connection(
        lambda: SocketClient(host, path, heard, lost), "127.0.0.1", port, local_addr=(address, 0) if address else None
    )
    return client
