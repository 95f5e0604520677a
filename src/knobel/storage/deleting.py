"""All that is one holder's is deleted, on one connection: at once, and for good.

A table at which others sit is theirs, too: it stays for them, and the seats of who has gone are nobody's then.
"""

from dataclasses import dataclass, replace

from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OF_A_HOLDER, OWNER, VACANT
from knobel.storage.invitations import Invitations, Sharer, Uninvited
from knobel.storage.matches import read_summary


@dataclass(frozen=True, slots=True)
class EverythingDeleted:
    """That holder wants nothing of theirs to be kept."""

    holder: str


_OTHERS = "exists (select 1 from at_table o where o.match = a.match and o.holder <> a.holder)"
_SHARED = f"select count(*) from at_table a where holder = ? and {_OTHERS}"
_ALONE = f"delete from match where id in (select match from at_table a where holder = ? and not {_OTHERS})"
# Where they had made the table, somebody else who sits there may put it away from now on. Bots need nobody.
_MADE = "select id from match where maker = ?"
_HEIR = """
select o.holder from at_table o left join seat_holder s on s.match = o.match and s.holder = o.holder
where o.match = ? and o.holder <> ? order by s.seat is null, s.seat limit 1"""
_SUMMARY = "select summary from listed where match = ?"
_VACATE = "insert into seat_holder (match, seat, holder) values (?, ?, ?) on conflict do nothing"
_GIVE = "update {table} set maker = ? where {key} = ?"
_GET_UP = "update seat_holder set holder = ? where holder = ?"
_BEGUN = "update invitation set seats = replace(seats, ?, ?) where match is not null"


def shared_tables(connection: SqlConnection, holder: str) -> int:
    """How many of their tables stay, because others sit there."""
    return int(connection.execute(_SHARED, (holder,)).fetchone()[0])


def delete_everything(connection: SqlConnection, holder: str) -> None:
    """Inside a transaction. Whoever runs the server runs it afterwards, too: the owner's devices stay theirs."""
    execute = connection.execute
    execute(_ALONE, (holder,))
    for (match,) in execute(_MADE, (holder,)).fetchall():
        (heir,) = execute(_HEIR, (match, holder)).fetchone()
        (told,) = execute(_SUMMARY, (match,)).fetchone()
        for number, seat in enumerate(read_summary(told).seats):
            if seat.bot is None:
                execute(_VACATE, (match, number, VACANT))
        execute(_GIVE.format(table="match", key="id"), (heir, match))
        execute(_GIVE.format(table="invitation", key="match"), (heir, match))
    execute(_GET_UP, (VACANT, holder))
    execute(_BEGUN, (f'"holder":"{holder}"', f'"holder":"{VACANT}"'))
    _leave_waiting_tables(Invitations(connection), holder)
    for table in (*OF_A_HOLDER, "at_table", "watcher", "device_link"):
        execute(f"delete from {table} where holder = ?", (holder,))
    if holder != OWNER:
        execute("delete from device where holder = ?", (holder,))


def _leave_waiting_tables(invitations: Invitations, holder: str) -> None:
    for table in invitations.waiting(holder):
        if table.maker == holder:
            invitations.write(Uninvited(table.token))
        else:
            seats = tuple(Sharer() if seat.holder == holder else seat for seat in table.seats)
            invitations.write(replace(table, seats=seats))
