"""Heavy work in processes of its own: done, refused, reported, cancelled, lost, and too much of it."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from knobel.errors import IllegalMove
from knobel.server.workers import JobCancelled, JobLost, WorkerPool, WorkersFull
from tests.playing import in_a_loop

HERE = "tests.server.test_workers:"


@pytest.fixture(autouse=True)
def as_nice_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KNOBEL_NICENESS", raising=False)


# Jobs.


def doubled(value: int, *, report: Callable[[Any], None]) -> tuple[int, int]:
    report({"done": value})
    print("to the error stream, where it disturbs nobody")
    return os.getpid(), 2 * value


def priority(*, report: Callable[[Any], None]) -> int:  # noqa: ARG001
    return os.nice(0)


def refuses(*, report: Callable[[Any], None]) -> None:  # noqa: ARG001
    raise IllegalMove(move="keep 1", why="no")


def breaks(*, report: Callable[[Any], None]) -> None:  # noqa: ARG001
    raise ZeroDivisionError


def dies(*, report: Callable[[Any], None]) -> None:  # noqa: ARG001
    os.kill(os.getpid(), signal.SIGKILL)


def waits_for_ever(*, report: Callable[[Any], None]) -> None:
    report("begun")
    while True:
        pass


def done(work: Callable[[WorkerPool], Awaitable[None]], processes: int = 1, most_waiting: int = 10) -> None:
    async def whole() -> None:
        workers = WorkerPool(processes, most_waiting, niceness=3)
        try:
            await work(workers)
        finally:
            await workers.close()

    in_a_loop(whole())


def exists(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def until(fact: Callable[[], bool]) -> None:
    while not fact():
        await asyncio.sleep(0.005)


def test_jobs_are_done_refused_and_broken_by_one_process_that_stays() -> None:
    async def work(workers: WorkerPool) -> None:
        jobs = [workers.submit(HERE + "doubled", n) for n in range(3)]
        found = [await job.result() for job in jobs]
        assert [value for _, value in found] == [0, 2, 4]
        assert len({process for process, _ in found}) == 1, "one process did them all"
        assert os.getpid() not in {process for process, _ in found}
        assert jobs[2].progress == {"done": 2}
        assert await workers.run(HERE + "priority") == os.nice(0) + 3
        with pytest.raises(IllegalMove) as refused:
            await workers.run(HERE + "refuses")
        assert refused.value.details == {"move": "keep 1", "why": "no"}
        with pytest.raises(JobLost):
            await workers.run(HERE + "breaks")
        assert await workers.run(HERE + "doubled", 7) == (found[0][0], 14), "a broken job does not end its process"

    done(work)


def test_a_process_that_dies_takes_its_job_along_and_nothing_else() -> None:
    async def work(workers: WorkerPool) -> None:
        lost, next_one = workers.submit(HERE + "dies"), workers.submit(HERE + "doubled", 1)
        with pytest.raises(JobLost):
            await lost.result()
        process, value = await next_one.result()
        assert value == 2
        os.kill(process, signal.SIGKILL)  # now while it is idle
        await until(lambda: not exists(process))
        await asyncio.sleep(0.05)  # and its end has been told
        other, value = await workers.run(HERE + "doubled", 2)
        assert (other != process, value) == (True, 4)

    done(work)


def test_what_is_cancelled_leaves_the_queue_or_its_process() -> None:
    async def work(workers: WorkerPool) -> None:
        running, waiting, wanted = (workers.submit(HERE + name) for name in ("waits_for_ever", "breaks", "priority"))
        await until(lambda: running.progress == "begun")
        assert (waiting.begun, workers.ahead_of(wanted)) == (False, 1)
        waiting.cancel()
        running.cancel()
        for job in (running, waiting):
            with pytest.raises(JobCancelled):
                await job.result()
        assert await wanted.result() == os.nice(0) + 3

    done(work)


def test_a_full_queue_refuses_with_a_sentence() -> None:
    async def work(workers: WorkerPool) -> None:
        workers.submit(HERE + "waits_for_ever")
        workers.submit(HERE + "doubled", 1)
        with pytest.raises(WorkersFull) as full:
            workers.submit(HERE + "doubled", 2)
        assert "1" in full.value.say("de")

    done(work, most_waiting=1)


def test_the_end_of_the_server_ends_its_processes() -> None:
    found: list[int] = []

    async def work(workers: WorkerPool) -> None:
        found.append((await workers.run(HERE + "doubled", 1))[0])
        job = workers.submit(HERE + "waits_for_ever")
        await until(lambda: job.progress == "begun")

    done(work)
    with pytest.raises(ProcessLookupError):
        os.kill(found[0], 0)


def test_a_process_ends_by_itself_when_nobody_speaks_to_it_any_more() -> None:
    async def work(workers: WorkerPool) -> None:
        job = workers.submit(HERE + "waits_for_ever")
        await until(lambda: job.progress == "begun")
        (process,) = workers._of_job.values()
        assert process.stdin is not None
        process.stdin.close()
        with pytest.raises(JobLost):
            await job.result()  # nobody has killed it: it would go on for ever

    done(work)
