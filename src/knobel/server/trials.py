"""Trials of house rules: worked out once by a worker, and kept as long as this server runs."""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256

from knobel.coach.hints import GameText, game_text
from knobel.coach.house_rules import Value, changed_card
from knobel.errors import KnobelError
from knobel.rules.sheetgame import SheetGame
from knobel.server import laboratory_bodies as bodies
from knobel.server.problems import ServerError
from knobel.server.reviews import PATIENCE, shaped
from knobel.server.workers import Crew, Job, WorkerPool

JOBS = "knobel.coach.laboratory:"
MOST_KEPT = 50  # trials that are remembered
SHORT = 120.0  # seconds: such a trial need not wait for one that takes an hour
LEFT = 120.0  # seconds after which a trial that nobody asks about makes way for another


class NoTrial(ServerError):
    code, status = "laboratory/trial", 404


@dataclass
class Trial:
    spec: str
    changes: dict[str, Value]
    workers: WorkerPool
    job: Job
    asked: float = field(default_factory=time.monotonic)  # when somebody last wanted to know how far it is


def _asked(game: SheetGame, changes: dict[str, Value]) -> tuple[str, tuple[GameText, GameText]]:
    """What a worker is given, and a name for it."""
    texts = (game_text(game), game_text(changed_card(game, changes)))
    return sha256(repr(texts).encode()).hexdigest()[:16], texts


class Trials:
    """Trials that were worked out, and those that are being; whoever wants the same shares it."""

    def __init__(self) -> None:
        self._trials: OrderedDict[str, Trial] = OrderedDict()
        self._estimates: OrderedDict[str, Job] = OrderedDict()

    async def seconds(self, game: SheetGame, changes: dict[str, Value], crew: Crew) -> float | None:
        """About how long a trial would take; None while that is still being reckoned."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._seconds(*_asked(game, changes), crew)
        except TimeoutError:
            return None

    async def _seconds(self, id: str, texts: tuple[GameText, GameText], crew: Crew) -> float:
        if id not in self._estimates:
            self._estimates[id] = crew.reviews.submit(f"{JOBS}estimated", *texts)
        while len(self._estimates) > MOST_KEPT:
            self._estimates.popitem(last=False)
        try:
            found: float = await self._estimates[id].result()
        except KnobelError:
            self._estimates.pop(id, None)
            raise
        return found

    async def begin(self, game: SheetGame, spec: str, changes: dict[str, Value], crew: Crew) -> str:
        id, texts = _asked(game, changes)
        seconds = await self._seconds(id, texts, crew)
        workers = crew.reviews if seconds < SHORT else crew.long
        if id not in self._trials:
            self._make_way()
            self._trials[id] = Trial(spec, changes, workers, workers.submit(f"{JOBS}tried", *texts))
        self._trials.move_to_end(id)
        return id

    def _make_way(self) -> None:
        """Nobody waits for what everybody has left."""
        now = time.monotonic()
        for id, trial in list(self._trials.items()):
            if not trial.job.done and now > trial.asked + LEFT:
                self.cancel(id)
        finished = [id for id, trial in self._trials.items() if trial.job.done]
        for id in finished[: max(0, len(self._trials) - MOST_KEPT + 1)]:
            del self._trials[id]

    async def state(self, id: str) -> bodies.TrialOut:
        trial = self._trials.get(id)
        if trial is None:
            raise NoTrial()
        trial.asked = time.monotonic()
        found = None
        try:
            async with asyncio.timeout(PATIENCE):
                found = shaped(await trial.job.result(), bodies.ComparisonOut)
        except TimeoutError:
            pass
        except Exception:
            self._trials.pop(id, None)
            raise
        progress = 1.0 if found else trial.job.progress or 0.0
        return bodies.TrialOut(trial.spec, trial.changes, progress, trial.workers.ahead_of(trial.job), found)

    def cancel(self, id: str) -> None:
        if trial := self._trials.pop(id, None):
            trial.job.cancel()
