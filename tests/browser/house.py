"""A server for the tests: its own data, its own port, killed and started again at will."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

_PATIENCE = 90.0


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class House:
    def __init__(self, home: Path, *options: str) -> None:
        self.home, self.port, self.options = home, free_port(), options
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        command = ["-m", "knobel.server", "--port", str(self.port), "--no-browser", "--bot-pause", "0", *self.options]
        log = (self.home / "log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, *command], env={**os.environ, "KNOBEL_HOME": str(self.home)}, stdout=log, stderr=log
        )
        log.close()
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            try:
                with urlopen(f"{self.address}/api/health", timeout=1):
                    return
            except (URLError, OSError):
                time.sleep(0.05)
        self.kill()
        raise AssertionError((self.home / "log").read_text(encoding="utf-8"))

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        assert self.process
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
