"""Starting and stopping."""

import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from knobel.server.claim import claim
from knobel.server.pages import Pages, build_digest
from knobel.server.run import PORT, PortTaken, listen
from knobel.storage.database import prepare


def test_a_busy_port_gives_way_unless_it_was_asked_for() -> None:
    first, second = listen("127.0.0.1", None), listen("127.0.0.1", None)
    assert first.getsockname()[1] != second.getsockname()[1]
    assert first.getsockname()[1] >= PORT
    with pytest.raises(PortTaken, match="another program uses it"):
        listen("127.0.0.1", second.getsockname()[1])
    assert first.getsockname()[0] == "127.0.0.1"
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("host", "port", "why"),
    [
        ("127.0.0.1", 70_000, "0 to 65535"),
        ("no.such.name.invalid", 0, "no such address"),
        ("192.0.2.1", 0, "no such address"),
    ],
)
def test_an_address_that_cannot_be_used_is_said_in_our_words(host: str, port: int, why: str) -> None:
    with pytest.raises(PortTaken, match=why) as refused:
        listen(host, port)
    assert "--port" in refused.value.say("de")
    assert why not in refused.value.say("de")


@pytest.mark.parametrize(
    "program", [["knobel.server"], ["knobel", "serve", "--lang", "en"]], ids=lambda words: words[0]
)
def test_a_database_that_cannot_be_used_ends_in_one_sentence(tmp_path: Path, program: list[str]) -> None:
    path = tmp_path / "k.db"
    prepare(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma user_version = 99")
    command = [sys.executable, "-m", *program, "--no-browser", "--db", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""  # no address is shown that nobody answers
    assert done.stderr.startswith("knobel: ")
    assert done.stderr.count("\n") == 1
    assert "newer release" in done.stderr
    assert "--db" in done.stderr


def test_a_build_has_a_digest_and_none_has_a_page_that_says_so(tmp_path: Path) -> None:
    assert build_digest(tmp_path) == "none"
    (tmp_path / "index.html").write_text("x")
    assert len(build_digest(tmp_path)) == 16
    assert Pages(tmp_path / "nothing").folder.name == "nothing"


def test_a_second_server_on_the_same_file_says_where_the_first_one_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", "0", "--db", str(tmp_path / "k.db")]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert first.stdout is not None
    address = first.stdout.readline().split()[1]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60)
    first.send_signal(signal.SIGKILL)
    first.communicate(timeout=30)
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr.count("\n") == 1
    assert address in second.stderr
    third = claim(tmp_path / "k.db", "http://there/")  # who was killed holds nothing
    assert third is not None
    third.release()


_COLLECTIONS = """
import gc
from knobel.server.collector import calm
{calm}
kept, full = [], []
gc.callbacks.append(lambda phase, about: full.append(1) if phase == "start" and about["generation"] == 2 else None)
for _ in range(400_000):
    kept.append([])
print(len(full), gc.get_freeze_count() > 1000)
"""


def test_what_lives_long_is_not_looked_at_again_and_again() -> None:
    def collections(first: str) -> list[str]:
        done = subprocess.run([sys.executable, "-c", _COLLECTIONS.format(calm=first)], capture_output=True, text=True)
        return done.stdout.split()

    assert collections("calm()") == ["0", "True"]
    before, frozen = collections("")
    assert int(before) > 0
    assert frozen == "False"


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_told(tmp_path: Path, told: signal.Signals) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "knobel.server", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--db", str(tmp_path / "k.db")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert f"http://127.0.0.1:{port}/" in process.stdout.readline()
    process.send_signal(told)
    _, errors = process.communicate(timeout=30)
    assert "Traceback" not in errors
    assert process.returncode == 0
