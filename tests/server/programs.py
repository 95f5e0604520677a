"""The server as a program of its own, as it is started and stopped by whoever runs it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import connect

from knobel.storage.database import Place, PostgresUrl
from tests.server.house import Player


class Program:
    """A server in a process; `port` is the one it has found."""

    def __init__(self, db: Place, *options: str) -> None:
        command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", "0", "--bot-pause", "0"]
        place = db.url if isinstance(db, PostgresUrl) else str(db)
        self.process = subprocess.Popen(
            [*command, "--db", place, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = self.line()
        assert "http" in self.said, self.process.communicate(timeout=30)
        self.port = int(self.said.split()[1].rstrip("/").rsplit(":", 1)[1])
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)

    def line(self) -> str:
        """The next that it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def new(self, *names: str, **asked: Any) -> str:
        seats = asked.pop("seats", None) or [{"name": name} for name in names]
        answer = self.http.post("/api/matches", json={"game": "kniffel", "seats": seats, "first": 0, **asked})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def join(self, match: str, since: int = 0) -> Player:
        return Player(
            connect(f"ws://127.0.0.1:{self.port}/ws/{match}?since={since}&lang=en", max_size=None, legacy=True)
        )

    def end(self, signal: int) -> str:
        """All that it has logged."""
        self.http.close()
        self.process.send_signal(signal)
        return self.process.communicate(timeout=60)[1]


@contextmanager
def program(db: Place, *options: str) -> Iterator[Program]:
    found = Program(db, *options)
    try:
        yield found
    finally:
        found.http.close()
        if found.process.poll() is None:
            found.process.kill()
            found.process.communicate(timeout=60)
