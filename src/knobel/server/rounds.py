"""The door every change of a match goes through: commands are taken in rounds.

All commands that have come in since the last round, for however many matches, are worked out together, stage by stage,
and handed to the store together; when they are on disk, everybody is told. A match takes one command at a time: what
comes for it meanwhile waits. The same work done in a row is cheaper than between other things, and a round costs one
commit.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from knobel.errors import KnobelError, StaleMove
from knobel.server.meter import meter
from knobel.server.problems import Broken, Busy, TooFast
from knobel.server.room import Room
from knobel.server.work import Work
from knobel.storage.errors import Conflict, StorageError
from knobel.storage.store import Outcome, Step, Store

log = logging.getLogger("knobel")

MOST_WAITING = 200  # commands for one match


ToldOf: TypeAlias = Callable[[Room], None]
Follow: TypeAlias = Callable[[Room], Awaitable[None]]


class Rounds:
    def __init__(self, store: Store, changed: ToldOf, spoiled: ToldOf, follow: Follow) -> None:
        self.store, self._changed, self._spoiled, self._follow = store, changed, spoiled, follow
        self._following: set[asyncio.Task[None]] = set()
        self._inbox: list[tuple[Room, Work]] = []
        self._waiting: dict[Room, list[Work]] = {}  # rooms of which something is on its way to the disk
        self._called = False

    @property
    def under_way(self) -> int:
        """Matches of which something waits, or is on its way to the disk."""
        return len(self._inbox) + len(self._waiting)

    def busy(self, room: Room) -> bool:
        return room in self._waiting

    def submit(self, room: Room, work: Work) -> None:
        waiting = self._waiting.get(room)
        if waiting is not None:
            if len(waiting) >= MOST_WAITING:
                work.failed(room, TooFast())
            else:
                waiting.append(work)
            return
        self._inbox.append((room, work))
        if not self._called:
            self._called = True
            asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        inbox, self._inbox, self._called = self._inbox, [], False
        taken: list[_Taken] = []
        for room, work in inbox:
            if room in self._waiting:  # a second command for the same match in one round
                self._waiting[room].append(work)
            else:
                self._waiting[room] = []
                taken.append(_Taken(room, work))
        going = taken
        while going:
            going = [one for one in going if one.goes_on()]
        begun: list[tuple[Room, Work]] = []
        steps: list[Step] = []
        for one in taken:
            if one.step:
                begun.append((one.room, one.work))
                steps.append(one.step)
            elif one.error and _is_ahead(one.error, one.room):
                self._go_along(one.room, one.work, one.error)
            else:
                if one.error:
                    one.work.failed(one.room, one.error)
                self._go_on(one.room)
        if steps:
            self.store.append(steps, lambda outcomes: self._written(begun, outcomes))

    def _written(self, begun: list[tuple[Room, Work]], outcomes: Sequence[Outcome]) -> None:
        for (room, work), error in zip(begun, outcomes, strict=True):
            if isinstance(error, Conflict):
                self._go_along(room, work, error)
                continue
            if error is None:
                self._tell(room, work)
            else:
                self._not_stored(room, work, error)
            self._go_on(room)

    def _not_stored(self, room: Room, work: Work, error: StorageError) -> None:
        """The store knows better than this room, which has to be loaded again."""
        meter.store_errors[error.code] += 1
        work.failed(room, Busy() if isinstance(error, Conflict) else error)
        self._spoiled(room)

    def _go_on(self, room: Room) -> None:
        for later in self._waiting.pop(room):
            self.submit(room, later)

    def _go_along(self, room: Room, work: Work, why: KnobelError) -> None:
        task = asyncio.create_task(self._overtaken(room, work, why))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _overtaken(self, room: Room, work: Work, why: KnobelError) -> None:
        """Another server has gone on first. The room goes along, and the command is taken once more: it may be the same
        one, sent to both, or too late by now. It is refused only when there is nothing to go along with: the other may
        go on again, with this very command, between following and writing.
        """
        room.not_written()
        known = room.match.version
        try:
            await self._follow(room)
        except Exception as error:
            if not isinstance(error, KnobelError):
                log.exception("while following %s", room.id)
            work.failed(room, error if isinstance(error, KnobelError) else Broken())
            self._spoiled(room)
        else:
            if room.match.version > known:
                self._waiting[room].insert(0, work)
            elif isinstance(why, StorageError):
                self._not_stored(room, work, why)
            else:
                work.failed(room, why)
        self._go_on(room)

    def _tell(self, room: Room, work: Work) -> None:
        """It is on disk. Whatever goes wrong now is this match's trouble alone: it is loaded again as it is stored."""
        try:
            work.done(room)
            self._changed(room)
        except Exception:
            log.exception("while telling of %s", room.id)
            self._spoiled(room)


class _Taken:
    """A command that is being worked out, stage by stage."""

    __slots__ = ("_stages", "error", "room", "step", "work")

    def __init__(self, room: Room, work: Work) -> None:
        self.room, self.work, self._stages = room, work, work.take(room)
        self.step: Step | None = None  # what is to be written, once that is known
        self.error: KnobelError | None = None  # or why it is refused

    def goes_on(self) -> bool:
        """Do the next stage and say whether there is another. One command that cannot be worked out, for whatever
        reason, leaves the others alone.
        """
        try:
            next(self._stages)
            return True
        except StopIteration as end:
            self.step = end.value
        except KnobelError as error:
            self.error = error
        except Exception:
            log.exception("while working on %s", self.room.id)
            self.error = Broken()
        return False


def _is_ahead(error: KnobelError, room: Room) -> bool:
    """Whoever sent it was told more than this room knows, at another server."""
    if not isinstance(error, StaleMove):
        return False
    at = error.details["at"]
    return isinstance(at, int) and at > room.match.version
