"""One match that is being played: its lock, its clients, and the order commit first, then tell."""

import asyncio
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Protocol

from knobel.errors import StaleMove
from knobel.match.chance import SealedDice
from knobel.match.events import Drew, Event, Noted, Played
from knobel.match.lines import event_lines, read_events
from knobel.match.log import Match
from knobel.match.notation import parse_match
from knobel.rules.core import Decide, Move, Over
from knobel.server import tell
from knobel.server.problems import BotSeat, WrongSource
from knobel.server.slim import slimmer
from knobel.server.store import Held, Step, Store, StoredMatch
from knobel.server.wire import (
    Act,
    CorrectCommand,
    DiceCommand,
    KeepCommand,
    MoveCommand,
    NoteCommand,
    SaltCommand,
    SourceCommand,
    UndoCommand,
    faces_of,
)

_ROLL = Move("roll")


class Client(Protocol):
    def put(self, message: str) -> None: ...
    def drop(self) -> None: ...


class Room:
    def __init__(self, stored: StoredMatch, store: Store, build: str) -> None:
        self.store, self.build = store, build
        self.colours = stored.colours.split(" ")
        self.rematch_of, self.rematch = stored.rematch_of, stored.rematch
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.match = parse_match(stored.header)
        self.begun = self.match
        self.seed = stored.seed
        self.updated = 0
        self.done: dict[str, int] = {}  # command id -> version it led to
        self.kinds: set[bool] = set()  # kinds of dice seen so far: by hand or not
        for step in stored.steps:
            for line in step.lines.split("\n"):
                for event in read_events(line):
                    self.match = self.match.step(event)
                    self._mark(event)
            if step.command:
                self.done[step.command] = self.match.version
            self.updated = step.stamp
        self.dice = self.match.seal(self.seed).dice(self.match.seat_seeds)
        self.held = stored.held if stored.held and stored.held[0] == self.match.version else None
        self.slim = slimmer(self.match.header.game)
        self.cards: list[tuple[Any, bytes]] = [(None, b"")] * len(self.match.header.seats)
        if self.held is None:
            self.held = self._implied_hold(self.match.events)

    @property
    def updated_text(self) -> str:
        if not self.updated:
            return self.match.header.created
        return datetime.fromtimestamp(self.updated, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def id(self) -> str:
        return self.match.header.id

    def _mark(self, event: Event) -> None:
        if isinstance(event, Drew):
            self.kinds.add(event.by_hand)
        elif isinstance(event, Noted):
            self.kinds.add(True)

    async def act(self, command: Act, client: Client) -> None:
        """Carry a command out, once. A refusal is raised; nothing has changed then."""
        async with self.lock:
            self.used = time.monotonic()
            done = self.done.get(command.id)
            if done is not None:
                client.put(tell.ack(command.id, done))
                return
            after = self._after(command)
            if after is self.match:
                client.put(tell.ack(command.id, after.version))
                return
            await self._commit(after, command.id)

    def _after(self, command: Act) -> Match:
        """The match after the command and what follows from it by itself."""
        match = self.match
        if command.at != match.version:
            raise StaleMove(at=command.at, version=match.version)
        if not isinstance(command, SourceCommand) and command.seat >= len(match.header.seats):
            raise tell.no_seat(command.seat, len(match.header.seats))
        return self._followed(self._decided(match, command))

    def _decided(self, match: Match, command: Act) -> Match:
        match command:
            case MoveCommand(seat=seat, move=move):
                self._check_person(seat)
                return match.advance(seat, Move.parse(move), self._dice(match))
            case DiceCommand():
                return self._typed(match, command)
            case UndoCommand(seat=seat):
                self._check_person(seat)
                return match.undo(seat)
            case NoteCommand():
                self._check_by_hand()
                return match.note(command.seat, command.box, command.points, command.extra)
            case CorrectCommand():
                return match.correct(command.seat, command.box, command.points, command.extra)
            case SourceCommand(source=source):
                return match.switch(source == "hand")
            case SaltCommand(seat=seat, seed=seed):
                return match.salt(seat, seed)

    def _typed(self, match: Match, command: DiceCommand) -> Match:
        """Real dice; the move they answer is made first, if it has not been made."""
        self._check_by_hand()
        node = match.turn.node
        if command.move is not None:
            match = match.append(command.seat, Move.parse(command.move))
        elif isinstance(node, Decide) and node.moves == (_ROLL,):
            match = match.append(command.seat, _ROLL)
        return match.enter_dice(command.seat, faces_of(command.faces))

    def _check_person(self, seat: int) -> None:
        if self.match.header.seats[seat].bot:
            raise BotSeat(seat=seat + 1)

    def _check_by_hand(self) -> None:
        if not self.match.by_hand:
            raise WrongSource()

    def _followed(self, match: Match) -> Match:
        """The dice that are due, and the secret once the match is over. With real dice it stays open to correct."""
        if match is self.match:
            return match
        match = match.settle(self._dice(match))
        if match.revealed is None and not match.by_hand and isinstance(match.turn.node, Over):
            match = match.reveal(self.seed)
        return match

    def _dice(self, match: Match) -> SealedDice:
        """The dice of the match, made anew until the first draw: until then seats may add seeds of their own."""
        if not self.kinds:
            self.dice = match.seal(self.seed).dice(match.seat_seeds)
        return self.dice

    async def _commit(self, after: Match, command: str | None) -> None:
        before = self.match
        new = after.events[before.version :]
        stamp = int(time.time())
        over = after.over
        await self.store.append(Step(self.id, before.version, "\n".join(event_lines(new)), command, stamp, over))
        self.match, self.updated = after, stamp
        if command:
            self.done[command] = after.version
        for event in new:
            self._mark(event)
        self.held = self._implied_hold(new)
        self._publish(tell.state(self, before.version, command))

    def _implied_hold(self, new: Iterable[Event]) -> tuple[int, str] | None:
        """Dice that were kept for a throw stay marked as kept after it."""
        mask = None
        for event in new:
            match event:
                case Played(_, Move("keep" | "chip", (kept,))):
                    mask = kept
                case Drew():
                    pass
                case _:
                    mask = None
        return None if mask is None else (self.match.version, mask)

    def _publish(self, message: str) -> None:
        for client in self.clients:
            client.put(message)

    def keep(self, command: KeepCommand) -> None:
        if command.at != self.match.version:
            raise StaleMove(at=command.at, version=self.match.version)
        self.held = (command.at, command.mask) if command.mask else None
        self.store.hold(Held(self.id, command.at, command.mask))
        self._publish(tell.held(self, command.id))

    async def end(self) -> None:
        """Give the match up, or close it: the secret is told."""
        async with self.lock:
            await self._commit(self.match.reveal(self.seed), None)

    async def play_bot(self, seat: int, at: int, move: Move) -> None:
        """A bot's move, at the same door as a person's; dropped if the match has moved on meanwhile."""
        async with self.lock:
            if self.match.version == at and self.match.turn.seat == seat:
                await self._commit(self._followed(self.match.advance(seat, move, self._dice(self.match))), None)

    def joined(self, client: Client, since: int) -> None:
        self.used = time.monotonic()
        self.clients.add(client)
        client.put(tell.hello(self))
        client.put(tell.state(self, since, None))

    def left(self, client: Client) -> None:
        self.used = time.monotonic()
        self.clients.discard(client)

    def rematched(self, match: str) -> None:
        self.rematch = match
        self._publish(tell.state(self, self.match.version, None, with_header=True))

    def at(self, version: int) -> Match:
        """The match as it stood at that version."""
        match = self.begun
        for event in self.match.events[:version]:
            match = match.step(event)
        return match
