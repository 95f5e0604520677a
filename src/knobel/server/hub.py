"""All matches that are being played: loaded when somebody asks, dropped when nobody does, bots kept moving."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from knobel.bots import check_known, decide
from knobel.errors import KnobelError
from knobel.match.day import DayGame
from knobel.match.events import Seat, told_apart
from knobel.match.host import Host, new_match
from knobel.match.log import Match
from knobel.match.records import Score, scores_of
from knobel.rules import find
from knobel.rules.core import Decide, Game
from knobel.server.archiving import Archiving
from knobel.server.aside import aside
from knobel.server.problems import BadBody, NoMatch
from knobel.server.readiness import Readiness
from knobel.server.reviews import Reviews
from knobel.server.rights import Right, check
from knobel.server.room import Client, Room, bot_to_move
from knobel.server.rounds import Rounds
from knobel.server.studying import Studying
from knobel.server.trials import Trials
from knobel.server.work import Change, Work, bot_move, most_events, reseal
from knobel.server.workers import Crew
from knobel.storage.days import day_begun
from knobel.storage.errors import Conflict, StorageError
from knobel.storage.holders import VACANT, Seating
from knobel.storage.kept import begun_at, fresh_id, from_elsewhere, match_of, new_record, step_of
from knobel.storage.matchfiles import known
from knobel.storage.news import Elsewise, HeldThere, News, Reseated, There, Watched, Wrote
from knobel.storage.people import Joined, Person, joining
from knobel.storage.store import (
    ARCHIVED,
    LISTED,
    THROWN,
    Belonging,
    Cleaning,
    MatchScores,
    Moved,
    Step,
    Store,
    StoredMatch,
    TakenIn,
)
from knobel.words import text

log = logging.getLogger("knobel")

IDLE_SECONDS = 600.0
SWEEP_SECONDS = 60.0
BOT_PAUSE = 0.9  # seconds before each move of a bot: time to follow it
STUDY_PAUSE = 30.0  # seconds between looks at what statistics have not seen yet
GRACE = 60.0  # seconds: a phone that was locked, a tunnel, a lift
REGRET_PAUSE = 5.0  # seconds before a bot answers a person's decision that can still be taken back
LOOK_PAUSE = 300.0  # seconds before a bot begins the next game of a series while people look at the last one
LOOK_SECONDS = 2.0  # how often is looked whether another program has played on in a match that is open here
SETTLE_PAUSE = 0.01  # seconds between looks whether all is written, when the server stops
KEPT_SECONDS = 3600  # how long what was thrown away can be taken back


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a new match shall be."""

    game: Game[Any]
    seats: tuple[Seat, ...]
    colours: tuple[str, ...]
    pictures: tuple[str, ...]
    games: int = 1
    first: int | None = None
    duplicate: bool = False
    by_hand: bool = False
    rematch_of: str | None = None
    day: DayGame | None = None  # the game of a day, with the dice of that day
    seating: Seating = Seating()


@dataclass(frozen=True, slots=True)
class Found:
    """The match of a file: where it is kept, and whether it was kept before, as it is in the file or otherwise."""

    id: str
    known: bool = False
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Pauses:
    """Seconds before a bot acts, before finished matches are looked at for statistics (None: only when asked), and
    before a bot may play on for somebody who has left."""

    move: float = BOT_PAUSE
    regret: float = REGRET_PAUSE
    study: float | None = STUDY_PAUSE
    grace: float = GRACE


NO_PAUSES = Pauses(0.0, 0.0, None, 1.0)


class Hub:
    def __init__(self, store: Store, build: str, pauses: Pauses) -> None:
        self.store, self.build, self.pauses = store, build, pauses
        self.rooms: dict[str, Room] = {}
        self._rounds = Rounds(store, self._changed, self.forget, self._follow)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._replaying = asyncio.Lock()  # one match after the other: who plays shares the interpreter with one at most
        self.taking_in = asyncio.Lock()  # one file with everything after the other: it takes many times its size
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._pausing: dict[str, asyncio.Future[bool]] = {}  # matches whose bot waits; true: it may begin at once
        self._keepers: list[asyncio.Task[None]] = []
        self.readiness = Readiness(store)
        self.archiving = Archiving(store, self.rooms.__contains__)
        self.reviews = Reviews()
        self.trials = Trials()
        self.crew = Crew()  # who does what takes longer than a move
        self.reseated: Callable[[], None] = lambda: None  # what is to be done when who is who has changed
        self._following: set[asyncio.Task[None]] = set()
        self.studying = Studying(store, self.crew.reviews, pauses.study)

    def start(self) -> None:
        self.store.hear(self._heard)
        work = (
            self._sweep(),
            self._look_around(),
            self._score_earlier_matches(),
            self.studying.run(),
            self.archiving.run(),
        )
        self._keepers = [asyncio.create_task(one) for one in work]

    @property
    def under_way(self) -> int:
        """Matches of which something is on its way to the disk."""
        return self._rounds.under_way

    async def settle(self) -> None:
        """Wait until all that was taken is on disk and told. Bots do not begin anything more."""
        for task in list(self._bots.values()):
            task.cancel()
        while self._rounds.under_way:
            await asyncio.sleep(SETTLE_PAUSE)

    async def stop(self) -> None:
        tasks = [*self._keepers, *self._bots.values(), *self._loading.values(), *self._following]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.crew.close()

    async def create(self, wanted: Wanted) -> str:
        now, seating = int(time.time()), wanted.seating
        people: list[Person | None] = [None] * len(wanted.seats)
        joined: dict[str, Joined] = {}
        for holder in {seating.holder(number) for number in range(len(wanted.seats))}:
            sit = [n for n, seat in enumerate(wanted.seats) if seat.bot is None and seating.holder(n) == holder]
            looks = [(wanted.seats[n].name, wanted.colours[n], wanted.pictures[n]) for n in sit]
            joined[holder] = joining(looks, await self.store.of(holder).people(), now)
            for n, person in zip(sit, joined[holder].people, strict=True):
                people[n] = person
        seats = [replace(seat, name=one.name) if one else seat for seat, one in zip(wanted.seats, people, strict=True)]
        id = fresh_id()
        host = new_match(
            wanted.game,
            seats,
            games=wanted.games,
            first=wanted.first,
            duplicate=wanted.duplicate,
            by_hand=wanted.by_hand,
            match_id=wanted.day.id if wanted.day else id,
            seed=wanted.day.seed if wanted.day else None,
        )
        looked = (picture or (one.picture if one else "") for picture, one in zip(wanted.pictures, people, strict=True))
        new = replace(
            new_record(host, id, " ".join(wanted.colours), wanted.rematch_of),
            pictures=" ".join(looked),
            joined=joined.pop(seating.maker, Joined(())),
            day=day_begun(host.match, id, now),
            maker=seating.maker,
            holders=tuple(seating.seats.items()),
        )
        begun = step_of(0, host.match, new.id, now, None)
        others = [Belonging(holder, one) for holder, one in joined.items()]
        await self.store.create(new, begun if host.news else None, *others)
        return new.id

    async def open_file(self, holder: str, match: Match, *, copy: bool) -> Found:
        """The match of a file, for that holder. One that they keep already is not kept twice, unless it differs and a
        copy is wanted.
        """
        if match.version > (most := 2 * most_events(match.header)):  # which one that is played here never reaches
            raise BadBody(problem=text("server.body.events", most=most))
        found = known(match, await self.store.of(holder).copies(match.header.id))
        if found and (found.same or not copy):
            return Found(found.id, known=True, differs=not found.same)
        taken = found is not None or await self.store.where(match.header.id) is not None
        new, step = from_elsewhere(match, None, fresh_id() if taken else None, begun_at(match))
        await self.store.create(replace(new, maker=holder), step)
        return Found(new.id)

    async def take_in(self, holder: str, taken: TakenIn) -> None:
        """Add what a file with everything holds to that holder's things; who sits at a table that has gone on by it
        sees it as it is now.
        """
        await self.store.of(holder).take_in(taken)
        for id in await self.store.changed(self._versions()):
            if (room := self.rooms.get(id)) and not self._rounds.busy(room):
                self.forget(room)

    async def delete_everything(self, holder: str) -> None:
        """All that is that holder's, for good. Tables at which others sit stay theirs."""
        async with self.store.alone():
            await self.store.of(holder).delete_everything()
        self.reseat(holder)

    def reseat(self, holder: str) -> None:
        """Whose seats are whose has changed where that holder sat or looked on: who is there comes back and sees it."""
        for room in list(self.rooms.values()):
            if room.seating.has(holder) or holder in room.seating.watchers:
                self.forget(room)

    async def check(self, holder: str, match: str, right: Right) -> None:
        """Refuse what that holder may not. A match that is not theirs is refused like one that does not exist."""
        if right is Right.ACT:
            room = await self.room(match)
            check(holder, room.seating, right, room.match.turn.seat, match)
            return
        open_room = self.rooms.get(match)
        seating = open_room.seating if open_room else await self.store.seating(match)
        if seating is None:
            raise NoMatch(id=match[:40])
        check(holder, seating, right, match=match)

    def watched(self, match: str, holder: str) -> None:
        """A holder may look on from now on."""
        if room := self.rooms.get(match):
            room.seating = replace(room.seating, watchers=room.seating.watchers | {holder})

    async def room(self, match: str) -> Room:
        """The room of that match, loaded if it is not open. All who ask meanwhile get the same one."""
        while (room := self.rooms.get(match)) is None:
            task = self._loading.get(match)
            if task is None:
                task = self._loading[match] = asyncio.create_task(self._load(match))
            await asyncio.shield(task)  # by the time this goes on it may have been let go again: then once more
        room.used = time.monotonic()
        return room

    async def _load(self, match: str) -> Room:
        try:
            stored = await self.store.load(match)
            if stored is None:
                raise NoMatch(id=match[:40])
            regret = self.pauses.regret > 0
            async with self._replaying:
                room = await aside(Room, stored, self.store, self.build, regret=regret, grace=self.pauses.grace)
            self.rooms[match] = room
            return room
        finally:
            del self._loading[match]

    async def rematch(self, room: Room) -> str:
        """The same players on their seats; the one after who began last begins. Asked twice, the same match."""
        if room.beside.rematch is None:
            wanted = replace(_wanted_again(room), first=_first_of_rematch(room.match), rematch_of=room.id)
            try:
                room.rematched(await self.create(wanted))
            except Conflict:  # two asked at the same moment; the store has let one through
                stored = await self.store.load(room.id)
                if stored is None or stored.rematch is None:
                    raise
                room.rematched(stored.rematch)
        assert room.beside.rematch is not None
        return room.beside.rematch

    async def again(self, holder: str, room: Room) -> str:
        """A match of its own with everything as it was there, made by that holder."""
        count = range(len(room.match.header.seats))
        held = {seat: whose for seat in count if (whose := room.seating.holder(seat)) not in (holder, VACANT)}
        return await self.create(replace(_wanted_again(room), seating=Seating(holder, held)))

    async def reseal(self, room: Room) -> None:
        """Go on here with a match whose secret is elsewhere. Asked twice, it is done once."""
        if room.beside.sealed_elsewhere:
            check_known(room.match.bots, room.match.header.game)
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
        self.archiving.keep(match)

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

        def told(error: KnobelError | None) -> None:
            if not finished.done():  # whoever wanted it may have gone
                finished.set_result(error)

        self.submit(room, Change(change, told))
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
        if room.seating.seats:
            self.store.present([(room.id, room.here)])
        self.wake_bot(room)

    # Bots.

    def wake_bot(self, room: Room) -> None:
        """Let the bot move whose turn it is, while somebody is watching."""
        if room.id not in self._bots and room.clients and not room.beside.sealed_elsewhere and bot_to_move(room.match):
            task = self._bots[room.id] = asyncio.create_task(self._run_bot(room))
            task.add_done_callback(lambda _: self._bots.pop(room.id, None))

    def go(self, room: Room, at: int) -> None:
        """Nobody wants anything back: the bot that waits begins, or does not begin to wait."""
        room.check_version(at)
        room.let_go = at
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
                    game, cards = match.header.game, match.state.cards
                    move = await aside(decide, name, game, cards, turn.seat, turn.node, luck)
                await self.change(room, bot_move(match.version, move))

    async def _paused(self, room: Room) -> bool:
        """Wait before the bot's move. False if the match has changed meanwhile."""
        if room.let_go == room.match.version:
            return True
        pausing: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pausing[room.id] = pausing
        try:
            async with asyncio.timeout(self._seconds(room)):
                return await pausing
        except TimeoutError:
            return True
        finally:
            del self._pausing[room.id]

    def _seconds(self, room: Room) -> float:
        if not room.bot_waits:
            return self.pauses.move
        return LOOK_PAUSE if room.match.state.finished else self.pauses.regret

    # Scores of matches from before they were kept.

    async def _score_earlier_matches(self) -> None:
        with contextlib.suppress(StorageError):  # at the next start, then
            for id in await self.store.unscored():
                stored = await self.store.load(id)
                scores = await aside(_scores, stored) if stored else ()
                await self.store.score(MatchScores(id, scores))

    # Idle rooms, what was thrown away, and other programs.

    async def _sweep(self) -> None:
        while True:
            with contextlib.suppress(StorageError):  # the store has said so; it is tried again
                await self.store.clean(Cleaning(int(time.time()) - KEPT_SECONDS))
            await asyncio.sleep(SWEEP_SECONDS)
            now = time.monotonic()
            for room in list(self.rooms.values()):
                if not room.clients and not self._rounds.busy(room) and now - room.used > IDLE_SECONDS:
                    del self.rooms[room.id]

    async def _look_around(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            shared = [room for room in self.rooms.values() if room.clients and room.seating.seats]
            self.store.present([(room.id, room.here) for room in shared])
            for room in shared:
                room.tell_presence()
            with contextlib.suppress(StorageError):
                await self.look_around()

    async def look_around(self) -> None:
        """The terminal and other tabs play in the same matches: a room that was left behind follows."""
        if self.rooms:
            for id in await self.store.changed_elsewhere(self._versions):
                if room := self.rooms.get(id):
                    await self._catch_up(room)

    def _versions(self) -> list[tuple[str, int]]:
        """How far the open matches are."""
        return [(room.id, room.match.version) for room in self.rooms.values()]

    # Other servers, on the same database.

    def _heard(self, news: News) -> None:
        match news:
            case Wrote(match) if loading := self._loading.get(match):  # perhaps it has not seen that yet
                loading.add_done_callback(lambda _: self._heard(news))
            case Wrote(match, at, step) if (room := self.rooms.get(match)) and room.match.version <= at:
                if step and room.match.version == at and not self._rounds.busy(room):
                    self._go_along(room, [Step(match, at, step.lines, step.command, step.stamp)])
                    return
                task = asyncio.create_task(self._catch_up(room))
                self._following.add(task)
                task.add_done_callback(self._following.discard)
            case HeldThere(match, at, mask) if room := self.rooms.get(match):
                room.held_there(at, mask)
            case There(match, seats) if room := self.rooms.get(match):
                room.there(seats)
            case Watched(match, holder):
                self.watched(match, holder)
            case Elsewise(match) if room := self.rooms.get(match):
                self.forget(room)
            case Reseated(holder):
                self.reseated()
                self.reseat(holder)

    async def _catch_up(self, room: Room) -> None:
        """A room that nobody is writing in follows what was played elsewhere."""
        with contextlib.suppress(StorageError):  # whoever plays next finds out
            if not self._rounds.busy(room):
                await self._follow(room)

    async def _follow(self, room: Room) -> None:
        """Let the room be as the match is stored; the clients are told every step."""
        at = room.match.version
        steps = await self.store.later(room.id, at)
        if steps is None:
            self.forget(room)
        elif room.match.version == at and steps:
            self._go_along(room, steps)

    def _go_along(self, room: Room, steps: Sequence[Step]) -> None:
        """Whatever goes wrong is this match's trouble alone: it is loaded again as it is stored."""
        try:
            room.follow(steps)
            self._changed(room)
        except Exception:
            log.exception("while following %s", room.id)
            self.forget(room)


def _scores(stored: StoredMatch) -> tuple[Score, ...]:
    try:
        match = match_of(stored)
    except (KnobelError, ValueError):
        return ()  # of another release: it cannot be read here, and is told of in the list of matches
    found = scores_of(match, stored.steps[-1].stamp if stored.steps else 0)
    return tuple(replace(score, match=stored.id) for score in found)


def _first_of_rematch(match: Match) -> int | None:
    """Who begins moves on by one seat; nobody has begun as long as dice are thrown for it."""
    seats = match.table.seats
    return match.header.first if seats == 1 or match.state.roll_off else (match.state.first + 1) % seats


def _wanted_again(room: Room) -> Wanted:
    """What that match was to be. Seats of before that share a name are told apart: a new table has none such. A seat
    that nobody holds any more is on the screen of whoever has the table now.
    """
    head = room.match.header
    spec = head.game.spec
    return Wanted(
        head.game if spec.version is None else find(str(spec.today)),
        told_apart(head.seats),
        room.beside.colours,
        room.beside.pictures,
        head.games,
        head.first,
        head.duplicate,
        room.match.by_hand,
        seating=Seating(room.seating.maker, {n: whose for n, whose in room.seating.seats.items() if whose != VACANT}),
    )
