"""Programs of others that install from the registry, run side by side with ours.

Each is put into an environment of its own under build/, by `make bench` and by nothing else. One that does not install
or does not run here is named with the reason.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent / "build" / "peers"
PEERS = {
    "yatzy-solver": "yatzy-solver==1.0.0",
    "OpenSpiel": "open_spiel==2.0.2",
    "gym-yahtzee": "gym-yahtzee==1.0.2",
}
PATIENCE = 1800  # seconds; the machine may be busy


class Absent(Exception):
    """A peer that cannot be measured here; says why."""


def rates(peer: str) -> dict[str, float]:
    """What a peer does per CPU second, in one thread, by the names in `peer_runs`."""
    found = _measured(peer)
    if isinstance(found, Absent):
        raise found
    return found


@cache
def _measured(peer: str) -> dict[str, float] | Absent:
    python = FOLDER / peer / "bin" / "python"
    try:
        if not python.exists():
            run(sys.executable, "-m", "venv", str(FOLDER / peer))
        run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEERS[peer])
        found: dict[str, float] = json.loads(run(str(python), str(HERE / "peer_runs.py"), peer))
    except Absent as absent:
        return absent
    return found


def run(*command: str) -> str:
    alone = {**os.environ, "RAYON_NUM_THREADS": "1"}
    try:
        done = subprocess.run(command, env=alone, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as error:
        raise Absent(f"took more than {PATIENCE} seconds") from error
    if done.returncode:
        raise Absent((done.stderr.strip().splitlines() or ["no reason given"])[-1])
    return done.stdout
