"""A server that has grown old, beside the same one when it was new: what lists, opening, playing and booklets cost with
very many stored matches, open tables with idle clients and results of booklets, on SQLite and on PostgreSQL; and what
memory a table takes and gives back.

    python -m bench.bench_growth [--matches 100000] [--tables 5000] [--results 100000] [--seconds 3] [--store sqlite]

One household is measured, with a hundred matches and a hundred results: where there is nothing else, and among all
the others, each with as much. Both servers run side by side and are asked in turn, a few questions each, so that what
else the machine does is the same for both. Costs are CPU seconds of the server, and waits the middle one of all; both
stand as ratios to the new server. Everything is on the loopback interface and ends by itself.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple
from urllib.request import Request, urlopen

from bench.bench_footprint import resident
from bench.bench_rooms import played
from bench.bench_socket import Server, cpu_seconds, load, new_match, run, server
from bench.measure import Bar
from bench.socket_client import SocketClient, connect
from knobel import Seat, find
from knobel import new_match as new_game
from knobel.match.results import written
from knobel.match.summary import summary
from knobel.server.devices import COOKIE, hashed
from knobel.storage.connection import SqlConnection
from knobel.storage.database import Place, PostgresUrl, prepare
from knobel.storage.everything import shape_of as sqlite_shape
from knobel.storage.kept import match_of, new_record
from knobel.storage.ledger import Ledger
from knobel.storage.matches import Matches
from knobel.storage.postgres import PostgresConnection
from knobel.storage.postgres import shape_of as postgres_shape
from tests.databases import looked_into
from tests.postgres import postgres

PORT = 8796
HOUSEHOLD = 100  # matches, and results, of one
LEVELS = "forone"
QUESTIONS = {
    "list": "/matches",
    "list of a person": "/matches?person=Ada",
    "everybody's list": "/matches",
    "choices": "/choices",
    "booklet": f"/booklets/{LEVELS}",
    "page of a booklet": f"/booklets/{LEVELS}/levels/1",
}
ASKED, PARTS = 200, 10  # of each kind, and in how many turns
TURNS = 4  # in which is played
RESTING, REST = "resting", 1.0  # seconds in which nothing is asked, in each turn
PLAYED, PAUSE = 20, 0.25  # matches that are played at once, and seconds before each move
AGAIN = 1_000  # tables that are opened once more when all have gone
PER_ADDRESS = 2000  # idle clients, each from a loopback address: a server bounds them
SLACK = 1.5  # times the new server
SECRET = "bench" + "x" * 38
HOLDER = hashed(SECRET)
# A table nobody looks at leaves the memory after ten minutes; here sooner, so that it can be waited for.
_SERVER = """
from knobel.server import __main__, hub
hub.IDLE_SECONDS, hub.SWEEP_SECONDS = {idle}, 2.0
__main__.main()"""
IDLE = 4.0


class Cost(NamedTuple):
    cpu: float  # milliseconds of the server
    wait: float  # milliseconds, the middle one


class Found(NamedTuple):
    new: dict[str, Cost]
    old: dict[str, Cost]
    memory: dict[str, float]


# What is kept.


def begin(place: Place) -> None:
    """The household that is measured, and one open table to be copied."""
    with looked_into(place) as db:
        db.execute("begin")
        matches, ledger, luck = Matches(db), Ledger(db), Random(1)
        for number in range(HOUSEHOLD):
            stored = played(luck)
            told = summary(match_of(stored))
            host = new_game(find("kniffel"), [Seat("Ada"), Seat("Ben")], first=0)
            steps = [replace(step, match=stored.id) for step in stored.steps]
            steps[-1] = replace(steps[-1], summary=told)
            new = replace(new_record(host, stored.id, "red blue"), header=stored.header, seed=stored.seed)
            matches.create(replace(new, summary=replace(new.summary, id=stored.id), maker=HOLDER))
            matches.append(steps)
            level = find(LEVELS, level=1 + number % 4)
            ledger.write(written(level, ("Ada", "Ben")[number % 2], 10 + number, f"{number:024x}", number), HOLDER)
        open_table = new_record(new_game(find("kniffel"), [Seat("Ada"), Seat("Ben")], first=0), "0" * 24, "red blue")
        matches.create(replace(open_table, maker=HOLDER))
        db.execute("delete from unstudied")  # statistics have seen all of it
        db.execute("commit")


def grow(place: Place, many: int, tables: int, results: int) -> list[str]:
    """Everybody else. The ids of the open tables."""
    luck = Random(2)
    with looked_into(place) as db:
        db.execute("begin")
        kept = [match for (match,) in db.execute("select match from listed where open = 0 order by match")]
        lines = [id for (id,) in db.execute("select id from result order by id")]
        copies = [(old, f"{luck.getrandbits(96):024x}", household(n)) for n, old in _again(kept, many)]
        opened = [("0" * 24, f"{luck.getrandbits(96):024x}", household(n)) for n in range(tables)]
        _copy(db, "match", {"id": "new", "maker": "holder"}, [*copies, *opened])
        for table in ("seed", "listed", "sitter", "step"):
            _copy(db, table, {"match": "new"})
        _copy(db, "at_table", {"match": "new", "holder": "holder"})
        db.execute("drop table copies")
        more = [(old, f"{luck.getrandbits(96):024x}", household(n)) for n, old in _again(lines, results)]
        _copy(db, "result", {"id": "new", "holder": "holder"}, more)
        db.execute("delete from unstudied")
        db.execute("commit")
        if isinstance(place, PostgresUrl):
            db.execute("analyze")  # as it does by itself after a while; SQLite never does
        return [new for _, new, _ in opened]


def household(number: int) -> str:
    return hashed(f"household {number // HOUSEHOLD}")


def _again(these: list[str], many: int) -> Iterator[tuple[int, str]]:
    return ((number, these[number % len(these)]) for number in range(many))


def _copy(
    db: SqlConnection, table: str, changed: dict[str, str], rows: list[tuple[str, str, str]] | None = None
) -> None:
    """The rows of what is copied once more, under the new names; `rows` says what is copied from here on."""
    if rows is not None:
        db.execute("create temporary table copies (old text, new text, holder text)")
        in_order = sorted(rows, key=lambda row: row[1])
        for first in range(0, len(rows), 10_000):
            db.executemany("insert into copies (old, new, holder) values (?, ?, ?)", in_order[first : first + 10_000])
        db.execute("create index copies_by_new on copies (new)")
    shape = postgres_shape(db) if isinstance(db, PostgresConnection) else sqlite_shape(db)  # type: ignore[arg-type]
    columns = shape.columns[table]
    key = next(iter(changed))
    values = ", ".join(f"copies.{changed[name]}" if name in changed else f"one.{name}" for name in columns)
    for part in range(64):  # a statement has ten seconds
        db.execute(
            f"insert into {table} ({', '.join(columns)}) select {values} from {table} as one join copies on "
            "copies.old = one.{key} where copies.new >= ? and copies.new < ? order by copies.new".format(key=key),
            (f"{4 * part:02x}", f"{4 * part + 4:02x}" if part < 63 else "g"),
        )


# What is asked.


def ask(port: int, path: str, *, owner: bool = False) -> object:
    """As that household, or as who runs the server."""
    request = Request(f"http://127.0.0.1:{port}/api{path}")
    if not owner:
        request.add_header("Cookie", f"{COOKIE}={SECRET}")
        request.add_header("Via", "1.1 bench")  # so that it is not taken for the owner's
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


class Measured:
    """A server, and what it has been asked so far."""

    def __init__(self, one: Server, own: list[str], clients: list[SocketClient]) -> None:
        self.one, self._own, self._clients = one, own, clients
        self._spent: dict[str, list[tuple[float, float, int]]] = {}  # CPU seconds, what they were for, pings meanwhile
        self._waits: dict[str, list[float]] = {}

    @property
    def pings(self) -> int:
        return sum(client.pings for client in self._clients)

    @contextmanager
    def _note(self, what: str) -> Iterator[list[float]]:
        """What it costs; the list that is given takes how many times it was done."""
        times: list[float] = []
        cpu, pings = cpu_seconds(self.one.pid), self.pings
        yield times
        self._spent.setdefault(what, []).append((cpu_seconds(self.one.pid) - cpu, sum(times), self.pings - pings))

    def ask(self, what: str, part: int) -> None:
        paths = {
            "open": [f"/matches/{match}" for match in self._own[part::PARTS]],
            **{kind: [path] * (ASKED // PARTS) for kind, path in QUESTIONS.items()},
        }
        with self._note(what) as times:
            for path in paths[what]:
                asked = time.perf_counter()
                ask(self.one.port, path, owner=what == "everybody's list")
                self._waits.setdefault(what, []).append(time.perf_counter() - asked)
                times.append(1)

    def play(self, seconds: float) -> None:
        matches = [new_match(self.one.port) for _ in range(PLAYED)]
        pings, begun = self.pings, time.perf_counter()
        found = run(load([self.one], matches, seconds, PAUSE))
        share = seconds / (time.perf_counter() - begun)  # of the pings: a load's figures begin when all sit
        cpu = found["cpu_per_1000"] * found["actions"] / 1000
        self._spent.setdefault("play", []).append((cpu, found["actions"], round(share * (self.pings - pings))))
        self._waits.setdefault("play", []).append(found["p50_ms"] / 1000)

    def rest(self) -> None:
        """What it does while nobody asks anything."""
        with self._note(RESTING) as times:
            time.sleep(REST)
            times.append(REST)

    @property
    def a_ping(self) -> float:
        """CPU seconds of one, of all that is done while nobody asks."""
        return sum(cpu for cpu, _, _ in self._spent[RESTING]) / max(1, sum(pings for *_, pings in self._spent[RESTING]))

    @property
    def resting(self) -> float:
        """CPU seconds a second."""
        return sum(cpu for cpu, _, _ in self._spent[RESTING]) / sum(took for _, took, _ in self._spent[RESTING])

    @property
    def costs(self) -> dict[str, Cost]:
        """Of one of each kind, less what the pings of idle clients cost meanwhile: those are a figure of their own."""
        found, a_ping = {}, self.a_ping if self._clients else 0.0
        for what, waits in self._waits.items():
            cpu, times, pings = (sum(column) for column in zip(*self._spent[what], strict=True))
            found[what] = Cost((cpu - a_ping * pings) / times * 1000, median(waits) * 1000)
        return found


def compare(new: Measured, old: Measured, seconds: float) -> None:
    """Ask both, in turn."""
    for _ in range(20):  # what is done for the first time costs more, on the new server too
        for path in (*QUESTIONS.values(), f"/matches/{'0' * 24}"):
            for one in (new, old):
                ask(one.one.port, path)
    for part in range(PARTS):
        for what in (*QUESTIONS, "open"):
            for one in (new, old):
                one.ask(what, part)
        for one in (new, old):
            one.rest()
    for _ in range(TURNS):
        for one in (new, old):
            one.play(seconds)
            one.rest()


async def sit_idle(port: int, matches: list[str]) -> list[SocketClient]:
    """Two at every table."""
    clients: list[SocketClient] = []
    few = asyncio.Semaphore(20)  # at once

    async def come(match: str, number: int) -> None:
        async with few:
            hello, lost = asyncio.Event(), asyncio.Event()
            address = f"127.0.1.{1 + number // PER_ADDRESS}"
            path = f"/ws/{match}"
            clients.append(await connect(port, path, lambda _: hello.set(), lost.set, address))
            waits = [asyncio.ensure_future(one.wait()) for one in (hello, lost)]
            await asyncio.wait(waits, timeout=300, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
            assert hello.is_set(), f"client {number} was not let in"

    await asyncio.gather(*(come(match, 2 * n + seat) for n, match in enumerate(matches) for seat in (0, 1)))
    return clients


async def crowded(
    new: tuple[Server, list[str]], old: tuple[Server, list[str]], tables: list[str], seconds: float
) -> tuple[Measured, Measured, dict[str, float]]:
    """Each server comes with the matches of the household."""
    one = old[0]
    before = resident(one.pid)
    clients = await sit_idle(one.port, tables)
    await asyncio.sleep(2)
    taken = resident(one.pid)
    await asyncio.sleep(8)
    empty, full = Measured(*new, []), Measured(*old, clients)
    await asyncio.to_thread(compare, empty, full, seconds)
    lost = sum(client.transport is None or client.transport.is_closing() for client in clients)
    await leave(clients)
    left = resident(one.pid)
    clients = await sit_idle(one.port, tables[:AGAIN])
    again = resident(one.pid)
    await leave(clients)
    return (
        empty,
        full,
        {
            "before": before / 1024,
            "with": taken / 1024,
            "after": left / 1024,
            "again": again / 1024,
            "table": (taken - before) / max(1, len(tables)),
            "idle": full.resting,
            "lost": lost,
        },
    )


async def leave(clients: list[SocketClient]) -> None:
    for client in clients:
        client.close()
    await asyncio.sleep(IDLE + 8)  # until nobody has looked for long


def grown(small: Place, large: Place, many: int, tables: int, results: int, seconds: float) -> Found:
    servers, others = [], []
    with ExitStack() as stack:
        for place, port in ((small, PORT), (large, PORT + 1)):
            begin(place)
            with looked_into(place) as db:
                own = [match for (match,) in db.execute("select match from listed where open = 0 order by match")]
            if place is large:
                others = grow(place, many, tables, results)
            name = place.url if isinstance(place, PostgresUrl) else str(place)
            command = [sys.executable, "-c", _SERVER.format(idle=IDLE), "--no-browser", "--port", str(port)]
            servers.append((stack.enter_context(server([*command, "--db", name], port)), own))
        new, old, memory = asyncio.run(crowded(servers[0], servers[1], others, seconds))
    return Found(new.costs, old.costs, memory)


def measure(stores: tuple[str, ...], many: int, tables: int, results: int, seconds: float) -> dict[str, Found]:
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * tables + 500
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(most, wanted)))
    found = {}
    for store in stores:
        with ExitStack() as stack:
            if store == "sqlite":
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                small: Place = folder / "new.db"
                large: Place = folder / "old.db"
                for file in (folder / "new.db", folder / "old.db"):
                    prepare(file)
            else:
                database = stack.enter_context(postgres("fsync=on", "max_wal_size=2GB"))
                small, large = database.database(), database.database()
            found[store] = grown(small, large, many, tables, results, seconds)
    return found


def rows() -> Iterator[Bar]:
    """For `make bench`, a fifth of the whole."""
    for store, found in measure(("sqlite", "postgresql"), 20_000, 1_000, 20_000, 3.0).items():
        for what, cost in found.old.items():
            yield Bar(
                f"growth: {what}, {store}, 20,000 matches and results, 1,000 idle tables",
                cost.cpu / found.new[what].cpu,
                SLACK,
                "× the CPU of a new server",
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=5_000)
    parser.add_argument("--results", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--store", choices=("sqlite", "postgresql"))
    given = parser.parse_args()
    stores = (given.store,) if given.store else ("sqlite", "postgresql")
    for store in stores:
        ((_, found),) = measure((store,), given.matches, given.tables, given.results, given.seconds).items()
        print(f"{store:22}{'CPU ms':>9}{'new':>9}{'ratio':>7}{'wait ms':>10}{'new':>9}{'ratio':>7}")
        for what, cost in found.old.items():
            new = found.new[what]
            print(
                f"{what:22}{cost.cpu:9.2f}{new.cpu:9.2f}{cost.cpu / new.cpu:7.2f}"
                f"{cost.wait:10.2f}{new.wait:9.2f}{cost.wait / new.wait:7.2f}"
            )
        print(
            "{before:.0f} MiB without tables, {with:.0f} with {tables} of two idle clients ({table:.0f} KiB each), "
            "{after:.0f} when they have gone, {again:.0f} with {some} of them again; their {clients} clients take "
            "{idle:.3f} CPU seconds a second, and {lost:.0f} lost their connection".format(
                tables=given.tables, clients=2 * given.tables, some=min(AGAIN, given.tables), **found.memory
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
