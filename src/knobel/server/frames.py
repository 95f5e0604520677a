"""Frames of a table's socket: how one is written, and what becomes of one that a client has sent."""

import logging
import time

import msgspec

from knobel.errors import KnobelError
from knobel.server.hub import Hub
from knobel.server.problems import BadBody, Broken, TooLarge
from knobel.server.rights import Right, check
from knobel.server.room import Client, Room
from knobel.server.told import AckTold, EventsTold, PongTold, encode
from knobel.server.unreadable import in_message
from knobel.server.wire import (
    EarlierCommand,
    GoCommand,
    KeepCommand,
    PingCommand,
    SourceCommand,
    SyncCommand,
    decode,
    id_of,
)
from knobel.server.work import Asked
from knobel.words import text

log = logging.getLogger("knobel")

LONGEST_MESSAGE = 4096  # characters
TOO_MUCH = 4429  # closes a socket: too many connections, or too many messages for too long


class Bucket:
    """A token bucket: `rate` takes a second on average, `burst` at once."""

    __slots__ = ("_burst", "_level", "_rate", "_then")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._level, self._then = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """One, if there is one."""
        if self.wait() > 0:
            return False
        self._level -= 1
        return True

    def spend(self, many: int) -> None:
        """So many, whether they are there or not: what is owed has to come in first."""
        self._level -= many

    def wait(self) -> float:
        """Seconds until there is one; 0 if there is."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        return 0.0 if self._level >= 1 else (1 - self._level) / self._rate


def heard(hub: Hub, room: Room, client: Client, longest: int, raw: str | None) -> None:
    """Answer one frame. Whatever it holds, it ends in an answer."""
    id = None
    if hub.readiness.stopping:
        return  # everybody has been told goodbye: what is sent now is sent again to whoever comes next
    try:
        if raw is None:
            raise BadBody(problem=text("server.body.binary"))
        if len(raw) > longest:
            raise TooLarge(most=longest)
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
            case EarlierCommand(before=before):
                client.put(encode(EventsTold(room.events_before(before), id)))
            case KeepCommand():
                check(client.holder, room.seating, Right.ACT, room.match.turn.seat)
                room.keep(command)
            case GoCommand(at=at):
                check(client.holder, room.seating, Right.PLAY)
                hub.go(room, at)
                client.put(encode(AckTold(room.receipt.version, room.receipt.mark, id)))
            case SourceCommand():
                check(client.holder, room.seating, Right.PLAY)
                hub.submit(room, Asked(command, client))
            case _:
                check(client.holder, room.seating, Right.ACT, command.seat)
                hub.submit(room, Asked(command, client))
    except KnobelError as error:
        client.refuse(id, room.match.version, error)
    except Exception:
        log.exception("while answering %r", id)
        client.refuse(id, room.match.version, Broken())
