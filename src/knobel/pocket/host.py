"""The host in the browser: requests and sockets as a server has them, answered by the same routes and rooms."""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from knobel.errors import KnobelError
from knobel.pocket.logged import Log, LoggedStore, Whole
from knobel.server.every_route import ROUTES
from knobel.server.frames import LONGEST_MESSAGE, heard
from knobel.server.hub import Hub, Pauses
from knobel.server.problems import Broken, Busy, NoMatch, language, problem, status_of
from knobel.server.room import Room
from knobel.server.routes import Answer, Switchboard
from knobel.server.told import RefusedTold, encode
from knobel.storage.errors import Conflict
from knobel.storage.holders import OWNER

log = logging.getLogger("knobel")

NO_MATCH, GONE = 4404, 1012  # as a server closes a socket

Tell = Callable[[str, str], None]
HangUp = Callable[[str, int], None]


class OpenLine:
    """One open table of a page. There is one device, and every seat is its own."""

    holder = OWNER

    def __init__(self, id: str, lang: str, tell: Tell, hang_up: HangUp) -> None:
        self.id, self._lang, self._tell, self._hang_up = id, lang, tell, hang_up
        self.room: Room | None = None

    def put(self, message: bytes, frame: bytes | None = None) -> None:  # noqa: ARG002
        self._tell(self.id, message.decode())

    def refuse(self, command: str | None, version: int, error: KnobelError) -> None:
        why = problem(error, self._lang)
        self.put(encode(RefusedTold(why.code, why.title, why.text, why.status, command, version)))

    def drop(self) -> None:
        if self.room:
            self.room.left(self)
            self.room = None
        self._hang_up(self.id, GONE)


class Pocket:
    def __init__(self, hub: Hub, tell: Tell, hang_up: HangUp) -> None:
        self.hub, self._tell, self._hang_up = hub, tell, hang_up
        self._lines: dict[str, OpenLine] = {}
        self._board = Switchboard(ROUTES)

    async def ask(self, method: str, address: str, body: bytes, lang: str) -> Answer:
        """What REST answers."""
        speaks = language(lang)
        try:
            return await self._board.answer(self.hub, OWNER, method, address, body, speaks)
        except Conflict:
            return _refusal(Busy(), speaks)
        except KnobelError as error:
            return _refusal(error, speaks)
        except Exception:
            log.exception("%s %s", method, address)
            return _refusal(Broken(), speaks)

    async def join(self, id: str, match: str, since: int, lang: str) -> None:
        """A page opens a table."""
        line = self._lines[id] = OpenLine(id, language(lang), self._tell, self._hang_up)
        try:
            room = await self.hub.room(match)
        except KnobelError as error:
            if not isinstance(error, NoMatch):
                log.warning("match cannot be opened: %s", error)
            self._lines.pop(id, None)
            self._hang_up(id, NO_MATCH)
            return
        if id in self._lines:
            line.room = room
            self.hub.join(room, line, since)

    def say(self, id: str, raw: str) -> None:
        """A message on that line."""
        line = self._lines.get(id)
        if line and line.room:
            heard(self.hub, line.room, line, LONGEST_MESSAGE, raw)
        elif line is None:
            self._hang_up(id, GONE)

    def leave(self, id: str) -> None:
        line = self._lines.pop(id, None)
        if line and line.room:
            line.room.left(line)

    async def look_around(self) -> None:
        """Another tab has written."""
        await self.hub.look_around()


def _refusal(error: KnobelError, lang: str) -> Answer:
    return Answer(status_of(error), "application/problem+json", encode(problem(error, lang)))


# What the worker's JavaScript calls: values of the browser on one side, ours on the other.


class BrowserLog:
    """The log of `log.ts`, which speaks of numbers, texts and arrays of bytes."""

    def __init__(self, kept: Any) -> None:
        self._kept = kept

    async def whole(self) -> Whole:
        found = await self._kept.whole()
        return Whole(int(found.at), bytes(found.content.to_bytes()) if found.content else None)

    async def after(self, at: int) -> list[str] | None:
        found = await self._kept.after(at)
        return None if found is None else [str(entry) for entry in found]

    async def add(self, at: int, entry: str, strict: bool) -> str:
        return str(await self._kept.add(at, entry, strict))

    async def replace(self, at: int, content: bytes) -> None:
        await self._kept.replace(at, content)


class BrowserPocket(Pocket):
    async def ask(self, method: str, address: str, body: Any, lang: str) -> Answer:
        """`body` is an array of the browser's."""
        return await super().ask(method, address, bytes(body.to_bytes()), lang)


async def opened(kept: Any, build: str, pause: float | None, tell: Tell, hang_up: HangUp) -> Pocket:
    """The host on what this browser keeps."""
    entries: Log = BrowserLog(kept)
    pauses = Pauses() if pause is None else Pauses(pause, pause)
    pauses = replace(pauses, study=None)  # a match is looked at while nothing else goes on: not before somebody asks
    hub = Hub(await LoggedStore.opened(entries), build, pauses)
    hub.start()
    return BrowserPocket(hub, tell, hang_up)
