"""uvicorn's WebSocket protocol with two short cuts, offered to the application as extensions of the ASGI scope.

`knobel.write` takes a finished frame and writes it at once, so that a message to many is framed once; `knobel.listen`
has text frames handed to a function as they arrive, without a queue and a task switch between. The application works
without them, on any ASGI server; with them a move costs a third less.
"""

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class FastSocket(WebSocketsSansIOProtocol):
    _listener: Callable[[str], None] | None = None

    async def run_asgi(self) -> None:
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions["knobel.write"] = self.write_now  # type: ignore[assignment]
        extensions["knobel.listen"] = self.listen  # type: ignore[assignment]
        await super().run_asgi()

    def write_now(self, frame: bytes) -> bool:
        """Write a frame if that needs no waiting; else say so."""
        if self.close_sent or self.disconnected or not self.handshake_complete or not self.writable.is_set():
            return False
        self.transport.write(frame)
        return True

    def listen(self, listener: Callable[[str], None]) -> None:
        self._listener = listener

    def send_receive_event_to_app(self) -> None:
        if self._listener is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()  # it knows how to close the connection for that
            return
        self.frames = []
        self._listener(text)
