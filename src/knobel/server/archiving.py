"""Old matches go into the archive by themselves, if whoever runs the server wants that (`--archive-after DAYS`).

The policy: a match that is over and in which nothing has happened for so many days. Who takes one back out of the
archive has it in the list for as long as this server runs. Nothing is deleted, and what is not over stays.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from knobel.server.meter import meter
from knobel.storage.errors import StorageError
from knobel.storage.store import ARCHIVED, Moved, Selection, Store

log = logging.getLogger("knobel")

LOOK_EVERY_SECONDS = 3600.0
DAY_SECONDS = 86_400
_PAGE = 100


class Archiving:
    def __init__(self, store: Store, is_open: Callable[[str], bool]) -> None:
        self.days: int | None = None
        self._store, self._is_open = store, is_open
        self._wanted: set[str] = set()  # somebody has taken them back

    def keep(self, match: str) -> None:
        """Somebody wants it in the list."""
        self._wanted.add(match)

    async def run(self) -> None:
        """Until it is cancelled; at once done if nobody asked for it."""
        while self.days is not None:
            with contextlib.suppress(StorageError):  # the store has said so; it is tried again
                await self.look(int(time.time()) - self.days * DAY_SECONDS)
            await asyncio.sleep(LOOK_EVERY_SECONDS)

    async def look(self, before: int) -> int:
        """Put away what was last played before that moment; how many those were."""
        moved, after = 0, None
        while page := await self._store.page(Selection(_PAGE, after, open=False)):
            after = page[-1].id
            for found in page:
                old = not found.damaged and 0 < found.updated < before
                if old and found.id not in self._wanted and not self._is_open(found.id):
                    await self._store.move(Moved(found.id, ARCHIVED, int(time.time())))
                    moved += 1
        if moved:
            meter.archived += moved
            log.info("%d old matches put into the archive", moved)
        return moved
