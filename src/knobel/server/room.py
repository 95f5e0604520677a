"""One match that is being played: who looks at it, what it is waiting for, what has been told."""

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from knobel.errors import KnobelError, StaleMove
from knobel.match.events import Drew, Event, Played
from knobel.match.host import Host
from knobel.match.lines import event_lines, read_events
from knobel.match.log import Match
from knobel.match.notation import parse_match
from knobel.match.results import of_match
from knobel.rules.core import Move
from knobel.server import tell
from knobel.server.decide import decided
from knobel.server.fastsocket import text_frame
from knobel.server.slim import slimmer
from knobel.server.wire import Act, KeepCommand
from knobel.storage.store import Held, Step, Store, StoredMatch

if TYPE_CHECKING:
    from knobel.server.rounds import Work


class Client(Protocol):
    def put(self, message: str, frame: bytes | None = None) -> None: ...
    def refuse(self, command: str | None, version: int, error: KnobelError) -> None: ...
    def drop(self) -> None: ...


class Next(NamedTuple):
    """What the room will be once it is on disk."""

    host: Host
    held: tuple[int, str] | None
    stamp: int
    command: str | None
    message: str


class Room:
    def __init__(self, stored: StoredMatch, store: Store, build: str) -> None:
        self.store, self.build = store, build
        self.colours = stored.colours.split(" ")
        self.rematch_of, self.rematch = stored.rematch_of, stored.rematch
        self.clients: set[Client] = set()
        self.busy = False  # something is on its way to the disk
        self.waiting: list[Work] = []
        self.used = time.monotonic()
        match = self.begun = parse_match(stored.header)
        self.host = Host(match, match.seal(stored.seed))
        self.id = match.header.id
        self.has_bots = any(seat.bot for seat in self.match.header.seats)
        self.updated = 0
        self.done: dict[str, int] = {}  # command id -> version it led to
        for step in stored.steps:
            self._replay(step)
        self.held = _implied_hold(self.match.events, self.match.version)
        if stored.held and stored.held[0] == self.match.version:
            self.held = stored.held if stored.held[1] else None
        self.slim = slimmer(self.match.header.game)
        self.cards: list[tuple[Any, str]] = [(None, "")] * len(self.match.header.seats)
        self._next: Next | None = None

    @property
    def match(self) -> Match:
        return self.host.match

    def _replay(self, step: Step) -> None:
        match = self.match
        for line in step.lines.split("\n"):
            for event in read_events(line):
                match = match.step(event)
        self.host = Host(match, self.host.seal)
        if step.command:
            self.done[step.command] = self.match.version
        self.updated = step.stamp

    @property
    def updated_text(self) -> str:
        if not self.updated:
            return self.match.header.created
        return datetime.fromtimestamp(self.updated, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    # Changing: worked out first, on disk next, told last.

    def prepare(self, host: Host, command: str | None) -> Step:
        """What has to be written so that the room may go on with `host`; the news are ready when it is."""
        before, after = self.match.version, host.match
        stamp = int(time.time())
        held = _implied_hold(host.news, after.version)
        message = tell.state(self, after, held, before, command)
        self._next = Next(host, held, stamp, command, message)
        result = of_match(after, stamp) if after.revealed is not None else None
        return Step(self.id, before, "\n".join(event_lines(host.news)), command, stamp, after.over, result)

    def committed(self) -> None:
        assert self._next is not None
        self.host, self.held, self.updated, command, message = self._next
        if command is not None:
            self.done[command] = self.match.version
        self.publish(message)

    def publish(self, message: str) -> None:
        frame = text_frame(message.encode())
        for client in self.clients:
            client.put(message, frame)

    # Beside the log.

    def keep(self, command: KeepCommand) -> None:
        if command.at != self.match.version:
            raise StaleMove(at=command.at, version=self.match.version)
        self.held = (command.at, command.mask) if command.mask else None
        self.store.hold(Held(self.id, command.at, command.mask))
        self.publish(tell.held(self, command.id))

    def join(self, client: Client, since: int) -> None:
        self.clients.add(client)
        client.put(tell.hello(self))
        client.put(self.state_since(since))

    def state_since(self, since: int, *, with_header: bool = False) -> str:
        return tell.state(self, self.match, self.held, since, None, with_header=with_header)

    def left(self, client: Client) -> None:
        self.used = time.monotonic()
        self.clients.discard(client)

    def rematched(self, match: str) -> None:
        self.rematch = match
        self.publish(self.state_since(self.match.version, with_header=True))

    def at(self, version: int) -> Match:
        """The match as it stood at that version."""
        match = self.begun
        for event in self.match.events[:version]:
            match = match.step(event)
        return match


def _implied_hold(new: Iterable[Event], version: int) -> tuple[int, str] | None:
    """Dice that were kept for a throw stay marked as kept after it."""
    mask = None
    for event in new:
        if type(event) is Played:
            mask = event.move.args[0] if event.move.verb in ("keep", "chip") else None
        elif type(event) is not Drew:
            mask = None
    return None if mask is None else (version, mask)


class Command:
    """A client's command."""

    __slots__ = ("act", "client")

    def __init__(self, act: Act, client: Client) -> None:
        self.act, self.client = act, client

    def take(self, room: Room) -> Step | None:
        done = room.done.get(self.act.id)
        if done is None:
            after = decided(room.host, self.act)
            if after.news:
                return room.prepare(after, self.act.id)
            done = after.match.version
        self.client.put(tell.ack(self.act.id, done))
        return None

    def done(self, room: Room) -> None:
        room.committed()

    def failed(self, room: Room, error: KnobelError) -> None:
        self.client.refuse(self.act.id, room.match.version, error)


class Change:
    """A change that comes from the server itself: a bot's move, the end. `told` hears how it went."""

    def __init__(
        self, change: Callable[[Room], Host | None], told: Callable[[KnobelError | None], None] = lambda _: None
    ) -> None:
        self.change, self.told = change, told

    def take(self, room: Room) -> Step | None:
        after = self.change(room)
        if after is None or not after.news:
            self.told(None)
            return None
        return room.prepare(after, None)

    def done(self, room: Room) -> None:
        room.committed()
        self.told(None)

    def failed(self, room: Room, error: KnobelError) -> None:  # noqa: ARG002
        self.told(error)


def end(room: Room) -> Host:
    """Give the match up, or close it: the secret is told."""
    return room.host.end()


def bot_move(at: int, move: Move) -> Callable[[Room], Host | None]:
    """A bot's move; dropped if the match has moved on meanwhile."""

    def change(room: Room) -> Host | None:
        if room.match.version != at or room.match.over:
            return None
        return room.host.let_bot(move)

    return change
