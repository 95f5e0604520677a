"""The WebSocket of a table: frames in, frames out, bounded in size, rate and number."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from urllib.parse import parse_qs

from starlette.types import Receive, Scope, Send

from knobel.errors import KnobelError
from knobel.server.devices import Devices
from knobel.server.frames import TOO_MUCH, Bucket, heard
from knobel.server.guard import Budgets, Limits, address_of, header_of, same_origin
from knobel.server.hub import Hub
from knobel.server.meter import meter
from knobel.server.problems import NoMatch, language, problem
from knobel.server.rights import Right
from knobel.server.room import Room, text_frame
from knobel.server.told import GoodbyeTold, RefusedTold, encode
from knobel.storage.errors import PASSING

log = logging.getLogger("knobel")

PATH = "/ws/"
NO_MATCH, FOREIGN, GONE, LATER = 4404, 4403, 1012, 1013
FAREWELL_SECONDS = 2.0  # for what is on its way to the disk, when the server stops
_LONGEST_OUTBOX = 256  # messages a client may be behind before it is dropped to come back and ask
_LARGEST_OUTBOX = 1_000_000  # bytes, likewise


class Connection:
    """One open socket. What cannot be sent at once is sent by its own task, so a slow client keeps nobody waiting."""

    def __init__(
        self,
        send: Send,
        lang: str,
        holder: str,
        address: str,
        write: Callable[[bytes], bool] | None,
        abort: Callable[[], None] | None,
    ) -> None:
        self._send, self._lang, self._write, self._abort = send, lang, write, abort
        self.holder, self.address = holder, address
        self._outbox: deque[bytes] = deque()
        self._size = 0  # of all that is in it
        self._wake = asyncio.Event()
        self._closing: int | None = None

    def put(self, message: bytes, frame: bytes | None = None) -> None:
        """Send the message; `frame` is the same, ready for the wire, if somebody has made it."""
        if self._closing is not None:
            return
        if not self._outbox and self._write and self._write(frame or text_frame(message)):
            return
        self._outbox.append(message)
        self._size += len(message)
        self._wake.set()
        if len(self._outbox) > _LONGEST_OUTBOX or self._size > _LARGEST_OUTBOX:
            self._let_go()

    def _let_go(self) -> None:
        """It does not read: nothing more is written to it, and what waits is not kept."""
        self._closing = GONE
        meter.closed["slow"] += 1
        self._outbox.clear()
        self._wake.set()
        if self._abort:
            self._abort()

    def refuse(self, command: str | None, version: int, error: KnobelError) -> None:
        meter.refused["socket", error.code] += 1
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
                while self._outbox:
                    message = self._outbox[0]  # it stays there while it is being sent: others come after it
                    await self._send({"type": "websocket.send", "text": message.decode()})
                    if self._outbox:
                        self._outbox.popleft()
                        self._size -= len(message)
                if self._closing is not None:
                    await self._send({"type": "websocket.close", "code": self._closing})
                    return
        except Exception:  # the client has gone; its reader notices and tidies up
            self._outbox.clear()


class SocketApp:
    """ASGI, below the framework: every move passes here."""

    hub: Hub  # set when the application starts
    devices: Devices  # likewise

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.connections: set[Connection] = set()
        self._addresses: Counter[str] = Counter()  # of the connections
        self._opened = Budgets(limits.reads, limits.reads_burst)  # to open one costs what reading does

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # the handshake
        if not same_origin(scope, self.limits):
            await send({"type": "websocket.close", "code": FOREIGN})
            return
        address = address_of(scope)
        if not self._opened.take(address):
            meter.closed["often"] += 1
            await send({"type": "websocket.close", "code": TOO_MUCH})
            return
        await send({"type": "websocket.accept"})
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        since = asked.get("since", ["0"])[0]
        lang = language(asked.get("lang", [""])[0] or header_of(scope, b"accept-language"))
        try:
            id = scope["path"].removeprefix(PATH)
            holder = await self.devices.holder(scope)
            await self.hub.check(holder, id, Right.SEE)
            room = await self.hub.room(id)
        except KnobelError as error:
            passing = isinstance(error, PASSING)  # which the store says itself
            if not passing and not isinstance(error, NoMatch):
                log.warning("match cannot be opened: %s", error)
            await send({"type": "websocket.close", "code": LATER if passing else NO_MATCH, "reason": error.code})
            return
        if self._is_full(room, address):
            meter.closed["full"] += 1
            await send({"type": "websocket.close", "code": TOO_MUCH})
            return
        seen = int(since) if since.isascii() and since.isdigit() and len(since) < 8 else 0
        shortcuts = scope.get("extensions") or {}
        connection = Connection(
            send, lang, holder, address, shortcuts.get("knobel.write"), shortcuts.get("knobel.abort")
        )
        await self._serve(room, connection, receive, seen, shortcuts.get("knobel.listen"))

    def _is_full(self, room: Room, address: str) -> bool:
        """Whether there is no place for one more: for anybody, or for one of that address."""
        limits = self.limits
        here = sum(1 for client in room.clients if isinstance(client, Connection) and client.address == address)
        return (
            len(self.connections) >= limits.connections
            or self._addresses[address] >= limits.per_address
            or len(room.clients) >= limits.per_match
            or here >= limits.per_match_and_address
        )

    async def _serve(
        self, room: Room, connection: Connection, receive: Receive, since: int, listen: Callable[..., None] | None
    ) -> None:
        self.connections.add(connection)
        self._addresses[connection.address] += 1
        sender = asyncio.create_task(connection.run())
        self.hub.join(room, connection, since)
        hear = partial(heard, self.hub, room, connection, self.limits.message)
        bucket = Bucket(self.limits.rate, self.limits.burst)
        if listen:
            listen(hear, bucket, self.limits.patience)
        try:
            while True:
                event = await receive()
                if event["type"] != "websocket.receive":
                    return
                hear(event.get("text"))
                bucket.spend(1)
                if (seconds := bucket.wait()) > 0:
                    await asyncio.sleep(seconds)  # not listened to: it is the sender who waits
        finally:
            self.connections.discard(connection)
            self._addresses[connection.address] -= 1
            if not self._addresses[connection.address]:
                del self._addresses[connection.address]
            room.left(connection)
            sender.cancel()

    async def farewell(self) -> None:
        """The server stops: everybody is told to come back, and what was taken is written and told before they go."""
        self.hub.readiness.stopping = True
        log.info("stopping", extra={"about": {"sockets": len(self.connections), "tables": len(self.hub.rooms)}})
        goodbye = encode(GoodbyeTold())
        for connection in list(self.connections):
            connection.put(goodbye)
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await self.hub.settle()
        self.close_all()
        await asyncio.sleep(0)  # for those who close them

    def close_all(self) -> None:
        for connection in list(self.connections):
            connection.drop()
