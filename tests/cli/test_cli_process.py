"""The program as a process of its own: killed, cut off, without colour."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knobel.match.notation import parse_match
from knobel.storage.saves import unfinished
from tests.cli.conftest import kept

pytestmark = pytest.mark.slow  # every one starts the program

RUN = [sys.executable, "-c", "import sys; from knobel.cli import main; sys.exit(main())"]


def run(*words: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*RUN, *words], input=stdin, capture_output=True, env=os.environ | environ, timeout=60)


def test_killed_and_resumed(home: Path) -> None:
    """Whatever was accepted before the kill is there afterwards."""
    with subprocess.Popen([*RUN, "play", "extreme"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        assert process.stdin
        process.stdin.write(b"\nr\ne chance\n\n")
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if [one.version for one in unfinished(9)] == [7]:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    id, saved = kept(home)
    before = parse_match(saved)
    assert before.version == 7
    assert before.state.cards[0].written[20] is not None
    resumed = run("play", "--resume", id, stdin=b"e ones\n")
    assert resumed.returncode == 0
    assert b"--resume " + id.encode() in resumed.stdout
    assert parse_match(kept(home)[1]).version == 8


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "latin-1"}])
def test_without_colour(environ: dict[str, str]) -> None:
    done = run("play", "seven", "--lang", "de", stdin=b"\n?\n\nq\n", **environ)
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""


def test_odd_bytes_are_typed() -> None:
    done = run("play", "kniffel", stdin=b"\n\xff\xfe\x00\n\xc3\n")
    assert done.returncode == 0
    assert done.stderr == b""


def test_nobody_listens() -> None:
    command = f"{sys.executable} -c 'import sys; from knobel.cli import main; sys.exit(main())' games | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
