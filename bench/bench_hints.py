"""Hints while tables play, and their moves while reviews and the laboratory run: `python -m bench.bench_hints`.

A server of its own on the loopback interface; every table is a client that makes a move a second. Times are by the
clock, so they say something on an idle machine only; the first line is the same without anything beside it.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import httpx
import websockets

from knobel.cli.common import card_of
from knobel.match.host import new_match
from knobel.match.notation import format_match
from knobel.server.run import listen

TABLES, SECONDS, PAUSE = 50, 20.0, 1.0
FILES: list[bytes] = []  # more than are reviewed; made before anything is measured
BOXES = [box.key for box in card_of("kniffel").sheet.boxes]


class Times(list[float]):
    def __str__(self) -> str:
        p99 = quantiles(self, n=100)[98] if len(self) > 1 else max(self, default=0.0)
        return f"median {1000 * median(self):.1f} ms, p99 {1000 * p99:.1f} ms ({len(self)} times)"


async def _until_up(http: httpx.AsyncClient) -> None:
    while True:
        try:
            await http.get("/api/health")
        except httpx.TransportError:
            await asyncio.sleep(0.1)
        else:
            return


async def _new(http: httpx.AsyncClient) -> str:
    asked = {"game": "kniffel", "seats": [{"name": "Ada"}], "first": 0}
    return str((await http.post("/api/matches", json=asked)).json()["id"])


async def _table(http: httpx.AsyncClient, match: str, times: Times, end: float, luck: Random) -> None:
    """A throw and an entry, box after box: a move a second."""
    address = str(http.base_url).replace("http", "ws") + f"/ws/{match}"
    async with websockets.connect(address, max_size=None, open_timeout=60) as socket:
        await asyncio.sleep(PAUSE * luck.uniform(1, 2))  # when all have sat down, and not all at once
        version = 0
        for move in (each for box in BOXES for each in ("roll", f"enter {box}")):
            if perf_counter() > end:
                return
            begun = perf_counter()
            said = {"do": "move", "id": f"m{version}", "at": version, "seat": 0, "move": move}
            await socket.send(json.dumps(said))
            while (told := json.loads(await socket.recv())).get("by") != said["id"]:
                assert told["is"] != "refused", told
            times.append(perf_counter() - begun)
            version = told["version"]
            await asyncio.sleep(PAUSE * luck.uniform(0.5, 1.5))


async def _hint(http: httpx.AsyncClient, times: Times, end: float) -> None:
    """Somebody who gets hints always: one after the other, each for another throw."""
    while perf_counter() < end:
        match = await _new(http)
        version = (await http.post(f"/api/matches/{match}/hints?at=0")).json()["version"]
        async with websockets.connect(
            str(http.base_url).replace("http", "ws") + f"/ws/{match}", max_size=None
        ) as socket:
            await socket.send(json.dumps({"do": "move", "id": "r", "at": version, "seat": 0, "move": "roll"}))
            while (told := json.loads(await socket.recv())).get("by") != "r":
                pass
        for _ in range(5):
            begun = perf_counter()
            answer = await http.get(f"/api/matches/{match}/hints?at={told['version']}")
            times.append(perf_counter() - begun)
            assert answer.status_code == 200, answer.text
            await asyncio.sleep(0.05)


def _played() -> bytes:
    """The file of a whole match of Kniffel 7, played at random."""
    host, luck = new_match("seven", ["Ada"]), Random(1)
    while not host.match.over:
        host = host.play(luck.choice(host.match.legal_moves))
    return format_match(host.match).encode()


async def _review(http: httpx.AsyncClient, end: float) -> int:
    """One review after the other, each of a match that nobody has asked about."""
    done = 0
    for file in FILES:
        opened = await http.post("/api/files", content=file)
        while not (await http.get(f"/api/matches/{opened.json()['id']}/review", timeout=60)).json()["review"]:
            if perf_counter() > end:
                return done
        done += 1
    return done


async def _laboratory(http: httpx.AsyncClient, end: float) -> int:
    """One house rule after the other, each solved as a game of its own."""
    done, points = 0, 26
    while perf_counter() < end:
        asked = {"changes": {"boxes.full_house": points}}
        trial = (await http.post("/api/laboratory/kniffel", json=asked)).json()
        while perf_counter() < end:
            await asyncio.sleep(0.2)
            found = (await http.get(f"/api/trials/{trial['id']}")).json()
            if found["result"]:
                done, points = done + 1, points + 1
                break
    return done


async def _heavy(http: httpx.AsyncClient, end: float) -> tuple[int, int]:
    return await asyncio.gather(_review(http, end), _laboratory(http, end))


async def _measured(
    port: int, beside: Callable[[httpx.AsyncClient, float], Awaitable[Any]] | None
) -> tuple[Times, Any]:
    times, end = Times(), perf_counter() + SECONDS
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        matches = [await _new(http) for _ in range(TABLES)]
        tables = [_table(http, match, times, end, Random(i)) for i, match in enumerate(matches)]
        found = await asyncio.gather(beside(http, end) if beside else asyncio.sleep(0), *tables)
    return times, found[0]


async def main() -> None:
    FILES.extend(_played() for _ in range(20))
    with tempfile.TemporaryDirectory() as home:
        socket = listen("127.0.0.1", 0)
        port = socket.getsockname()[1]
        socket.close()
        command = [sys.executable, "-m", "knobel.server", "--port", str(port), "--no-browser"]
        server = subprocess.Popen(command, env={**os.environ, "KNOBEL_HOME": home}, stdout=subprocess.DEVNULL)
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
                await _until_up(http)
                warm = Times()
                await _hint(http, warm, perf_counter() + 1)
                print(f"the first hint: {1000 * warm[0]:.0f} ms")
            idle, _ = await _measured(port, None)
            print(f"moves, {TABLES} tables, nothing else: {idle}", flush=True)
            hints = Times()
            moves, _ = await _measured(port, lambda http, end: _hint(http, hints, end))
            print(f"hints while {TABLES} tables play: {hints}; their moves: {moves}", flush=True)
            moves, done = await _measured(port, _heavy)
            print(
                f"moves while reviews of Kniffel 7 ({done[0]} done) and the laboratory ({done[1]}) run: {moves}",
                flush=True,
            )
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


if __name__ == "__main__":
    asyncio.run(main())
