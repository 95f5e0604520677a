"""`make bench`: every measurement as a ratio to something measured in the same run, written to bench/RESULTS.md."""

import platform
from collections.abc import Callable
from os import cpu_count
from pathlib import Path

from bench import bench_socket, bench_solve, dice, play
from bench.measure import Row

PARTS: tuple[Callable[[], list[Row]], ...] = (dice.measure, play.measure, bench_socket.rows, bench_solve.measure)


def machine() -> str:
    return f"{platform.machine()}, {cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    lines = [
        "# Results",
        "",
        "Written by `make bench`. A ratio compares with the yardstick of its line, measured in the same run;",
        "plain rates depend on the machine and on what else it is doing.",
        "",
        f"Machine: {machine()}.",
        "",
        "| what | rate per CPU second | yardstick | its rate | ratio |",
        "|---|---|---|---|---|",
    ]
    for part in PARTS:
        for row in part():
            lines.append(row.markdown())
            print(row.plain(), flush=True)
    (Path(__file__).parent / "RESULTS.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
