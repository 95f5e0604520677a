"""Heavy work beside the server: a bounded queue before a few processes, so that it holds up neither the event loop nor
its interpreter lock.

    job = crew.long.submit("knobel.coach.laboratory:tried", a, b)   # WorkersFull: too many wait already
    job.progress                                                    # what the function reported last
    job.cancel()                                                    # out of the queue, or its process is ended
    found = await job.result()                                      # or what it raised: any KnobelError, JobLost, …
    found = await crew.quick.run("knobel.coach.hints:hints", …)     # both in one

A job is the name of a function and plain values (`jobs.py`): it takes them and `report`, and gives a plain value. What
must answer at once has a process of its own, kept warm, apart from what takes its time. Processes are started when they
are first needed and again when one has died; the job it had is lost, and says so.
"""

import asyncio
import logging
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from knobel.errors import KnobelError
from knobel.server.jobs import BROKEN, DONE, LENGTH, PROGRESS, call, framed
from knobel.server.problems import ServerError

log = logging.getLogger("knobel")


class WorkersFull(ServerError):
    code, status = "server/full", 503


# What a browser, which has no other processes, works out at once by itself, as far as that needs no NumPy.
IN_A_BROWSER = (
    "knobel.coach.statistics:study_file",
    "knobel.coach.hints:hints",
    "knobel.coach.hints:reasons",
    "knobel.coach.hints:line",
    "knobel.coach.trainer:judged",
    "knobel.coach.trainer:reviewed",
)


class NoWorkersHere(ServerError):
    """In a browser there are no other processes."""

    code, status = "pocket/missing", 503


class JobLost(ServerError):
    code, status = "server/lost", 503


class JobCancelled(ServerError):
    code, status = "server/cancelled", 409


class Job:
    """Work that was asked for. It is done once, whoever waits for it."""

    def __init__(self, name: str, values: tuple[Any, ...], cancel: Callable[["Job"], None]) -> None:
        self.name = name
        self.message = framed((name, values))
        self.progress: Any = None
        self.begun = False  # if not, it waits for others
        self.cancelled = False
        self._cancel = cancel
        self._answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answer.add_done_callback(_seen)

    @property
    def done(self) -> bool:
        return self._answer.done()

    async def result(self) -> Any:
        """What the function gave, or the error it raised. To stop waiting does not stop the job."""
        return await asyncio.shield(self._answer)

    def cancel(self) -> None:
        """End it; whoever waits for it is told JobCancelled."""
        if not self.done:
            self.cancelled = True
            self._cancel(self)

    def finish(self, result: Any) -> None:
        if not self.done:
            self._answer.set_result(result)

    def fail(self, error: Exception) -> None:
        if not self.done:
            self._answer.set_exception(error)


def _seen(answer: asyncio.Future[Any]) -> None:
    """Nobody need be waiting: an error that nobody hears of is none of the event loop's business."""
    if not answer.cancelled():
        answer.exception()


class WorkerPool:
    def __init__(self, processes: int, most_waiting: int, niceness: int) -> None:
        self.processes, self.most_waiting, self.niceness = processes, most_waiting, niceness
        self._waiting: deque[Job] = deque()
        self._running: dict[Job, asyncio.Task[None]] = {}
        self._idle: list[asyncio.subprocess.Process] = []
        self._of_job: dict[Job, asyncio.subprocess.Process] = {}
        self._closed = False

    def submit(self, name: str, *values: Any) -> Job:
        if sys.platform == "emscripten":
            return self._done_here(name, values)
        if len(self._waiting) >= self.most_waiting:
            raise WorkersFull(n=len(self._waiting))
        job = Job(name, values, self._ended)
        self._waiting.append(job)
        self._spread()
        return job

    def _done_here(self, name: str, values: tuple[Any, ...]) -> Job:
        if name not in IN_A_BROWSER:
            raise NoWorkersHere()
        job = Job(name, values, self._ended)
        try:
            job.finish(call(name, values, lambda _: None))
        except ImportError as error:
            raise NoWorkersHere() from error
        except KnobelError as error:
            job.fail(error)
        return job

    async def run(self, name: str, *values: Any) -> Any:
        return await self.submit(name, *values).result()

    def ahead_of(self, job: Job) -> int:
        """How many jobs are begun before it."""
        return self._waiting.index(job) if job in self._waiting else 0

    async def close(self) -> None:
        self._closed = True
        for job in self._waiting:
            job.fail(JobLost())
        self._waiting.clear()
        for process in self._of_job.values():
            _kill(process)
        await asyncio.gather(*self._running.values())
        for process in self._idle:
            await _end(process)
        self._idle.clear()

    def _spread(self) -> None:
        while self._waiting and len(self._running) < self.processes:
            job = self._waiting.popleft()
            job.begun = True
            self._running[job] = asyncio.create_task(self._do(job))

    def _ended(self, job: Job) -> None:
        """Somebody does not want it any more."""
        if job in self._waiting:
            self._waiting.remove(job)
            job.fail(JobCancelled())
        elif process := self._of_job.get(job):
            _kill(process)

    async def _do(self, job: Job) -> None:
        process = None
        try:
            process = self._of_job[job] = await self._process()
            if job.cancelled or self._closed:
                _kill(process)
            await _converse(process, job)
            self._idle.append(process)
        except (OSError, asyncio.IncompleteReadError):  # its process has ended, by us or by itself
            job.fail(JobCancelled() if job.cancelled else JobLost())
            if process:
                await _end(process)
        finally:
            del self._running[job]
            self._of_job.pop(job, None)
            self._spread()

    async def _process(self) -> asyncio.subprocess.Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "knobel.server.jobs", str(self.niceness))
        return await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)


async def _converse(process: asyncio.subprocess.Process, job: Job) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(job.message)
    await process.stdin.drain()
    while True:
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        kind, value = pickle.loads(await process.stdout.readexactly(length))
        if kind == PROGRESS:
            job.progress = value
        elif kind == DONE:
            return job.finish(value)
        elif kind == BROKEN:
            log.error("%s went wrong:\n%s", job.name, value, extra={"about": {"job": job.name}})
            return job.fail(JobLost())
        else:
            return job.fail(value)


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):  # it was faster
        process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    _kill(process)
    await process.wait()
    assert process.stdin is not None
    process.stdin.close()
    with suppress(OSError):
        await process.stdin.wait_closed()


def _long_ones() -> int:
    return max(1, (os.cpu_count() or 2) // 2)


@dataclass
class Crew:
    """The workers of a server: who answers at once, who does so for learned players, which takes up to a fifth of a
    second, who reckons chances, who reviews matches, who works for minutes."""

    quick: WorkerPool = field(default_factory=lambda: WorkerPool(1, 200, 1))
    learned: WorkerPool = field(default_factory=lambda: WorkerPool(1, 200, 2))
    chances: WorkerPool = field(default_factory=lambda: WorkerPool(1, 50, 5))
    reviews: WorkerPool = field(default_factory=lambda: WorkerPool(1, 20, 10))
    long: WorkerPool = field(default_factory=lambda: WorkerPool(_long_ones(), 4, 19))

    async def close(self) -> None:
        for workers in (self.quick, self.learned, self.chances, self.reviews, self.long):
            await workers.close()
