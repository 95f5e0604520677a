"""The store: one writer for many matches, no version twice, migrations with a copy before each."""

import asyncio
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from knobel.match.records import Score
from knobel.match.results import Result
from knobel.match.summary import Sitter, Summary
from knobel.storage.database import Place, connect, prepare
from knobel.storage.errors import Conflict, DatabaseFailed
from knobel.storage.matches import Matches
from knobel.storage.opening import open_store
from knobel.storage.people import Changed, Joined, Person
from knobel.storage.sql import Seldom
from knobel.storage.sqlite import SqliteStore
from knobel.storage.store import (
    ARCHIVED,
    LISTED,
    THROWN,
    Choices,
    Cleaning,
    Held,
    Moved,
    NewMatch,
    Selection,
    Step,
    Store,
)
from knobel.storage.studies import StudyBook
from tests.databases import Databases, looked_into


@pytest.fixture
def place(tmp_path: Path, new_database: Databases) -> Place:
    return new_database() or tmp_path / "k.db"


def told(id: str, created: str = "2026-01-01T00:00:00Z", game: str = "kniffel", **more: Any) -> Summary:
    return Summary(id, created, game, game, **more)


OVER = told("any", over=True)


def new(
    id: str,
    created: str = "2026-01-01T00:00:00Z",
    rematch_of: str | None = None,
    origin: str | None = None,
    **more: Any,
) -> NewMatch:
    return NewMatch(id, "header", "red blue", "5eed", told(origin or id, created, **more), rematch_of)


async def ids(store: Store, limit: int, after: str | None = None, **narrowed: Any) -> list[str]:
    return [one.id for one in await store.page(Selection(limit, after, **narrowed))]


async def append(store: Store, *steps: Step) -> Sequence[Exception | None]:
    finished: asyncio.Future[Sequence[Exception | None]] = asyncio.get_running_loop().create_future()
    store.append(steps, finished.set_result)
    return await finished


def finish(work: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: the browser tests may keep a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def test_what_is_written_is_read(place: Place) -> None:
    async def run() -> None:
        store = open_store(place)
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


def test_a_version_cannot_be_written_twice_and_the_others_do_not_suffer(place: Place) -> None:
    async def run() -> None:
        store = open_store(place)
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


def test_what_cannot_even_be_tried_does_not_end_the_only_writer(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = open_store(place)
        await store.create(new("a"), None)
        results = await append(store, Step("a", 0, "", None, 1, object()), Step("a", 0, "one", None, 1))  # type: ignore[arg-type]
        assert [type(result) for result in results] == [DatabaseFailed, type(None)]
        assert len(caplog.records) == 1
        await store.create(new("b"), None)
        await store.close()

    finish(run())


def test_a_result_is_written_with_its_step_or_not_at_all(place: Place) -> None:
    def result(id: str) -> Result:
        return Result(id, "forone", 1, 1, "rules", "Ada", 256, "bronze", 1)

    async def run() -> None:
        store = open_store(place)
        await store.create(new("a"), Step("a", 0, "one", None, 1))
        await store.create(new("b"), None)
        told = await append(
            store,
            Step("a", 0, "again", None, 1, summary=OVER, result=result("a")),
            Step("b", 0, "one", None, 1, summary=OVER, result=result("b")),
        )
        assert [type(one) for one in told] == [Conflict, type(None)]
        assert await store.results("forone") == [result("b")]
        assert await store.results("numberup") == []
        await store.move(Moved("b", THROWN, 1))
        await store.clean(Cleaning(2))
        assert await store.load("b") is None
        assert await store.result("b") == result("b")
        await store.close()

    finish(run())


def test_scores_are_written_with_their_step_and_looked_up_by_rules_and_name(place: Place) -> None:
    def score(match: str, points: int, person: str = "Ada", game: int = 1, rules: str = "kniffel") -> Score:
        return Score(match, game, 0, rules, person, points, 1)

    async def run() -> None:
        store = open_store(place)
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
        await store.move(Moved("c", THROWN, 1))
        await store.clean(Cleaning(2))
        assert await store.pasts("kniffel", ["Ben"], "d") == [(3, 256, 586)]
        await store.close()

    finish(run())


def test_pages_show_open_matches_first(place: Place) -> None:
    async def run() -> None:
        store = open_store(place)
        for number in range(5):
            await store.create(new(f"m{number}", f"2026-01-0{number + 1}T00:00:00Z"), None)
        await append(store, Step("m4", 0, "seed", None, 7, OVER), Step("m1", 0, "seed", None, 1, OVER))
        assert await ids(store, 9) == ["m3", "m2", "m0", "m4", "m1"]
        assert await ids(store, 2) == ["m3", "m2"]
        assert await ids(store, 2, "m2") == ["m0", "m4"]
        assert await ids(store, 2, "m4") == ["m1"]
        assert await ids(store, 2, "nobody") == []
        assert await ids(store, 9, open=True) == ["m3", "m2", "m0"]
        assert await ids(store, 9, open=False) == ["m4", "m1"]
        *_, ended, _ = await store.page(Selection(9))
        assert (ended.summary, ended.colours, ended.updated, ended.version) == (OVER, "red blue", 7, 1)
        await store.close()

    finish(run())


def test_lists_are_narrowed_to_a_game_and_a_person(place: Place) -> None:
    ada, ben, bot = Sitter("Ada"), Sitter("Ben"), Sitter("Greedy", "greedy")

    async def run() -> None:
        store = open_store(place)
        for number in range(8):
            seats = ((ada, ben), (ben, bot), (ada, ada))[number % 3]
            game = ("kniffel", "seven")[number % 2]
            await store.create(new(f"m{number}", f"2026-01-0{number + 1}T00:00:00Z", game=game, seats=seats), None)
        await append(store, Step("m6", 0, "seed", None, 1, told("m6", over=True)))
        assert await ids(store, 9, person="Ada") == ["m5", "m3", "m2", "m0", "m6"]
        assert await ids(store, 2, "m3", person="Ada") == ["m2", "m0"]
        assert await ids(store, 9, person="Ada", game="seven") == ["m5", "m3"]
        assert await ids(store, 9, game="kniffel") == ["m4", "m2", "m0", "m6"]
        assert await ids(store, 9, "m2", game="kniffel", open=True) == ["m0"]
        assert await ids(store, 9, person="Greedy") == [], "a bot is nobody to look for"
        assert await store.choices() == Choices(["kniffel", "seven"], ["Ada", "Ben"])
        await store.close()

    finish(run())


def test_what_is_thrown_away_can_be_taken_back_until_it_is_cleaned_up(place: Place) -> None:
    async def run() -> None:
        store = open_store(place)
        for number in range(4):
            seats = (Sitter("Ada"),)
            await store.create(new(f"m{number}", f"2026-01-0{number + 1}T00:00:00Z", seats=seats), None)
        await append(store, *(Step(f"m{number}", 0, "dice hand", None, 1) for number in range(4)))
        await store.move(Moved("m0", ARCHIVED, 50))
        await store.move(Moved("m1", THROWN, 50))
        await store.move(Moved("m2", THROWN, 60))
        for person in (None, "Ada"):
            assert await ids(store, 9, person=person) == ["m3"]
            assert await ids(store, 9, person=person, away=ARCHIVED) == ["m0"]
        assert await store.load("m0") is not None
        assert await store.load("m1") is None
        assert await store.copies("m1") == []
        assert [await store.where(f"m{number}") for number in (0, 1, 3, 9)] == [ARCHIVED, THROWN, LISTED, None]
        await store.clean(Cleaning(60))
        assert await store.where("m1") is None
        await store.move(Moved("m2", LISTED, 70))
        await store.move(Moved("m0", LISTED, 70))
        await store.clean(Cleaning(999))
        assert await ids(store, 9, person="Ada") == ["m3", "m2", "m0"]
        await store.close()

    finish(run())
    tables = ("match", "seed", "step", "listed", "sitter")
    with looked_into(place) as db:
        assert [db.execute(f"select count(*) from {table}").fetchone()[0] for table in tables] == [3] * 5


def test_copies_of_a_match_are_found_by_the_id_of_its_seal(place: Place) -> None:
    async def run() -> None:
        store = open_store(place)
        await store.create(new("a"), None)
        await store.create(new("b", origin="a"), None)
        await store.create(new("c"), None)
        assert [one.id for one in await store.copies("a")] == ["a", "b"]
        await store.close()

    finish(run())


def test_what_another_program_writes_is_noticed(tmp_path: Path) -> None:
    async def run() -> None:
        one, other = SqliteStore(tmp_path / "k.db"), SqliteStore(tmp_path / "k.db")
        for id in ("a", "b", "c"):
            await one.create(new(id), None)
        await append(one, Step("a", 0, "A roll = 1 2 3 4 5", None, 1))
        known = [("a", 2), ("b", 0), ("c", 0)]
        assert await one.changed_elsewhere(lambda: pytest.fail("nobody has written: no match is looked at")) == []
        await append(other, Step("a", 2, "A enter chance", None, 1))
        assert await one.changed_elsewhere(lambda: known) == ["a"]
        assert await one.changed_elsewhere(lambda: known) == [], "asked again: nothing new"
        assert [type(told) for told in await append(one, Step("a", 2, "A enter ones", None, 1))] == [Conflict]
        await one.close()
        await other.close()

    finish(run())


def test_a_page_costs_the_same_wherever_it_begins(tmp_path: Path) -> None:
    """Counted in SQLite's own instructions: no list reads more than it shows, however many matches there are."""
    prepare(tmp_path / "k.db")
    db = connect(tmp_path / "k.db")
    summary = msgspec.json.encode(told("x")).decode()
    count = "with recursive n(i) as (select 0 union all select i + 1 from n where i < 5999) "
    db.execute("begin")
    db.execute(f"{count} insert into match (id, created, header, colours) select printf('%016x', i), '', '', '' from n")
    db.execute(
        f"""{count} insert into listed (match, origin, away, open, created, game, summary)
        select printf('%016x', i), '', i % 3 = 2, i % 2, i / 7, iif(i % 5, 'kniffel', 'seven'), ? from n""",
        (summary,),
    )
    db.execute(
        "insert into sitter (match, person, away, open, created, game)"
        "select match, 'Ada', away, open, created, game from listed"
    )
    db.execute("commit")
    ticks = 0

    def tick() -> int:
        nonlocal ticks
        ticks += 1
        return 0

    db.set_progress_handler(tick, 100)
    matches = Matches(db)
    for game, person, open, away in product((None, "kniffel"), (None, "Ada"), (None, True, False), (LISTED, ARCHIVED)):
        after: str | None = None
        pages: list[list[str]] = []
        most = 0
        while len(pages) < 30:
            ticks = 0
            found = matches.page(Selection(20, after, game, person, open, away))
            most = max(most, ticks)
            pages.append([one.id for one in found])
            after = found[-1].id
        assert most <= 40, (game, person, open, away)
        assert len({id for page in pages for id in page}) == 600, "nothing twice"
    ticks = 0
    assert matches.choices() == Choices(["kniffel", "seven"], ["Ada"])
    assert ticks <= 10

    # One household's, in which somebody has a name that everybody has.
    db.execute(
        "insert into at_table (match, holder, away, open, created, game)"
        "select match, 'h', away, open, created, game from listed where created % 100 = 0"
    )
    ticks = 0
    found = matches.page(Selection(100, person="Ada", holder="h"))
    assert (len(found), ticks <= 100) == (42, True)
    assert found == matches.page(Selection(100, holder="h"))

    # Of all that is over little waits to be looked at.
    db.execute("insert or ignore into unstudied (match) select match from listed where created % 300 = 0")
    db.execute("delete from unstudied where match in (select match from listed where created % 300 <> 0)")
    ticks = 0
    assert len(StudyBook(db).due(5)) == 5
    assert StudyBook(db).waiting() == 21
    assert ticks <= 20
    db.close()


def test_what_takes_long_is_reckoned_seldom() -> None:
    times, seconds = 0, 0.0

    async def reckon() -> int:
        nonlocal times
        times += 1
        await asyncio.sleep(seconds)
        return times

    async def run() -> None:
        nonlocal seconds
        seldom = Seldom(reckon)
        assert [await seldom.ask() for _ in range(3)] == [1, 2, 3], "what costs nothing is always as it is"
        seconds = 0.3
        assert await asyncio.gather(*(seldom.ask() for _ in range(5))) == [4] * 5
        assert await seldom.ask() == 4

    finish(run())


def test_closing_writes_what_is_still_queued(place: Place) -> None:
    async def run() -> None:
        store = open_store(place)
        await store.create(new("a"), None)
        for at in range(500):
            store.append([Step("a", at, "x", None, 1)], lambda _: None)
        await store.close()

    finish(run())
    with looked_into(place) as db:
        assert db.execute("select count(*) from step").fetchone() == (500,)
