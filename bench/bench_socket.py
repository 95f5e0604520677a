"""Load on the socket: how many actions a second the server takes, at what cost, and how long players wait.

Two loads on the loopback interface, both bounded: many matches of two clients in a closed loop (each acts as soon as
it is its turn), and more matches at one action a second. An action counts once it is on disk and both clients have
seen it. Every figure also stands as a ratio to a bare socket loop with the same commits, measured in the same run: of
how long players wait under the slower load it shows what the machine and the clients, on the same cores, take of it.

    python -m bench.bench_socket [--seconds 10] [--matches 200] [--slow 500] [--sqlite] [--json]
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import msgspec

from bench.measure import Row
from bench.socket_client import SocketClient, connect
from tests.postgres import postgres

PORT = 8790


class Box(msgspec.Struct):
    move: str | msgspec.UnsetType | None = msgspec.UNSET


class Block(msgspec.Struct):
    roll: int | None = None
    boxes: list[Box | None] = []  # None: as on the empty card, without an offer


class Slim(msgspec.Struct):
    blocks: list[Block | None] = []  # None: as on the empty card; of two, only the dice of a turn's beginning are


class Turn(msgspec.Struct):
    seat: int
    waits: str


class Table(msgspec.Struct):
    turn: Turn | None = None


class Heard(msgspec.Struct):
    """The part of a message that the load test reads."""

    is_: str = msgspec.field(name="is", default="")
    version: int = 0
    table: Table = msgspec.field(default_factory=Table)
    views: list[Slim] | dict[int, Slim] = []
    code: str = ""


_read = msgspec.json.Decoder(Heard).decode


class Sight:
    """What a client has to know of the match to act: whose turn it is, and of every card the throws and the offers."""

    def __init__(self) -> None:
        self.version = 0
        self.turn = Turn(0, "move")
        self.rolls = [0, 0]
        self.offers: list[list[str | None]] = [[], []]

    def hear(self, heard: Heard) -> None:
        """A whole state, or a step: what it leaves out is as it was."""
        self.version, self.turn = heard.version, heard.table.turn or self.turn
        if isinstance(heard.views, list):
            self.rolls, self.offers = [0, 0], [[], []]
        for seat, slim in heard.views.items() if isinstance(heard.views, dict) else enumerate(heard.views):
            for block in slim.blocks:
                if block is None:
                    self.rolls[seat] = 0
                    continue
                if block.roll is not None:
                    self.rolls[seat] = block.roll
                offers = self.offers[seat]
                offers.extend([None] * (len(block.boxes) - len(offers)))
                for place, box in enumerate(block.boxes):
                    if box is None:
                        offers[place] = None
                    elif box.move is not msgspec.UNSET:
                        offers[place] = box.move

    def choose(self) -> str:
        """Throw three times, keeping two dice, then fill the first free box."""
        roll = self.rolls[self.turn.seat]
        if roll == 0:
            return "roll"
        return "keep 11000" if roll < 3 else next(filter(None, self.offers[self.turn.seat]))


@dataclass
class Tally:
    actions: int = 0
    waits: list[float] = field(default_factory=list)  # from sending until both had seen it, seconds
    refused: int = 0
    codes: set[str] = field(default_factory=set)


class Pair:
    """One match and its two clients."""

    def __init__(self, match: str, tally: Tally, pause: float) -> None:
        self.match, self.tally, self.pause = match, tally, pause
        self.clients: list[SocketClient] = []
        self.sent: dict[int, float] = {}  # version acted on -> when
        self.sights = (Sight(), Sight())
        self.running = True
        self.number = 0

    async def open(self, *ports: int) -> None:
        """Each client at the server of its own."""
        for seat, port in enumerate(ports):
            self.clients.append(await connect(port, f"/ws/{self.match}", self._ear(seat)))

    def _ear(self, seat: int) -> Callable[[bytes], None]:
        return lambda raw: self.heard(seat, raw)

    def heard(self, seat: int, raw: bytes) -> None:
        heard = _read(raw)
        if heard.is_ == "refused":
            self.tally.refused += 1
            self.tally.codes.add(heard.code)
            return
        if heard.is_ not in ("state", "step"):
            return
        sight = self.sights[seat]
        sight.hear(heard)
        for at in [at for at in self.sent if at < min(one.version for one in self.sights)]:
            self.tally.waits.append(time.perf_counter() - self.sent.pop(at))
            self.tally.actions += 1
        if sight.turn.waits == "over" or sight.turn.seat != seat or not self.running:
            return
        if self.pause:
            asyncio.get_running_loop().call_later(self.pause, self.act, seat, sight.version)
        elif len(self.clients) == 2:
            self.act(seat, sight.version)

    def act(self, seat: int, version: int) -> None:
        newest = max(one.version for one in self.sights)
        if not self.running or len(self.clients) < 2 or version in self.sent or version < newest:
            return
        self.number += 1
        move = self.sights[seat].choose()
        said = {"do": "move", "id": f"{seat}-{self.number}", "at": version, "seat": seat, "move": move}
        self.sent[version] = time.perf_counter()
        self.clients[seat].send(msgspec.json.encode(said))

    def kick(self) -> None:
        """Both are connected: whoever's turn it is asks for the state again and acts on it."""
        for client in self.clients:
            client.send(b'{"do":"sync","id":"kick"}')


def cpu_seconds(pid: int) -> float:
    """Of all threads of a process, by its own clock (clock_getcpuclockid): /proc counts in hundredths."""
    return time.clock_gettime(~pid << 3 | 2)


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


class Server(NamedTuple):
    port: int
    process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        return self.process.pid


@contextmanager
def server(command: list[str], port: int) -> Iterator[Server]:
    """A server of our own on a free loopback port; ended by its own process id."""
    process = subprocess.Popen(command)
    try:
        for _ in range(100):
            try:
                urlopen(f"http://127.0.0.1:{port}/api/health", timeout=1).close()
                break
            except OSError as error:
                if "HTTP" in str(error) or "Remote end" in str(error):
                    break
                time.sleep(0.1)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(20)


def new_match(port: int) -> str:
    asked = {"game": "kniffel", "seats": [{"name": "A"}, {"name": "B"}], "games": 6, "first": 0}
    request = Request(
        f"http://127.0.0.1:{port}/api/matches",
        json.dumps(asked).encode(),
        {"content-type": "application/json"},
    )
    with urlopen(request, timeout=10) as answer:
        return str(json.load(answer)["id"])


async def load(
    servers: list[Server], matches: list[str], seconds: float, pause: float, *, across: bool = False
) -> dict[str, float]:
    """`across`: the two clients of a match are at different servers; else at the same, one match here and one there."""
    tally = Tally()
    pairs = [Pair(match, tally, pause) for match in matches]
    for number, pair in enumerate(pairs):
        await pair.open(*(servers[(number + seat * across) % len(servers)].port for seat in (0, 1)))
    await asyncio.sleep(0.3)
    for number, pair in enumerate(pairs):
        pair.kick()
        if pause and number % 25 == 0:
            await asyncio.sleep(pause * 25 / len(pairs))  # not all in the same instant
    await asyncio.sleep(min(1.0, seconds / 5))
    tally.actions, tally.waits = 0, []
    bytes_before = sum(client.bytes_in for pair in pairs for client in pair.clients)
    cpu, begun = sum(cpu_seconds(one.pid) for one in servers), time.perf_counter()
    await asyncio.sleep(seconds)
    cpu, took = sum(cpu_seconds(one.pid) for one in servers) - cpu, time.perf_counter() - begun
    actions, waits = tally.actions, tally.waits[:]
    received = sum(client.bytes_in for pair in pairs for client in pair.clients) - bytes_before
    if tally.codes:
        print("refused:", *sorted(tally.codes), file=sys.stderr)
    for pair in pairs:
        pair.running = False
    await asyncio.sleep(0.2)
    for pair in pairs:
        for client in pair.clients:
            client.close()
    return {
        "actions": actions,
        "actions_per_second": actions / took,
        "cpu_per_1000": cpu * 1000 / max(1, actions),
        "p50_ms": percentile(waits, 0.5) * 1000,
        "p95_ms": percentile(waits, 0.95) * 1000,
        "p99_ms": percentile(waits, 0.99) * 1000,
        "bytes_per_action": received / max(1, actions),
        "refused": tally.refused,
    }


def run(coroutine: Any) -> dict[str, float]:
    try:
        import uvloop
    except ImportError:
        return dict(asyncio.run(coroutine))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return dict(runner.run(coroutine))


def our_server(port: int, db: str) -> AbstractContextManager[Server]:
    command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", str(port), "--db", db]
    return server(command, port)


def measure(seconds: float, matches: int, slow: int, *, only_sqlite: bool = False) -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        with our_server(PORT, f"{folder}/k.db") as one:
            closed = run(load([one], [new_match(PORT) for _ in range(matches)], seconds, 0.0))
            steady = run(load([one], [new_match(PORT) for _ in range(slow)], seconds, 1.0))
        size = int(closed["bytes_per_action"] / 2)
        bare_command = [sys.executable, "-m", "bench.bare_server", str(PORT + 1), f"{folder}/bare.db", str(size - 90)]
        with server(bare_command, PORT + 1) as one:
            bare = run(load([one], [f"m{n}" for n in range(matches)], seconds, 0.0))
            bare_steady = run(load([one], [f"s{n}" for n in range(slow)], seconds, 1.0))
    found = {"closed": closed, "steady": steady, "bare": bare, "bare_steady": bare_steady}
    return found if only_sqlite else found | measure_postgresql(seconds, matches)


def measure_postgresql(seconds: float, matches: int) -> dict[str, dict[str, float]]:
    """The same closed loop on PostgreSQL, which waits for its disk as SQLite does: by one server and by two."""
    with postgres("fsync=on", "max_connections=50") as database:
        url = database.database().url
        with our_server(PORT + 2, url) as one, our_server(PORT + 3, url) as other:
            ids = [new_match(PORT + 2) for _ in range(3 * matches)]
            alone = run(load([one], ids[:matches], seconds, 0.0))
            apart = run(load([one, other], ids[matches : 2 * matches], seconds, 0.0))
            across = run(load([one, other], ids[2 * matches :], seconds, 0.0, across=True))
    return {"postgresql": alone, "two_servers": apart, "across": across}


def rows() -> list[Row]:
    """For `make bench`: actions per CPU second of the server, against the bare loop."""
    found = measure(8.0, 200, 500)
    bare = 1000 / found["bare"]["cpu_per_1000"]
    return [
        Row(f"socket: {name}", 1000 / found[key]["cpu_per_1000"], "a bare socket loop with the same commits", bare)
        for key, name in (
            ("closed", "200 matches, two clients each, closed loop"),
            ("steady", "500 matches, 1 action/s"),
            ("postgresql", "200 matches on PostgreSQL, one server"),
            ("two_servers", "200 matches on PostgreSQL, two servers"),
            ("across", "200 matches on PostgreSQL, each at both of two servers"),
        )
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--slow", type=int, default=500)
    parser.add_argument("--sqlite", action="store_true", help="without PostgreSQL")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measure(given.seconds, given.matches, given.slow, only_sqlite=given.sqlite)
    if given.json:
        print(json.dumps(found))
        return
    names = {
        "closed": f"{given.matches} matches × 2, closed loop",
        "steady": f"{given.slow} matches, 1 action/s",
        "bare": "bare socket loop, closed",
        "bare_steady": "the same, 1 action/s",
        "postgresql": "PostgreSQL, one server, closed",
        "two_servers": "PostgreSQL, two servers, closed",
        "across": "the same, each match at both",
    }
    head = (
        f"{'actions/s':>10}{'CPU s/1000':>12}{'× bare':>8}{'p50 ms':>9}{'p95':>8}{'p99':>8}{'bytes':>8}{'refused':>9}"
    )
    print(f"{'':32}{head}")
    for key, row in found.items():
        cost = row["cpu_per_1000"] / found["bare"]["cpu_per_1000"]
        print(
            f"{names[key]:32}{row['actions_per_second']:10.0f}{row['cpu_per_1000']:12.3f}{cost:8.2f}{row['p50_ms']:9.1f}"
            f"{row['p95_ms']:8.1f}{row['p99_ms']:8.1f}{row['bytes_per_action']:8.0f}{row['refused']:9.0f}"
        )
    closed, bare, steady, bare_steady = (found[key] for key in ("closed", "bare", "steady", "bare_steady"))
    speed = closed["actions_per_second"] / bare["actions_per_second"]
    cost = closed["cpu_per_1000"] / bare["cpu_per_1000"]
    waits = steady["p99_ms"] / bare_steady["p99_ms"]
    print(f"against the bare loop: {speed:.2f} × its actions, {cost:.2f} × its CPU per action; ", end="")
    print(f"at 1 action/s {waits:.2f} × its p99")


if __name__ == "__main__":
    main()
