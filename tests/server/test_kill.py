"""Kill -9 under load: what anybody has seen is there after the restart, and the matches go on, on either store.

`KNOBEL_KILLS` and `KNOBEL_KILL_MATCHES` ask for more of both than a run takes by itself.
"""

import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from tests.databases import Databases
from tests.server.crowd import crowd
from tests.server.programs import Program
from tests.thoroughness import LONG

KILLS = int(os.environ.get("KNOBEL_KILLS", "20" if LONG else "1"))
MATCHES = int(os.environ.get("KNOBEL_KILL_MATCHES", "50" if LONG else "6"))
MOVES = 12  # by each table between two kills


@pytest.mark.timeout(1800)
def test_nothing_that_was_seen_is_lost(tmp_path: Path, new_database: Databases) -> None:
    place = new_database() or tmp_path / "k.db"
    server = Program(place)
    port = server.port
    try:
        with crowd(port, pause=0.005) as everybody:
            everybody.sit_down([server.new("Ada", "Ben", games=6) for _ in range(MATCHES)])
            for kill in range(KILLS):
                everybody.play_on(MOVES)
                time.sleep(Random(kill).random() * 0.3)
                server.end(signal.SIGKILL)
                server = Program(place, "--port", str(port))
            everybody.play_on(MOVES)
            everybody.settle()
            everybody.check(place)
            assert "server/broken" not in everybody.refusals
            assert everybody.seen >= MOVES * MATCHES * (KILLS + 1)
    finally:
        server.end(signal.SIGTERM)
