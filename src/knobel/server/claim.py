"""One server for one database: a lock beside the file, which the system lets go of when its holder ends, in any way.

Who comes second would not lose anything, but its players would be refused again and again: it is told where the first
one is found.
"""

import sys
from pathlib import Path
from typing import IO

from knobel.errors import KnobelError


class AlreadyServed(KnobelError):
    code = "server/second"


_FAR = 1 << 20  # a place behind all that is written: what is locked cannot be read on some systems


def claim(db: Path, address: str) -> IO[str] | None:
    """Hold the database as long as what is returned is open. Refused with the address of who holds it."""
    try:
        file = db.with_name(f"{db.name}.server").open("a+", encoding="utf-8")
    except OSError:  # its folder takes no further file: then there is no lock
        return None
    try:
        _lock(file)
    except OSError as error:
        file.seek(0)
        other = file.read(200).strip()
        file.close()
        raise AlreadyServed(file=str(db), address=other) from error
    file.truncate(0)
    file.write(address)
    file.flush()
    return file


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
