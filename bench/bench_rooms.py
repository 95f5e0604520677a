"""Many open matches: what loading one costs, and a full garbage collection, with and without what a server freezes.

    python -m bench.bench_rooms [MATCHES]

CPU milliseconds. The matches are two-player games of Kniffel that were played to the end at random.
"""

import gc
import sys
import time
from random import Random
from typing import Any, cast

import knobel.server.app  # noqa: F401  # a server has all of it
from knobel import Seat, find, new_match
from knobel.match.lines import event_lines
from knobel.server.room import Room
from knobel.storage.kept import new_record
from knobel.storage.store import Step, Store, StoredMatch


def played(luck: Random) -> StoredMatch:
    host = new_match(find("kniffel"), [Seat("Ada"), Seat("Ben")], first=0)
    record = new_record(host)
    while not host.match.over:
        host = host.play(luck.choice(host.match.legal_moves))
    lines = enumerate(event_lines(host.match.events))
    steps = tuple(Step(record.id, n, line, f"c{n}", 0) for n, line in lines)
    return StoredMatch(record.id, record.header, "red blue", record.seed, None, None, None, steps, "")


def opened(stored: StoredMatch, many: int) -> list[Room]:
    return [Room(stored, cast(Store, None), "build", regret=False, grace=0) for _ in range(many)]


def milliseconds(work: Any, *args: Any) -> tuple[float, Any]:
    begin = time.process_time()
    found = work(*args)
    return (time.process_time() - begin) * 1000, found


def collection() -> str:
    gc.collect()
    return f"{milliseconds(gc.collect)[0]:.0f} ms for {len(gc.get_objects()):,} objects"


def main(many: int) -> None:
    stored = played(Random(1))
    opened(stored, 1)
    spent, rooms = milliseconds(opened, stored, many)
    print(f"loading a match of {len(stored.steps)} steps: {spent / many:.2f} ms")
    print(f"a full collection with {many} matches: {collection()}")
    del rooms
    gc.collect()
    gc.freeze()
    rooms = opened(stored, many)
    print(f"the same with {len(rooms)} matches, what was there before them frozen: {collection()}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
