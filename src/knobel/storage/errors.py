"""What can go wrong with what is kept. Every sentence says what to do about it.

KnobelError
├── BadFile              that of its problem: a refusal from inside a file, with the file named
└── StorageError
    ├── BadDatabase      storage/url      an address that names no database we can use
    ├── DatabaseTooNew   storage/new      written by a later release
    ├── NotADatabase     storage/format   something else, or damaged
    ├── NotEverything    everything/format  a file to be taken in that is another, or damaged
    ├── EverythingTooNew everything/new  one of a later release
    ├── NoFolder         storage/folder   its folder does not exist and cannot be made
    ├── NotWritable      storage/file     it cannot be opened, or not be written
    ├── DatabaseBusy     storage/busy     another program keeps it locked
    ├── WaitedTooLong    storage/waited   others were in there for so long that it was given up
    ├── DatabaseAway     storage/away     a database on another machine does not answer
    ├── DatabaseRefuses  storage/entry    it answers, and lets nobody in who comes like that
    ├── NoDriver         storage/driver   PostgreSQL without the package that speaks to it
    ├── NotEmpty         storage/not_empty  something is kept where everything was to be copied to
    ├── BackupExists     storage/exists   a backup overwrites nothing
    ├── NoDatabase       storage/missing  one that only was to be read
    ├── DiskFull         storage/full
    ├── NoRoomHere       storage/full_here  the same in a browser
    ├── DatabaseFailed   storage/failed   whatever else SQLite reports, by its own name
    ├── Conflict         storage/conflict somebody else wrote that version of a match first
    ├── DamagedMatch     storage/damaged  it lies in a damaged part of the database
    ├── HomeUnusable     storage/home     the folder of everything that is kept cannot be used
    ├── UnreadableFile   cli/file         a file that cannot be read or written
    ├── NoSuchMatch      cli/match        nothing saved under that name
    └── NoSuchDay        day/none         no day whose games can be played
"""

import errno
import sqlite3
from pathlib import Path

from knobel.errors import KnobelError
from knobel.home import cache_folder, data_folder
from knobel.words import Text, text


class StorageError(KnobelError):
    code = "storage"


class BadDatabase(StorageError):
    code = "storage/url"


class DatabaseTooNew(StorageError):
    code = "storage/new"


class NotADatabase(StorageError):
    code = "storage/format"


class NotEverything(StorageError):
    code = "everything/format"


class EverythingTooNew(StorageError):
    code = "everything/new"


class NoFolder(StorageError):
    code = "storage/folder"


class NotWritable(StorageError):
    code = "storage/file"


class DatabaseBusy(StorageError):
    code = "storage/busy"


class WaitedTooLong(StorageError):
    code = "storage/waited"


class DatabaseAway(StorageError):
    code = "storage/away"


class DatabaseRefuses(StorageError):
    code = "storage/entry"


class NoDriver(StorageError):
    code = "storage/driver"


class NotEmpty(StorageError):
    code = "storage/not_empty"


class BackupExists(StorageError):
    code = "storage/exists"


class NoDatabase(StorageError):
    code = "storage/missing"


class DiskFull(StorageError):
    code = "storage/full"


class NoRoomHere(StorageError):
    code = "storage/full_here"


class DatabaseFailed(StorageError):
    code = "storage/failed"


PASSING = (DatabaseAway, DatabaseBusy, DatabaseFailed, DiskFull)  # what may be over soon: who comes back finds out


class Conflict(StorageError):
    code = "storage/conflict"


class DamagedMatch(StorageError):
    code = "storage/damaged"


class HomeUnusable(StorageError):
    code = "storage/home"


class UnreadableFile(StorageError):
    code = "cli/file"


class NoSuchMatch(StorageError):
    code = "cli/match"


class NoSuchDay(StorageError):
    code = "day/none"


class BadFile(KnobelError):
    """A refusal from inside a file, with the file named."""

    def __init__(self, **details: object) -> None:
        super().__init__(**details)
        inner = details["problem"]
        assert isinstance(inner, KnobelError)
        self.inner = inner
        self.code = inner.code

    def text(self) -> Text:
        return text("errors.cli.in_file", file=self.details["file"], problem=self.inner.text())


REASONS = {
    errno.ENOENT: "missing",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "read_only",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",  # where a folder was to be made
    errno.ENAMETOOLONG: "long_name",
}


def file_refused(error: OSError, path: Path) -> StorageError:
    """What the system refused, in our words; about the home, how to have another."""
    reason = REASONS.get(error.errno or 0, "refused")
    for home in (data_folder(), cache_folder()):
        if path.is_relative_to(home):
            why = text("storage.why.no_home" if reason == "missing" else f"storage.why.{reason}")
            return HomeUnusable(folder=str(home), why=why)
    return UnreadableFile(file=str(path), why=text(f"storage.why.{reason}"))


_KINDS: dict[int, type[StorageError]] = {
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CORRUPT: NotADatabase,
    sqlite3.SQLITE_CANTOPEN: NotWritable,
    sqlite3.SQLITE_READONLY: NotWritable,
    sqlite3.SQLITE_PERM: NotWritable,
    sqlite3.SQLITE_BUSY: DatabaseBusy,
    sqlite3.SQLITE_LOCKED: DatabaseBusy,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_CONSTRAINT: Conflict,
}


def refusal(error: sqlite3.Error, path: Path) -> StorageError:
    """The same in our words."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    kind = _KINDS.get(code & 0xFF, DatabaseFailed)  # the low byte is the kind of error, the rest its finer points
    return kind(file=str(path), problem=getattr(error, "sqlite_errorname", type(error).__name__))
