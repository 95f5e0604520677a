"""Either database for tests, and a look into it behind the store's back."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeAlias

from knobel.storage.connection import SqlConnection
from knobel.storage.database import Place, PostgresUrl, connect
from knobel.storage.everything import shape_of as sqlite_shape
from knobel.storage.postgres import PostgresConnection
from knobel.storage.postgres import shape_of as postgres_shape

Databases: TypeAlias = Callable[[], PostgresUrl | None]  # the fixture `new_database`


@contextmanager
def looked_into(place: Place) -> Iterator[SqlConnection]:
    with closing(PostgresConnection(place.url) if isinstance(place, PostgresUrl) else connect(place)) as connection:
        yield connection


def kept_in(place: Place) -> str:
    """All that is kept, a row a line."""
    with looked_into(place) as db:
        shape = postgres_shape(db) if isinstance(db, PostgresConnection) else sqlite_shape(db)  # type: ignore[arg-type]
        rows = ((table, row) for table in shape.columns for row in db.execute(f"select * from {table}"))
        return "\n".join(f"{table} {row}" for table, row in rows)
