"""Kill -9 under load: what a client has seen is there after the restart, and the matches go on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.house import Player, until

KILLS = int(os.environ.get("KNOBEL_KILLS", "2"))
MATCHES = int(os.environ.get("KNOBEL_KILL_MATCHES", "6"))
PORT = 18700 + os.getpid() % 1000


class Server:
    """The real command, in a process of its own."""

    def __init__(self, db: Path) -> None:
        command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", str(PORT), "--db", str(db)]
        self.process = subprocess.Popen([*command, "--bot-pause", "0"], stdout=subprocess.DEVNULL)
        until(self.answers)

    def answers(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{PORT}/api/health", timeout=1):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def ask(path: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://127.0.0.1:{PORT}/api{path}", data, {"content-type": "application/json"})
    with urlopen(request, timeout=20) as answer:
        return json.load(answer)


class Pair(threading.Thread):
    """A match with a player and an onlooker. It remembers every event that either has been shown, and the marks."""

    def __init__(self, match: str, number: int) -> None:
        super().__init__(daemon=True)
        self.match, self.luck = match, Random(number)
        self.seen: dict[int, Any] = {}
        self.marks: dict[int, str] = {}
        self.unanswered: str | None = None
        self.finished = False

    def run(self) -> None:
        try:
            address = f"ws://127.0.0.1:{PORT}/ws/{self.match}"
            with connect(address) as one, connect(address) as two:
                player, onlooker = Player(one), Player(two)
                self.note(player, onlooker)
                while not player.table["over"]:
                    said = {"at": player.state["version"], "seat": player.turn["seat"]}
                    self.unanswered = json.dumps(
                        {
                            "do": "move",
                            "id": f"{self.luck.getrandbits(60)}",
                            "move": self.luck.choice(player.moves()),
                            **said,
                        }
                    )
                    one.send(self.unanswered)
                    player.receive("state", "refused", "ack")
                    self.unanswered = None
                    onlooker.receive("state")
                    self.note(player, onlooker)
                self.finished = True
        except (ConnectionClosed, OSError, TimeoutError):
            pass

    def note(self, *clients: Player) -> None:
        for client in clients:
            self.seen.update({event["n"]: event for event in client.state["events"]})
            version, mark = client.state["version"], client.state["mark"]
            assert self.marks.setdefault(version, mark) == mark, "all who look have the same receipt"


@pytest.mark.timeout(600)
def test_nothing_that_was_seen_is_lost(tmp_path: Path) -> None:
    server = Server(tmp_path / "k.db")
    seats = {"seats": [{"name": "Ada"}, {"name": "Ben"}], "games": 6}
    matches = [ask("/matches", {"game": "kniffel", **seats})["id"] for _ in range(MATCHES)]
    shown: dict[str, dict[int, Any]] = {match: {} for match in matches}
    total = 0
    for kill in range(KILLS):
        pairs = [Pair(match, kill * 1000 + number) for number, match in enumerate(matches)]
        for pair in pairs:
            pair.start()
        await_events(pairs, total + 40 * MATCHES)
        time.sleep(Random(kill).random() * 0.3)
        server.kill()
        for pair in pairs:
            pair.join(30)
            assert not pair.is_alive()
            shown[pair.match].update(pair.seen)
        server = Server(tmp_path / "k.db")
        for pair in pairs:
            found = ask(f"/matches/{pair.match}")
            stored = {event["n"]: event for event in found["events"]}
            lost = {n: event for n, event in shown[pair.match].items() if stored.get(n) != event}
            assert not lost
            check_marks(pair.match, pair.marks)
            if pair.unanswered:  # resent after the restart, it is done exactly once
                resend(pair.match, pair.unanswered, found["version"])
        total = sum(len(events) for events in shown.values())
    server.stop()
    assert total >= 40 * MATCHES * KILLS


def check_marks(match: str, marks: dict[int, str]) -> None:
    """What is stored holds all that receipts were given for, reckoned as docs/notation.md says."""
    proof = ask(f"/matches/{match}/proof")
    links = [proof["first_link"]]
    for line in proof["lines"]:
        links.append(sha256(f"{links[-1]}\n{line}".encode()).hexdigest())
    assert {version: links[version][:16] for version in marks} == marks


def await_events(pairs: list[Pair], number: int) -> None:
    until(lambda: sum(len(pair.seen) for pair in pairs) > number, 60)


def resend(match: str, said: str, version: int) -> None:
    with connect(f"ws://127.0.0.1:{PORT}/ws/{match}") as socket:
        player = Player(socket)
        for _ in range(2):
            socket.send(said)
        answers = [player.receive("state", "ack", "refused") for _ in range(2)]
    made = json.loads(said)["at"] < version
    assert [answer["is"] for answer in answers] == (["ack", "ack"] if made else ["state", "ack"])
    assert answers[0]["version"] == answers[1]["version"]
    assert answers[0]["mark"] == answers[1]["mark"]
