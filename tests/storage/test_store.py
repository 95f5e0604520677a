"""The store: one writer for many matches, no version twice, migrations with a copy before each."""

import asyncio
import sqlite3
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from knobel.match.records import Score
from knobel.match.results import Result
from knobel.storage.errors import Conflict
from knobel.storage.people import Changed, Joined, Person
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import Held, NewMatch, Step


def new(id: str, created: str = "2026-01-01T00:00:00Z", rematch_of: str | None = None) -> NewMatch:
    return NewMatch(id, created, "header", "red blue", "5eed", rematch_of)


async def append(store: SqliteStore, *steps: Step) -> Sequence[Exception | None]:
    finished: asyncio.Future[Sequence[Exception | None]] = asyncio.get_running_loop().create_future()
    store.append(steps, finished.set_result)
    return await finished


def finish(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: the browser tests may keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        await store.create(new("a"), Step("a", 0, "dice hand", None, 1))
        assert await append(store, Step("a", 1, "A roll ~ 1 2 3 4 5", "c1", 2)) == [None]
        store.hold(Held("a", 3, "11000"))
        store.hold(Held("nobody", 3, "11000"))
        await store.create(new("b", rematch_of="a"), None)
        found = await store.load("a")
        assert found is not None
        assert found.steps == (Step("a", 0, "dice hand", None, 1), Step("a", 1, "A roll ~ 1 2 3 4 5", "c1", 2))
        assert (found.held, found.rematch, found.seed) == ((3, "11000"), "b", "5eed")
        assert await store.load("x") is None
        await store.close()

    finish(run())


def test_a_version_cannot_be_written_twice_and_the_others_do_not_suffer(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        await store.create(new("a"), None)
        await store.create(new("b"), None)
        results = await append(
            store,
            Step("a", 0, "one", None, 1),
            Step("a", 0, "two", None, 1),
            Step("b", 0, "one", None, 1),
            Step("c", 0, "one", None, 1),
        )
        assert [type(result) for result in results] == [type(None), Conflict, type(None), Conflict]
        found = await store.load("a")
        assert found is not None
        assert [step.lines for step in found.steps] == ["one"]
        with pytest.raises(Conflict):
            await store.create(new("a"), None)
        await store.create(new("r", rematch_of="a"), None)
        with pytest.raises(Conflict):
            await store.create(new("s", rematch_of="a"), None)
        await store.close()

    finish(run())


def test_a_result_is_written_with_its_step_or_not_at_all(tmp_path: Path) -> None:
    def result(id: str) -> Result:
        return Result(id, "forone", 1, 1, "rules", "Ada", 256, "bronze", 1)

    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        await store.create(new("a"), Step("a", 0, "one", None, 1))
        await store.create(new("b"), None)
        told = await append(
            store,
            Step("a", 0, "again", None, 1, over=True, result=result("a")),
            Step("b", 0, "one", None, 1, over=True, result=result("b")),
        )
        assert [type(one) for one in told] == [Conflict, type(None)]
        assert await store.results("forone") == [result("b")]
        assert await store.results("numberup") == []
        await store.delete("b")
        assert await store.result("b") == result("b")
        await store.close()

    finish(run())


def test_scores_are_written_with_their_step_and_looked_up_by_rules_and_name(tmp_path: Path) -> None:
    def score(match: str, points: int, person: str = "Ada", game: int = 1, rules: str = "kniffel") -> Score:
        return Score(match, game, 0, rules, person, points, 1)

    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        for id in "abcd":
            await store.create(new(id), None)
        await append(
            store,
            Step("a", 0, "one", None, 1, scores=(score("a", 200), score("a", 260, game=2))),
            Step("b", 0, "one", None, 1, scores=(score("b", 180), score("b", 99, game=2, rules="other"))),
            Step("c", 0, "one", None, 1, scores=(score("c", 310, "Ben"),)),
        )
        assert await store.pasts("kniffel", ["Ada", "Ben", "Nobody"], "d") == [(3, 260, 640), (1, 310, 310), (0, 0, 0)]
        assert await store.pasts("kniffel", ["Ada"], "a") == [(1, 180, 180)]  # besides this match
        await append(store, Step("a", 1, "two", None, 1, scores=(score("a", 150),)))  # corrected
        assert await store.pasts("kniffel", ["Ada"], "d") == [(2, 180, 330)]
        await store.enter(Result("r", "forone", 1, 1, "kniffel", "Ada", 256, "bronze", 1))  # a line of a booklet counts
        assert await store.pasts("kniffel", ["Ada"], "d") == [(3, 256, 586)]
        await store.enter(Joined((Person("Ada", "red", "fox"), Person("Ben", "blue", "owl"))))
        await store.enter(Changed("Ada", Person("Ben", "red", "fox")))
        assert await store.pasts("kniffel", ["Ada", "Ben"], "d") == [(0, 0, 0), (4, 310, 896)]
        await store.delete("c")
        assert await store.pasts("kniffel", ["Ben"], "d") == [(3, 256, 586)]
        await store.close()

    finish(run())


def test_pages_show_open_matches_first_and_deleting_takes_everything(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        for number in range(5):
            await store.create(new(f"m{number}", f"2026-01-0{number + 1}T00:00:00Z"), None)
        await append(store, Step("m4", 0, "seed", None, 1, over=True), Step("m1", 0, "seed", None, 1, over=True))
        assert await store.page(9, None) == ["m3", "m2", "m0", "m4", "m1"]
        assert await store.page(2, None) == ["m3", "m2"]
        assert await store.page(2, "m2") == ["m0", "m4"]
        assert await store.page(2, "m4") == ["m1"]
        await store.delete("m4")
        await store.close()

    finish(run())
    db = sqlite3.connect(tmp_path / "k.db")
    assert [db.execute(f"select count(*) from {table}").fetchone()[0] for table in ("match", "seed", "step")] == [
        4,
        4,
        1,
    ]
    db.close()


def test_closing_writes_what_is_still_queued(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "k.db")
        await store.create(new("a"), None)
        for at in range(500):
            store.append([Step("a", at, "x", None, 1)], lambda _: None)
        await store.close()

    finish(run())
    db = sqlite3.connect(tmp_path / "k.db")
    assert db.execute("select count(*) from step").fetchone() == (500,)
    db.close()
