"""A whole server for a test, on a port of its own, and clients that talk to it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from knobel.server.app import Settings, create_app
from knobel.server.door import Door
from knobel.server.fastsocket import FastSocket
from knobel.server.guard import Limits
from knobel.server.hub import NO_PAUSES, Hub, Pauses
from knobel.server.run import PING_SECONDS, PONG_SECONDS, listen
from knobel.server.slim import merge
from knobel.server.stopping import GentleServer
from knobel.server.told import TableChange, Told
from knobel.storage.connection import SqlConnection
from knobel.storage.database import Place, PostgresUrl
from tests.databases import kept_in, looked_into

TOLD = msgspec.json.Decoder(Told)
_COMMANDS = count(1)  # no two of a run have one name: the server does a named command once
FAST = Limits(rate=1e6, burst=1e6, changes=1e6, changes_burst=1e6, reads=1e6, reads_burst=1e6)


class House:
    """The server, running in a thread of this process; on `database`, if there is one, instead of the file."""

    def __init__(
        self,
        db: Path,
        *,
        database: PostgresUrl | None = None,
        port: int = 0,
        limits: Limits = FAST,
        pauses: Pauses = NO_PAUSES,
        shortcuts: bool = True,
        **settings: Any,
    ) -> None:
        self.db, self.database = db, database
        self.socket = listen("127.0.0.1", port)
        self.port = self.socket.getsockname()[1]
        app = create_app(Settings(database or db, limits, pauses, **settings))
        config = uvicorn.Config(
            app,
            log_level="error",
            http=Door,
            ws=FastSocket if shortcuts else "websockets-sansio",
            ws_max_size=4 * limits.message,
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PONG_SECONDS,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
        )
        self.server = GentleServer(config, app.farewell)
        self.guard, self._sockets = app, app.sockets
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=20)
        until(lambda: self.server.started)

    @property
    def hub(self) -> Hub:
        hub: Hub = self._sockets.hub  # type: ignore[attr-defined]
        return hub

    @property
    def place(self) -> Place:
        return self.database or self.db

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()
        self.socket.close()

    def new(self, game: str = "kniffel", names: tuple[str, ...] = ("Ada", "Ben"), **asked: Any) -> str:
        seats = asked.pop("seats", None) or [{"name": name} for name in names]
        answer = self.http.post("/api/matches", json={"game": game, "seats": seats, **asked})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def join(self, match: str, since: int = 0, lang: str = "en", cookie: str | None = None) -> "Player":
        address = f"ws://127.0.0.1:{self.port}/ws/{match}?since={since}&lang={lang}"
        headers = {"cookie": cookie} if cookie else {}
        return Player(connect(address, max_size=None, legacy=True, additional_headers=headers))

    def connected(self) -> AbstractContextManager[SqlConnection]:
        """The database itself, to look or to change something behind the server's back."""
        return looked_into(self.place)

    def kept(self) -> str:
        return kept_in(self.place)

    def get(self, path: str) -> Any:
        answer = self.http.get(f"/api{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextmanager
def house(db: Path, **options: Any) -> Iterator[House]:
    found = House(db, **options)
    try:
        yield found
    finally:
        found.stop()


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


class Player:
    """One socket, as a screen uses it: it keeps the newest state and answers with the moves it finds there."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.state: Any = {"version": None}
        self.hello = self.receive("hello")
        self.receive("state")

    def receive(self, *kinds: str) -> Any:
        """The next message of one of these kinds; states met on the way are kept, with whole views, and steps are
        made whole states as a screen does it."""
        while True:
            raw = self.socket.recv(timeout=20)
            assert isinstance(raw, str)
            self.heard.append(raw)
            TOLD.decode(raw)  # every message has the shape that the browser's types are made from
            message = json.loads(raw)
            if message["is"] == "state":
                message["views"] = [merge(self.hello["layout"], slim) for slim in message["views"]]
            if message["is"] == "step":
                message = self._stepped(message)
            if message["is"] == "state":
                self.state = message
            if message["is"] in kinds:
                return message

    def _stepped(self, step: Any) -> Any:
        """The state after a step, as docs/protocol.md says how to make it."""
        assert step["version"] - len(step["events"]) == self.state["version"]
        msgspec.convert(step.get("table", {}), TableChange, str_keys=True)
        views = list(self.state["views"])
        for seat, told in step.pop("views", {}).items():
            views[int(seat)] = merge(views[int(seat)], told, self.hello["layout"])
        table = {**self.state["table"], **step.pop("table", {})}
        return {"held": None, **step, "is": "state", "table": table, "views": views}

    def send(self, do: str, **fields: Any) -> str:
        said = {"do": do, "id": f"c{next(_COMMANDS)}", **fields}
        if do not in ("ping", "sync", "earlier"):
            said.setdefault("at", self.state["version"])
        if do not in ("ping", "sync", "earlier", "keep", "source", "go"):
            said.setdefault("seat", self.turn["seat"])
        self.socket.send(json.dumps(said))
        return str(said["id"])

    def do(self, do: str, **fields: Any) -> Any:
        """Send a command and wait for what becomes of it: a state with its id, or something else that answers it."""
        id = self.send(do, **fields)
        while True:
            message = self.receive("state", "refused", "ack", "held", "pong")
            if id in (message.get("by"), message.get("id")):
                return message

    @property
    def table(self) -> Any:
        return self.state["table"]

    @property
    def turn(self) -> Any:
        return self.table["turn"]

    def view(self, seat: int) -> Any:
        return self.state["views"][seat]

    def moves(self) -> list[str]:
        """What the screen offers the seat to act."""
        if self.table["roll_off"]:
            return ["roll"]
        view = self.view(self.turn["seat"])
        return [*view["actions"], *(move for block in view["blocks"] for move in offers(block))]

    def catch_up(self, version: int) -> None:
        while self.state["version"] < version:
            self.receive("state")

    def play(self, luck: Random, bots: bool = False) -> None:
        """To the end of the match, at random."""
        while not self.table["over"]:
            if bots and self.hello["header"]["seats"][self.turn["seat"]]["bot"]:
                self.receive("state")
                continue
            answer = self.do("move", move=luck.choice(self.moves()))
            assert answer["is"] == "state", answer

    def close(self) -> None:
        self.socket.close()


def offers(block: Any) -> Iterator[str]:
    """The moves that the parts of a block carry."""
    match block["block"]:
        case "dice" if block["again"]:
            yield f"{block['again']} {'1' * (len(block['dice']) - 2)}00"
        case "sheet":
            for box in block["boxes"]:
                yield from (box[key] for key in ("move", "strike") if box[key])
        case "rows":
            for row in block["rows"]:
                yield from row["takes"].values()
                if row["score"]:
                    yield row["score"]
        case "grid":
            yield from (move for cell in block["cells"] for move in cell["takes"].values())
