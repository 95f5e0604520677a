"""What a table costs: memory of a server with nobody, for every open table with two idle clients, and for its clients
alone; bytes in the database for a match and for an action; CPU seconds for a look at the figures.

    python -m bench.bench_footprint [--tables 300] [--seconds 4]
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

from bench.bench_socket import cpu_seconds, load, new_match, run, server
from bench.socket_client import SocketClient, connect

PORT, METRICS = 8794, 8795
LOOKS = 20


def resident(pid: int) -> float:
    """Kilobytes of memory that a process has."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


def stored(db: Path) -> tuple[int, int]:
    """Bytes of the database, and how many steps are in it."""
    with closing(sqlite3.connect(db)) as kept:
        (pages,), (size,) = (kept.execute(f"pragma {what}").fetchone() for what in ("page_count", "page_size"))
        (steps,) = kept.execute("select count(*) from step").fetchone()
        return pages * size, steps


def nothing(raw: bytes) -> None:
    """Heard, and not read."""


async def idle(pid: int, matches: list[str]) -> dict[str, float]:
    """Kilobytes for each table: open with two clients who do nothing."""
    clients: list[SocketClient] = []
    before = resident(pid)
    for match in matches:
        clients += [await connect(PORT, f"/ws/{match}", nothing) for _ in range(2)]
    await asyncio.sleep(2)
    first = resident(pid)
    for match in matches:
        clients += [await connect(PORT, f"/ws/{match}", nothing) for _ in range(2)]
    await asyncio.sleep(2)
    more = resident(pid)
    for client in clients:
        client.close()
    return {"table": (first - before) / len(matches), "client": (more - first) / len(matches) / 2}


def looked_at(pid: int) -> float:
    cpu = cpu_seconds(pid)
    for _ in range(LOOKS):
        urlopen(f"http://127.0.0.1:{METRICS}/metrics", timeout=30).read()
    return (cpu_seconds(pid) - cpu) / LOOKS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=4.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "k.db"
        command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", str(PORT), "--db", str(db)]
        with server([*command, "--metrics", str(METRICS)], PORT) as one:
            pid = one.pid
            urlopen(f"http://127.0.0.1:{PORT}/api/ready", timeout=30).close()
            print(f"a server with nobody: {resident(pid) / 1024:.0f} MiB")
            empty, _ = stored(db)
            matches = [new_match(PORT) for _ in range(given.tables)]
            print(f"a new match in the database: {(stored(db)[0] - empty) / given.tables:.0f} bytes")
            found = run(idle(pid, matches))
            print(
                f"an open table with two idle clients: {found['table']:.0f} KiB; a further client {found['client']:.0f}"
            )
            print(f"a look at the figures: {looked_at(pid) * 1000:.1f} ms of CPU")
            before, steps = stored(db)
            played = run(load([one], matches[:50], given.seconds, 0.0))
            after, more = stored(db)
            print(f"an action: {played['cpu_per_1000']:.2f} ms of CPU")
            print(f"in the database: {(after - before) / (more - steps):.0f} bytes an action")


if __name__ == "__main__":
    main()
