"""What a database can do wrong. Every sentence says what to do about it.

KnobelError
└── StorageError
    ├── BadDatabase      storage/url      an address that names no database we can use
    ├── DatabaseTooNew   storage/new      written by a later release
    ├── NotADatabase     storage/format   something else, or damaged
    ├── NoFolder         storage/folder   its folder does not exist and cannot be made
    ├── NotWritable      storage/file     it cannot be opened, or not be written
    ├── DatabaseBusy     storage/busy     another program keeps it locked
    ├── DiskFull         storage/full
    ├── DatabaseFailed   storage/failed   whatever else SQLite reports, by its own name
    └── Conflict         storage/conflict somebody else wrote that version of a match first
"""

import sqlite3
from pathlib import Path

from knobel.errors import KnobelError


class StorageError(KnobelError):
    code = "storage"


class BadDatabase(StorageError):
    code = "storage/url"


class DatabaseTooNew(StorageError):
    code = "storage/new"


class NotADatabase(StorageError):
    code = "storage/format"


class NoFolder(StorageError):
    code = "storage/folder"


class NotWritable(StorageError):
    code = "storage/file"


class DatabaseBusy(StorageError):
    code = "storage/busy"


class DiskFull(StorageError):
    code = "storage/full"


class DatabaseFailed(StorageError):
    code = "storage/failed"


class Conflict(StorageError):
    code = "storage/conflict"


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
