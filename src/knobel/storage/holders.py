"""Whose things are whose, on one connection.

A holder is whoever a device's secret stands for: one device, or several that were linked. What a device is known by is
the hash of its secret, so nothing needs to be written when one comes for the first time; only devices that hold things
under another name than their own have a line.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from knobel.storage.connection import SqlConnection

OWNER = ""  # of this installation: the terminal, the one screen, and all that was kept before there were holders
NOBODY = "-"  # who has shown no secret; holds nothing, ever
VACANT = "*"  # of seats whose holder has deleted everything: no device is known by it

OF_A_HOLDER = ("person", "result", "score", "day_game", "person_study", "trained", "deck", "own_card")  # tables
_ONCE_EACH = {  # what each holder has once, by these columns
    "person": ("key",),
    "deck": ("person", "puzzle"),
    "own_card": ("key",),
    "at_table": ("match",),
    "watcher": ("match",),
    "device_link": (),
}


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is at a table: who made it, who holds which seat, who may look on."""

    maker: str = OWNER
    seats: Mapping[int, str] = field(default_factory=dict)  # those that are not the maker's
    watchers: frozenset[str] = frozenset()

    def holder(self, seat: int) -> str:
        return self.seats.get(seat, self.maker)

    def has(self, holder: str) -> bool:
        """Whether that holder made the table or sits there."""
        return holder == self.maker or holder in self.seats.values()


@dataclass(frozen=True, slots=True)
class Linked:
    """A device, known by the hash of its secret, has that holder's things from now on, and brings its own along."""

    secret: str
    holder: str
    stamp: int
    link: str | None = None  # the one it has opened, which is used then


@dataclass(frozen=True, slots=True)
class DeviceLink:
    """Whoever opens it has that holder's things; known by the hash of its secret. A later one takes its place."""

    secret: str
    holder: str
    until: int


@dataclass(frozen=True, slots=True)
class Watching:
    """A holder may look on at a match."""

    match: str
    holder: str


HolderEntry = Linked | DeviceLink | Watching

_LINK = """
insert into device (secret, holder, stamp) values (?, ?, ?)
on conflict (secret) do update set holder = excluded.holder, stamp = excluded.stamp"""
_OFFER = """
insert into device_link (secret, holder, until) values (?, ?, ?)
on conflict (holder) do update set secret = excluded.secret, until = excluded.until"""
_OFFERED = "select secret, holder, until from device_link where secret = ?"
_USED = "delete from device_link where secret = ?"
_OLD = "delete from device_link where until < ?"
_LINKED = "select holder from device where secret = ?"
_WATCH = "insert into watcher (match, holder) select id, ? from match where id = ? on conflict do nothing"
_MAKER = "select maker from match where id = ?"
_SEATS = "select seat, holder from seat_holder where match = ?"
_WATCHERS = "select holder from watcher where match = ?"


class Holders:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute

    def write(self, entry: HolderEntry) -> None:
        match entry:
            case Linked(secret, holder, stamp, link):
                before = self.of(secret) or secret
                if before not in (holder, OWNER):
                    self._hand_over(before, holder)
                    self._execute(_LINK, (before, holder, stamp))  # and every device that had those things comes along
                self._execute(_LINK, (secret, holder, stamp))
                self._execute(_USED, (link,))
            case DeviceLink(secret, holder, until):
                self._execute(_OFFER, (secret, holder, until))
            case Watching(match, holder):
                self._execute(_WATCH, (holder, match))

    def _hand_over(self, before: str, holder: str) -> None:
        """All things of a holder become another's. What both have, such as a person of that name, is one then."""
        for table in (*OF_A_HOLDER, "at_table", "watcher", "seat_holder", "device", "device_link"):
            if (key := _ONCE_EACH.get(table)) is not None:
                same = " and ".join(["theirs.holder = ?", *(f"theirs.{column} = {table}.{column}" for column in key)])
                both = f"delete from {table} where holder = ? and exists (select 1 from {table} theirs where {same})"
                self._execute(both, (before, holder))
            self._execute(f"update {table} set holder = ? where holder = ?", (holder, before))
        for table in ("match", "invitation"):
            self._execute(f"update {table} set maker = ? where maker = ?", (holder, before))
        whose = (f'"holder":"{before}"', f'"holder":"{holder}"')
        self._execute("update invitation set seats = replace(seats, ?, ?) where match is null", whose)

    def clean(self, before: int) -> None:
        """Links that were valid until then at most."""
        self._execute(_OLD, (before,))

    def offered(self, secret: str) -> DeviceLink | None:
        """The link with that secret, also one whose time is over."""
        row = self._execute(_OFFERED, (secret,)).fetchone()
        return row and DeviceLink(*row)

    def of(self, secret: str) -> str | None:
        """Under which name a device holds things, if that is not its own."""
        row = self._execute(_LINKED, (secret,)).fetchone()
        return row and str(row[0])

    def seating(self, match: str) -> Seating | None:
        """Also of a match that was thrown away: it can be taken back."""
        row = self._execute(_MAKER, (match,)).fetchone()
        if row is None:
            return None
        seats = dict(self._execute(_SEATS, (match,)).fetchall())
        return Seating(row[0], seats, frozenset(holder for (holder,) in self._execute(_WATCHERS, (match,))))
