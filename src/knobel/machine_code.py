"""Machine code that is made once and kept: where it lies, whether it is there, and who makes it.

Nobody waits for a compiler. Whoever could use machine code asks whether it is `ready`; if it is not, a process of its
own makes it, at the lowest priority, while plain code answers. What is ready is told by a marker beside the code, named
after all that goes into it, so a new version of a source, of Python or of the compiler begins anew.

With `KNOBEL_COMPILE=here` in the environment nothing is made aside: who needs machine code compiles it and waits.
"""

import os
import platform
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic

from knobel.home import cache_folder

ROOMS = ("compiled.py", "solver", "bots")  # of this package: where compiled code stands
WORKER = "knobel.coach.compile"
STALE = 600.0  # seconds after which a process that was to make machine code is taken for dead
AGAIN = 1.0  # seconds between two looks

_PACKAGE = Path(__file__).parent
_BEGUN: list[subprocess.Popen[bytes]] = []  # kept, or Python complains that nobody waits for them: nobody should


def folder() -> Path:
    """Where machine code lies."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder() / "compiled")


@cache
def fingerprint() -> str:
    """What the machine code of today is made from, and for which machine."""
    found = sha256()
    for room in ROOMS:
        place = _PACKAGE / room
        for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
            found.update(file.read_bytes())
    for word in (sys.version, _compiler(), platform.machine()):
        found.update(word.encode())
    return found.hexdigest()[:16]


def _compiler() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


@dataclass
class Preparation:
    """A part of the machine code, such as that of the solver."""

    part: str
    _ready: bool = False
    _looked: float = field(default=-AGAIN)

    @property
    def marker(self) -> Path:
        return folder() / f"{self.part}-{fingerprint()}.ready"

    def ready(self) -> bool:
        """Whether it is there; if not, somebody makes it from now on."""
        if os.environ.get("KNOBEL_COMPILE") == "here":
            return True
        if not self._ready and monotonic() >= self._looked + AGAIN:
            self._looked = monotonic()
            self._ready = self.marker.exists()
            if not self._ready:
                self.begin()
        return self._ready

    def there(self) -> bool:
        """Whether who needs it need not wait; nobody begins to make it."""
        return os.environ.get("KNOBEL_COMPILE") == "here" or self.marker.exists()

    def begin(self) -> None:
        """Have it made by a process of its own, unless one is at it; returns at once."""
        try:
            folder().mkdir(parents=True, exist_ok=True)
            if not self._claimed():
                return
            quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            command = (sys.executable, "-m", WORKER, self.part)
            _BEGUN.append(subprocess.Popen(command, start_new_session=True, **quiet))  # type: ignore[call-overload]
        except OSError:
            return  # no place to keep it, or no process to be had: plain code goes on answering

    def _claimed(self) -> bool:
        """Whether this process is the one to begin."""
        claim = self.marker.with_suffix(".begun")
        try:
            os.close(os.open(claim, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            if _age(claim) < STALE:
                return False
            claim.touch()
        return True

    def done(self) -> None:
        """The worker has made it."""
        self.marker.touch()
        self.marker.with_suffix(".begun").unlink(missing_ok=True)
        self._ready = True


def _age(path: Path) -> float:
    from time import time

    try:
        return time() - path.stat().st_mtime
    except OSError:
        return 0.0
