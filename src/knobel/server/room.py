"""One match that is being played: its host, who looks at it, what has been told."""

import time
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import msgspec

from knobel.errors import KnobelError, StaleMove
from knobel.match.events import Drew
from knobel.match.host import Host
from knobel.match.lines import read_events
from knobel.match.log import Match
from knobel.match.notation import parse_match
from knobel.match.summary import Summary, brought_up, standing, summary
from knobel.rules.core import Decide
from knobel.server import tell
from knobel.server.bodies import MatchOut
from knobel.server.fastsocket import text_frame
from knobel.server.holds import Holds
from knobel.server.problems import SealedElsewhere
from knobel.server.slim import slim
from knobel.server.told import PROTOCOL, HeaderOut, HeldTold, HelloTold, StateTold, encode
from knobel.server.wire import KeepCommand
from knobel.storage.kept import sealed_elsewhere, step_of
from knobel.storage.store import Held, Step, Store, StoredMatch


class Client(Protocol):
    def put(self, message: bytes, frame: bytes | None = None) -> None: ...
    def refuse(self, command: str | None, version: int, error: KnobelError) -> None: ...
    def drop(self) -> None: ...


class Next(NamedTuple):
    """What the room will be once it is on disk."""

    host: Host
    holds: Holds
    command: str | None
    message: bytes


class Room:
    def __init__(self, stored: StoredMatch, store: Store, build: str, *, regret: bool) -> None:
        self.store, self.build = store, build
        self.clients: set[Client] = set()
        self.used = time.monotonic()
        match = self.begun = parse_match(stored.header)
        self.host = Host(match, match.seal(stored.seed))
        self._regret = regret and any(seat.bot for seat in match.header.seats)  # whether bots give people time
        self.id = stored.id
        pictures = stored.pictures.split(" ") if stored.pictures else [""] * len(match.header.seats)
        colours = stored.colours.split(" ")
        self.beside = tell.Beside(stored.id, tuple(colours), tuple(pictures), stored.rematch_of, stored.rematch)
        self.holds = Holds()
        self.done: dict[str, int] = {}  # command id -> version it led to
        for step in stored.steps:
            self._replay(step, stored.held)
        self.beside = replace(self.beside, sealed_elsewhere=sealed_elsewhere(self.host))
        self._summary, self._standing = summary(self.match), standing(self.match)
        self.slim = slim(match.header.game)
        self._cards: list[tuple[Any, msgspec.Raw]] = [(None, msgspec.Raw())] * len(match.header.seats)
        self._next: Next | None = None

    @property
    def match(self) -> Match:
        return self.host.match

    def _replay(self, step: Step, held: tuple[int, str] | None) -> None:
        before = match = self.match
        for line in step.lines.split("\n"):
            for event in read_events(line):
                match = match.step(event)
        self.host = Host(match, self.host.seal)
        self.holds = self.holds.after(before, match)
        if held and held[0] == match.version:
            self.holds = self.holds.chosen(held[1])
        if step.command:
            self.done[step.command] = match.version

    # Changing: worked out first, on disk next, told last.

    def prepare(self, host: Host, command: str | None) -> Step:
        """What has to be written so that the room may go on with `host`; the news are ready when it is."""
        before, after = self.match, host.match
        holds = self.holds.after(before, after)
        message = self._state(after, holds, before.version, command)
        self._next = Next(host, holds, command, encode(message))
        scored = after.state.results != before.state.results
        listed = self._listed(before, after)
        return step_of(before.version, after, self.id, int(time.time()), listed, command, scored=scored)

    def _listed(self, before: Match, after: Match) -> Summary | None:
        """What lists show from now on, if that has changed. Of two steps in three it has not: sealed dice fell."""
        if isinstance(after.events[-1], Drew) and not after.by_hand and after.turn.seat == before.turn.seat:
            return None
        if (now := standing(after)) == self._standing:
            return None
        self._summary, self._standing = brought_up(self._summary, after), now
        return self._summary

    def committed(self) -> None:
        assert self._next is not None
        self.host, self.holds, command, message = self._next
        if command is not None:
            self.done[command] = self.match.version
        self.publish(message)

    def publish(self, message: bytes) -> None:
        frame = text_frame(message)
        for client in self.clients:
            client.put(message, frame)

    # Beside the log.

    def keep(self, command: KeepCommand) -> None:
        self.check_version(command.at)
        self.holds = self.holds.chosen(command.mask)
        self.store.hold(Held(self.id, command.at, command.mask))
        self.publish(encode(HeldTold(self.match.version, self.holds.told(self.match), command.id)))

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
        client.put(encode(HelloTold(PROTOCOL, self.build, self.header, self.slim.layout)))
        client.put(encode(self.state_since(since)))

    def left(self, client: Client) -> None:
        self.used = time.monotonic()
        self.clients.discard(client)

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

    def state_since(self, since: int, header: HeaderOut | msgspec.UnsetType = msgspec.UNSET) -> StateTold:
        return self._state(self.match, self.holds, since, None, header)

    def _state(
        self,
        match: Match,
        holds: Holds,
        since: int,
        by: str | None,
        header: HeaderOut | msgspec.UnsetType = msgspec.UNSET,
    ) -> StateTold:
        """The whole state and the events after `since`; all of them if that is beyond the match."""
        new = match.events[since:] if since <= match.version else match.events
        return StateTold(
            version=match.version,
            by=by,
            table=tell.table(match, bot_waits=self._bot_waits(match)),
            views=self._views(match),
            finished=[self.slim(card) for card in match.state.finished] or msgspec.UNSET,
            events=tell.events(new, match.version - len(new) + 1),
            held=holds.told(match),
            header=header,
        )

    def _views(self, match: Match) -> list[msgspec.Raw]:
        """Every seat's card; one that has not changed since the last message is not written again."""
        known = self._cards
        for seat, (card, node) in enumerate(zip(match.state.cards, match.state.nodes, strict=True)):
            if known[seat][0] is not card:
                known[seat] = (card, self.slim(card, node))
        return [said for _, said in known]

    def whole(self, version: int | None = None) -> MatchOut:
        """The match as it stands, or as it stood at an earlier version."""
        last = self.match.version
        if version is None or version == last:
            return tell.whole(self.match, self.beside, self.holds.told(self.match), last)
        return tell.whole(self._at(version), self.beside, None, last)

    def _at(self, version: int) -> Match:
        match = self.begun
        for event in self.match.events[:version]:
            match = match.step(event)
        return match


def bot_to_move(match: Match) -> str | None:
    """The name of the bot that everybody waits for."""
    return match.bot if isinstance(match.turn.node, Decide) and not match.over else None
