"""A database that ends, cannot be reached or has no room, under load: the server says so, loses nothing, and goes on by
itself. Every test plays on real sockets against the server's own program.
"""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from knobel.storage.database import Place, PostgresUrl
from tests.postgres import Postgres, postgres
from tests.server.cable import Cable
from tests.server.crowd import Crowd, crowd
from tests.server.programs import Program, program
from tests.thoroughness import LONG, sample

TABLES = 20 if LONG else 4
TIMES = 3 if LONG else 1  # that it goes away and comes back
MOVES = 8  # by each table before, between and after

pytestmark = [pytest.mark.timeout(900), pytest.mark.slow]


@contextmanager
def played(place: Place) -> Iterator[tuple[Program, Crowd]]:
    """A server that everybody plays at."""
    with program(place) as server, crowd(server.port, pause=0.01) as everybody:
        everybody.sit_down([server.new("Ada", "Ben", games=6) for _ in range(TABLES)])
        everybody.play_on(MOVES)
        yield server, everybody


def goes_on(server: Program, everybody: Crowd, place: Place) -> list[str]:
    """All is well again, and was never otherwise for what was told. What the server has logged."""
    everybody.play_on(MOVES)
    everybody.until(lambda: server.http.get("/api/ready").status_code == 200)
    time.sleep(2.5)  # a while without trouble, and it counts as over
    server.new("Ada")
    everybody.settle()
    everybody.check(place)
    return server.end(signal.SIGTERM).splitlines()


def is_said(server: Program, everybody: Crowd, code: str) -> None:
    """To players, to whoever asks, and to the proxy."""
    everybody.until(lambda: everybody.refusals[code] > 0)
    everybody.until(lambda: not_ready(server)[0] == 503)


def survived(place: Place, code: str, breaks: Callable[[], None], mends: Callable[[], None]) -> list[str]:
    """It goes wrong under load, that is said, it is mended, and all is well again. What the server has logged."""
    with played(place) as (server, everybody):
        for _ in range(TIMES):
            breaks()
            is_said(server, everybody, code)
            mends()
            everybody.play_on(MOVES)
            everybody.refusals.clear()
        return goes_on(server, everybody, place)


def not_ready(server: Program) -> tuple[int, Any]:
    answer = server.http.get("/api/ready")
    return answer.status_code, answer.json()


def said_once(log: list[str], *sentences: str, times: int = TIMES) -> None:
    """And not at every move; on a busy machine it may take more than one attempt until it is over."""
    for sentence in sentences:
        assert 1 <= sum(sentence in line for line in log) <= 3 * times, (sentence, log[:40])
    assert len(log) <= 8 * times, log[:40]


@pytest.mark.skipif(not LONG, reason="`make long`; one that plays alone is in test_two_servers.py")
def test_postgresql_is_restarted() -> None:
    with postgres() as database:
        log = survived(database.database(), "storage/away", database.kill, database.start)
    said_once(log, "does not answer", "can be written again")


@pytest.mark.parametrize("returns", sample([True, False], 2), ids=lambda it: "comes late" if it else "is lost")
def test_its_network_is_cut(postgres_server: Postgres, returns: bool) -> None:
    """Nothing comes through and nobody is told; later the same connections work again, or none of them."""
    name = urlsplit(postgres_server.database().url).path
    with closing(Cable(postgres_server.socket)) as cable:
        place = PostgresUrl(f"postgresql://knobel@127.0.0.1:{cable.port}{name}")

        def mend() -> None:
            if not returns:
                cable.tear()
            cable.mend()

        log = survived(place, "storage/away", cable.cut, mend)
    said_once(log, "does not answer", "can be written again")


class Disk:
    """A real one, too small."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._ballast = folder, folder / "ballast"

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as file:
            for size in (1_000_000, 4096):
                with suppress(OSError):
                    while file.write(bytes(size)):
                        pass

    def make_room(self) -> None:
        self._ballast.unlink()


@contextmanager
def small_disk(megabytes: int) -> Iterator[Disk]:
    folder = Path(tempfile.mkdtemp(prefix="kdisk"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "knobel", str(folder)]
    try:
        if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode != 0:
            pytest.skip("whoever runs this may not mount a disk of its own")
        try:
            yield Disk(folder)
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
    finally:
        folder.rmdir()


@pytest.mark.skipif(not LONG, reason="`make long`; one without a disk of its own is in test_full_disk.py")
def test_the_disk_of_sqlite_is_full() -> None:
    with small_disk(64) as disk:
        log = survived(disk.folder / "k.db", "storage/full", disk.fill, disk.make_room)
    said_once(log, "no room left", "can be written again")


@pytest.mark.skipif(not LONG, reason="`make long`")
def test_the_disk_of_postgresql_is_full() -> None:
    with small_disk(256) as disk, postgres(folder=disk.folder) as database:
        log = survived(database.database(), "storage/full", disk.fill, disk.make_room)
    said_once(log, "no room left", "can be written again")
