"""The store in a PostgreSQL database, for any number of servers at once.

The SQL is the same as SQLite's (`sql.py`). A thread that reads or writes has a connection of its own, and a loop on
which asyncpg runs it; a connection that breaks is made anew for the next transaction. Whoever writes tells the other
servers by NOTIFY in the same transaction, so that they hear of what is stored and of nothing else; the key (match, at)
is the last guard against two that write the same version.
"""

import asyncio
import logging
import re
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import lru_cache
from typing import Any, TypeVar

import asyncpg

from knobel.storage.connection import DatabaseShape, Values
from knobel.storage.database import PostgresUrl
from knobel.storage.deleting import EverythingDeleted
from knobel.storage.errors import (
    Conflict,
    DatabaseAway,
    DatabaseFailed,
    DatabaseRefuses,
    DatabaseTooNew,
    DiskFull,
    NotADatabase,
    StorageError,
    WaitedTooLong,
)
from knobel.storage.holders import Linked, Watching
from knobel.storage.migrate import numbered
from knobel.storage.news import (
    Elsewise,
    HeldThere,
    News,
    Reseated,
    There,
    Watched,
    WrittenStep,
    Wrote,
    line_of,
    news_of,
)
from knobel.storage.sql import Part, SqlStore
from knobel.storage.store import Belonging, Held, Moved, NewMatch, Step, TakenIn, Versions

log = logging.getLogger("knobel")

CHANNEL = "knobel"
CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 10.0  # after which a database is away
_AGAIN_SECONDS = 1.0  # between attempts to reach a database that does not answer
_LISTENED_SECONDS = 2.0  # after which whoever only listens asks whether the database is still there
# How soon it gives up a server that has gone without a word, and what that one held locked.
_GIVES_UP = {
    "idle_in_transaction_session_timeout": "15s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_MOST_TOLD = 7500  # bytes of one message: PostgreSQL carries less than 8000
SEATING = 0x6B6E6F62  # the lock of who takes a seat
_MIGRATING = 0x6B6E6F63

Answer = TypeVar("Answer")


class FoundRows:
    """The rows of an answer."""

    def __init__(self, rows: Sequence[Sequence[Any]]) -> None:
        self._rows = rows

    def fetchone(self) -> Any:
        return self._rows[0] if self._rows else None

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


_MARK = re.compile(r"'[^']*'|\?|(?<!:):([a-z_]+)")


@lru_cache(1000)
def numbered_marks(query: str) -> tuple[str, tuple[str, ...]]:
    """A query with PostgreSQL's marks for values, and the names of those that have names, in order.

    >>> numbered_marks("select ':' || ? where a = ?")
    ("select ':' || $1 where a = $2", ())
    >>> numbered_marks("select :a, :b, :a")
    ('select $1, $2, $1', ('a', 'b'))
    """
    names: list[str] = []
    count = 0

    def mark(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] == "?":
            count += 1
            return f"${count}"
        if (name := found[1]) is None:
            return found[0]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _MARK.sub(mark, query), tuple(names)


class PostgresConnection:
    """A connection for one thread, made when it is first needed, and again after it has broken."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._link: asyncpg.Connection[Any] | None = None
        self._failed = -_AGAIN_SECONDS  # when it could not be made, by the clock of the loop

    def execute(self, query: str, values: Values = (), /) -> FoundRows:
        if not values and query.split(" ", 1)[0] in ("begin", "commit", "rollback"):
            self._run(self._simply(query))
            return FoundRows(())
        marked, names = numbered_marks(query)
        given = [values[name] for name in names] if isinstance(values, Mapping) else values
        return FoundRows(self._run(self._fetch(marked, given)))

    def executemany(self, query: str, rows: Iterable[Sequence[Any]], /) -> None:
        self._run(self._many(numbered_marks(query)[0], list(rows)))

    def pages(self, query: str, most: int) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of an answer, so many at a time, inside a transaction."""
        cursor = self._run(self._guarded(lambda link: link.cursor(query)))
        while rows := self._run(self._guarded(lambda _: cursor.fetch(most))):
            yield [tuple(row) for row in rows]

    def script(self, queries: str) -> None:
        """Several statements, without values."""
        self._run(self._simply(queries))

    @property
    def in_transaction(self) -> bool:
        return self._link is not None and not self._link.is_closed() and self._link.is_in_transaction()

    def close(self) -> None:
        """By whoever comes last, in whichever thread: nobody uses it any more."""
        if self._link is not None:
            with suppress(OSError, TimeoutError, asyncpg.InterfaceError, asyncpg.PostgresError):
                self._run(self._link.close(timeout=CONNECT_SECONDS))
            self._break()
        self._run(asyncio.sleep(0))  # what was broken off is closed then
        self._loop.close()

    def _run(self, work: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._loop.run_until_complete(work)
        with ThreadPoolExecutor(1) as aside:  # a loop runs in this thread already, as in a notebook
            return aside.submit(self._loop.run_until_complete, work).result()

    async def _connected(self) -> "asyncpg.Connection[Any]":
        """Who asks just after an attempt has failed is not kept waiting for another one: very many may ask."""
        if self._link is None or self._link.is_closed():
            if self._loop.time() < self._failed + _AGAIN_SECONDS:
                raise ConnectionError("a moment ago there was no answer")
            try:
                self._link = await connected(self._url)
            except Exception:
                self._failed = self._loop.time()
                raise
        return self._link

    async def _guarded(self, work: Callable[["asyncpg.Connection[Any]"], Any]) -> Any:
        try:
            return await work(await self._connected())
        except (OSError, TimeoutError, asyncpg.InterfaceError):
            self._break()
            raise
        except asyncio.CancelledError:
            self._break()
            raise

    def _break(self) -> None:
        if self._link is not None:
            self._link.terminate()
            self._link = None

    async def _simply(self, query: str) -> None:
        await self._guarded(lambda link: link.execute(query))

    async def _fetch(self, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self._guarded(lambda link: link.fetch(query, *values))]

    async def _many(self, query: str, rows: list[Sequence[Any]]) -> None:
        if rows:
            await self._guarded(lambda link: link.executemany(query, rows))


async def connected(url: str) -> "asyncpg.Connection[Any]":
    return await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        statement_cache_size=300,
        server_settings=_GIVES_UP,
    )


def refusal(error: Exception, name: str) -> StorageError | None:
    """The same in our words; None if it comes from elsewhere."""
    problem = type(error).__name__
    match error:
        case asyncpg.IntegrityConstraintViolationError():
            return Conflict(file=name, problem=problem)
        case asyncpg.DiskFullError():
            return DiskFull(file=name, problem=problem)
        case asyncpg.InvalidAuthorizationSpecificationError() | asyncpg.InvalidCatalogNameError():
            return DatabaseRefuses(file=name, problem=problem)
        case (
            asyncpg.PostgresConnectionError()
            | asyncpg.OperatorInterventionError()  # it is being shut down
            | asyncpg.TooManyConnectionsError()
            | asyncpg.InterfaceError()
            | OSError()
            | TimeoutError()
        ):
            return DatabaseAway(file=name, problem=problem)
        case asyncpg.PostgresError() | asyncpg.InternalClientError():
            return DatabaseFailed(file=name, problem=problem)
    return None


# The shape of the database.

_THERE = "select to_regclass('shape')"
_OTHERS = """
select count(*) from pg_catalog.pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace"""
_COLUMNS = """
select c.relname, a.attname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
and a.attidentity = '' and c.relname <> 'shape' order by c.relname, a.attnum"""


def migrate(connection: PostgresConnection, name: str) -> None:
    """Make the tables, or bring those of an earlier release up to date. Several servers may begin at once."""
    steps = numbered("postgresql")
    newest = steps[-1][0]
    connection.execute("begin")
    try:
        connection.execute(f"select pg_advisory_xact_lock({_MIGRATING})")
        if connection.execute(_THERE).fetchone()[0] is None:
            if connection.execute(_OTHERS).fetchone()[0]:
                raise NotADatabase(file=name)
            connection.script("create table shape (version integer not null); insert into shape values (0)")
        (version,) = connection.execute("select version from shape").fetchone()
        if version > newest:
            raise DatabaseTooNew(file=name, version=version, newest=newest)
        for number, queries in steps:
            if number > version:
                connection.script(queries)
                connection.execute("update shape set version = ?", (number,))
        connection.execute("commit")
    except BaseException:
        if connection.in_transaction:
            connection.execute("rollback")
        raise


def prepare(place: PostgresUrl) -> None:
    """Make what is missing. Afterwards it can be used; whatever is wrong with it is said here."""
    with opened(place):
        pass


@contextmanager
def opened(place: PostgresUrl) -> Iterator[PostgresConnection]:
    """The database for a moment, outside a server: prepared, open, and closed again."""
    connection = PostgresConnection(place.url)
    try:
        migrate(connection, str(place))
        yield connection
    except StorageError:
        raise
    except Exception as error:
        if (said := refusal(error, str(place))) is not None:
            raise said from error
        raise
    finally:
        connection.close()


def shape_of(connection: PostgresConnection) -> DatabaseShape:
    columns: dict[str, tuple[str, ...]] = {}
    for table, column in connection.execute(_COLUMNS):
        columns[table] = (*columns.get(table, ()), column)
    return DatabaseShape(connection.execute("select version from shape").fetchone()[0], columns)


class PostgresStore(SqlStore[PostgresConnection]):
    BEGIN_READING = "begin isolation level repeatable read read only"

    def __init__(self, place: PostgresUrl) -> None:
        """The database is prepared."""
        self._url = place.url
        self._server = secrets.token_hex(8)  # who tells
        self._told: Callable[[News], object] = lambda _: None
        self._missed = False  # whether the others could not be heard for a while
        self._voice: deque[str] = deque()
        super().__init__(str(place))
        self._listening = self._loop.create_task(self._listen())

    def _connections(self) -> tuple[PostgresConnection, PostgresConnection]:
        return PostgresConnection(self._url), PostgresConnection(self._url)

    async def close(self) -> None:
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening
        await super().close()

    def _shape(self) -> DatabaseShape:
        return shape_of(self._read)

    def _refusal(self, error: Exception) -> StorageError | None:
        return refusal(error, self.name)

    def alone(self) -> AbstractAsyncContextManager[object]:
        return self._alone()

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """In this server by its own lock, among all by one of the database, which ends with the connection. Nobody
        waits for ever, and who was not let in has done nothing."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._seating.acquire()
        except TimeoutError as error:
            raise WaitedTooLong() from error
        try:
            with self._refusals():
                link = await connected(self._url)
            try:
                await self._lock(link)
                yield
            finally:
                link.terminate()
        finally:
            self._seating.release()

    async def _lock(self, link: "asyncpg.Connection[Any]") -> None:
        with self._refusals():
            try:
                await link.execute(f"select pg_advisory_lock({SEATING})")
            except TimeoutError as error:
                raise WaitedTooLong() from error

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            if (said := refusal(error, self.name)) is not None:
                raise said from error
            raise

    # Telling the others, and hearing of them.

    def hear(self, told: Callable[[News], None]) -> None:
        self._told = told

    def _apply_all(self, parts: Sequence[Part]) -> None:
        super()._apply_all(parts)
        lines = dict.fromkeys(line_of(news) for part in parts for news in news_of_part(part))
        for message in _messages(self._server, lines):
            self._write.execute(f"select pg_notify('{CHANNEL}', ?)", (message,))

    def present(self, seats: Sequence[tuple[str, str]]) -> None:
        self._voice.extend(_messages(self._server, [line_of(There(match, there)) for match, there in seats]))

    async def changed_elsewhere(self, known: Versions) -> list[str]:
        if not self._missed:
            return []
        self._missed = False
        return await self.changed(known())

    async def _listen(self) -> None:
        """For ever. What was told while nobody could hear it is looked for once. A network that was cut tells nothing,
        and sounds like servers that have nothing to say: so it is asked.
        """
        while True:
            try:
                link = await connected(self._url)
                try:
                    await link.add_listener(CHANNEL, self._heard)
                    asked = self._loop.time()
                    while not link.is_closed():
                        while self._voice:
                            await link.execute(f"select pg_notify('{CHANNEL}', $1)", self._voice.popleft())
                        if self._loop.time() > asked + _LISTENED_SECONDS:
                            await link.execute("select 1")
                            asked = self._loop.time()
                        await asyncio.sleep(_AGAIN_SECONDS / 4)
                finally:
                    link.terminate()
            except Exception as error:
                if refusal(error, self.name) is None:
                    log.exception("while listening to the other servers")
            self._missed = True
            self._voice.clear()
            await asyncio.sleep(_AGAIN_SECONDS)

    def _heard(self, link: object, process: int, channel: str, message: object) -> None:  # noqa: ARG002
        server, *lines = str(message).split("\n")
        if server == self._server:
            return
        for line in lines:
            if (news := news_of(line)) is not None:
                try:
                    self._told(news)
                except Exception:
                    log.exception("while hearing of another server")


def news_of_part(part: Part) -> Iterator[News]:
    """What other servers have to hear of it."""
    match part:
        case Step(match, at, lines, command, stamp):
            yield Wrote(match, at, WrittenStep(lines, command, stamp))
        case Held(match, at, mask):
            yield HeldThere(match, at, mask)
        case Moved(match):
            yield Elsewise(match)
        case Watching(match, holder):
            yield Watched(match, holder)
        case NewMatch(rematch_of=str(match)):
            yield Elsewise(match)
        case Linked(secret, holder):
            yield from (Reseated(secret), Reseated(holder))
        case EverythingDeleted(holder) | Belonging(holder, TakenIn()):
            yield Reseated(holder)


def _messages(server: str, lines: Iterable[str]) -> Iterator[str]:
    """As few as carry all the lines, each from that server."""
    message, size = server, len(server)
    for line in lines:
        if size + len(line.encode()) >= _MOST_TOLD:
            yield message
            message, size = server, len(server)
        message += f"\n{line}"
        size += len(line.encode()) + 1
    if message != server:
        yield message
