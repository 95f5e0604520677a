"""The yardstick of the socket load test: a socket loop that knows no game.

It takes a message, writes it to SQLite, waits for the disk, and sends a state of the same size to everybody at the
table. What a game server does beyond this is what it costs to know the rules.
"""

import asyncio
import sqlite3
import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvicorn


class Bare:
    def __init__(self, path: str, filler: int) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("pragma journal_mode = wal")
        self.db.execute("pragma synchronous = full")
        self.db.execute("create table step (match text, at integer, body text, primary key (match, at)) without rowid")
        self.tables: dict[str, list[Any]] = defaultdict(list)
        self.version: dict[str, int] = defaultdict(int)
        self.pending: list[tuple[str, int, str]] = []
        self.filler = "x" * filler

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        match = scope["path"]
        self.tables[match].append(send)
        await self.say(match, [send])
        while (event := await receive())["type"] == "websocket.receive":
            if not self.pending:
                asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(self.flush()))
            self.version[match] += 1
            self.pending.append((match, self.version[match], event["text"]))
        self.tables[match].remove(send)

    async def flush(self) -> None:
        pending, self.pending = self.pending, []
        self.db.execute("begin")
        self.db.executemany("insert into step values (?, ?, ?)", pending)
        self.db.execute("commit")
        for match, _, _ in pending:
            await self.say(match, self.tables[match])

    async def say(self, match: str, sends: list[Any]) -> None:
        version = self.version[match]
        seat = version // 4 % 2
        message = {"is": "state", "version": version, "table": {"turn": {"seat": seat, "waits": "move"}}, "views": []}
        text = msgspec.json.encode({**message, "filler": self.filler}).decode()
        for send in sends:
            await send({"type": "websocket.send", "text": text})


if __name__ == "__main__":
    config = uvicorn.Config(
        Bare(sys.argv[2], int(sys.argv[3])),
        port=int(sys.argv[1]),
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
    )
    uvicorn.Server(config).run()
