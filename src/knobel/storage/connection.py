"""What the tables ask of a connection, whichever database is behind it.

Their SQL is what SQLite and PostgreSQL both understand, with SQLite's marks for values: `?` in order, `:name` by name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class SqlConnection(Protocol):
    @property
    def in_transaction(self) -> bool: ...
    def close(self) -> None: ...
    def execute(self, query: str, values: Values = (), /) -> Rows: ...
    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> object: ...


class DatabaseShape(NamedTuple):
    """The number of a database's shape, and the columns of its tables."""

    version: int
    columns: Mapping[str, tuple[str, ...]]
