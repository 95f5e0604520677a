"""Random messages and requests in bulk, and how somebody who only plays gets on meanwhile.

    python -m bench.bench_fuzz [MESSAGES] [REQUESTS]

The server, whoever plays and whoever sends nonsense are processes of their own; the server has no bounds on rates, so
that all of it gets through. Memory is that of the server's process; times are by the clock, from a move to its state.
"""

import contextlib
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from schemathesis import GenerationMode
from websockets.exceptions import ConnectionClosed

from tests.server.house import House, house
from tests.server.test_fuzz import MATCH, ask_all, operations, talk

_PAUSE = 0.05  # seconds between two moves of whoever plays


class Elsewhere(House):
    """A server that runs in another process."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)


def serve(db: str) -> None:
    with house(Path(db)) as home:
        print(home.port, flush=True)
        sys.stdin.read()


def play(port: str) -> None:
    """Kniffel, move after move, until nobody wants it any more; then percentiles of the milliseconds a move took."""
    home, luck, took = Elsewhere(int(port)), Random(1), []
    ended = threading.Event()

    def listen() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=listen, daemon=True).start()
    player = home.join(home.new())
    print("plays", flush=True)
    while not ended.wait(_PAUSE):
        try:
            if player.table["over"]:
                player.close()
                player = home.join(home.new())
            begun = time.perf_counter()
            assert player.do("move", move=luck.choice(player.moves()))["is"] == "state"
            took.append((time.perf_counter() - begun) * 1000)
        except ConnectionClosed:  # one of the requests was to delete everything, and was obeyed
            player = home.join(home.new())
    player.close()
    percentiles = quantiles(took, n=100)
    print(f"{len(took)} moves, p50 {percentiles[49]:.1f} ms, p99 {percentiles[98]:.1f} ms", flush=True)


@contextlib.contextmanager
def elsewhere(*words: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A process of this module, and the line it begins with."""
    command = [sys.executable, "-m", "bench.bench_fuzz", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process, process.stdout.readline().strip()
        if process.poll() is None:
            process.communicate()


def memory(process: "subprocess.Popen[str]") -> str:
    """Now and at most."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
    kept = {
        name: int(value.split()[0]) // 1024
        for name, _, value in (line.partition(":") for line in status)
        if name in ("VmRSS", "VmHWM")
    }
    return f"{kept['VmRSS']} MiB (at most {kept['VmHWM']})"


def beside(port: int, name: str, work: Any) -> None:
    """Do it while somebody plays."""
    with elsewhere("play", str(port)) as (player, _):
        done = work()
        told, _ = player.communicate()
    print(f"{name}: {done}; who plays meanwhile: {told.strip()}", flush=True)


def messages(home: House, many: int) -> str:
    codes: set[str] = set()
    for seed in range(many // MATCH):
        codes |= talk(home, Random(seed), MATCH)
    return f"{many // MATCH * MATCH} answered, {len(codes)} kinds of refusal"


def requests(port: int, many: int) -> str:
    found, told = operations(), Counter[int]()
    examples = many // (2 * len(found)) + 1
    while told.total() < many:
        for operation in found:
            for mode in GenerationMode:
                told.update(ask_all(f"http://127.0.0.1:{port}", operation, mode, examples))
    return f"{told.total()} answered, by status {dict(sorted(told.items()))}"


def main(many_messages: int = 100_000, many_requests: int = 10_000) -> None:
    with TemporaryDirectory() as folder, elsewhere("serve", f"{folder}/knobel.db") as (server, port):
        home = Elsewhere(int(port))
        beside(home.port, "nothing", lambda: time.sleep(10))
        print(f"memory before: {memory(server)}", flush=True)
        beside(home.port, "messages", lambda: messages(home, many_messages))
        print(f"memory then: {memory(server)}", flush=True)
        beside(home.port, "requests", lambda: requests(home.port, many_requests))
        print(f"memory after: {memory(server)}", flush=True)
        assert server.poll() is None, "it lives"


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", db]:
            serve(db)
        case ["play", port]:
            play(port)
        case numbers:
            main(*map(int, numbers))
