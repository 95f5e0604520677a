"""Many tables of two pages each that play on whatever happens to the server, and remember all that they were told.

A page does what the browser's does (`web/src/lib/table.svelte.ts`): it comes back when its connection is lost, says
which version it has seen, and sends a command that was not answered again under the same id. What any page was told
has to agree with what any other was told and, in the end, with what is stored.
"""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any
from urllib.request import urlopen

import msgspec

from bench.bench_socket import Heard, Sight
from bench.socket_client import SocketClient, connect
from knobel.storage.database import Place
from tests.databases import looked_into
from tests.server.house import until

_AGAIN_SECONDS = 0.3  # at most, before a page comes back: nobody shall wait for a test


class Told(Heard):
    """What a page notes beside what it needs to play."""

    id: str | None = None
    by: str | None = None
    mark: str = ""
    events: list[dict[str, Any]] = msgspec.field(default_factory=list)


_read = msgspec.json.Decoder(Told).decode


class Page:
    """One of two at a table, and the player of that seat."""

    def __init__(self, table: "Table", seat: int) -> None:
        self.table, self.seat = table, seat
        self.client: SocketClient | None = None
        self.sight = Sight()
        self.mark = ""
        self.unanswered: tuple[str, bytes] | None = None
        self.is_there = False  # since it came back, it was told how things stand

    @property
    def receipt(self) -> tuple[int, str]:
        return self.sight.version, self.mark

    async def run(self, port: int) -> None:
        """Come, and come back."""
        crowd = self.table.crowd
        while True:
            gone = asyncio.Event()
            try:
                path = f"/ws/{self.table.match}?since={self.sight.version}"
                self.client = await connect(port, path, self._heard, gone.set)
                await gone.wait()
            except OSError:
                pass
            self.is_there, self.client = False, None
            await asyncio.sleep(crowd.luck.random() * _AGAIN_SECONDS)

    def _heard(self, raw: bytes) -> None:
        try:
            self._take(_read(raw))
        except Exception as error:
            self.table.crowd.problems.append(f"{self.table.match} {self.seat}: {error!r} at {raw[:300]!r}")

    def _take(self, told: Told) -> None:
        table = self.table
        match told.is_:
            case "state" | "step":
                if told.is_ == "step":
                    assert told.version - len(told.events) == self.sight.version, "a step follows what is known"
                assert told.version >= self.sight.version, "a page never goes back"
                table.note(told)
                self.sight.hear(told)
                self.mark = told.mark
                self._settle(told.by)
                if told.is_ == "state":
                    self.is_there = True
                    if self.unanswered and self.client:
                        self.client.send(self.unanswered[1])
                self.act()
            case "ack":
                table.note(told)
                self._settle(told.id)
                self.act()
            case "refused":
                table.refused[told.id or ""] = told.code
                table.crowd.refusals[told.code] += 1
                if self.unanswered and self.unanswered[0] == told.id:
                    self.unanswered = None
                if told.version <= self.sight.version:
                    asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self.act)
                elif self.client:  # it has moved on meanwhile
                    self.client.send(b'{"do":"sync","id":"look","since":%d}' % self.sight.version)

    def _settle(self, id: str | None) -> None:
        if self.unanswered and self.unanswered[0] == id:
            self.table.confirmed.add(self.unanswered[0])
            self.unanswered = None

    def act(self) -> None:
        turn = self.sight.turn
        if turn.waits != "over" and turn.seat == self.seat and self.table.crowd.plays and not self.unanswered:
            asyncio.get_running_loop().call_later(self.table.crowd.pause, self._move, self.sight.version)

    def _move(self, version: int) -> None:
        if not self.table.crowd.plays or self.unanswered or version != self.sight.version:
            return
        id = f"{self.table.crowd.luck.getrandbits(60):x}"
        said = {"do": "move", "id": id, "at": version, "seat": self.seat, "move": self.sight.choose()}
        self.unanswered = id, msgspec.json.encode(said)
        if self.client:
            self.client.send(self.unanswered[1])


class Table:
    def __init__(self, crowd: "Crowd", match: str) -> None:
        self.crowd, self.match = crowd, match
        self.pages = Page(self, 0), Page(self, 1)
        self.marks: dict[int, str] = {}
        self.events: dict[int, Any] = {}
        self.confirmed: set[str] = set()
        self.refused: dict[str, str] = {}

    @property
    def version(self) -> int:
        """That both have seen."""
        return min(page.sight.version for page in self.pages)

    @property
    def is_over(self) -> bool:
        return self.pages[0].sight.turn.waits == "over"

    def note(self, told: Told) -> None:
        assert self.marks.setdefault(told.version, told.mark) == told.mark, "all have the same receipt"
        for event in told.events:
            assert self.events.setdefault(event["n"], event) == event, "all have seen the same"

    @property
    def is_settled(self) -> bool:
        """Nobody waits for anything, and both are where everything is that anybody has seen."""
        there = all(page.is_there and not page.unanswered for page in self.pages)
        return there and len({page.receipt for page in self.pages}) == 1 and self.version == max(self.marks)


class Crowd:
    """Plays on a thread and a loop of its own. `pause`: seconds before each move. `ports`: the two pages of a table are
    at the first and at the last of these servers."""

    def __init__(self, *ports: int, pause: float = 0.02, seed: int = 1) -> None:
        self.ports, self.pause, self.luck = ports, pause, Random(seed)
        self.plays = True
        self.tables: list[Table] = []
        self.refusals: Counter[str] = Counter()
        self.problems: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def sit_down(self, matches: list[str]) -> None:
        new = [Table(self, match) for match in matches]
        self.tables += new
        for table in new:
            for page, port in zip(table.pages, (self.ports[0], self.ports[-1]), strict=True):
                asyncio.run_coroutine_threadsafe(page.run(port), self._loop)

    def until(self, true: Callable[[], bool], seconds: float = 600) -> None:
        def so_far() -> bool:
            assert not self.problems, self.problems[:5]
            return true()

        until(so_far, seconds)

    def play_on(self, moves: int, share: float = 1.0, seconds: float = 600) -> None:
        """Until so many events more were seen by both pages of all tables, or of that share of them."""
        wanted = {table: table.version + moves for table in self.tables}
        self.until(
            lambda: sum(table.is_over or table.version >= at for table, at in wanted.items()) >= share * len(wanted),
            seconds,
        )

    def settle(self, seconds: float = 600) -> None:
        """Nobody acts any more, and everybody comes to rest."""
        self.plays = False
        self.until(lambda: all(table.is_settled for table in self.tables), seconds)

    @property
    def seen(self) -> int:
        return sum(len(table.events) for table in self.tables)

    def check(self, place: Place) -> None:
        """All that was confirmed or seen is stored, once, and whoever was refused is not."""
        with looked_into(place) as db:
            for table in self.tables:
                stored = [id for (id,) in db.execute("select command from step where match = ?", (table.match,)) if id]
                assert len(stored) == len(set(stored)), "a command has one effect"
                assert table.confirmed <= set(stored), "what was confirmed is stored"
                for id in set(stored).intersection(table.refused):
                    # Of these it is not known: the word of the database may have been lost on its way here.
                    assert table.refused[id] == "storage/away", (id, table.refused[id])
        for table in self.tables:
            proof = self._ask(f"/matches/{table.match}/proof")
            links = [proof["first_link"]]  # reckoned as docs/notation.md says
            for line in proof["lines"]:
                links.append(sha256(f"{links[-1]}\n{line}".encode()).hexdigest())
            assert {version: links[version][:16] for version in table.marks} == table.marks
            kept = {event["n"]: event for event in self._ask(f"/matches/{table.match}")["events"]}
            assert {n: kept.get(n) for n in table.events} == table.events
            assert table.version == len(proof["lines"]), "everybody has seen all of it"

    def _ask(self, path: str) -> Any:
        with urlopen(f"http://127.0.0.1:{self.ports[0]}/api{path}", timeout=60) as answer:
            return json.load(answer)

    def close(self) -> None:
        async def all_over() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            for table in self.tables:
                for page in table.pages:
                    if page.client:
                        page.client.close()
            await asyncio.gather(*others, return_exceptions=True)
            await asyncio.sleep(0.05)  # for the sockets to be closed

        self.plays = False
        asyncio.run_coroutine_threadsafe(all_over(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()


@contextmanager
def crowd(*ports: int, pause: float = 0.02) -> Iterator[Crowd]:
    found = Crowd(*ports, pause=pause)
    try:
        yield found
    finally:
        found.close()
