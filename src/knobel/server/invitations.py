"""Tables by link: made, found by their links, seats taken, and begun when every seat is.

A table that waits is no match yet: who plays is agreed before the first throw, and so the match is made with the names
of all when the last seat is taken.
"""

import secrets
import time
from dataclasses import replace
from typing import Annotated

import msgspec
from msgspec import Meta

from knobel.errors import SameName
from knobel.match.events import Seat
from knobel.server import tell
from knobel.server.bodies import MatchIn, SeatIn
from knobel.server.hub import Hub
from knobel.server.matches import wanted
from knobel.server.problems import NoFreeSeat, NotTheMaker, UsedLink
from knobel.server.routes import Holder, MatchId, Routes
from knobel.server.told import SeatOut, Shape, TextOut
from knobel.storage.holders import Seating, Watching
from knobel.storage.invitations import Invitation, Sharer, Uninvited
from knobel.storage.people import COLOURS
from knobel.storage.store import Store

routes = Routes()

_TOKEN_BYTES = 18  # 144 random bits
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{24}$")]
_Look = Annotated[str, Meta(pattern="^[a-z0-9-]{0,20}$")]


class SharedTableIn(Shape, frozen=True):
    """`match` is the match that shall be played, with any names at its free seats."""

    match: MatchIn
    free: Annotated[list[Annotated[int, Meta(ge=0, le=7)]], Meta(min_length=1, max_length=8)]


class SitDownIn(Shape, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    colour: _Look = ""
    picture: _Look = ""


class SharedSeatOut(SeatOut, frozen=True):
    """`free`: for whoever has the link; `mine`: this device has it."""

    free: bool
    mine: bool


class SharedTableOut(Shape, frozen=True):
    """A table that is shared. `watch` is the secret of the link that only looks on, `join` that of the one by which a
    seat can be taken, told to whoever has a seat or that link; `match` is there once it has begun.
    """

    key: str
    name: TextOut
    seats: list[SharedSeatOut]
    games: int
    made: Annotated[bool, Meta(description="by this device")]
    join: str | None
    watch: str
    match: str | None


class SharedTablesOut(Shape, frozen=True):
    """One's own tables that wait for somebody, the latest first."""

    tables: list[SharedTableOut]


def _told(found: Invitation, holder: str, token: str) -> SharedTableOut:
    asked = msgspec.json.decode(found.asked, type=_Told)
    invited = token == found.token or holder == found.maker or bool(found.seats_of(holder))
    seats = [
        SharedSeatOut(seat.name, seat.colour, seat.picture, seat.bot, free=seat.is_free, mine=seat.holder == holder)
        for seat in found.seats
    ]
    return SharedTableOut(
        key=asked.key,
        name=asked.name,
        seats=seats,
        games=asked.games,
        made=holder == found.maker,
        join=found.token if invited else None,
        watch=found.watch,
        match=found.match,
    )


class _Told(msgspec.Struct):
    """What is kept of what was asked for."""

    key: str
    name: TextOut
    games: int
    match: MatchIn | None = None


async def _found(store: Store, token: str) -> Invitation:
    found = await store.invitation(token)
    if found is None:
        raise UsedLink()
    return found


@routes.post("/tables", 201)
async def share(store: Store, holder: Holder, asked: SharedTableIn) -> SharedTableOut:
    """A table with seats for others: it begins when all of them are taken."""
    made = await wanted(store, holder, asked.match)  # refused now, not when somebody comes
    seats = tuple(
        Sharer()
        if number in asked.free and seat.bot is None
        else Sharer(seat.name, seat.colour, seat.picture, seat.bot, holder)
        for number, seat in enumerate(asked.match.seats)
    )
    if all(not seat.is_free for seat in seats):
        raise NoFreeSeat()
    kept = _Told(asked.match.game, tell.text(made.game.name), asked.match.games, asked.match)
    new = Invitation(
        token=secrets.token_urlsafe(_TOKEN_BYTES),
        watch=secrets.token_urlsafe(_TOKEN_BYTES),
        maker=holder,
        asked=msgspec.json.encode(kept).decode(),
        seats=seats,
        match=None,
        stamp=int(time.time()),
    )
    await store.invite(new)
    return _told(new, holder, new.token)


@routes.get("/tables")
async def waiting(store: Store, holder: Holder) -> SharedTablesOut:
    """One's own tables that wait for somebody."""
    found = await store.waiting_tables(holder)
    return SharedTablesOut([_told(one, holder, one.token) for one in found])


@routes.get("/tables/by-link/{token}")
async def look(store: Store, holder: Holder, token: Token) -> SharedTableOut:
    """The table of a link: who sits there, what is free, and the match once it has begun."""
    return _told(await _found(store, token), holder, token)


@routes.post("/tables/by-link/{token}/seats")
async def sit_down(hub: Hub, store: Store, holder: Holder, token: Token, asked: SitDownIn) -> SharedTableOut:
    """Take a free seat. With the last one the match begins."""
    name = Seat(asked.name).name
    async with store.alone():  # two may want the same seat at the same moment
        found = await _found(store, token)
        if token != found.token:
            raise UsedLink()
        if found.match is None and found.has(name):
            raise SameName(name=name)
        if found.match is not None or not found.free:
            raise NoFreeSeat()
        seats = list(found.seats)
        taken = {seat.colour for seat in seats if not seat.is_free}
        others = (colour for colour in COLOURS if colour not in taken)
        colour = next(others, asked.colour) if asked.colour in taken else asked.colour  # everybody likes red
        seats[found.free[0]] = Sharer(name, colour, asked.picture, None, holder)
        found = replace(found, seats=tuple(seats))
        if not found.free:
            found = replace(found, match=await _begun(hub, store, found))
        await store.invite(found)
    return _told(found, holder, token)


async def _begun(hub: Hub, store: Store, found: Invitation) -> str:
    asked = msgspec.json.decode(found.asked, type=_Told).match
    assert asked is not None
    seats = [SeatIn(seat.name, seat.colour, seat.picture, seat.bot) for seat in found.seats]
    made = await wanted(store.of(found.maker), found.maker, msgspec.structs.replace(asked, seats=seats))
    held = {
        number: seat.holder
        for number, seat in enumerate(found.seats)
        if seat.holder is not None and seat.holder != found.maker
    }
    return await hub.create(replace(made, seating=Seating(found.maker, held)))


@routes.delete("/tables/by-link/{token}/seats")
async def stand_up(store: Store, holder: Holder, token: Token) -> None:
    """Give one's seats back, as long as it has not begun; whoever made the table gives it up."""
    async with store.alone():
        found = await _found(store, token)
        if found.match is not None:
            raise NotTheMaker()
        if holder == found.maker:
            await store.invite(Uninvited(found.token))
            return
        seats = tuple(Sharer() if seat.holder == holder else seat for seat in found.seats)
        await store.invite(replace(found, seats=seats))


@routes.post("/tables/by-link/{token}/watch")
async def watch(hub: Hub, store: Store, holder: Holder, token: Token) -> SharedTableOut:
    """Look on, once it has begun; who has a seat there is at the table already."""
    found = await _found(store, token)
    if found.match is not None:
        await store.link(Watching(found.match, holder))
        hub.watched(found.match, holder)
    return _told(found, holder, token)


@routes.post("/matches/{match}/links")
async def links(hub: Hub, store: Store, holder: Holder, match: MatchId) -> SharedTableOut:
    """The links of a match that has begun: by that of `watch` others may look on."""
    async with store.alone():
        found = await store.invitation_of(match)
        if found is None:
            room = await hub.room(match)
            head = room.match.header
            kept = _Told(head.game.spec.key, tell.text(head.game.name), head.games)
            seats = tuple(
                Sharer(seat.name, colour, picture, seat.bot, room.seating.holder(number))
                for number, (seat, colour, picture) in enumerate(
                    zip(head.seats, room.beside.colours, room.beside.pictures, strict=True)
                )
            )
            token, look_on = secrets.token_urlsafe(_TOKEN_BYTES), secrets.token_urlsafe(_TOKEN_BYTES)
            asked = msgspec.json.encode(kept).decode()
            found = Invitation(token, look_on, room.seating.maker, asked, seats, match, int(time.time()))
            await store.invite(found)
    return _told(found, holder, found.watch)
