"""Server and Vite together, for work on the browser part: every change of a source is on the screen at once.

`python -m web.dev` (or `make dev`) opens both; Ctrl-C ends both. The server takes a free port of its own, so a Knobel
that is already running is left alone, and Vite passes to it whatever is not its own (see vite.config.ts).
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from web.front_end import ROOT, bring_node, dependencies

GRACE = 5.0  # seconds to close in order; the server gives its open tables 3


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The process, ended on the way out: asked to, and firmly if it takes its time or Ctrl-C comes again.

    Vite waits for all that it has under way before it goes, however long that takes.
    """
    process = subprocess.Popen(command, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(GRACE)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.kill()
            process.wait()


def main(vite: list[str]) -> None:
    """Run both until one of them ends or somebody interrupts; `vite` are further arguments for Vite."""
    bring_node()
    dependencies(ROOT)
    port = free_port()
    web, told = ROOT / "web", os.environ | {"KNOBEL_SERVER": f"http://127.0.0.1:{port}"}
    serve = [sys.executable, "-m", "knobel.server", "--port", str(port), "--no-browser"]
    show = ["node", str(web / "node_modules" / "vite" / "bin" / "vite.js"), *vite]
    with (
        suppress(KeyboardInterrupt),
        running(serve) as server,
        running(show, cwd=web, env=told) as page,
    ):
        while server.poll() is None and page.poll() is None:
            time.sleep(0.2)


if __name__ == "__main__":
    for ending in (signal.SIGINT, signal.SIGTERM):  # also where whoever started it ignores them
        signal.signal(ending, signal.default_int_handler)
    main(sys.argv[1:])
