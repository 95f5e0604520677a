"""Whether the server can take what is played: a proxy that asks sends nobody to one that cannot.

`/health` says that the process answers; whoever restarts it looks there. `/ready` says that it takes players: something
was written to the store just now, and it is not about to stop.
"""

import asyncio
import time

from knobel.errors import KnobelError
from knobel.server.meter import meter
from knobel.server.problems import Stopping, StoreSilent
from knobel.storage.errors import StorageError
from knobel.storage.holders import VACANT, DeviceLink
from knobel.storage.store import Store

TRIED_SECONDS = 2.0  # for how long what was found out holds: who asks more often costs no write
SILENT_SECONDS = 5.0  # a store that has not written by then does not answer

# A link for nobody that ended in 1970: it is written like any other, opens nothing, and goes with the next cleaning.
_NOTHING = DeviceLink("tried", VACANT, 0)


class Readiness:
    def __init__(self, store: Store) -> None:
        self.stopping = False
        self._store = store
        self._alone = asyncio.Lock()
        self._until = 0.0
        self._trouble: KnobelError | None = None

    async def check(self) -> None:
        """Refused with what is wrong. Tried at most every two seconds, for all who ask."""
        if self.stopping:
            raise Stopping()
        async with self._alone:
            if time.monotonic() >= self._until:
                self._trouble = await self._tried()
                self._until = time.monotonic() + TRIED_SECONDS
        if self._trouble:
            raise self._trouble

    async def _tried(self) -> KnobelError | None:
        try:
            async with asyncio.timeout(SILENT_SECONDS):
                await self._store.link(_NOTHING)
        except TimeoutError:
            trouble: KnobelError = StoreSilent()
        except StorageError as error:
            trouble = error
        else:
            return None
        meter.store_errors[trouble.code] += 1
        return trouble
