"""What a worker process does: `python -m knobel.server.jobs NICENESS`.

A job comes as the name of a function, "module:function", and its values; it is called with them and with `report`,
which tells how far it is. Nothing of the server is loaded here, and nothing of a job is known: whoever has no server
calls the same functions, see `call`.

Messages in both directions are pickles behind their length. What a job prints goes to the error stream. When the server
is gone, so is this process, in the middle of a job too. `KNOBEL_NICENESS` in the environment is how far all of them
stand back, whatever they are for: where nobody else plays, somebody who waits need not be polite.
"""

import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, TypeAlias

from knobel.errors import KnobelError

LENGTH = struct.Struct("<Q")
PROGRESS, DONE, REFUSED, BROKEN = "progress", "done", "refused", "broken"

Report: TypeAlias = Callable[[Any], None]
"""how far a job is, as a plain value"""


def call(name: str, values: tuple[Any, ...], report: Report) -> Any:
    """Do a job here and now."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)(*values, report=report)


def framed(message: object) -> bytes:
    body = pickle.dumps(message)
    return LENGTH.pack(len(body)) + body


def _read(stream: BinaryIO) -> Any:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    return pickle.loads(stream.read(LENGTH.unpack(head)[0]))


def _answer(name: str, values: tuple[Any, ...], report: Report) -> tuple[str, Any]:
    try:
        return DONE, call(name, values, report)
    except KnobelError as error:
        return REFUSED, error
    except Exception:
        return BROKEN, traceback.format_exc()


def main(niceness: int) -> None:
    if hasattr(os, "nice"):
        os.nice(int(os.environ.get("KNOBEL_NICENESS", niceness)))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and that ends us
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    asked: queue.SimpleQueue[tuple[str, tuple[Any, ...]]] = queue.SimpleQueue()

    def listen() -> None:
        try:
            while True:
                asked.put(_read(sys.stdin.buffer))
        except (EOFError, OSError):
            os._exit(0)

    def tell(message: tuple[str, Any]) -> None:
        answers.write(framed(message))
        answers.flush()

    threading.Thread(target=listen, daemon=True).start()
    while True:
        name, values = asked.get()
        tell(_answer(name, values, lambda at: tell((PROGRESS, at))))


if __name__ == "__main__":
    main(int(sys.argv[1]))
