"""`make bench`: every measurement as a ratio to something measured in the same run, written to bench/RESULTS.md.

`python -m bench PART …` measures some parts only; the sections of the others stay as they were.
"""

import os
import platform
import sys
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

from bench import (
    bench_cold,
    bench_exact_play,
    bench_growth,
    bench_hints,
    bench_pocket,
    bench_room,
    bench_socket,
    bench_solve,
    dice,
    play,
)
from bench.measure import Bar, Figure, Result

RESULTS = Path(__file__).parent / "RESULTS.md"
HEAD = """# Results

Written by `make bench`, or of some parts by `python -m bench PART …`. A ratio compares with the yardstick of its
line, measured in the same run; plain rates depend on the machine and on what else it is doing."""

PARTS: dict[str, Callable[[], Iterable[Result]]] = {
    "dice": dice.measure,
    "play": play.measure,
    "room": bench_room.measure,
    "socket": bench_socket.rows,
    "solve": bench_solve.measure,
    "exact": bench_exact_play.measure,
    "cold": bench_cold.measure,
    "hints": bench_hints.measure,
    "pocket": bench_pocket.measure,
    "growth": bench_growth.rows,
}


def processor() -> str:
    """Its name, where the system tells; the machine's kind otherwise."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def machine() -> str:
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def section(found: Iterable[Result]) -> str:
    """A table for each kind of result there is."""
    found, tables = list(found), [f"Machine: {machine()}, {date.today().isoformat()}."]
    for kinds, *head in (
        ((Bar,), "Bars, in CPU seconds of one core unless another unit is given:", "| what | measured | bar | |"),
        ((Figure,), "Figures without a bar:", "| what | measured |"),
    ):
        rows = [one.markdown() for one in found if isinstance(one, kinds)]
        if rows:
            tables.append(_table(*head, rows=rows))
    ratios = [one.markdown() for one in found if not isinstance(one, Bar | Figure)]
    if ratios:
        tables.insert(1, _table("| what | rate per CPU second | yardstick | its rate | ratio |", rows=ratios))
    return "\n\n".join(tables)


def _table(*head: str, rows: list[str]) -> str:
    *said, names = head
    return "\n".join([*(f"{line}\n" for line in said), names, "|---" * (names.count("|") - 1) + "|", *rows])


def sections(document: str) -> dict[str, str]:
    """What a document has by part."""
    parts = (part.partition("\n") for part in document.split("\n## ")[1:])
    return {name.strip(): body.strip() for name, _, body in parts}


def document(found: dict[str, str]) -> str:
    return "\n\n".join([HEAD, *(f"## {name}\n\n{found[name]}" for name in PARTS if name in found)]) + "\n"


def main(wanted: list[str]) -> None:
    if unknown := set(wanted) - set(PARTS):
        sys.exit(f"There is no part {', '.join(sorted(unknown))}. There are: {', '.join(PARTS)}.")
    os.environ.setdefault("KNOBEL_COMPILE", "here")  # what is measured is machine code, not the wait for it
    for part in wanted or PARTS:
        found = []
        for result in PARTS[part]():
            found.append(result)
            print(result.plain(), flush=True)
        kept = sections(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        RESULTS.write_text(document({**kept, part: section(found)}), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
