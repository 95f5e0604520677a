"""The WebSocket of a table: frames in, frames out, bounded in size, rate and number."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qs

import msgspec
from starlette.types import Receive, Scope, Send

from knobel.errors import KnobelError
from knobel.server.fastsocket import text_frame
from knobel.server.guard import Bucket, Limits, header_of, same_origin
from knobel.server.hub import Hub
from knobel.server.problems import BadBody, Broken, NoMatch, TooFast, TooLarge, language, problem
from knobel.server.room import Room
from knobel.server.told import AckTold, PongTold, RefusedTold, encode
from knobel.server.unreadable import in_message
from knobel.server.wire import GoCommand, KeepCommand, PingCommand, SyncCommand, decode, id_of
from knobel.server.work import Asked
from knobel.words import text

log = logging.getLogger("knobel")

PATH = "/ws/"
NO_MATCH, FOREIGN, FULL, GONE = 4404, 4403, 4429, 1012
_LONGEST_OUTBOX = 256  # messages a client may be behind before it is dropped to come back and ask


class Connection:
    """One open socket. What cannot be sent at once is sent by its own task, so a slow client keeps nobody waiting."""

    def __init__(self, send: Send, lang: str, write: Callable[[bytes], bool] | None) -> None:
        self._send, self._lang, self._write = send, lang, write
        self._outbox: list[bytes] = []
        self._wake = asyncio.Event()
        self._busy = False
        self._closing: int | None = None

    def put(self, message: bytes, frame: bytes | None = None) -> None:
        """Send the message; `frame` is the same, ready for the wire, if somebody has made it."""
        idle = not self._outbox and not self._busy and self._closing is None
        if idle and self._write and self._write(frame or text_frame(message)):
            return
        self._outbox.append(message)
        self._wake.set()
        if len(self._outbox) > _LONGEST_OUTBOX:
            self.drop()

    def refuse(self, command: str | None, version: int, error: KnobelError) -> None:
        why = problem(error, self._lang)
        self.put(encode(RefusedTold(why.code, why.title, why.text, why.status, command, version)))

    def drop(self) -> None:
        self._closing = GONE
        self._wake.set()

    async def run(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                self._busy = True
                waiting, self._outbox = self._outbox, []
                for message in waiting:
                    await self._send({"type": "websocket.send", "text": message.decode()})
                self._busy = False
                if self._closing is not None:
                    await self._send({"type": "websocket.close", "code": self._closing})
                    return
        except Exception:  # the client has gone; its reader notices and tidies up
            self._outbox.clear()


class SocketApp:
    """ASGI, below the framework: every move passes here."""

    hub: Hub  # set when the application starts

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections: set[Connection] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the handshake
        if not same_origin(scope, self.limits):
            await send({"type": "websocket.close", "code": FOREIGN})
            return
        await send({"type": "websocket.accept"})
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        since = asked.get("since", ["0"])[0]
        lang = language(asked.get("lang", [""])[0] or header_of(scope, b"accept-language"))
        try:
            room = await self.hub.room(scope["path"].removeprefix(PATH))
        except KnobelError as error:
            if not isinstance(error, NoMatch):
                log.warning("match cannot be opened: %s", error)
            await send({"type": "websocket.close", "code": NO_MATCH, "reason": error.code})
            return
        if len(self.connections) >= self.limits.connections or len(room.clients) >= self.limits.per_match:
            await send({"type": "websocket.close", "code": FULL})
            return
        seen = int(since) if since.isascii() and since.isdigit() and len(since) < 8 else 0
        shortcuts = scope.get("extensions") or {}
        connection = Connection(send, lang, shortcuts.get("knobel.write"))
        await self._serve(room, connection, receive, seen, shortcuts.get("knobel.listen"))

    async def _serve(
        self, room: Room, connection: Connection, receive: Receive, since: int, listen: Callable[..., None] | None
    ) -> None:
        self.connections.add(connection)
        sender = asyncio.create_task(connection.run())
        self.hub.join(room, connection, since)
        heard = partial(self._heard, room, connection, Bucket(self.limits.rate, self.limits.burst))
        if listen:
            listen(heard)
        try:
            while True:
                event = await receive()
                if event["type"] != "websocket.receive":
                    return
                heard(event.get("text"))
        finally:
            self.connections.discard(connection)
            room.left(connection)
            sender.cancel()

    def _heard(self, room: Room, connection: Connection, bucket: Bucket, raw: str | None) -> None:
        """Answer one frame. Whatever it holds, it ends in an answer."""
        id = None
        try:
            if raw is None:
                raise BadBody(problem=text("server.body.binary"))
            if len(raw) > self.limits.message:
                raise TooLarge(most=self.limits.message)
            if not bucket.take():
                id = id_of(raw)
                raise TooFast()
            try:
                command = decode(raw)
            except (msgspec.DecodeError, RecursionError) as error:
                id = id_of(raw)
                raise BadBody(problem=in_message(error)) from error
            id = command.id
            match command:
                case PingCommand():
                    connection.put(encode(PongTold(room.match.version, id)))
                case SyncCommand(since=since):
                    connection.put(encode(room.state_since(since)))
                case KeepCommand():
                    room.keep(command)
                case GoCommand(at=at):
                    self.hub.go(room, at)
                    connection.put(encode(AckTold(room.match.version, id)))
                case _:
                    self.hub.submit(room, Asked(command, connection))
        except KnobelError as error:
            connection.refuse(id, room.match.version, error)
        except Exception:
            log.exception("while answering %r", id)
            connection.refuse(id, room.match.version, Broken())

    def close_all(self) -> None:
        for connection in list(self.connections):
            connection.drop()
