"""uvicorn's HTTP protocol with a watch on requests that are begun and not finished, and answers that are not read.

Each of them holds a descriptor. They are given some time; and where there are too many at once the oldest makes room
for whoever comes now, so that nobody can lock others out with connections that say nothing.
"""

import asyncio
import logging
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from knobel.server.problems import BadBody, language, problem
from knobel.server.told import encode
from knobel.words import text

log = logging.getLogger("knobel")


class Door(HttpToolsProtocol):
    request_seconds = 15.0  # for a whole request
    longest_head = 65_536  # bytes of a request before its body
    answer_seconds = 30.0  # for the reader of an answer that has filled the buffers
    most_unfinished = 256  # requests at once
    grace_seconds = 2.0  # none is closed for others before: after a restart everybody comes back at the same moment
    _unfinished: dict["Door", float] = {}  # noqa: RUF012  # of the whole process, with when it began, the oldest first
    _said = False

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._head: int | None = 0  # bytes of one that has not come to its end

    @classmethod
    def unfinished(cls) -> int:
        return len(cls._unfinished)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:
            self._expect_request()
        super().data_received(data)
        if self._head is not None and not self.transport.is_closing():
            self._head += len(data)
            if self._head > self.longest_head:
                self.send_400_response("")

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._has_come()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._has_come()
        super().handle_websocket_upgrade()
        # Both know each other, and would stay for as long as the socket is open.
        self.parser = None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_come()
        self._is_read()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """What is no HTTP, or has a head that no browser sends, is refused like all else: in a sentence."""
        why = problem(BadBody(problem=text("server.body.http")), language(None))
        body = encode(msgspec.structs.replace(why, status=400))
        head = (
            "HTTP/1.1 400 Bad Request",
            "content-type: application/problem+json",
            f"content-length: {len(body)}",
            "connection: close",
        )
        self.transport.write("\r\n".join((*head, "", "")).encode() + body)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def _expect_request(self) -> None:
        self._deadline = self.loop.call_later(self.request_seconds, self._give_up)
        self._unfinished[self] = self.loop.time()
        if len(self._unfinished) > self.most_unfinished:
            self._make_room()
            # Of many who came at the same moment none had its time yet; and once descriptors are used up nobody comes.
            self.loop.call_later(self.grace_seconds, self._make_room)

    def _make_room(self) -> None:
        """The oldest go, of those that have had their time."""
        now = self.loop.time()
        while len(self._unfinished) > self.most_unfinished:
            oldest, begun = next(iter(self._unfinished.items()))
            if now - begun < self.grace_seconds:
                return
            if not Door._said:
                Door._said = True  # once is enough: whoever does this does it many times
                log.warning("more than %d unfinished requests at once: the oldest are closed", self.most_unfinished)
            oldest._give_up()

    def _has_come(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self._unfinished.pop(self, None)

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _give_up(self) -> None:
        self._has_come()
        self.transport.abort()
