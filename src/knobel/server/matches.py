"""Matches: made, listed, read, looked back at, closed and put away. Play itself goes over the socket."""

from typing import Annotated

from msgspec import Meta

from knobel.bots import offered
from knobel.errors import BadRule, KnobelError
from knobel.match.events import LONGEST_NAME, Seat
from knobel.match.notation import format_match
from knobel.match.records import record_of
from knobel.rules import GAMES, digest, find
from knobel.server import bodies, tell
from knobel.server.aside import aside
from knobel.server.cards import OWN, game_of
from knobel.server.hub import Hub, Wanted
from knobel.server.problems import NoTextFile, NotYourSeat, NoVersion, StillThere, problem
from knobel.server.rights import Right, may
from knobel.server.rights import check as check_right
from knobel.server.routes import Holder, Lang, MatchId, Routes, Sent, TextFile
from knobel.server.wire import SeatNumber, Version, Word
from knobel.server.work import end as end_match
from knobel.server.work import stand_in
from knobel.storage.errors import DamagedMatch
from knobel.storage.holders import OWNER, Seating
from knobel.storage.kept import check_rules
from knobel.storage.matchfiles import file_name, parse_file
from knobel.storage.store import Selection, Store
from knobel.words import text

routes = Routes()

AWAY = {shelf: away for away, shelf in tell.SHELVES.items()}


def whose(holder: str) -> str | None:
    """Whose matches somebody is shown; None: everybody's, for whoever runs the server."""
    return None if holder == OWNER else holder


@routes.post("/matches", 201)
async def create(hub: Hub, store: Store, holder: Holder, asked: bodies.MatchIn) -> bodies.CreatedOut:
    """A new match."""
    return bodies.CreatedOut(await hub.create(await wanted(store, holder, asked)))


async def wanted(store: Store, holder: str, asked: bodies.MatchIn) -> Wanted:
    """What was asked for, refused if it cannot be played."""
    game = await game_of(store, asked.game)  # refused if it is not there, before its parts are
    parts = ([] if asked.level is None else [f":{asked.level}"]) + [f"+{rule}" for rule in asked.house_rules]
    if parts and asked.game.startswith(OWN):
        raise BadRule(game=game.spec.key, rule=parts[0][1:], allowed=text("errors.no_rules"))
    game = find("".join((asked.game, *parts))) if parts else game
    bots = {seat.bot for seat in asked.seats if seat.bot is not None}
    allowed = await aside(offered, game) if bots else []
    for bot in sorted(bots.difference(allowed)):
        raise BadRule(game=asked.game, rule=f"bot {bot}", allowed=allowed)
    return Wanted(
        game=game,
        seats=tuple(Seat(seat.name, seat.bot) for seat in asked.seats),
        colours=tuple(seat.colour for seat in asked.seats),
        pictures=tuple(seat.picture for seat in asked.seats),
        games=asked.games,
        first=asked.first,
        duplicate=asked.same_dice,
        by_hand=asked.dice == "hand",
        seating=Seating(holder),
    )


@routes.get("/matches")
async def page(
    store: Store,
    holder: Holder,
    lang: Lang,
    limit: Annotated[int, Meta(ge=1, le=100)] = 50,
    after: MatchId | None = None,
    game: Annotated[str, Meta(max_length=40)] | None = None,
    person: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None,
    open: bool | None = None,
    shelf: bodies.Shelf = "list",
) -> bodies.PageOut:
    """One's own matches (for the owner: all), open ones first, then the newest; or those of a game or of a person."""
    found = await store.page(Selection(limit, after, game, person, open, AWAY[shelf], whose(holder)))
    readable: list[bodies.SummaryOut] = []
    unreadable: list[bodies.UnreadableOut] = []
    for one in found:
        try:
            if one.damaged:
                raise DamagedMatch(id=one.id)
            check_rules(one.summary)
            readable.append(tell.summary(one))
        except KnobelError as error:
            unreadable.append(bodies.UnreadableOut(one.id, problem(error, lang)))
    return bodies.PageOut(readable, unreadable, found[-1].id if len(found) == limit else None)


@routes.get("/choices")
async def choices(store: Store, holder: Holder) -> bodies.ChoicesOut:
    """By what the list of matches can be narrowed."""
    found = await store.choices(whose(holder))
    order = [kind.key for kind in GAMES]
    games = sorted(found.games, key=lambda key: (order.index(key) if key in order else len(order), key))
    return bodies.ChoicesOut(games, sorted(found.people, key=str.casefold))


@routes.post("/files")
async def open_file(hub: Hub, holder: Holder, sent: Sent, copy: bool = False) -> bodies.OpenedOut:
    """Open a match file: the match as it is kept, if it is; `copy`: keep the file beside one that differs from it."""
    try:
        content = sent.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoTextFile() from error
    match = await aside(parse_file, content)
    found = await hub.open_file(holder, match, copy=copy)
    room = await hub.room(found.id)
    return bodies.OpenedOut(
        id=found.id,
        known=found.known,
        differs=found.differs,
        name=tell.text(match.header.game.name),
        seats=[seat.name for seat in match.header.seats],
        version=match.version,
        over=match.over,
        sealed_elsewhere=room.beside.sealed_elsewhere,
        check=await aside(tell.checked, match),
    )


@routes.get("/matches/{match}")
async def read(hub: Hub, match: MatchId) -> bodies.MatchOut:
    """The match as it stands."""
    return (await hub.room(match)).whole()


@routes.get("/matches/{match}/at/{version}")
async def read_at(hub: Hub, match: MatchId, version: Version) -> bodies.MatchOut:
    """The match as it stood at an earlier version."""
    room = await hub.room(match)
    if version > room.match.version:
        raise NoVersion(version=version, last=room.match.version)
    return room.whole() if version == room.match.version else await aside(room.whole_at, version)


@routes.get("/matches/{match}/file")
async def file(hub: Hub, match: MatchId) -> TextFile:
    """The match as a text file; the seed is in it once the match is over."""
    played = (await hub.room(match)).match
    return TextFile(file_name(played), await aside(format_match, played))


@routes.get("/matches/{match}/replay")
async def replay(
    hub: Hub, match: MatchId, first: Version = 0, most: Annotated[int, Meta(ge=0, le=100)] = 40
) -> bodies.ReplayOut:
    """The match step by step: a step is a decision with the dice that answered it."""
    room = await hub.room(match)
    return await aside(tell.replay, room.begun, room.match, first, most)


@routes.get("/matches/{match}/check")
async def check(hub: Hub, match: MatchId) -> bodies.CheckOut:
    """What `knobel verify` says about its dice."""
    return await aside(tell.checked, (await hub.room(match)).match)


@routes.get("/matches/{match}/proof")
async def proof(hub: Hub, match: MatchId) -> bodies.ProofOut:
    """What is needed to derive every die anew from the revealed seed."""
    return await aside(tell.proof, (await hub.room(match)).match)


@routes.get("/matches/{match}/corrections/{seat}/{box}")
async def corrections(hub: Hub, match: MatchId, seat: SeatNumber, box: Word) -> bodies.CorrectionsOut:
    """What an entry made by hand can be corrected to, in its box and in free ones."""
    found = (await hub.room(match)).match
    values = tell.values(await aside(found.amendments, seat, box))
    return bodies.CorrectionsOut(found.version, seat, box, values)


@routes.get("/matches/{match}/records")
async def records(hub: Hub, store: Store, holder: Holder, match: MatchId) -> bodies.RecordsOut:
    """Best and average at one's own seats, from all that is kept under those names."""
    room = await hub.room(match)
    played = room.match
    people = [seat.name for seat in played.header.seats]
    pasts = await store.pasts(digest(played.header.game), people, match)
    found = [
        record_of(played, seat, past) if room.seating.holder(seat) == holder else None
        for seat, past in enumerate(pasts)
    ]
    return bodies.RecordsOut([bodies.RecordOut(*one, is_new=one.is_new) if one else None for one in found])


@routes.post("/matches/{match}/end", right=Right.END)
async def end(hub: Hub, match: MatchId) -> bodies.MatchOut:
    """Give the match up, or close it after its end: the seed is told."""
    room = await hub.room(match)
    await hub.change(room, end_match)
    return room.whole()


@routes.put("/matches/{match}/seats/{seat}/bot")
async def let_bot_play(hub: Hub, holder: Holder, match: MatchId, seat: SeatNumber, asked: bodies.StandInIn) -> None:
    """Let a bot play on for somebody who has left and has not come back for a minute. They can, at any time."""
    room = await hub.room(match)
    if seat >= len(room.match.header.seats):
        raise NotYourSeat()
    if may(holder, room.seating, Right.ACT, seat) or room.wait_for(seat) != 0:
        raise StillThere(seconds=round(hub.pauses.grace))
    game = room.match.header.game
    allowed = await aside(offered, game)
    if asked.bot not in allowed:
        raise BadRule(game=game.spec.key, rule=f"bot {asked.bot}", allowed=allowed)
    await hub.change(room, stand_in(seat, asked.bot))


@routes.delete("/matches/{match}/seats/{seat}/bot")
async def come_back(hub: Hub, holder: Holder, match: MatchId, seat: SeatNumber) -> None:
    """Take one's seat again from the bot that has played on."""
    room = await hub.room(match)
    check_right(holder, room.seating, Right.ACT, seat)
    await hub.change(room, stand_in(seat, None))


@routes.post("/matches/{match}/rematch", 201)
async def rematch(hub: Hub, match: MatchId) -> bodies.CreatedOut:
    """The same players on the same seats; who begins moves on by one."""
    return bodies.CreatedOut(await hub.rematch(await hub.room(match)))


@routes.post("/matches/{match}/seal")
async def seal(hub: Hub, match: MatchId) -> bodies.MatchOut:
    """Go on with a match whose secret is elsewhere: from here on its dice come from a new seal."""
    room = await hub.room(match)
    await hub.reseal(room)
    return room.whole()


@routes.post("/matches/{match}/archive", right=Right.PUT_AWAY)
async def archive(hub: Hub, match: MatchId) -> None:
    """Out of the list, into the archive."""
    await hub.archive(match)


@routes.post("/matches/{match}/restore", right=Right.PUT_AWAY)
async def restore(hub: Hub, match: MatchId) -> None:
    """Back into the list, from the archive or after it was deleted."""
    await hub.restore(match)


@routes.delete("/matches/{match}", right=Right.PUT_AWAY)
async def delete(hub: Hub, match: MatchId) -> None:
    """Delete a match. It is gone at once; for an hour `restore` brings it back."""
    await hub.delete(match)
