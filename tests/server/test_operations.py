"""What whoever runs a server sees of it: whether it takes players, figures, logs, and how it stops."""

import asyncio
from pathlib import Path

import pytest

from knobel.server import readiness
from knobel.server.problems import Stopping, StoreSilent
from knobel.server.readiness import Readiness
from knobel.storage.errors import DiskFull
from knobel.storage.holders import HolderEntry
from knobel.storage.sqlite import SqliteStore
from tests.server.house import House


def test_a_server_that_can_write_is_ready_and_nobody_gets_anything_by_it(home: House) -> None:
    assert home.get("/health")["ok"]
    assert home.get("/ready") == {"ok": True}
    for token in ("tried", "x" * 24):
        answer = home.http.post("/api/device/linked", json={"token": token})
        assert answer.json()["code"] == "server/device_link"


class Stubborn(SqliteStore):
    """A real store whose writes fail, or hang, as long as the test says so."""

    trouble: Exception | None = None
    hangs = False
    tries = 0

    async def link(self, entry: HolderEntry) -> None:
        self.tries += 1
        if self.hangs:
            await asyncio.sleep(3600)
        if self.trouble:
            raise self.trouble
        await super().link(entry)


def test_what_is_wrong_with_the_store_is_said_until_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "SILENT_SECONDS", 60.0)
    monkeypatch.setattr(readiness, "TRIED_SECONDS", 3600.0)

    async def story() -> None:
        store = Stubborn(tmp_path / "k.db")
        ready = Readiness(store)
        await ready.check()
        store.trouble = DiskFull(file="k.db", problem="SQLITE_FULL")
        await asyncio.gather(*(ready.check() for _ in range(50)))
        assert store.tries == 1, "what was found out holds for a while, whoever asks"

        monkeypatch.setattr(readiness, "TRIED_SECONDS", 0.0)
        ready = Readiness(store)
        with pytest.raises(DiskFull):
            await ready.check()
        store.trouble, store.hangs = None, True
        monkeypatch.setattr(readiness, "SILENT_SECONDS", 0.01)
        with pytest.raises(StoreSilent):
            await ready.check()
        store.hangs = False
        monkeypatch.setattr(readiness, "SILENT_SECONDS", 60.0)
        await ready.check()
        ready.stopping = True
        with pytest.raises(Stopping):
            await ready.check()
        await store.close()

    asyncio.run(story())
