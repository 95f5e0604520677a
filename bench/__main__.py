"""`make bench`: every measurement as a ratio to something measured in the same run, written to bench/RESULTS.md."""

import os
import platform
from collections.abc import Callable, Iterable
from pathlib import Path

from bench import bench_exact_play, bench_growth, bench_pocket, bench_room, bench_socket, bench_solve, dice, play
from bench.measure import Bar, Figure, Result

PARTS: tuple[Callable[[], Iterable[Result]], ...] = (
    dice.measure,
    play.measure,
    bench_room.measure,
    bench_socket.rows,
    bench_solve.measure,
    bench_exact_play.measure,
    bench_pocket.measure,
    bench_growth.rows,
)


def processor() -> str:
    """Its name, where the system tells; the machine's kind otherwise."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def machine() -> str:
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def document(found: list[Result]) -> str:
    return "\n".join(
        [
            "# Results",
            "",
            "Written by `make bench`. A ratio compares with the yardstick of its line, measured in the same run;",
            "plain rates depend on the machine and on what else it is doing.",
            "",
            f"Machine: {machine()}.",
            "",
            "| what | rate per CPU second | yardstick | its rate | ratio |",
            "|---|---|---|---|---|",
            *(result.markdown() for result in found if not isinstance(result, Bar | Figure)),
            "",
            "Bars, in CPU seconds of one core unless another unit is given:",
            "",
            "| what | measured | bar | |",
            "|---|---|---|---|",
            *(result.markdown() for result in found if isinstance(result, Bar)),
            "",
            "Figures without a bar:",
            "",
            "| what | measured |",
            "|---|---|",
            *(result.markdown() for result in found if isinstance(result, Figure)),
            "",
        ]
    )


def main() -> None:
    os.environ.setdefault("KNOBEL_COMPILE", "here")  # what is measured is machine code, not the wait for it
    found = []
    for part in PARTS:
        for result in part():
            found.append(result)
            print(result.plain(), flush=True)
    (Path(__file__).parent / "RESULTS.md").write_text(document(found), encoding="utf-8")


if __name__ == "__main__":
    main()
