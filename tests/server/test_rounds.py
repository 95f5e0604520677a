"""Commands that go wrong in a way nobody foresaw are the trouble of their own match."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from knobel.errors import KnobelError
from knobel.server.problems import Broken
from knobel.server.rounds import Rounds
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


class AWork:
    def __init__(self, breaks: str = "") -> None:
        self.breaks, self.heard = breaks, []  # type: tuple[str, list[object]]

    def take(self, room: Any) -> Step:
        if self.breaks == "take":
            raise ZeroDivisionError
        return Step(room.id, 0, "A roll", None, 0)

    def done(self, room: Any) -> None:
        if self.breaks == "done":
            raise ZeroDivisionError
        self.heard.append(room.id)

    def failed(self, room: Any, error: KnobelError) -> None:  # noqa: ARG002
        self.heard.append(type(error))


@pytest.mark.parametrize("breaks", ["take", "done"])
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
    assert works[1].heard == ([Broken] if breaks == "take" else [])
    assert spoiled == ([] if breaks == "take" else ["b"])
    assert not any(rounds.busy(room) for room in rooms)  # type: ignore[arg-type]  # all can go on
    assert len(caplog.records) == 1, "said once"
