"""`make dev`: the page comes from its sources, and everything that is the server's goes to the server."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
import websockets
from websockets.sync.client import connect

from web import dev

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0


def asked(address: str) -> tuple[int, str]:
    """Status and kind of the answer."""
    try:
        with urlopen(Request(address, headers={"Accept": "application/json"}), timeout=PATIENCE) as answer:
            return answer.status, answer.headers.get_content_type()
    except HTTPError as refusal:
        return refusal.code, refusal.headers.get_content_type()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("dev")
    command = [sys.executable, "-m", "web.dev", "--host", "127.0.0.1", "--port", str(port), "--strictPort"]
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env=os.environ | {"KNOBEL_HOME": str(home)},
            cwd=ROOT,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                if asked(f"http://127.0.0.1:{port}/api/health")[0] == 200:
                    break
            except (URLError, OSError):
                pass
            if process.poll() is not None or time.monotonic() > until:
                raise AssertionError((home / "log").read_text())
            time.sleep(0.2)
        yield f"127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def test_the_page_comes_from_its_sources(address: str) -> None:
    with urlopen(f"http://{address}/", timeout=30) as answer:
        assert "/src/main.ts" in answer.read().decode()


def test_every_path_of_the_server_is_reached(address: str) -> None:
    """None of them is answered by Vite, which would give its page or a plain 404 instead of JSON or a file."""
    with urlopen(f"http://{address}/api/openapi.json", timeout=10) as answer:
        paths = [path for path, ways in json.load(answer)["paths"].items() if "get" in ways]
    assert len(paths) > 5
    answers = {path: asked(f"http://{address}{re.sub('{.*?}', '1', path)}") for path in paths}
    strange = {path: answer for path, answer in answers.items() if not answer[1].endswith("json")}
    assert strange == {"/api/everything": (200, "text/plain"), "/api/pocket/qr": (200, "image/svg+xml")}


def test_a_match_is_played_through_it(address: str) -> None:
    body = json.dumps({"game": "kniffel", "seats": [{"name": "Anna"}]}).encode()
    create = Request(f"http://{address}/api/matches", body, {"Content-Type": "application/json"})
    with urlopen(create, timeout=10) as answer:
        match = json.load(answer)["id"]

    origin = websockets.Origin(f"http://{address}")
    with connect(f"ws://{address}/ws/{match}?since=0&lang=en", origin=origin) as table:
        assert json.loads(table.recv(10))["is"] == "hello"


def test_a_process_that_does_not_go_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "GRACE", 0.2)
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    with dev.running([sys.executable, "-c", deaf], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()  # from here on it does not listen
    process.stdout.close()
    assert process.returncode == -signal.SIGKILL
