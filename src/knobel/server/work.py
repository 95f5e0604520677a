"""What somebody wants of a match: a client's command, or a change of the server's own."""

from collections.abc import Callable
from time import perf_counter
from typing import Protocol

from knobel.errors import KnobelError
from knobel.match.events import Header
from knobel.match.host import Host
from knobel.rules.core import Move
from knobel.server.meter import meter
from knobel.server.problems import MatchFull
from knobel.server.room import Client, Room, Stages
from knobel.server.told import AckTold, encode
from knobel.server.wire import Act
from knobel.storage.store import Step

_ROOM = 1000  # events, for what is taken back, corrected and switched, whatever the table
_ROOM_A_CARD = 500  # and for each card that is played: several times what the longest takes


def most_events(header: Header) -> int:
    """How much a match may hold. Moves are always taken: they bring it to its end."""
    return _ROOM + _ROOM_A_CARD * len(header.seats) * header.games


class Work(Protocol):
    def take(self, room: Room) -> Stages[Step | None]:
        """What has to be written for it; None if nothing. A refusal is raised."""

    def done(self, room: Room) -> None:
        """It is on disk."""

    def failed(self, room: Room, error: KnobelError) -> None: ...


class Asked:
    """A client's command."""

    __slots__ = ("act", "client", "since")

    def __init__(self, act: Act, client: Client) -> None:
        self.act, self.client, self.since = act, client, perf_counter()

    def take(self, room: Room) -> Stages[Step | None]:
        done = room.done.get(self.act.id)
        if done is None:
            room.check_sealed()
            if not self.act.leads_on and room.match.version >= most_events(room.match.header):
                raise MatchFull(n=room.match.version)
            after = self.act.step(room.host)
            if after.news:
                return (yield from room.prepare(after, self.act.id))
            done = room.receipt
        self.client.put(encode(AckTold(done.version, done.mark, self.act.id)))
        return None

    def done(self, room: Room) -> None:
        room.committed()
        meter.actions.add(perf_counter() - self.since)

    def failed(self, room: Room, error: KnobelError) -> None:
        self.client.refuse(self.act.id, room.match.version, error)


class Change:
    """A change that comes from the server itself: a bot's move, the end. `told` hears how it went."""

    def __init__(self, change: Callable[[Room], Host | None], told: Callable[[KnobelError | None], None]) -> None:
        self.change, self.told = change, told

    def take(self, room: Room) -> Stages[Step | None]:
        after = self.change(room)
        if after is None or not after.news:
            self.told(None)
            return None
        return (yield from room.prepare(after, None))

    def done(self, room: Room) -> None:
        room.committed()
        meter.own_changes += 1
        self.told(None)

    def failed(self, room: Room, error: KnobelError) -> None:  # noqa: ARG002
        self.told(error)


def end(room: Room) -> Host:
    """Give the match up, or close it: the secret is told."""
    room.check_sealed()
    return room.host.end()


def hint(seat: int, at: int) -> Callable[[Room], Host]:
    """That seat asks the coach: the match is marked, once."""

    def change(room: Room) -> Host:
        room.check_sealed()
        return room.host.hint(seat, at)

    return change


def stand_in(seat: int, bot: str | None) -> Callable[[Room], Host]:
    """A bot plays on for a person who has left; None: the person is back."""

    def change(room: Room) -> Host:
        room.check_sealed()
        if room.match.version >= most_events(room.match.header):
            raise MatchFull(n=room.match.version)
        return room.host.stand_in(seat, bot)

    return change


def reseal(room: Room) -> Host:
    """Go on with a match whose secret is elsewhere: a new one is promised."""
    return room.host.reseal()


def bot_move(at: int, move: Move) -> Callable[[Room], Host | None]:
    """A bot's move; dropped if the match has moved on meanwhile."""

    def change(room: Room) -> Host | None:
        return None if room.match.version != at or room.match.over else room.host.let_bot(move)

    return change
