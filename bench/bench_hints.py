"""Hints at the server's edge while tables play, and their moves while reviews run: `python -m bench.bench_hints`.

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

from knobel.match.host import new_match
from knobel.match.notation import format_match
from knobel.server.run import listen
from knobel.server.slim import merge

TABLES, SECONDS, PAUSE = 50, 20.0, 1.0


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
    """Throws, keeps nothing or something, enters somewhere: a move a second."""
    address = str(http.base_url).replace("http", "ws") + f"/ws/{match}"
    async with websockets.connect(address, max_size=None, open_timeout=60) as socket:
        while perf_counter() < end:
            whole = (await http.get(f"/api/matches/{match}")).json()
            if whole["table"]["over"]:
                return
            version, moves = whole["version"], _moves(whole)
            begun = perf_counter()
            said = {"do": "move", "id": f"m{version}", "at": version, "seat": 0, "move": luck.choice(moves)}
            await socket.send(json.dumps(said))
            while json.loads(await socket.recv()).get("by") != said["id"]:
                pass
            times.append(perf_counter() - begun)
            await asyncio.sleep(PAUSE * luck.uniform(0.5, 1.5))


def _moves(whole: Any) -> list[str]:
    view = merge(whole["layout"], whole["views"][0])
    rolled = any(die.get("face") for block in view.get("blocks", []) for die in (block.get("dice") or []))
    if not rolled:
        return ["roll"]
    boxes = [box for block in view["blocks"] for box in (block.get("boxes") or [])]
    return [box["move"] for box in boxes if box.get("move")] or ["roll"]


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


async def _review(http: httpx.AsyncClient, end: float) -> int:
    """One review after the other, each of a match that nobody has asked about."""
    done, luck = 0, Random(1)
    while perf_counter() < end:
        host = new_match("seven", ["Ada"], match_id=luck.randbytes(12).hex())
        while not host.match.over:
            host = host.play(luck.choice(host.match.legal_moves))
        opened = await http.post("/api/files", content=format_match(host.match).encode())
        while perf_counter() < end:
            if (await http.get(f"/api/matches/{opened.json()['id']}/review", timeout=60)).json()["review"]:
                done += 1
                break
    return done


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
            moves, done = await _measured(port, _review)
            print(f"moves while reviews of Kniffel 7 run ({done} done): {moves}", flush=True)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


if __name__ == "__main__":
    asyncio.run(main())
