"""Several tables, their devices, the network between and the death of a server, all decided by one seed. Odd seeds have
two servers on one database, and a device comes to either of them.

The hub, its rooms and rounds, the rules and the tables of SQLite are the real ones. What makes a run of them different
each time is taken in hand: the event loop has a clock of its own, which only goes when the simulation lets it; the
store writes when it is told to, with the same transactions; threads there are none, and what is drawn by lot is drawn
by the seed. So a run is its seed, and what failed fails again. What one server tells the others is what PostgreSQL
carries, from the same function and line by line; here it arrives when the simulation lets it, in order, or is lost with
the connection on which a server listens.

A network in the real world loses connections. This one also loses single messages, sends them twice and turns their
order round, which is more than a page ever meets; a device gets by as a page does, by ids, versions and asking again.
"""

import asyncio
import json
import secrets
import selectors
import sqlite3
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, tzinfo
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from knobel.errors import KnobelError
from knobel.match import host as host_module
from knobel.match.events import Seat
from knobel.match.receipts import Receipt, receipt
from knobel.rules import find
from knobel.server import hub as hub_module
from knobel.server import room as room_module
from knobel.server.frames import LONGEST_MESSAGE, heard
from knobel.server.hub import Hub, Pauses, Wanted
from knobel.server.problems import problem
from knobel.server.room import Room
from knobel.server.slim import merge
from knobel.server.told import RefusedTold, encode
from knobel.server.work import stand_in
from knobel.storage.holders import Seating, Watching
from knobel.storage.kept import match_of
from knobel.storage.migrate import migrate
from knobel.storage.news import News, There, line_of, news_of
from knobel.storage.postgres import news_of_part
from knobel.storage.sql import Part
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import StoredMatch, Versions
from tests.server.house import offers

Value = TypeVar("Value")
PAUSES = Pauses(0.9, 5.0, None, 60.0)
GAMES = ("kniffel", "seven", "kniffel")
A_DAY = 86_400.0


# A world in which nothing happens by itself.


class Standstill(selectors.SelectSelector):
    """There is nobody outside: whoever waits for time to pass waits for the simulation."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout == 0, "somebody waits for what cannot come"
        return []


class Clock:
    """What `time` is to the server: one clock that only goes on, and one that is set by people."""

    def __init__(self) -> None:
        self.passed, self.set_by = 1000.0, 1_800_000_000.0

    def monotonic(self) -> float:
        return self.passed

    def time(self) -> float:
        return self.passed + self.set_by

    def now(self, zone: tzinfo) -> datetime:
        """What `datetime` is to a new match."""
        return datetime.fromtimestamp(self.time(), zone)


AT: ContextVar[int | None] = ContextVar("AT", default=None)  # at which server something is done


@contextmanager
def at(server: int) -> Iterator[None]:
    """What is begun here is that server's, and ends with it."""
    token = AT.set(server)
    try:
        yield
    finally:
        AT.reset(token)


class Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: Clock) -> None:
        super().__init__(Standstill())
        self._world = clock
        self.begun: dict[asyncio.Task[Any], int | None] = {}  # what runs, in the order in which it was begun, and where
        self.set_task_factory(self._begin)

    def _begin(self, loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **named)
        self.begun[task] = AT.get()
        task.add_done_callback(lambda _: self.begun.pop(task, None))
        return task

    def time(self) -> float:
        return self._world.passed


async def at_once(work: Callable[..., Value], *args: Any, **named: Any) -> Value:
    return work(*args, **named)


@contextmanager
def world(luck: Random, clock: Clock) -> Iterator[None]:
    with (
        patch.object(secrets, "token_hex", lambda many: luck.randbytes(many).hex()),
        patch.object(secrets, "token_bytes", luck.randbytes),
        patch.object(secrets, "randbits", luck.getrandbits),
        patch.object(host_module, "datetime", clock),
        patch.object(hub_module, "time", clock),
        patch.object(room_module, "time", clock),
        patch.object(hub_module, "aside", at_once),
    ):
        yield


class Disk:
    """What outlives the server: all that was committed."""

    def __init__(self) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.execute("pragma foreign_keys = on")
        self.stores: dict[int, StepwiseStore] = {}  # of the servers that run
        migrate(self.connection, Path(":memory:"), backups=False)


class StepwiseStore(SqliteStore):
    """Writes what waits when it is told to, and tells of it when it is told to."""

    def __init__(self, disk: Disk, server: int) -> None:
        self._disk = disk
        self.news: list[str] = []  # of other servers, on its way here
        self._told: Callable[[News], None] = lambda _: None
        self._missed = False
        disk.stores[server] = self
        self.queue: list[Any] = []  # jobs, each with what is to be written and who is told
        self.untold: list[tuple[Any, list[Any]]] = []
        super().__init__(Path(":memory:"))

    def _connections(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        return self._disk.connection, self._disk.connection

    def _begin(self) -> None: ...

    def _submit(self, job: Any) -> None:
        self.queue.append(job)

    async def _reading(self, ask: Callable[..., Any], *args: object) -> Any:
        await asyncio.sleep(0)
        return self._at_one_moment(ask, *args)

    # What a store on PostgreSQL hears and says.

    def hear(self, told: Callable[[News], None]) -> None:
        self._told = told

    def present(self, seats: Sequence[tuple[str, str]]) -> None:
        self._say_to_others([There(match, there) for match, there in seats])

    async def changed_elsewhere(self, known: Versions) -> list[str]:
        if not self._missed:
            return []
        self._missed = False
        return await self.changed(known())

    def _transact(self, parts: Sequence[Part]) -> None:
        super()._transact(parts)
        self._say_to_others([news for part in parts for news in news_of_part(part)])

    def _say_to_others(self, news: Sequence[News]) -> None:
        for other in self._disk.stores.values():
            if other is not self:
                other.news += map(line_of, news)

    def listen(self, many: int) -> None:
        heard, self.news = self.news[:many], self.news[many:]
        for line in heard:
            if (news := news_of(line)) is not None:
                self._told(news)

    def deafen(self) -> None:
        """The connection breaks on which it listens."""
        self.news.clear()
        self._missed = True

    def write(self, many: int) -> None:
        """The oldest of what waits, in one transaction."""
        batch, self.queue = self.queue[:many], self.queue[many:]
        outcomes = iter(self._write_all([part for job in batch for part in job.what]))
        self.untold += [(job, [next(outcomes) for _ in job.what]) for job in batch]

    def tell(self) -> None:
        told, self.untold = self.untold, []
        for job, outcomes in told:
            if job.done:
                job.done(outcomes)


# Devices and their connections.


class Connection:
    """The server's end of a socket."""

    def __init__(self, number: int, holder: str) -> None:
        self.number, self.holder = number, holder
        self.server = 0
        self.room: Room | None = None
        self.open = True
        self.up: list[str] = []  # on the way to the server
        self.down: list[bytes] = []  # on the way to the device
        self.newest = 0  # version that was told

    def __hash__(self) -> int:
        return self.number  # the order in which a set of them is told is that of their numbers in every run

    def put(self, message: bytes, frame: bytes | None = None) -> None:  # noqa: ARG002
        if self.open:
            self.down.append(message)

    def refuse(self, command: str | None, version: int, error: KnobelError) -> None:
        why = problem(error, "en")
        self.put(encode(RefusedTold(why.code, why.title, why.text, why.status, command, version)))

    def drop(self) -> None:
        self.close()

    def close(self) -> None:
        if self.open:
            self.open = False
            if self.room:
                with at(self.server):
                    asyncio.get_running_loop().call_soon(self.room.left, self)


class Device:
    """What a page does: it keeps the newest state, sends a command until it is answered, and asks when it has missed
    something (`web/src/lib/table.svelte.ts`)."""

    def __init__(self, number: int, holder: str, match: str) -> None:
        self.number, self.holder, self.match = number, holder, match
        self.line: Connection | None = None
        self.opening = False
        self.layout: Any = None
        self.mine: list[int] = []
        self.state: Any = None
        self.unanswered: dict[str, Any] | None = None
        self.answers: dict[str, int] = {}  # commands that were confirmed, with the version
        self.refused: set[str] = set()

    @property
    def version(self) -> int:
        return -1 if self.state is None else int(self.state["version"])

    def say(self, said: dict[str, Any]) -> None:
        if self.line and self.line.open:
            self.line.up.append(json.dumps(said))

    def sync(self, number: int) -> None:
        self.say({"do": "sync", "id": f"s{number}", "since": max(0, self.version)})

    def hear(self, message: Any, number: int) -> None:
        match message["is"]:
            case "hello":
                self.layout, self.mine = message["layout"], message["mine"]
            case "state" if self.layout is None:
                if self.line:
                    self.line.close()  # the beginning was lost: once more
            case "state":
                if message["version"] >= self.version:
                    views = [merge(self.layout, slim) for slim in message["views"]]
                    self.state = {**message, "views": views}
            case "step":
                self._settle(message.get("by"), message["version"])
                self._step(message, number)
            case "ack":
                self._settle(message["id"], message["version"])
            case "held":
                self._settle(message["by"], message["version"])
            case "refused":
                self._settle(message["id"], None)
                if message["version"] > self.version:
                    self.sync(number)
            case "pong" if message["version"] > self.version:
                self.sync(number)

    def _step(self, step: Any, number: int) -> None:
        if self.state is None or step["version"] - len(step["events"]) != self.version:
            if step["version"] > self.version:
                self.sync(number)
            return
        views = list(self.state["views"])
        for seat, told in step.get("views", {}).items():
            views[int(seat)] = merge(views[int(seat)], told, self.layout)
        table = {**self.state["table"], **step.get("table", {})}
        self.state = {**self.state, "version": step["version"], "mark": step["mark"], "table": table, "views": views}

    def _settle(self, id: str | None, version: int | None) -> None:
        if self.unanswered and self.unanswered["id"] == id:
            if version is None:
                self.refused.add(str(id))
            else:
                self.answers[str(id)] = version
            self.unanswered = None

    def moves(self) -> list[str]:
        table = self.state["table"]
        if table["roll_off"]:
            return ["roll"]
        view = self.state["views"][table["turn"]["seat"]]
        return [*view["actions"], *(move for block in view["blocks"] for move in offers(block))]


# The simulation.


class Simulation:
    def __init__(self, seed: int) -> None:
        self.luck, self.clock = Random(seed), Clock()
        self.servers = range(1 + seed % 2)
        self.hubs: dict[int, Hub] = {}
        self.disk = Disk()
        self.devices: list[Device] = []
        self.matches: list[str] = []
        self.numbers = 0
        self.marks: dict[tuple[str, int], str] = {}  # what was confirmed or seen
        self.events: dict[tuple[str, int], Any] = {}
        self.told: dict[str, int] = {}  # by match, the newest version that anybody was told
        self.counted: dict[str, int] = {}  # what happened how often
        self.problems: list[str] = []  # found where nobody hears an exception
        self._trace = sha256()

    @property
    def trace(self) -> str:
        return self._trace.hexdigest()

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    async def run(self, steps: int) -> None:
        for server in self.servers:
            self._start(server)
        try:
            for number, game in enumerate(GAMES):
                await self._lay(game, number + 1, f"a{number}", f"b{number}", f"w{number}")
            for _ in range(steps):
                happens = self.luck.choices(list(HAPPENS), list(HAPPENS.values()))[0]
                self._note(happens)
                await getattr(self, f"_{happens}")()
                await self._breathe()
                assert not self.problems, self.problems
            await self._calm()
            assert not self.problems, self.problems
            self._check()
        finally:
            await self._end()

    def _note(self, what: str) -> None:
        self.counted[what] = self.counted.get(what, 0) + 1
        self._trace.update(what.encode())

    async def _breathe(self) -> None:
        for _ in range(4):
            await asyncio.sleep(0)

    # The servers.

    def _start(self, server: int) -> None:
        with at(server):
            hub = self.hubs[server] = Hub(StepwiseStore(self.disk, server), "build", PAUSES)
            hub.start()

    @property
    def stores(self) -> list[StepwiseStore]:
        return [self.disk.stores[server] for server in self.servers]

    def _one(self) -> int:
        return self.luck.choice(self.servers)

    async def _end(self, server: int | None = None) -> None:
        """All that goes on there; None: everywhere."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        here = [task for task, where in loop.begun.items() if server is None or where == server]
        others = [task for task in here if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _soon(self, work: Coroutine[Any, Any, Value], server: int = 0) -> Value:
        with at(server):
            task = asyncio.ensure_future(work)
        while not task.done():
            self._work_off()
            await self._breathe()
        return task.result()

    def _work_off(self) -> None:
        """Whatever waits in the servers."""
        for server, store in zip(self.servers, self.stores, strict=True):
            with at(server):
                store.write(9)
                store.tell()
                store.listen(99)

    async def _lay(self, game: str, games: int, ada: str, ben: str, eve: str) -> None:
        """A table for two devices, one of them with two tabs, and somebody who looks on."""
        seats = (Seat("Ada"), Seat("Ben"))
        wanted = Wanted(find(game), seats, ("red", "blue"), ("", ""), games=games, seating=Seating(ada, {1: ben}))
        match = await self._soon(self.hubs[0].create(wanted))
        await self._soon(self.stores[0].link(Watching(match, eve)))
        self.matches.append(match)
        self.devices += [Device(self.number(), holder, match) for holder in (ada, ada, ben, eve)]

    async def _crash(self) -> None:
        """Between any two of: asked, written, told."""
        server = self._one()
        if self.luck.random() < 0.5:
            with at(server):
                self.disk.stores[server].write(self.luck.randint(0, 3))
        for device in self.devices:
            if device.line and device.line.server == server:
                device.line.open = False
                device.line.down = device.line.down[: self.luck.randint(0, 3)]  # what had left the machine arrives
        await self._end(server)
        self._start(server)

    async def _reseat(self) -> None:
        """Whose seats are whose has changed: everybody comes back, whatever is on its way."""
        server = self._one()
        with at(server):
            self.hubs[server].reseat(self.luck.choice(self.devices).holder)

    async def _write(self) -> None:
        server = self._one()
        with at(server):
            self.disk.stores[server].write(self.luck.randint(1, 5))

    async def _tell(self) -> None:
        server = self._one()
        with at(server):
            self.disk.stores[server].tell()

    async def _listen(self) -> None:
        server = self._one()
        with at(server):
            self.disk.stores[server].listen(self.luck.randint(1, 9))

    async def _deafen(self) -> None:
        self.disk.stores[self._one()].deafen()

    async def _time(self) -> None:
        self.clock.passed += self.luck.choice((0.01, 0.3, 1.0, 6.0, 61.0, 700.0))

    async def _clock(self) -> None:
        """Somebody sets it."""
        self.clock.set_by += self.luck.choice((-A_DAY, -3600.0, 3600.0, A_DAY))

    # The network.

    async def _up(self) -> None:
        for _ in range(self.luck.randint(1, 3)):
            lines = [one.line for one in self.devices if one.line and one.line.open and one.line.up]
            if lines:
                line = self.luck.choice(lines)
                raw = self._taken(line.up)
                if raw is not None:
                    self._arrives(line, raw)

    def _arrives(self, line: Connection, raw: str) -> None:
        if line.room:
            with at(line.server):
                heard(self.hubs[line.server], line.room, line, LONGEST_MESSAGE, raw)

    async def _down(self) -> None:
        for _ in range(self.luck.randint(1, 9)):
            devices = [one for one in self.devices if one.line and one.line.down]
            if devices:
                device = self.luck.choice(devices)
                assert device.line
                raw = self._taken(device.line.down)
                if raw is not None:
                    self._hear(device, raw)

    def _taken(self, way: list[Any]) -> Any:
        """The next message, mostly; sometimes a later one, one that stays there to come again, or none."""
        at = self.luck.randrange(len(way)) if self.luck.random() < 0.05 else 0
        fate = self.luck.random()
        if fate < 0.03:
            self._note("twice")
            return way[at]
        message = way.pop(at)
        if fate < 0.06:
            self._note("lost")
            return None
        return message

    def _hear(self, device: Device, raw: bytes) -> None:
        self._trace.update(raw)
        message = json.loads(raw)
        self._see(device.match, message)
        before = device.version
        device.hear(message, self.number())
        assert device.version >= before, "a device never goes back"

    def _see(self, match: str, message: Any) -> None:
        """What anybody is told agrees with all that anybody was told."""
        version = message.get("version")
        if "mark" in message:
            assert self.marks.setdefault((match, version), message["mark"]) == message["mark"], (match, version)
        for event in message.get("events", ()):
            assert self.events.setdefault((match, event["n"]), event) == event, (match, event)
        if message["is"] in ("state", "step"):
            self.told[match] = max(self.told.get(match, 0), version)

    # Devices.

    async def _connect(self) -> None:
        for device in self.devices:
            if device.opening or (device.line and device.line.open):
                continue
            if self.luck.random() < 0.7:
                device.opening = True
                server = self._one()
                with at(server):
                    asyncio.ensure_future(self._open(device, server))  # noqa: RUF006

    async def _open(self, device: Device, server: int) -> None:
        line = Connection(self.number(), device.holder)
        hub = self.hubs[server]
        try:
            room = await hub.room(device.match)
        finally:
            device.opening = False
        known = self.told.get(device.match, 0)
        stored = self.disk.stores[server]._kept.version(device.match)
        # One of two servers may not have heard yet of what the other has told; it is stored all the same.
        if min(stored, known if len(self.servers) > 1 else room.match.version) < known:
            self.problems.append(f"{known} was told, {stored} is stored, {room.match.version} is open")
        device.line, line.server, line.room = line, server, room
        hub.join(room, line, max(0, device.version))
        if device.unanswered:
            device.say(device.unanswered)

    async def _cut(self) -> None:
        device = self.luck.choice(self.devices)
        if device.line:
            device.line.close()
            device.line.down.clear()

    async def _again(self) -> None:
        """No answer has come."""
        waiting = [device for device in self.devices if device.unanswered]
        if waiting:
            device = self.luck.choice(waiting)
            assert device.unanswered
            device.say(device.unanswered)

    async def _ping(self) -> None:
        self.luck.choice(self.devices).say({"do": "ping", "id": f"p{self.number()}"})

    async def _act(self) -> None:
        ready = [device for device in self.devices if device.state and not device.unanswered]
        to_move = [device for device in ready if device.state["table"]["turn"]["seat"] in device.mine]
        might = to_move if self.luck.random() < 0.9 else ready
        if not might:
            return
        device = self.luck.choice(might)
        table, luck = device.state["table"], self.luck
        said: dict[str, Any] = {"id": f"c{self.number()}", "at": device.version}
        kind = luck.random()
        if kind < 0.06:
            said |= {"do": "undo", "seat": luck.randint(0, 1)}
        elif kind < 0.1:
            said |= {"do": "source", "source": luck.choice(("app", "hand", "app"))}
        elif kind < 0.13:
            said |= {"do": "keep", "mask": luck.choice(("", "10100", "1"))}
        elif kind < 0.16:
            said |= {"do": "go"}
        elif table["source"] == "hand" and kind < 0.9:
            faces = [luck.choice(urn["faces"]) for urn in table["urns"] or ()]
            said |= {"do": "dice", "seat": table["turn"]["seat"], "faces": faces or [1] * 5}
        elif not (moves := device.moves()):
            return
        else:
            seat = table["turn"]["seat"] if luck.random() < 0.95 else luck.randint(0, 1)
            said |= {"do": "move", "seat": seat, "move": luck.choice(moves)}
        device.unanswered = said
        device.say(said)

    async def _bot(self) -> None:
        """Somebody has left, or is back: a bot plays on, or does not any more."""
        server = self._one()
        room = self.hubs[server].rooms.get(self.luck.choice(self.matches))
        if room:
            seat, name = self.luck.randint(0, 1), self.luck.choice(("random", None, None))
            with at(server):
                asyncio.ensure_future(self._stand_in(self.hubs[server], room, seat, name))  # noqa: RUF006

    async def _stand_in(self, hub: Hub, room: Room, seat: int, name: str | None) -> None:
        with suppress(KnobelError):
            await hub.change(room, stand_in(seat, name))

    # The end.

    async def _calm(self) -> None:
        """Nothing goes wrong any more, and everybody has time to come back."""
        for seat in (0, 1):  # bots would play on
            for match in self.matches:
                room = await self._soon(self.hubs[0].room(match))
                await self._soon(self._stand_in(self.hubs[0], room, seat, None))
        for _ in range(60):
            await self._connect()
            self.clock.passed += 3.0
            for _ in range(3):
                for device in self.devices:
                    if device.unanswered:
                        device.say(device.unanswered)
                    device.say({"do": "ping", "id": f"p{self.number()}"})
                    await self._through(device)
            if all(device.state and not device.unanswered for device in self.devices) and self._equal():
                return

    async def _through(self, device: Device) -> None:
        await self._breathe()
        while device.line and (device.line.up or device.line.down):
            if device.line.up:
                raw = device.line.up.pop(0)
                if device.line.open:
                    self._arrives(device.line, raw)
            await self._breathe()
            self._work_off()
            await self._breathe()
            if device.line.down:
                self._hear(device, device.line.down.pop(0))

    def _equal(self) -> bool:
        return all(len({self._receipt(one) for one in self._at(match)}) == 1 for match in self.matches)

    def _at(self, match: str) -> list[Device]:
        return [device for device in self.devices if device.match == match]

    def _receipt(self, device: Device) -> Receipt:
        return Receipt(device.version, device.state["mark"] if device.state else "")

    def _check(self) -> None:
        for match in self.matches:
            store = self.stores[0]
            stored = store._at_one_moment(store._kept.load, match)
            assert stored is not None
            whole = match_of(stored)
            for (of, version), mark in self.marks.items():
                if of == match:
                    assert receipt(whole, version).mark == mark, "what was confirmed or seen is stored"
            self._check_commands(stored)
            devices = self._at(match)
            for device in devices:
                assert self._receipt(device) == receipt(whole), f"device {device.number} of {match}"
                assert device.state["views"] == devices[0].state["views"]
                assert device.state["table"] == devices[0].state["table"]

    def _check_commands(self, stored: StoredMatch) -> None:
        commands = [step.command for step in stored.steps if step.command]
        assert len(commands) == len(set(commands)), "a command has one effect"
        for device in self._at(stored.id):
            assert device.unanswered is None
            assert not device.refused & set(commands), "what was done is not refused"
            for id, version in device.answers.items():
                assert version <= self.told[stored.id], id


HAPPENS = {
    "up": 30.0,
    "down": 30.0,
    "act": 30.0,
    "write": 22.0,
    "tell": 22.0,
    "again": 6.0,
    "connect": 8.0,
    "ping": 2.0,
    "time": 2.0,
    "cut": 0.8,
    "bot": 1.0,
    "clock": 1.0,
    "reseat": 0.8,
    "crash": 0.8,
    "listen": 12.0,
    "deafen": 0.8,
}  # with how often, each to all together


def simulated(seed: int, steps: int) -> Simulation:
    """One run, over; whatever does not hold is raised. In a thread of its own: a browser test may keep a loop running
    in this one.
    """
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(_simulated, seed, steps).result()


def _simulated(seed: int, steps: int) -> Simulation:
    found = Simulation(seed)
    loop = Loop(found.clock)
    try:
        with world(found.luck, found.clock):
            loop.run_until_complete(found.run(steps))
    finally:
        loop.close()
        found.disk.connection.close()
    return found
