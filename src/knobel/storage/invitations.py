"""Tables that are shared by link, on one connection."""

from dataclasses import dataclass

import msgspec

from knobel.match.events import name_key
from knobel.storage.connection import SqlConnection


@dataclass(frozen=True, slots=True)
class Sharer:
    """A seat of a table that is shared: free as long as it has no name. `holder` is who has taken it."""

    name: str = ""
    colour: str = ""
    picture: str = ""
    bot: str | None = None
    holder: str | None = None

    @property
    def is_free(self) -> bool:
        return not self.name


@dataclass(frozen=True, slots=True)
class Invitation:
    token: str  # for who takes a seat
    watch: str  # for who looks on
    maker: str
    asked: str  # the match that was asked for, as JSON; nothing for one that had begun before it was shared
    seats: tuple[Sharer, ...]
    match: str | None
    stamp: int  # seconds since 1970 when it was made

    def seats_of(self, holder: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.holder == holder]

    @property
    def free(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.is_free]

    def has(self, name: str) -> bool:
        return any(name_key(seat.name) == name_key(name) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Uninvited:
    """A table that waited is given up."""

    token: str


_COLUMNS = "token, watch, maker, asked, seats, match, stamp"
_KEEP = f"""
insert into invitation ({_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)
on conflict (token) do update set maker = excluded.maker, seats = excluded.seats, match = excluded.match"""
_FIND = f"select {_COLUMNS} from invitation where {{column}} = ?"
_WAITING = f"select {_COLUMNS} from invitation where match is null order by stamp desc"
_DROP = "delete from invitation where token = ?"
_CLEAN = "delete from invitation where match is null and stamp < ?"

_read_seats = msgspec.json.Decoder(tuple[Sharer, ...]).decode


class Invitations:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute

    def write(self, entry: Invitation | Uninvited) -> None:
        match entry:
            case Invitation():
                seats = msgspec.json.encode(entry.seats).decode()
                row = (entry.token, entry.watch, entry.maker, entry.asked, seats, entry.match, entry.stamp)
                self._execute(_KEEP, row)
            case Uninvited(token):
                self._execute(_DROP, (token,))

    def clean(self, before: int) -> None:
        """Nobody has come for so long that nobody will."""
        self._execute(_CLEAN, (before,))

    def found(self, token: str) -> Invitation | None:
        """By either of its links."""
        return self._one("token", token) or self._one("watch", token)

    def of_match(self, match: str) -> Invitation | None:
        return self._one("match", match)

    def waiting(self, holder: str) -> list[Invitation]:
        """Tables of theirs that have not begun, the latest first."""
        found = [_invitation(row) for row in self._execute(_WAITING)]
        return [one for one in found if holder == one.maker or one.seats_of(holder)]

    def _one(self, column: str, value: str) -> Invitation | None:
        row = self._execute(_FIND.format(column=column), (value,)).fetchone()
        return row and _invitation(row)


def _invitation(row: tuple[str, str, str, str, str, str | None, int]) -> Invitation:
    token, watch, maker, asked, seats, match, stamp = row
    return Invitation(token, watch, maker, asked, _read_seats(seats), match, stamp)
