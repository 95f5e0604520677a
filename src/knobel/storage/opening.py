"""The store of a database, whichever it is."""

from types import ModuleType

from knobel.storage.database import Place, PostgresUrl, prepare
from knobel.storage.errors import NoDriver
from knobel.storage.store import Store


def prepare_place(place: Place) -> None:
    """Make what is missing, and bring what is older up to date. Whatever is wrong is said here."""
    if isinstance(place, PostgresUrl):
        driver().prepare(place)
    else:
        prepare(place)


def driver() -> ModuleType:
    """What speaks to PostgreSQL; refused where its package is not installed."""
    try:
        from knobel.storage import postgres
    except ImportError as error:
        raise NoDriver() from error
    return postgres


def open_store(place: Place) -> Store:
    """On the running event loop. A database on another machine has been prepared."""
    if isinstance(place, PostgresUrl):
        from knobel.storage.postgres import PostgresStore

        return PostgresStore(place)
    from knobel.storage.sqlite import SqliteStore

    return SqliteStore(place)
