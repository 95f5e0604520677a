"""One match that is being played: its host, who looks at it, what has been told."""

import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from knobel.errors import KnobelError, StaleMove
from knobel.match.events import Drew
from knobel.match.host import Host
from knobel.match.lines import read_events
from knobel.match.log import Match
from knobel.match.notation import parse_match
from knobel.match.receipts import Receipt, chained, first_link, mark
from knobel.match.summary import Summary, brought_up, summary
from knobel.rules.core import Decide
from knobel.server import tell
from knobel.server.bodies import MatchOut
from knobel.server.holds import Holds
from knobel.server.problems import SealedElsewhere
from knobel.server.rights import Right, may
from knobel.server.slim import slim
from knobel.server.told import PROTOCOL, EventOut, HeaderOut, HeldTold, HelloTold, PresentTold, StateTold, encode
from knobel.server.wire import KeepCommand
from knobel.storage.kept import sealed_elsewhere, step_of
from knobel.storage.store import Held, Step, Store, StoredMatch

Made = TypeVar("Made")
# Work that stops between its stages, so that the same stage of many can be done in a row (`rounds`): then the processor
# has its code and its data at hand.
Stages: TypeAlias = Generator[None, None, Made]

_MOST_EVENTS = 500  # in one message
_TOLD_SECONDS = 6.0  # that who is at another server counts as there: three times as long as between two messages of it


class Client(Protocol):
    holder: str  # whose it is

    def put(self, message: bytes, frame: bytes | None = None) -> None: ...
    def refuse(self, command: str | None, version: int, error: KnobelError) -> None: ...
    def drop(self) -> None: ...


def text_frame(payload: bytes) -> bytes:
    """A whole text frame, as servers send it: unmasked (RFC 6455, section 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def at_once(stages: Stages[Made]) -> Made:
    """What comes of them, one straight after the other."""
    while True:
        try:
            next(stages)
        except StopIteration as end:
            made: Made = end.value
            return made


class Next(NamedTuple):
    """What the room will be once it is on disk."""

    host: Host
    link: str
    holds: Holds
    shown: tell.Shown
    command: str | None
    message: bytes


class Room:
    def __init__(self, stored: StoredMatch, store: Store, build: str, *, regret: bool, grace: float) -> None:
        self.store, self.build, self._grace = store, build, grace
        self.clients: set[Client] = set()
        self.used = self._opened = time.monotonic()
        match = self.begun = parse_match(stored.header)
        self.host = Host(match, match.seal(stored.seed))
        self._regret = regret  # whether bots give people time
        self.let_go = -1  # the version at which somebody said that the bot may begin
        self._gone: dict[str, float] = {}  # devices that hold seats and have left, with when
        self._seen = [self._opened - _TOLD_SECONDS] * len(match.header.seats)  # at other servers, when last, by seat
        self._told: list[bool] = []  # who is there, as everybody knows
        self.id = stored.id
        self.seating = stored.seating
        pictures = stored.pictures.split(" ") if stored.pictures else [""] * len(match.header.seats)
        colours = stored.colours.split(" ")
        self.beside = tell.Beside(stored.id, tuple(colours), tuple(pictures), stored.rematch_of, stored.rematch)
        self.holds = Holds()
        self.link = first_link(match.header)  # of the chain of receipts, after the newest event
        self.done: dict[str, Receipt] = {}  # what a command, by its id, has led to
        for step in stored.steps:
            self._replay(step, stored.held)
        self.beside = replace(self.beside, sealed_elsewhere=sealed_elsewhere(self.host))
        self._summary = summary(self.match)
        self.slim = slim(match.header.game)
        self._shown: tell.Shown | None = None  # once somebody has looked
        self._next: Next | None = None

    @property
    def match(self) -> Match:
        return self.host.match

    @property
    def receipt(self) -> Receipt:
        """For all that is stored."""
        return Receipt(self.match.version, mark(self.link))

    def _stepped(self, step: Step) -> Host:
        """The host after a step that is stored."""
        match = self.match
        for line in step.lines.split("\n"):
            for event in read_events(line):
                match = match.step(event)
        return Host(match, self.host.seal, tuple(match.events.since(self.match.version)))

    def _replay(self, step: Step, held: tuple[int, str] | None) -> None:
        before, self.host = self.match, self._stepped(step)
        match, new = self.match, self.host.news
        self.link = chained(self.link, new)
        self.holds = self.holds.after(before, match, new)
        if held and held[0] == match.version:
            self.holds = self.holds.chosen(held[1])
        if step.command:
            self.done[step.command] = self.receipt

    # Changing: worked out first, on disk next, told last.

    def prepare(self, host: Host, command: str | None) -> Stages[Step]:
        """What has to be written so that the room may go on with `host`; the news are ready when it is."""
        before, after = self.match, host.match
        yield
        holds, link = self.holds.after(before, after, host.news), chained(self.link, host.news)
        yield
        known = self.shown
        shown = tell.shown(after, self.slim, known, bot_waits=self._bot_waits(after))
        yield
        message = tell.step(host, self.slim, known, shown, holds.told, command, mark(link))
        yield
        self._next = Next(host, link, holds, shown, command, encode(message))
        scored = after.state.results != before.state.results
        listed = self._listed(before, after)
        return step_of(before.version, after, self.id, int(time.time()), listed, command, scored=scored)

    def _listed(self, before: Match, after: Match) -> Summary | None:
        """What lists show from now on, if that has changed. Of two steps in three it has not: sealed dice fell."""
        if isinstance(after.events.last, Drew) and not after.by_hand and after.turn.seat == before.turn.seat:
            return None
        if (now := brought_up(self._summary, after)) == self._summary:
            return None
        self._summary = now
        return now

    def committed(self) -> None:
        assert self._next is not None
        self.host, self.link, self.holds, self._shown, command, message = self._next
        if command is not None:
            self.done[command] = self.receipt
        self.publish(message)

    def not_written(self) -> None:
        """What was prepared has not become true."""
        self._next, self._summary = None, summary(self.match)

    def follow(self, steps: Sequence[Step]) -> None:
        """What another server has written: told here as if it had come from here."""
        for step in steps:
            at_once(self.prepare(self._stepped(step), step.command))
            self.committed()
        self.beside = replace(self.beside, sealed_elsewhere=sealed_elsewhere(self.host))

    def held_there(self, at: int, mask: str) -> None:
        """Dice are held by somebody at another server."""
        if at == self.match.version:
            self.holds = self.holds.chosen(mask)
            self.publish(encode(HeldTold(self.match.version, self.holds.told, None)))

    def publish(self, message: bytes) -> None:
        frame = text_frame(message)
        for client in self.clients:
            client.put(message, frame)

    # Beside the log.

    def keep(self, command: KeepCommand) -> None:
        self.check_version(command.at)
        self.holds = self.holds.chosen(command.mask)
        self.store.hold(Held(self.id, command.at, command.mask))
        self.publish(encode(HeldTold(self.match.version, self.holds.told, command.id)))

    def check_version(self, at: int) -> None:
        if at != self.match.version:
            raise StaleMove(at=at, version=self.match.version)

    @property
    def bot_waits(self) -> bool:
        """A bot gives people time: to take the last decision back, to see who begins, to look at a finished card."""
        return self._bot_waits(self.match)

    def _bot_waits(self, match: Match) -> bool:
        if not self._regret or bot_to_move(match) is None:
            return False
        looked_at = match.state.began or match.state.finished
        return match.undoable is not None or bool(looked_at and any(seat.bot is None for seat in match.header.seats))

    def join(self, client: Client, since: int) -> None:
        self.clients.add(client)
        self._gone.pop(client.holder, None)
        count = range(len(self.match.header.seats))
        mine = [seat for seat in count if may(client.holder, self.seating, Right.ACT, seat)]
        client.put(encode(HelloTold(PROTOCOL, self.build, self.header, self.slim.layout, mine)))
        client.put(encode(self.state_since(since)))
        if self.seating.seats:
            client.put(encode(self._presence))
            self._tell_present(client)

    def left(self, client: Client) -> None:
        self.used = time.monotonic()
        self.clients.discard(client)
        if not any(other.holder == client.holder for other in self.clients):
            self._gone[client.holder] = self.used
        if self.seating.seats:
            self._tell_present(client)

    @property
    def present(self) -> list[bool]:
        """By seat, whether the device is there that holds it."""
        latest = time.monotonic() - _TOLD_SECONDS
        return [here or self._seen[seat] > latest for seat, here in enumerate(self._here)]

    @property
    def _here(self) -> list[bool]:
        """The same of this server alone."""
        there = {client.holder for client in self.clients}
        return [self.seating.holder(seat) in there for seat in range(len(self.match.header.seats))]

    @property
    def here(self) -> str:
        """The same for other servers: 1 or 0 for every seat."""
        return "".join("01"[here] for here in self._here)

    def there(self, seats: str) -> None:
        """Who is at another server."""
        now = time.monotonic()
        for seat, there in zip(range(len(self._seen)), seats, strict=False):
            if there == "1":
                self._seen[seat] = now
        self.tell_presence()

    def tell_presence(self) -> None:
        """To everybody, if it is not what they know."""
        if self.seating.seats and self.present != self._told:
            self._told = self.present
            self.publish(encode(self._presence))

    def wait_for(self, seat: int) -> int | None:
        """In how many seconds the others may let a bot play on at a seat; None while its device is there."""
        if self.present[seat]:
            return None
        gone = max(self._gone.get(self.seating.holder(seat), self._opened), self._seen[seat])
        return max(0, ceil(gone + self._grace - time.monotonic()))

    @property
    def _presence(self) -> PresentTold:
        return PresentTold(self.present, [self.wait_for(seat) for seat in range(len(self.match.header.seats))])

    def _tell_present(self, cause: Client) -> None:
        """Somebody has come or gone: the others see it, if it makes a difference."""
        if any(client is not cause and client.holder == cause.holder for client in self.clients):
            return  # on another page of the same device
        self._told = self.present
        message = encode(self._presence)
        for client in self.clients:
            if client is not cause:
                client.put(message)

    def rematched(self, match: str) -> None:
        self._now_beside(replace(self.beside, rematch=match))

    def resealed(self) -> None:
        self._now_beside(replace(self.beside, sealed_elsewhere=False))

    def _now_beside(self, beside: tell.Beside) -> None:
        """Something has changed that is told with the header."""
        self.beside = beside
        self.publish(encode(self.state_since(self.match.version, self.header)))

    def check_sealed(self) -> None:
        if self.beside.sealed_elsewhere:
            raise SealedElsewhere()

    # What is told.

    @property
    def header(self) -> HeaderOut:
        return tell.header(self.match, self.beside)

    @property
    def shown(self) -> tell.Shown:
        if self._shown is None:
            self._shown = tell.shown(self.match, self.slim, bot_waits=self.bot_waits)
        return self._shown

    def state_since(self, since: int, header: HeaderOut | msgspec.UnsetType = msgspec.UNSET) -> StateTold:
        """The whole state and the events after `since`, the latest of them; of all, if that is beyond the match."""
        match = self.match
        new = match.events[max(since if since <= match.version else 0, match.version - _MOST_EVENTS) :]
        return StateTold(
            version=match.version,
            mark=self.receipt.mark,
            table=self.shown.table,
            views=[self.slim.told(view) for view in self.shown.views],
            finished=[self.slim(card) for card in match.state.finished] or msgspec.UNSET,
            events=tell.events(new, match.version - len(new) + 1),
            held=self.holds.told,
            header=header,
        )

    def events_before(self, number: int) -> list[EventOut]:
        """Those that had happened before one, as many as are told at once."""
        last = min(number - 1, self.match.version)
        first = max(0, last - _MOST_EVENTS)
        return tell.events(self.match.events[first:last], first + 1)

    def whole(self) -> MatchOut:
        """The match as it stands."""
        match = self.match
        return tell.whole(match, self.beside, self.holds.told, match.version)

    def whole_at(self, version: int) -> MatchOut:
        """The match as it stood at an earlier version."""
        events = self.match.events
        match = self.begun
        for event in events[:version]:
            match = match.step(event)
        return tell.whole(match, self.beside, None, len(events))


def bot_to_move(match: Match) -> str | None:
    """The name of the bot that everybody waits for."""
    return match.bot if isinstance(match.turn.node, Decide) and not match.over else None
