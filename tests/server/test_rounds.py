"""Commands that go wrong in a way nobody foresaw are the trouble of their own match."""

import asyncio
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from knobel.errors import KnobelError
from knobel.server.problems import Broken, Busy
from knobel.server.room import Stages
from knobel.server.rounds import Rounds
from knobel.storage.errors import Conflict
from knobel.storage.store import Outcome, Step
from tests.playing import in_a_loop


class AStore:
    """Everything is on disk at once."""

    def append(self, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
        done([None] * len(steps))


async def followed(_: object) -> None:
    """Nothing has happened elsewhere."""


class ARoom:
    def __init__(self, id: str) -> None:
        self.id = id
        self.match = SimpleNamespace(version=0)

    def not_written(self) -> None: ...


class AWork:
    def __init__(self, breaks: str = "") -> None:
        self.breaks, self.heard = breaks, []  # type: tuple[str, list[object]]

    def take(self, room: Any) -> Stages[Step]:
        if self.breaks == "take":
            raise ZeroDivisionError
        yield
        if self.breaks == "a later stage":
            raise ZeroDivisionError
        return Step(room.id, 0, "A roll", None, 0)

    def done(self, room: Any) -> None:
        if self.breaks == "done":
            raise ZeroDivisionError
        self.heard.append(room.id)

    def failed(self, room: Any, error: KnobelError) -> None:  # noqa: ARG002
        self.heard.append(type(error))


@pytest.mark.parametrize("breaks", ["take", "a later stage", "done"])
def test_one_that_breaks_leaves_the_others_of_its_round_alone(breaks: str, caplog: pytest.LogCaptureFixture) -> None:
    spoiled: list[str] = []
    works = [AWork(), AWork(breaks), AWork()]
    rooms = [ARoom(id) for id in "abc"]

    async def play() -> Rounds:
        rounds = Rounds(AStore(), lambda _: None, lambda one: spoiled.append(one.id), followed)  # type: ignore[arg-type]
        for room, work in zip(rooms, works, strict=True):
            rounds.submit(room, work)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return rounds

    rounds = in_a_loop(play())
    assert (works[0].heard, works[2].heard) == (["a"], ["c"])
    assert works[1].heard == ([] if breaks == "done" else [Broken])
    assert spoiled == (["b"] if breaks == "done" else [])
    assert not any(rounds.busy(room) for room in rooms)  # type: ignore[arg-type]  # all can go on
    assert len(caplog.records) == 1, "said once"


def test_what_waits_for_one_that_comes_to_nothing_is_taken_next() -> None:
    room, works = ARoom("a"), [AWork("a later stage"), AWork()]

    async def play() -> Rounds:
        rounds = Rounds(AStore(), lambda _: None, lambda _: None, followed)  # type: ignore[arg-type]
        for work in works:
            rounds.submit(room, work)  # type: ignore[arg-type]
        for _ in range(3):
            await asyncio.sleep(0)
        return rounds

    rounds = in_a_loop(play())
    assert [work.heard for work in works] == [[Broken], ["a"]]
    assert rounds.under_way == 0


class Overtaken(AStore):
    """Somebody else has written that version first: always, or so many times."""

    def __init__(self, times: int = 1000) -> None:
        self.times = times

    def append(self, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
        self.times -= 1
        done([Conflict(file="", problem="") if self.times >= 0 else None] * len(steps))


@pytest.mark.parametrize("breaks", [False, True])
def test_who_is_overtaken_by_nothing_that_can_be_found_is_refused(breaks: bool) -> None:
    followed: list[str] = []
    spoiled: list[str] = []
    room, works = ARoom("a"), [AWork(), AWork()]

    async def follow(one: Any) -> None:
        followed.append(one.id)
        if breaks:
            raise ZeroDivisionError

    async def play() -> Rounds:
        rounds = Rounds(Overtaken(), lambda _: None, lambda one: spoiled.append(one.id), follow)  # type: ignore[arg-type]
        for work in works:
            rounds.submit(room, work)  # type: ignore[arg-type]
        for _ in range(20):
            await asyncio.sleep(0)
        return rounds

    rounds = in_a_loop(play())
    assert [work.heard for work in works] == [[Broken if breaks else Busy]] * 2
    assert followed == ["a", "a"]
    assert spoiled == ["a", "a"]
    assert not rounds.busy(room), "nobody waits for ever"  # type: ignore[arg-type]


def test_who_is_overtaken_again_and_again_goes_along_each_time() -> None:
    """Between following and writing the other server may have gone on once more, with this very command even."""
    room, work = ARoom("a"), AWork()

    async def follow(one: Any) -> None:
        one.match.version += 1

    async def play() -> Rounds:
        rounds = Rounds(Overtaken(3), lambda _: None, lambda _: None, follow)  # type: ignore[arg-type]
        rounds.submit(room, work)  # type: ignore[arg-type]
        for _ in range(20):
            await asyncio.sleep(0)
        return rounds

    rounds = in_a_loop(play())
    assert (work.heard, room.match.version) == (["a"], 3)
    assert rounds.under_way == 0
