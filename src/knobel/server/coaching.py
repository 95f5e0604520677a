"""The coach over REST: hints for the decision that is due, the review of a match, and what would have been.

All of it is worked out by worker processes (`workers.py`); what they do is `knobel.coach.hints`.

Whoever follows every decision asks about one that may be over by the time the question is here: then there is nothing
to say, and nothing wrong.
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from knobel.bots import LEARNED
from knobel.coach.hints import PositionText, is_at_hand, position_text
from knobel.coach.what_if import fork
from knobel.match.log import Match
from knobel.match.notation import format_match
from knobel.rules.core import Decide
from knobel.rules.views import plain
from knobel.server import tell
from knobel.server.coach_bodies import (
    ChancesOut,
    CoachLineOut,
    HintsOut,
    MoveMedalsOut,
    ReasonsOut,
    ReviewStateOut,
    SeatChanceOut,
    WhatIfOut,
    WhyOut,
)
from knobel.server.holds import Holds
from knobel.server.hub import Hub
from knobel.server.problems import ServerError
from knobel.server.reviews import JOBS, shaped
from knobel.server.rights import Right
from knobel.server.routes import MatchId, Routes, aside
from knobel.server.wire import MoveText, Version
from knobel.server.work import hint
from knobel.server.workers import WorkerPool
from knobel.storage.store import Store

routes = Routes()

EventNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
MoveTexts = Annotated[str, Meta(max_length=8000)]


class NotAsked(ServerError):
    code, status = "server/hint", 409


class NoDecision(ServerError):
    code, status = "server/decision", 409


@routes.post("/matches/{match}/hints", right=Right.ACT)
async def ask_hints(hub: Hub, match: MatchId, at: Version) -> HintsOut | None:
    """Ask the coach about the decision that is due: the match is marked as one with hints."""
    room = await hub.room(match)
    if _overtaken(room.match, at):
        return None
    _check_decision(room.match)
    if room.match.turn.seat not in room.match.hinted:
        await hub.change(room, hint(room.match.turn.seat, at))
    return await _hints(hub, room.match)


@routes.get("/matches/{match}/hints", right=Right.ACT)
async def hints(hub: Hub, match: MatchId, at: Version) -> HintsOut | None:
    """The same for a match that is marked already: for whoever gets hints always."""
    found = (await hub.room(match)).match
    if _overtaken(found, at):
        return None
    _check_asked(found, at)
    return await _hints(hub, found)


@routes.get("/matches/{match}/hints/why", right=Right.ACT)
async def why(hub: Hub, match: MatchId, at: Version, move: MoveText | None = None) -> ReasonsOut | None:
    """Why a move is worth what it is; without one, the three best."""
    found = (await hub.room(match)).match
    if _overtaken(found, at):
        return None
    _check_asked(found, at)
    node = found.turn.node
    assert isinstance(node, Decide)
    if move is not None and move not in map(str, node.moves):
        raise NoDecision()
    told = await (await _hinters(hub, found)).run(f"{JOBS}reasons", _due(found), () if move is None else (move,))
    return ReasonsOut(found.version, [shaped(one, WhyOut) for one in told])


@routes.get("/matches/{match}/hints/chances", right=Right.ACT)
async def chances(hub: Hub, match: MatchId, at: Version) -> ChancesOut | None:
    """How likely each player is to win, and on a level how likely each medal is after the best moves."""
    found = (await hub.room(match)).match
    if _overtaken(found, at):
        return None
    _check_asked(found, at)
    players, medals = [], []
    if len(found.header.seats) > 1:
        told = await hub.crew.chances.run(f"{JOBS}seat_chances", format_match(found))
        players = [shaped(one, SeatChanceOut) for one in told]
    elif found.header.game.spec.level is not None:
        moves = await hub.crew.chances.run(f"{JOBS}medal_chances", _due(found))
        medals = [shaped(one, MoveMedalsOut) for one in moves]
    return ChancesOut(found.version, players, medals)


async def _hints(hub: Hub, match: Match) -> HintsOut:
    seat = match.turn.seat
    told = await (await _hinters(hub, match)).run(f"{JOBS}hints", _due(match))
    return msgspec.convert({"version": match.version, "seat": seat, **plain(told)}, HintsOut)


def _due(match: Match) -> PositionText:
    """The position that waits for a decision."""
    return position_text(match.header.game, match.state.cards[match.turn.seat])


async def _hinters(hub: Hub, match: Match) -> WorkerPool:
    """Who answers at once, unless the game has to be solved first. Those who take longer hold nobody else up."""
    game = match.header.game
    if game.spec.key in LEARNED:
        return hub.crew.learned
    return hub.crew.quick if await aside(is_at_hand, game) else hub.crew.reviews


def _overtaken(match: Match, at: int) -> bool:
    """The match has gone on since that version was seen."""
    return at < match.version


def _check_decision(match: Match) -> None:
    decides = isinstance(match.turn.node, Decide) and not match.over and not match.state.roll_off
    if not decides or match.bot is not None:
        raise NoDecision()


def _check_asked(match: Match, at: int) -> None:
    match.check_version(at)
    _check_decision(match)
    if match.turn.seat not in match.hinted:
        raise NotAsked()


@routes.get("/matches/{match}/review")
async def review(hub: Hub, store: Store, match: MatchId) -> ReviewStateOut:
    """The match as luck and skill, or how far that is: ask again until it is there."""
    return await hub.reviews.of(await hub.room(match), hub.crew.reviews, store)


@routes.delete("/matches/{match}/review", right=Right.SEE)
async def leave_review(hub: Hub, match: MatchId) -> None:
    """Nobody waits for the review any more."""
    hub.reviews.cancel(await hub.room(match))


@routes.get("/matches/{match}/what-if/{n}")
async def what_if(hub: Hub, match: MatchId, n: EventNumber, moves: MoveTexts = "") -> WhatIfOut:
    """Go on from decision `n`, alone and with the dice that lay sealed for it; `moves` with semicolons between them."""
    room = await hub.room(match)
    made = [move for move in moves.split(";") if move]
    forked = fork(room.match, n)
    found, seat = forked.after(made), forked.seat
    looks = tell.Beside("what-if", room.beside.colours[seat : seat + 1], room.beside.pictures[seat : seat + 1])
    whole = tell.whole(
        found,
        looks,
        Holds().after(forked.begun, found, found.events.since(forked.begun.version)).told,
        found.version,
    )
    return WhatIfOut(
        match=replace(whole, table=replace(whole.table, undo=0 if made else None)),
        seat=seat,
        turn=found.header.game.turn(forked.begun.state.cards[0]),
        played=forked.played,
    )


@routes.get("/matches/{match}/what-if/{n}/line")
async def coach_line(hub: Hub, match: MatchId, n: EventNumber) -> CoachLineOut:
    """How the coach would have gone on from there."""
    room = await hub.room(match)
    fork(room.match, n)  # refused before anybody works for it
    found = await hub.crew.reviews.run(f"{JOBS}line", format_match(room.match), n)
    return shaped(found, CoachLineOut)
