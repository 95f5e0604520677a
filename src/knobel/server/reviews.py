"""Reviews of matches: worked out once by a worker, and kept as long as this server runs."""

import asyncio
import time
from collections import OrderedDict
from typing import Any, TypeVar

import msgspec

from knobel.coach.trainer import ReviewedMistakes
from knobel.match.notation import format_match
from knobel.rules.views import plain
from knobel.server.coach_bodies import ReviewOut, ReviewStateOut
from knobel.server.room import Room
from knobel.server.told import Shape
from knobel.server.workers import Job, WorkerPool
from knobel.storage.store import Store
from knobel.storage.trainings import mistakes_of_seats

JOBS = "knobel.coach.hints:"
PATIENCE = 1.0  # seconds a review is waited for before the page is told how far it is
MOST_KEPT = 100

Answer = TypeVar("Answer", bound=Shape)


def shaped(found: Any, shape: type[Answer]) -> Answer:
    """What a worker found as what is told."""
    return msgspec.convert(plain(found), shape)


class Reviews:
    """Reviews that were worked out, and those that are being; by match and version."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], ReviewOut] = OrderedDict()
        self._jobs: dict[tuple[str, int], Job] = {}

    async def of(self, room: Room, workers: WorkerPool, store: Store) -> ReviewStateOut:
        match = room.match
        key = (room.id, match.version)
        if found := self._found.get(key):
            self._found.move_to_end(key)
            return ReviewStateOut(match.version, 1.0, found)
        job = self._jobs.get(key)
        if job is None:
            job = self._jobs[key] = workers.submit("knobel.coach.trainer:reviewed", format_match(match))
        try:
            async with asyncio.timeout(PATIENCE):
                found_now: ReviewedMistakes = await job.result()
        except TimeoutError:
            return ReviewStateOut(match.version, job.progress or 0.0, None)
        except Exception:
            self._jobs.pop(key, None)
            raise
        self._jobs.pop(key, None)
        review = self._found[key] = shaped(found_now.told, ReviewOut)
        await self._keep_mistakes(room, found_now, store)
        while len(self._found) > MOST_KEPT:
            self._found.popitem(last=False)
        return ReviewStateOut(match.version, 1.0, review)

    async def _keep_mistakes(self, room: Room, found: ReviewedMistakes, store: Store) -> None:
        """Everybody's come back to them alone."""
        seats, holder_of = room.match.header.seats, room.seating.holder
        for holder in {holder_of(number) for number in range(len(seats))}:
            own = store.of(holder)
            lines = [made if holder_of(number) == holder else [] for number, made in enumerate(found.mistakes)]
            people = [person.name for person in await own.people()]
            await own.enter(*mistakes_of_seats(seats, lines, people, int(time.time())))

    def cancel(self, room: Room) -> None:
        for key, job in list(self._jobs.items()):
            if key[0] == room.id:
                job.cancel()
                del self._jobs[key]
