"""What only a database on another machine does: not answer."""

import asyncio
from typing import Any

import pytest

from knobel.storage import postgres
from knobel.storage.database import PostgresUrl, place
from knobel.storage.errors import DatabaseAway
from knobel.storage.postgres import PostgresStore
from knobel.storage.store import Step
from tests.storage.test_store import append, finish

NOBODY = "postgresql://knobel:secret@127.0.0.1:1/knobel"


def test_who_waits_for_a_database_that_is_away_waits_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    connected = postgres.connected

    async def counted(url: str) -> Any:
        if asyncio.current_task() is not listening:
            tried.append(url)
        return await connected(url)

    listening: asyncio.Task[None] | None = None
    monkeypatch.setattr(postgres, "connected", counted)

    async def run() -> None:
        nonlocal listening
        store = PostgresStore(PostgresUrl(NOBODY))
        listening = store._listening
        outcomes = await append(store, *(Step("a", at, "x", None, 1) for at in range(300)))
        assert {type(one) for one in outcomes} == {DatabaseAway}
        assert len(tried) == 1
        with pytest.raises(DatabaseAway):
            await store.load("a")
        await store.close()

    finish(run())


def test_a_password_is_never_said() -> None:
    found = place(NOBODY)
    assert str(found) == "postgresql://127.0.0.1:1/knobel"
    assert "secret" not in repr(found)
    assert "secret" not in str(DatabaseAway(file=str(found), problem="x"))
