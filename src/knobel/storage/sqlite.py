"""The store in one SQLite file: WAL with synchronous=FULL, one connection that writes and one that reads."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from knobel.storage.connection import DatabaseShape
from knobel.storage.database import connect, prepare
from knobel.storage.errors import StorageError, refusal
from knobel.storage.everything import shape_of
from knobel.storage.sql import Glance, SqlStore
from knobel.storage.store import Versions


class SqliteStore(SqlStore[sqlite3.Connection]):
    BEGIN = "begin immediate"

    def __init__(self, path: Path) -> None:
        self._path = path
        super().__init__(str(path))
        self._others = self._others_seen = self._writes_of_others()

    def _connections(self) -> tuple[sqlite3.Connection, sqlite3.Connection]:
        prepare(self._path)
        return connect(self._path), connect(self._path)

    def _shape(self) -> DatabaseShape:
        return shape_of(self._read)

    def _refusal(self, error: Exception) -> StorageError | None:
        return refusal(error, self._path) if isinstance(error, sqlite3.Error) else None

    @contextmanager
    def _deleting(self) -> Iterator[None]:
        """Nothing of it is left in the free pages of the file either."""
        self._write.execute("pragma secure_delete = on")
        try:
            yield
        finally:
            self._write.execute("pragma secure_delete = off")

    # The terminal writes into the same file.

    async def changed_elsewhere(self, known: Versions) -> list[str]:
        await self._put(Glance())
        if self._others == self._others_seen:
            return []
        self._others_seen = self._others
        return await self.changed(known())

    def _glance(self) -> None:
        self._others = self._writes_of_others()

    def _writes_of_others(self) -> int:
        """A number that changes when another program writes; what this connection writes leaves it as it is."""
        (count,) = self._write.execute("pragma data_version").fetchone()
        return int(count)
