"""Matches that are over are looked at for statistics, one after the other, by the workers who review matches: in the
background, and at once when somebody opens a page of statistics.
"""

import asyncio
import contextlib
import logging

from knobel.errors import KnobelError
from knobel.match.notation import format_match
from knobel.match.studies import MatchStudy
from knobel.server.aside import aside
from knobel.server.workers import JobLost, WorkerPool
from knobel.storage.kept import match_of
from knobel.storage.store import Store, StoredMatch

log = logging.getLogger("knobel")

AT_A_TIME = 20  # matches that are looked up together
BUSY = 5.0  # seconds to wait where the workers have too much to do
JOB = "knobel.coach.statistics:study_file"


class Studying:
    """`pause` seconds lie between looks at what has come in; None: only who asks for statistics starts one."""

    def __init__(self, store: Store, workers: WorkerPool, pause: float | None) -> None:
        self._store, self._workers, self._pause = store, workers, pause
        self._wanted = asyncio.Event()
        self._lost: set[str] = set()  # a worker has ended over them: not again before the next start

    def wanted(self) -> None:
        """Somebody looks at statistics: do not wait."""
        self._wanted.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause):
                    await self._wanted.wait()
            self._wanted.clear()
            try:
                while due := await self._due():
                    for match in due:
                        await self._study(match)
            except KnobelError as error:  # the workers or the database are busy: later
                log.info("statistics wait: %s", error.say("en"))
                await asyncio.sleep(BUSY)
                self._wanted.set()

    async def _due(self) -> list[str]:
        found = await self._store.unstudied(AT_A_TIME + len(self._lost))
        return [match for match in found if match not in self._lost]

    async def _study(self, match: str) -> None:
        stored = await self._store.load(match)
        content = await aside(_content, stored) if stored else None
        if content is None:
            await self._store.study(MatchStudy(match, 0, readable=False))
            return
        try:
            await self._store.study(await self._workers.run(JOB, content, match))
        except JobLost:
            self._lost.add(match)


def _content(stored: StoredMatch) -> str | None:
    """As a file; None for a match that this release cannot read."""
    try:
        return format_match(match_of(stored))
    except (KnobelError, ValueError):
        return None
