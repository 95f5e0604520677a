"""The store behind a log: the same tables, whatever tab has written, and nothing told that is not in the log."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import pytest

from knobel.match.events import Seat
from knobel.pocket import logged
from knobel.pocket.host import Pocket
from knobel.pocket.logged import ADDED, FULL, TAKEN, LoggedStore, Whole
from knobel.rules import find
from knobel.server.hub import NO_PAUSES, Hub, Wanted
from knobel.server.workers import NoWorkersHere
from knobel.storage.errors import NoRoomHere
from knobel.storage.store import Selection
from tests.playing import in_a_loop


class Shelf:
    """A log in memory that tabs share, as the browser's is."""

    def __init__(self) -> None:
        self.entries: dict[int, str] = {}
        self.kept = Whole(0, None)
        self.full = False

    async def whole(self) -> Whole:
        return self.kept

    async def after(self, at: int) -> list[str] | None:
        await asyncio.sleep(0)
        return None if self.kept.at > at else [self.entries[n] for n in sorted(self.entries) if n > at]

    async def add(self, at: int, entry: str, strict: bool) -> str:  # noqa: ARG002
        await asyncio.sleep(0)  # another tab may come in between
        if self.full:
            return FULL
        if at in self.entries or at <= self.kept.at:
            return TAKEN
        self.entries[at] = entry
        return ADDED

    async def replace(self, at: int, content: bytes) -> None:
        self.kept = Whole(at, content)
        self.entries = {n: entry for n, entry in self.entries.items() if n > at}


class Tab:
    """A page's host, and what it was told."""

    def __init__(self, hub: Hub) -> None:
        self.told: list[str] = []
        self.closed: list[int] = []
        self.pocket = Pocket(hub, lambda _, raw: self.told.append(raw), lambda _, code: self.closed.append(code))


async def opened(shelf: Shelf) -> Tab:
    return Tab(Hub(await LoggedStore.opened(shelf), "test", NO_PAUSES))


def run(test: Callable[[], Awaitable[Any]]) -> None:
    in_a_loop(asyncio.wait_for(test(), 60))


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def new(game: str = "kniffel") -> Wanted:
    return Wanted(find(game), (Seat("Ada"), Seat("Ben")), ("red", "blue"), ("", ""), first=0)


async def play(tab: Tab, match: str, moves: int, luck: Random) -> None:
    room = await tab.pocket.hub.room(match)
    for n in range(moves):
        if room.match.over:
            return
        move = luck.choice(room.match.turn.node.moves)  # type: ignore[union-attr]
        at, seat = room.match.version, room.match.turn.seat
        tab.pocket.say("t", f'{{"do":"move","id":"m{n}-{at}","at":{at},"seat":{seat},"move":"{move}"}}')
        await until(lambda at=at: room.match.version > at)  # type: ignore[misc]


def test_what_was_played_is_there_for_whoever_comes_next() -> None:
    async def test() -> None:
        shelf, luck = Shelf(), Random(1)
        tab = await opened(shelf)
        match = await tab.pocket.hub.create(new())
        await tab.pocket.join("t", match, 0, "de")
        await play(tab, match, 30, luck)
        here = (await tab.pocket.hub.room(match)).match
        other = await opened(shelf)
        assert (await other.pocket.hub.room(match)).match.events == here.events
        assert [one.id for one in await other.pocket.hub.store.page(Selection(10))] == [match]

    run(test)


def test_the_database_takes_the_place_of_a_long_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logged, "_LONGEST_LOG", 10)

    async def test() -> None:
        shelf, luck = Shelf(), Random(2)
        tab, late = await opened(shelf), await opened(shelf)
        match = await tab.pocket.hub.create(new())
        await tab.pocket.join("t", match, 0, "de")
        await play(tab, match, 35, luck)
        assert len(shelf.entries) < 10
        assert shelf.kept.content
        here = (await tab.pocket.hub.room(match)).match
        for one in (late, await opened(shelf)):  # one has slept over it, one comes anew
            await one.pocket.hub.store.changed_elsewhere(list)
            assert (await one.pocket.hub.room(match)).match.events == here.events

    run(test)


def test_two_tabs_write_at_once_and_one_of_them_is_told_to_look_again() -> None:
    async def test() -> None:
        shelf = Shelf()
        one, other = await opened(shelf), await opened(shelf)
        match = await one.pocket.hub.create(new())
        await one.pocket.join("t", match, 0, "en")
        await other.pocket.hub.store.changed_elsewhere(list)
        await other.pocket.join("t", match, 0, "en")
        for tab, id in ((one, "first"), (other, "second")):
            tab.pocket.say("t", f'{{"do":"move","id":"{id}","at":0,"seat":0,"move":"roll"}}')
        await until(lambda: any('"is":"refused"' in raw for tab in (one, other) for raw in tab.told))
        (refused,) = (raw for tab in (one, other) for raw in tab.told if '"is":"refused"' in raw)
        assert '"code":"move/stale"' in refused
        assert not any(tab.closed for tab in (one, other)), "who was too late sees what the other did, and plays on"
        matches = [(await tab.pocket.hub.room(match)).match for tab in (one, other)]
        assert matches[0].events == matches[1].events
        assert matches[0].version == 2

    run(test)


def test_a_full_device_is_said_and_nothing_is_shown_that_is_not_kept() -> None:
    async def test() -> None:
        shelf = Shelf()
        tab = await opened(shelf)
        match = await tab.pocket.hub.create(new())
        await tab.pocket.join("t", match, 0, "en")
        shelf.full = True
        tab.pocket.say("t", '{"do":"move","id":"a","at":0,"seat":0,"move":"roll"}')
        await until(lambda: any('"is":"refused"' in raw for raw in tab.told))
        refused = next(raw for raw in tab.told if '"is":"refused"' in raw)
        assert NoRoomHere.code in refused
        assert "no room left on this device" in refused
        answer = await tab.pocket.ask("POST", "/people", b'{"name": "Eva"}', "de")
        assert answer.status == 503
        assert "kein Platz" in answer.body.decode()
        shelf.full = False
        assert (await tab.pocket.hub.room(match)).match.version == 0
        answer = await tab.pocket.ask("POST", "/people", b'{"name": "Eva"}', "de")
        assert answer.status == 201

    run(test)


def test_what_cleans_nothing_up_writes_nothing() -> None:
    async def test() -> None:
        shelf = Shelf()
        tab = await opened(shelf)
        await tab.pocket.hub.delete(await tab.pocket.hub.create(new()))
        before = len(shelf.entries)
        from knobel.storage.store import Cleaning

        await tab.pocket.hub.store.clean(Cleaning(0))
        assert len(shelf.entries) == before

    run(test)


def test_what_needs_other_processes_says_that_it_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        tab = await opened(Shelf())
        with monkeypatch.context() as patch:
            patch.setattr("knobel.server.workers.sys.platform", "emscripten")
            with pytest.raises(NoWorkersHere) as refused:
                tab.pocket.hub.crew.reviews.submit("knobel.coach.hints:seat_chances", "a match")
        assert "ohne Server" in refused.value.text().say("de")

    run(test)


@pytest.mark.parametrize(
    ("method", "address", "body", "status"),
    [
        ("GET", "/games", b"", 200),
        ("GET", "/matches?limit=5&shelf=list", b"", 200),
        ("GET", "/matches?limit=0", b"", 422),
        ("GET", "/booklets/forone/levels/3", b"", 200),
        ("GET", "/booklets/forone/levels/x", b"", 422),
        ("GET", "/cards/forone%3A2", b"", 200),
        ("GET", "/lessons/kniffel?step=1", b"", 200),
        ("GET", "/nowhere", b"", 404),
        ("PUT", "/games", b"", 405),
        ("POST", "/matches", b'{"game": "kniffel"}', 422),
        ("POST", "/matches", b'{"game": "kniffel", "seats": [{"name": "Ada"}]}', 201),
        ("GET", "/matches/0123456789abcdef", b"", 404),
    ],
)
def test_the_routes_answer_as_on_a_server(method: str, address: str, body: bytes, status: int) -> None:
    async def test() -> None:
        tab = await opened(Shelf())
        assert (await tab.pocket.ask(method, address, body, "de")).status == status

    run(test)


def test_what_is_deleted_stands_nowhere_any_more() -> None:
    async def test() -> None:
        tab = await opened(shelf := Shelf())
        await tab.pocket.ask("POST", "/matches", b'{"game": "kniffel", "seats": [{"name": "Adalbert"}]}', "de")
        assert any("Adalbert" in entry for entry in shelf.entries.values())
        assert (await tab.pocket.ask("DELETE", "/everything", b"", "de")).status == 204
        assert shelf.entries == {}
        assert b"Adalbert" not in (shelf.kept.content or b""), "not in the free pages either"
        for one in (tab, await opened(shelf)):
            assert b'"matches":[]' in (await one.pocket.ask("GET", "/matches", b"", "de")).body

    run(test)


def test_all_of_it_moves_to_another_pocket() -> None:
    async def test() -> None:
        here, there = await opened(shelf := Shelf()), await opened(Shelf())
        made = await here.pocket.ask("POST", "/matches", b'{"game": "kniffel", "seats": [{"name": "Ada"}]}', "de")
        id = msgspec.json.decode(made.body)["id"]
        saved = await here.pocket.ask("GET", "/everything", b"", "de")
        taken = await there.pocket.ask("POST", "/everything", saved.body, "de")
        assert msgspec.json.decode(taken.body) == {"matches": 1, "results": 0, "people": 1, "cards": 0}
        assert (await there.pocket.ask("GET", f"/matches/{id}", b"", "de")).status == 200
        kept = len(shelf.entries)
        assert (await here.pocket.ask("POST", "/everything", saved.body, "de")).status == 200
        later = await opened(shelf)  # reads it again from the log
        assert len(shelf.entries) >= kept
        assert (await later.pocket.ask("GET", f"/matches/{id}", b"", "de")).status == 200

    run(test)
