"""One server for one database: a lock beside the file, which the system lets go of when its holder ends, in any way.

Who comes second would not lose anything, but its players would be refused again and again: it is told where the first
one is found.
"""

from contextlib import suppress
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from knobel.errors import KnobelError


class AlreadyServed(KnobelError):
    code = "server/second"


def claim(db: Path, address: str) -> BaseFileLock | None:
    """Hold the database until what is returned is released. Refused with the address of who holds it."""
    note = db.with_name(f"{db.name}.server")
    lock = FileLock(f"{note}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise AlreadyServed(file=str(db), address=_address(note)) from error
    except OSError:  # its folder takes no further file: then there is no lock
        return None
    with suppress(OSError):
        note.write_text(address, encoding="utf-8")
    return lock


def _address(note: Path) -> str:
    try:
        return note.read_text(encoding="utf-8")[:200].strip()
    except (OSError, UnicodeDecodeError):
        return "?"
