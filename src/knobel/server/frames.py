"""Frames of a table's socket: how one is written, and what becomes of one that a client has sent."""

import logging
import time

import msgspec

from knobel.errors import KnobelError
from knobel.server.hub import Hub
from knobel.server.problems import BadBody, Broken, TooFast, TooLarge
from knobel.server.room import Client, Room
from knobel.server.told import AckTold, PongTold, encode
from knobel.server.unreadable import in_message
from knobel.server.wire import GoCommand, KeepCommand, PingCommand, SyncCommand, decode, id_of
from knobel.server.work import Asked
from knobel.words import text

log = logging.getLogger("knobel")

LONGEST_MESSAGE = 4096  # characters


class Bucket:
    """A token bucket: `rate` takes a second on average, `burst` at once."""

    __slots__ = ("_burst", "_level", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._level, self._then = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


def heard(hub: Hub, room: Room, client: Client, longest: int, bucket: Bucket, raw: str | None) -> None:
    """Answer one frame. Whatever it holds, it ends in an answer."""
    id = None
    try:
        if raw is None:
            raise BadBody(problem=text("server.body.binary"))
        if len(raw) > longest:
            raise TooLarge(most=longest)
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
                client.put(encode(PongTold(room.match.version, id)))
            case SyncCommand(since=since):
                client.put(encode(room.state_since(since)))
            case KeepCommand():
                room.keep(command)
            case GoCommand(at=at):
                hub.go(room, at)
                client.put(encode(AckTold(room.match.version, id)))
            case _:
                hub.submit(room, Asked(command, client))
    except KnobelError as error:
        client.refuse(id, room.match.version, error)
    except Exception:
        log.exception("while answering %r", id)
        client.refuse(id, room.match.version, Broken())
