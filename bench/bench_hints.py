"""Hints while tables play, and their moves while reviews and the laboratory run: `python -m bench hints`.

A server of its own on the loopback interface; every table is a client that makes a move a second. Whoever gets hints
follows them: another throw or card each time, of all five games in turn. All this is by the clock, which also counts
what else the machine does. So idle and busy rounds take turns in one run, and beside them stands what the machine
itself takes: how late a process wakes that does nothing but sleep, and the load. Machine code is made before.

    python -m bench.bench_hints [--rounds 4] [--seconds 15]
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from math import nan
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, sleep
from typing import Any, TypeAlias

import httpx
import websockets

from bench.measure import Bar, Figure, Result
from knobel.bots import LEARNED
from knobel.cli.common import card_of
from knobel.coach.hints import hints, position_text, reasons
from knobel.machine_code import Preparation
from knobel.match.host import new_match
from knobel.match.notation import format_match
from knobel.rules import find
from knobel.server.run import listen

TABLES, PAUSE = 50, 1.0
ROUNDS, SECONDS = 4, 15.0
DECISIONS = 60
GAMES: dict[str, dict[str, Any]] = {
    "kniffel": {},
    "extreme": {},
    "seven": {},
    "forone": {"level": 1},
    "numberup": {"level": 1},
}
BOXES = [box.key for box in card_of("kniffel").sheet.boxes]
# A process that sleeps ten milliseconds at a time, and by how much it wakes too late.
WATCH = """
import json, sys, time
late, end = [], time.perf_counter() + float(sys.argv[1])
while (begun := time.perf_counter()) < end:
    time.sleep(0.01)
    late.append(time.perf_counter() - begun - 0.01)
print(json.dumps(late))
"""


class Times(list[float]):
    """Seconds; told in milliseconds."""

    @property
    def median(self) -> float:
        return 1000 * median(self) if self else nan

    @property
    def p99(self) -> float:
        return 1000 * quantiles(self, n=100)[98] if len(self) > 1 else nan


@dataclass
class Spell:
    """What was seen in all rounds in which the same went on beside the tables."""

    moves: Times = field(default_factory=Times)
    hints: defaultdict[str, Times] = field(default_factory=lambda: defaultdict(Times))  # by game
    reasons: defaultdict[str, Times] = field(default_factory=lambda: defaultdict(Times))
    late: Times = field(default_factory=Times)
    load: Times = field(default_factory=Times)
    reviews: int = 0
    trials: int = 0


Beside: TypeAlias = Callable[[httpx.AsyncClient, Spell, float], Awaitable[None]]
"""work beside the tables, until an end by the clock"""


async def _new(http: httpx.AsyncClient, game: str = "kniffel", **more: Any) -> str:
    asked = {"game": game, "seats": [{"name": "Ada"}], "first": 0, **more}
    return str((await http.post("/api/matches", json=asked)).json()["id"])


class Player:
    """Somebody at a table, over its socket."""

    def __init__(self, socket: websockets.ClientConnection, version: int) -> None:
        self.socket, self.version = socket, version

    async def play(self, move: str) -> None:
        said = {"do": "move", "id": f"m{self.version}", "at": self.version, "seat": 0, "move": move}
        await self.socket.send(json.dumps(said))
        while (told := json.loads(await self.socket.recv())).get("by") != said["id"]:
            assert told["is"] != "refused", told
        self.version = told["version"]


@asynccontextmanager
async def _seated(http: httpx.AsyncClient, match: str, version: int = 0) -> AsyncIterator[Player]:
    address = str(http.base_url).replace("http", "ws") + f"/ws/{match}"
    async with websockets.connect(address, max_size=None, open_timeout=60) as socket:
        yield Player(socket, version)


async def _table(http: httpx.AsyncClient, match: str, times: Times, end: float, luck: Random) -> None:
    """A throw and an entry, box after box: a move a second."""
    async with _seated(http, match) as player:
        await asyncio.sleep(PAUSE * luck.uniform(1, 2))  # when all have sat down, and not all at once
        for move in (each for box in BOXES for each in ("roll", f"enter {box}")):
            if perf_counter() > end:
                return
            begun = perf_counter()
            await player.play(move)
            times.append(perf_counter() - begun)
            await asyncio.sleep(PAUSE * luck.uniform(0.5, 1.5))


async def _hints(http: httpx.AsyncClient, spell: Spell, end: float) -> None:
    """Two who get hints always, of score cards and of levels."""
    cards, levels = ([game for game in GAMES if (game in LEARNED) == learned] for learned in (False, True))
    await asyncio.gather(_followed(http, cards, spell, end), _followed(http, levels, spell, end))


async def _followed(http: httpx.AsyncClient, games: list[str], spell: Spell, end: float) -> None:
    """Hints and their reasons, and their best move, for a few decisions of one game after another."""
    for game in (each for _ in count() for each in games):
        match = await _new(http, game, **GAMES[game])
        version = (await http.post(f"/api/matches/{match}/hints?at=0")).json()["version"]
        async with _seated(http, match, version) as player:
            for _ in range(12):
                if perf_counter() > end:
                    return
                told = await _timed(http, f"/api/matches/{match}/hints?at={player.version}", spell.hints[game])
                if len(told["options"]) > 1:
                    await _timed(http, f"/api/matches/{match}/hints/why?at={player.version}", spell.reasons[game])
                else:
                    spell.hints[game].pop()  # nothing but to throw
                await player.play(told["options"][0]["move"])
                await asyncio.sleep(0.05)


async def _warm(http: httpx.AsyncClient) -> None:
    """What is loaded once: by the hints of every game, a review and a solve."""
    spell = Spell()
    for game in GAMES:
        while not spell.reasons[game]:
            await _followed(http, [game], spell, perf_counter() + 2)
    await asyncio.gather(*(work(http, spell, perf_counter() + 10) for work in (_review, _laboratory)))


async def _timed(http: httpx.AsyncClient, path: str, times: Times) -> Any:
    begun = perf_counter()
    answer = await http.get(path)
    times.append(perf_counter() - begun)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _played(number: int) -> bytes:
    """The file of a whole match of Kniffel 7, played at random."""
    host, luck = new_match("seven", ["Ada"]), Random(number)
    while not host.match.over:
        host = host.play(luck.choice(host.match.legal_moves))
    return format_match(host.match).encode()


FILES = map(_played, count())


async def _review(http: httpx.AsyncClient, spell: Spell, end: float) -> None:
    """One review after the other, each of a match that nobody has asked about; looked for as the page does."""
    while perf_counter() < end:
        opened = await http.post("/api/files", content=next(FILES))
        address = f"/api/matches/{opened.json()['id']}/review"
        while not (await http.get(address)).json()["review"]:
            if perf_counter() > end:
                await http.delete(address)
                return
            await asyncio.sleep(0.3)
        spell.reviews += 1


async def _laboratory(http: httpx.AsyncClient, spell: Spell, end: float) -> None:
    """One house rule after the other, each solved as a game of its own."""
    for points in count(26 + spell.trials):
        asked = {"changes": {"boxes.full_house": points}}
        trial = (await http.post("/api/laboratory/kniffel", json=asked)).json()["id"]
        while not (await http.get(f"/api/trials/{trial}")).json()["result"]:
            await asyncio.sleep(0.2)
            if perf_counter() > end:
                await http.delete(f"/api/trials/{trial}")
                return
        spell.trials += 1


async def _round(http: httpx.AsyncClient, spell: Spell, seconds: float, *beside: Beside) -> None:
    matches = [await _new(http) for _ in range(TABLES)]
    end = perf_counter() + seconds
    watch = await asyncio.create_subprocess_exec(sys.executable, "-c", WATCH, str(seconds), stdout=subprocess.PIPE)
    tables = [_table(http, match, spell.moves, end, Random(i)) for i, match in enumerate(matches)]
    await asyncio.gather(*(work(http, spell, end) for work in beside), *tables)
    told, _ = await watch.communicate()
    spell.late += json.loads(told)
    spell.load.append(os.getloadavg()[0] / 1000)


@asynccontextmanager
async def _server() -> AsyncIterator[httpx.AsyncClient]:
    with tempfile.TemporaryDirectory() as home:
        socket = listen("127.0.0.1", 0)
        port = socket.getsockname()[1]
        socket.close()
        command = [sys.executable, "-m", "knobel.server", "--port", str(port), "--no-browser"]
        server = subprocess.Popen(command, env={**os.environ, "KNOBEL_HOME": home}, stdout=subprocess.DEVNULL)
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=600) as http:
                await _until_up(http)
                yield http
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


async def _until_up(http: httpx.AsyncClient) -> None:
    while True:
        try:
            await http.get("/api/health")
        except httpx.TransportError:
            await asyncio.sleep(0.1)
        else:
            return


def _prepare() -> None:
    """Without machine code other things would be measured, and a compiler beside them."""
    for part in ("solver", *LEARNED):
        preparation = Preparation(part)
        while not preparation.ready():
            sleep(1)


async def _measured(rounds: int, seconds: float) -> tuple[Spell, Spell, Spell]:
    idle, hinted, busy = Spell(), Spell(), Spell()
    async with _server() as http:
        await _warm(http)
        for _ in range(rounds):
            await _round(http, idle, seconds)
            await _round(http, hinted, seconds, _hints)
            await _round(http, busy, seconds, _review, _laboratory)
    return idle, hinted, busy


def _alone() -> Iterator[Result]:
    """What a hint and its reasons take of a processor, whatever else the machine does."""
    for game in GAMES:
        host, told, why = (
            new_match(find(game, **GAMES[game]), ["Ada"], seed=bytes(32), match_id="alone"),
            Times(),
            Times(),
        )
        while not host.match.over and len(told) < DECISIONS + 3:
            if len(host.match.legal_moves) > 1:
                position = position_text(host.match.header.game, host.match.state.cards[0])
                begun = process_time()
                found = hints(position, report=_nobody)
                told.append(process_time() - begun)
                reasons(position, (), report=_nobody)
                why.append(process_time() - begun - told[-1])
                host = host.play(found.options[0].move)
            else:
                host = host.play(host.match.legal_moves[0])
        del told[:3], why[:3]  # what is loaded once
        for name, times in ("a hint", told), ("its reasons", why):
            yield Figure(f"CPU of {name} for {game}: median, longest", (times.median, 1000 * max(times)), "ms")


def _nobody(_: object) -> None:
    """Wants to know how far it is."""


def measure(rounds: int = ROUNDS, seconds: float = SECONDS) -> Iterator[Result]:
    _prepare()
    yield from _alone()
    idle, hinted, busy = asyncio.run(_measured(rounds, seconds))
    for game in GAMES:
        times, reasons = hinted.hints[game], hinted.reasons[game]
        yield Bar(f"a hint for {game} while {TABLES} tables play, median of {len(times)}", times.median, 50, "ms")
        yield Bar(f"a hint for {game} while {TABLES} tables play, p99", times.p99, 50, "ms")
        yield Figure(f"the reasons of the three best for {game}: median, p99", (reasons.median, reasons.p99), "ms")
    work = f"{busy.reviews} reviews of Kniffel 7 and {busy.trials} house rules"
    yield Bar(f"p99 of the tables' moves during {work}, beside nothing", busy.moves.p99 / idle.moves.p99, 2, "times")
    for name, spell in ("nothing", idle), ("hints", hinted), (work, busy):
        moves, late, load = spell.moves, spell.late, [1000 * each for each in spell.load]
        yield Figure(
            f"{len(moves)} moves of {TABLES} tables, beside {name}: median, p99", (moves.median, moves.p99), "ms"
        )
        yield Figure("a process that only sleeps wakes late meanwhile: median, p99", (late.median, late.p99), "ms")
        yield Figure("load of the machine at the end of each round", load, "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    for result in measure(asked.rounds, asked.seconds):
        print(result.plain(), flush=True)


if __name__ == "__main__":
    main()
