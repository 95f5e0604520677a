"""All matches that are being played: loaded when somebody asks, dropped when nobody does, bots kept moving."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from knobel.bots import BOTS
from knobel.bots.errors import UnknownBot
from knobel.errors import KnobelError
from knobel.match.events import Seat
from knobel.match.host import Host, new_match
from knobel.match.log import Match
from knobel.rules import find
from knobel.rules.core import Decide
from knobel.server.problems import NoMatch
from knobel.server.room import Client, Room, bot_to_move
from knobel.server.rounds import Rounds
from knobel.server.work import Change, Work, bot_move, reseal
from knobel.storage.errors import Conflict
from knobel.storage.kept import begun_at, fresh_id, from_elsewhere, new_record, step_of
from knobel.storage.matchfiles import known
from knobel.storage.store import ARCHIVED, LISTED, THROWN, Cleaning, Moved, Store

log = logging.getLogger("knobel")

IDLE_SECONDS = 600.0
SWEEP_SECONDS = 60.0
BOT_PAUSE = 0.9  # seconds before each move of a bot: time to follow it
REGRET_PAUSE = 5.0  # seconds before a bot answers a person's decision that can still be taken back
LOOK_SECONDS = 2.0  # how often is looked whether another program has played on in a match that is open here
KEPT_SECONDS = 3600  # how long what was thrown away can be taken back


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new match shall be."""

    spec: str
    seats: tuple[Seat, ...]
    colours: tuple[str, ...]
    games: int = 1
    first: int | None = None
    duplicate: bool = False
    by_hand: bool = False
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """The match of a file: where it is kept, and whether it was kept before, as it is in the file or otherwise."""

    id: str
    known: bool = False
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Pauses:
    """Seconds before a bot acts."""

    move: float = BOT_PAUSE
    regret: float = REGRET_PAUSE


NO_PAUSES = Pauses(0.0, 0.0)


class Hub:
    def __init__(self, store: Store, build: str, pauses: Pauses) -> None:
        self.store, self.build, self.pauses = store, build, pauses
        self.rooms: dict[str, Room] = {}
        self._rounds = Rounds(store, self._changed, self.forget)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._pausing: dict[str, asyncio.Future[bool]] = {}  # matches whose bot waits; true: it may begin at once
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._keepers = [asyncio.create_task(self._sweep()), asyncio.create_task(self._look_around())]

    async def stop(self) -> None:
        tasks = [*self._keepers, *self._bots.values(), *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def create(self, wanted: Wanted) -> str:
        host = new_match(
            find(wanted.spec),
            wanted.seats,
            games=wanted.games,
            first=wanted.first,
            duplicate=wanted.duplicate,
            by_hand=wanted.by_hand,
            match_id=fresh_id(),
        )
        new = new_record(host, colours=" ".join(wanted.colours), rematch_of=wanted.rematch_of)
        begun = step_of(0, host.match, new.id, int(time.time()), None)
        await self.store.create(new, begun if host.news else None)
        return new.id

    async def open_file(self, match: Match, *, copy: bool) -> Found:
        """The match of a file. One that is kept already is not kept twice, unless it differs and a copy is wanted."""
        found = known(match, await self.store.copies(match.header.id))
        if found and (found.same or not copy):
            return Found(found.id, known=True, differs=not found.same)
        new, step = from_elsewhere(match, None, fresh_id() if found else None, begun_at(match))
        await self.store.create(new, step)
        return Found(new.id)

    async def room(self, match: str) -> Room:
        """The room of that match, loaded if it is not open. All who ask meanwhile get the same one."""
        room = self.rooms.get(match)
        if room is None:
            task = self._loading.get(match)
            if task is None:
                task = self._loading[match] = asyncio.create_task(self._load(match))
            room = await asyncio.shield(task)
        room.used = time.monotonic()
        return room

    async def _load(self, match: str) -> Room:
        try:
            stored = await self.store.load(match)
            if stored is None:
                raise NoMatch(id=match[:40])
            room = self.rooms[match] = Room(stored, self.store, self.build, regret=self.pauses.regret > 0)
            return room
        finally:
            del self._loading[match]

    async def rematch(self, room: Room) -> str:
        """The same players in reversed order; asked twice, the same match."""
        if room.beside.rematch is None:
            head = room.match.header
            wanted = Wanted(
                str(head.game.spec),
                head.seats[::-1],
                room.beside.colours[::-1],
                head.games,
                None if head.first is None else 0,
                head.duplicate,
                room.match.by_hand,
                room.id,
            )
            try:
                room.rematched(await self.create(wanted))
            except Conflict:  # two asked at the same moment; the store has let one through
                stored = await self.store.load(room.id)
                if stored is None or stored.rematch is None:
                    raise
                room.rematched(stored.rematch)
        assert room.beside.rematch is not None
        return room.beside.rematch

    async def reseal(self, room: Room) -> None:
        """Go on here with a match whose secret is elsewhere. Asked twice, it is done once."""
        if room.beside.sealed_elsewhere:
            for seat in room.match.header.seats:
                if seat.bot is not None and seat.bot not in BOTS:
                    raise UnknownBot(bot=seat.bot[:40], game=room.match.header.game.name, known=list(BOTS))
            await self.change(room, reseal)
            room.resealed()
            self.wake_bot(room)

    async def archive(self, match: str) -> None:
        if await self.store.where(match) in (None, THROWN):
            raise NoMatch(id=match[:40])
        await self.store.move(Moved(match, ARCHIVED, int(time.time())))

    async def restore(self, match: str) -> None:
        """Out of the archive, or back from where it was thrown away."""
        if await self.store.where(match) is None:
            raise NoMatch(id=match[:40])
        await self.store.move(Moved(match, LISTED, int(time.time())))

    async def delete(self, match: str) -> None:
        """Gone for everybody at once; for good only when it is cleaned up."""
        if await self.store.where(match) in (None, THROWN):
            raise NoMatch(id=match[:40])
        await self.store.move(Moved(match, THROWN, int(time.time())))
        if room := self.rooms.get(match):
            self.forget(room)

    # Changes.

    def submit(self, room: Room, work: Work) -> None:
        self._rounds.submit(room, work)

    async def change(self, room: Room, change: Callable[[Room], Host | None]) -> None:
        """Make a change of the server's own and wait until it is on disk."""
        finished: asyncio.Future[KnobelError | None] = asyncio.get_running_loop().create_future()
        self.submit(room, Change(change, finished.set_result))
        if error := await finished:
            raise error

    def _changed(self, room: Room) -> None:
        self._wake(room, begin=False)
        self.wake_bot(room)

    def forget(self, room: Room) -> None:
        """Drop a room; its clients come back and find the match as it is stored."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        for client in list(room.clients):
            client.drop()

    def join(self, room: Room, client: Client, since: int) -> None:
        room.join(client, since)
        self.wake_bot(room)

    # Bots.

    def wake_bot(self, room: Room) -> None:
        """Let the bot move whose turn it is, while somebody is watching."""
        if room.id not in self._bots and room.clients and not room.beside.sealed_elsewhere and bot_to_move(room.match):
            task = self._bots[room.id] = asyncio.create_task(self._run_bot(room))
            task.add_done_callback(lambda _: self._bots.pop(room.id, None))

    def go(self, room: Room, at: int) -> None:
        """Nobody wants anything back: the bot that waits begins."""
        room.check_version(at)
        self._wake(room, begin=True)

    def _wake(self, room: Room, *, begin: bool) -> None:
        pausing = self._pausing.get(room.id)
        if pausing and not pausing.done():
            pausing.set_result(begin)

    async def _run_bot(self, room: Room) -> None:
        luck = Random(secrets.randbits(64))
        with contextlib.suppress(KnobelError):
            while room.clients and (name := bot_to_move(room.match)):
                match = room.match
                if not await self._paused(room):
                    continue  # something has happened: look again
                turn = match.turn
                assert isinstance(turn.node, Decide)
                if match.state.roll_off:
                    move = turn.node.moves[0]
                else:
                    card = match.state.cards[turn.seat]
                    move = await asyncio.to_thread(BOTS[name], match.header.game, card, turn.node, luck)
                await self.change(room, bot_move(match.version, move))

    async def _paused(self, room: Room) -> bool:
        """Wait before the bot's move. False if the match has changed meanwhile."""
        pausing: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pausing[room.id] = pausing
        try:
            async with asyncio.timeout(self.pauses.regret if room.bot_waits else self.pauses.move):
                return await pausing
        except TimeoutError:
            return True
        finally:
            del self._pausing[room.id]

    # Idle rooms, what was thrown away, and other programs.

    async def _sweep(self) -> None:
        while True:
            await self.store.clean(Cleaning(int(time.time()) - KEPT_SECONDS))
            await asyncio.sleep(SWEEP_SECONDS)
            now = time.monotonic()
            for room in list(self.rooms.values()):
                if not room.clients and not self._rounds.busy(room) and now - room.used > IDLE_SECONDS:
                    del self.rooms[room.id]

    async def _look_around(self) -> None:
        """The terminal plays in the same matches: a room that it has left behind is loaded again."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            seen = {room.id: room.match.version for room in self.rooms.values()}
            if seen:
                for id in await self.store.changed_elsewhere(list(seen.items())):
                    room = self.rooms.get(id)
                    if room and room.match.version == seen[id] and not self._rounds.busy(room):
                        self.forget(room)
