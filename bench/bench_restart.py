"""How long pages are away when their server is started anew: many matches in the middle of play with two pages each,
which come back with the browser's pauses (`web/src/lib/retry.ts`). The new server starts when the old one has ended.

    python -m bench.bench_restart [--matches 200] [--seconds 5] [--kill]
"""

import argparse
import asyncio
import signal
import tempfile
import time
from contextlib import ExitStack
from random import random

import msgspec

from bench.bench_socket import Server, cpu_seconds, load, new_match, our_server, percentile, run
from bench.socket_client import connect

PORT = 8798
FIRST, USUAL = 0.4, 2.0  # seconds, as in the browser


class Told(msgspec.Struct):
    is_: str = msgspec.field(name="is", default="")
    version: int = 0


_read = msgspec.json.Decoder(Told).decode


class Page:
    def __init__(self, match: str) -> None:
        self.match, self.version, self.attempts = match, 0, 0
        self.back = 0.0  # when it was told last how things stand

    async def stay(self) -> None:
        while True:
            gone = asyncio.Event()
            try:
                await connect(PORT, f"/ws/{self.match}?since={self.version}", self._heard, gone.set)
                await gone.wait()
            except OSError:
                pass
            await asyncio.sleep(min(USUAL, FIRST * 2**self.attempts) * (0.75 + random() / 2))
            self.attempts += 1

    def _heard(self, raw: bytes) -> None:
        told = _read(raw)
        if told.is_ in ("state", "step"):
            self.version, self.back, self.attempts = told.version, time.perf_counter(), 0


async def restarted(old: ExitStack, one: Server, matches: list[str], db: str, kill: bool) -> dict[str, float]:
    pages = [Page(match) for match in matches for _ in range(2)]
    staying = [asyncio.ensure_future(page.stay()) for page in pages]

    async def all_there(since: float) -> None:
        while any(page.back <= since for page in pages):
            await asyncio.sleep(0.01)

    await all_there(0.0)
    await asyncio.sleep(1.0)
    ended = time.perf_counter()
    one.process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
    await asyncio.to_thread(old.close)
    gone = time.perf_counter()
    with ExitStack() as new:
        other = await asyncio.to_thread(new.enter_context, our_server(PORT, db))
        there, start_cpu = time.perf_counter(), cpu_seconds(other.pid)
        await asyncio.wait_for(all_there(ended), 60)
        cpu = cpu_seconds(other.pid)
        for task in staying:
            task.cancel()
        away = [page.back - ended for page in pages]
        return {
            "stopping": gone - ended,
            "starting": there - gone,
            "start_cpu": start_cpu,
            "cpu": cpu,
            "half": percentile(away, 0.5),
            "all": max(away),
            "all_after_start": max(page.back for page in pages) - there,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5.0, help="that the matches are played before")
    parser.add_argument("--kill", action="store_true", help="with SIGKILL; else with SIGTERM")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as old:
        db = f"{folder}/k.db"
        one = old.enter_context(our_server(PORT, db))
        matches = [new_match(PORT) for _ in range(given.matches)]
        played = run(load([one], matches, given.seconds, 0.0))
        found = run(restarted(old, one, matches, db, given.kill))
    moves = played["actions"] / given.matches
    print(f"{2 * given.matches} pages at {given.matches} matches of some {moves:.0f} moves")
    print(f"the old server ended {found['stopping']:.2f} s after the signal")
    print(f"the new one answered {found['starting']:.2f} s later, having taken {found['start_cpu']:.2f} s of CPU")
    print(f"half of the pages were back {found['half']:.2f} s after the signal, all {found['all']:.2f} s", end="")
    print(f": {found['all_after_start']:.2f} s after the new one answered, and {found['cpu']:.2f} s of its CPU in all")


if __name__ == "__main__":
    main()
