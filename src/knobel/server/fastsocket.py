"""uvicorn's WebSocket protocol with short cuts, offered to the application as extensions of the ASGI scope.

`knobel.write` takes a finished frame and writes it at once, so that a message to many is framed once; `knobel.listen`
has frames handed to a function as they arrive, without a queue and a task switch between, and no faster than the
client may send; `knobel.abort` ends a connection whose client does not read. The application works without them, on any
ASGI server; with them a move costs a third less.

Beyond its rate a connection is not read: what it sends stays with the sender. One that is behind for too long is
closed.

Whoever says nothing is asked whether they are there; whoever says something has answered by that. Most of what a server
with many open tables does is to ask so, hence one timer for each connection, and one frame for all.

What has ended lets go of all that knows it: cycles are looked for very rarely here (`collector.py`), and one for every
socket that ever was would fill the memory.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from knobel.server.frames import TOO_MUCH, Bucket
from knobel.server.meter import meter

_PIECE = 1024  # bytes that are read at once: at most 170 frames, so nobody waits long for a flood
_NAP = 0.05  # seconds, at least, before more is read
_PING = b"\x89\x00"  # a whole frame: which question is answered does not matter

Listener = Callable[[str | None], None]


class FastSocket(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._listener: Listener | None = None
        self._bucket, self._patience = Bucket(1.0, 10.0), 0.0
        self._unread = bytearray()
        self._paused = False
        self._behind: float | None = None  # since when something waits that may not be read yet
        self._nap: asyncio.TimerHandle | None = None
        self._heard = 0.0  # when something last came

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions["knobel.write"] = self.write_now  # type: ignore[assignment]
        extensions["knobel.listen"] = self.listen  # type: ignore[assignment]
        extensions["knobel.abort"] = self.abort  # type: ignore[assignment]
        await super().run_asgi()
        extensions.clear()
        self._listener = None
        if self.disconnected:
            return
        self.listen(_ignore, Bucket(1.0, 10.0), self.close_timeout)  # only the answer to our closing is waited for
        # What a client does not read keeps a closed connection open, with all that waits to be written.
        self.loop.call_later(self.close_timeout, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()

    def write_now(self, frame: bytes) -> bool:
        """Write a frame if that needs no waiting; else say so."""
        if self.close_sent or self.disconnected or not self.handshake_complete or not self.writable.is_set():
            return False
        self.transport.write(frame)
        return True

    def abort(self) -> None:
        """Let go of a client that does not read, and of what was to be written to it."""
        self.transport.abort()

    # Whether anybody is there.

    def start_keepalive(self) -> None:
        self._heard = self.loop.time()
        super().start_keepalive()

    def send_keepalive_ping(self) -> None:
        """Ask who has said nothing for a while; who has said nothing for long is gone."""
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        assert self.ping_interval is not None
        assert self.ping_timeout is not None
        silent, longest = self.loop.time() - self._heard, self.ping_interval + self.ping_timeout
        if silent >= longest:
            self.keepalive_timeout()
            return
        again = self.ping_interval - silent
        if again <= 0:
            self.transport.write(_PING)
            again = longest - silent
        self.ping_timer = self.loop.call_later(again, self.send_keepalive_ping)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    # Reading, no faster than allowed.

    def listen(self, listener: Listener, bucket: Bucket, patience: float) -> None:
        self._listener, self._bucket, self._patience = listener, bucket, patience
        self._read_on()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)  # the request
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        if self._nap is not None or self._listener is None:
            self._pause()
            return
        while self._unread and not self.disconnected:
            if (seconds := self._bucket.wait()) > 0:
                self._hold(seconds)
                return
            piece = bytes(self._unread[:_PIECE])
            del self._unread[:_PIECE]
            self._heard = self.loop.time()
            super().data_received(piece)
        self._behind = None
        if self._paused and not self.transport.is_closing():
            self._paused = False
            self.transport.resume_reading()

    def _pause(self) -> None:
        if not self._paused and not self.transport.is_closing():
            self._paused = True
            self.transport.pause_reading()

    def _hold(self, seconds: float) -> None:
        """More was sent than may be read now."""
        now = self.loop.time()
        if self._behind is None:
            self._behind = now
        if now - self._behind > self._patience:
            self._unread.clear()
            if not self.close_sent:
                meter.closed["flood"] += 1
                self.conn.fail(TOO_MUCH)
                self.handle_parser_exception()
            return
        self._pause()
        self._nap = self.loop.call_later(max(seconds, _NAP), self._wake)

    def _wake(self) -> None:
        self._nap = None
        if not self.disconnected:
            self._read_on()

    def handle_events(self) -> None:
        self._bucket.spend(len(self.conn.events))
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        if self._listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        if self.curr_msg_data_type != "text":
            self.frames = []
            self._listener(None)
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # it knows how to close the connection for that
            return
        self.frames = []
        self._listener(text)


def _ignore(text: str | None) -> None:
    pass
