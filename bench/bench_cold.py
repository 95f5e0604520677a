"""The first advice after an installation: `python -m bench cold`.

Every time with a home and a cache of its own that are empty: the whole command by the clock, from its start to its end,
and the first hint in a browser, from the press of the key to the sentence. Then once more without any bytecode, as it
is where nobody has ever started Python: everything is compiled anew, the standard library too. The machine code that is
begun meanwhile is let go with the folder it would have been kept in.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from bench.measure import Bar, Figure, Result
from knobel.bots import LEARNED
from knobel.server.run import listen
from tools import chromium

RUNS = 5
QUESTIONS = {
    "kniffel": "--dice 3,4,5,6,6 --rolls-left 1",
    "extreme": "--dice 3,4,5,6,6,7 --rolls-left 2",
    "seven": "--dice 2,1,1,2,4,1,5 --rolls-left 2",
    "forone": "",
    "numberup": "",
}


@contextmanager
def fresh(*, bytecode: bool = True) -> Iterator[dict[str, str]]:
    """The surroundings of somebody who has just installed Knobel."""
    with tempfile.TemporaryDirectory() as folder:
        found = {**os.environ, "KNOBEL_HOME": f"{folder}/home", "KNOBEL_CACHE": f"{folder}/cache", "LANG": "C"}
        for name in ("KNOBEL_COMPILE", "NUMBA_CACHE_DIR", "PYTHONDONTWRITEBYTECODE"):
            found.pop(name, None)
        if not bytecode:
            found["PYTHONPYCACHEPREFIX"] = f"{folder}/bytecode"
        try:
            yield found
        finally:
            _end_all(folder)


def _end_all(folder: str) -> None:
    """What was begun for a folder that nobody will look into again."""
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if f"={folder}/cache".encode() in place.read_bytes():
                os.kill(int(place.parent.name), signal.SIGKILL)


def asked(game: str, *, bytecode: bool = True) -> float:
    command = (sys.executable, "-m", "knobel", "advise", game, *QUESTIONS[game].split())
    with fresh(bytecode=bytecode) as surroundings:
        begun = perf_counter()
        told = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True).stdout
        took = perf_counter() - begun
    assert " 1. " in told, told
    return took


@contextmanager
def _served(surroundings: Mapping[str, str]) -> Iterator[str]:
    socket = listen("127.0.0.1", 0)
    port = socket.getsockname()[1]
    socket.close()
    command = [sys.executable, "-m", "knobel.server", "--port", str(port), "--no-browser"]
    server = subprocess.Popen(command, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            with suppress(URLError):
                urlopen(f"{address}/api/health").close()
                break
            sleep(0.02)
        yield address
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20)


def hinted(game: str) -> float:
    """A new server, a new browser, a new match, its first dice or cards, and the key H."""
    from playwright.sync_api import sync_playwright

    with fresh() as surroundings, _served(surroundings) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        page = browser.new_page(locale="en-GB")
        match = page.request.post(f"{address}/api/matches", data=json.dumps(_match(game)), headers={"origin": address})
        page.goto(f"{address}/#/match/{match.json()['id']}")
        for _ in range(2 if game == "numberup" else 1):  # its first card has one cell to lie on, and nothing to advise
            page.locator("[data-testid=roll], [data-testid=go]").first.click()
            page.wait_for_timeout(1500)  # until the dice lie
        page.get_by_test_id("hint").wait_for()
        begun = perf_counter()
        page.keyboard.press("h")
        page.get_by_test_id("advice").wait_for()
        took = perf_counter() - begun
        browser.close()
    return took


def _match(game: str) -> dict[str, Any]:
    level = {"level": 1} if game in LEARNED else {}
    return {"game": game, "seats": [{"name": "Ada"}], "first": 0, **level}


def measure() -> Iterator[Result]:
    for game in QUESTIONS:
        yield Bar(f"`knobel advise {game}` with empty caches", median(asked(game) for _ in range(RUNS)), 2, "s")
    for game in QUESTIONS:
        yield Bar(f"the first hint of {game} in a browser", median(hinted(game) for _ in range(RUNS)), 2, "s")
    yield Figure("`knobel advise kniffel` without any bytecode", (asked("kniffel", bytecode=False),), "s")
    yield Figure("load of the machine", os.getloadavg(), "")


if __name__ == "__main__":
    for result in measure():
        print(result.plain(), flush=True)
