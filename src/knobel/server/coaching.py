"""The coach over REST: hints for the decision that is due, the review of a match, and what would have been.

All of it is worked out by worker processes (`workers.py`); what they do is `knobel.coach.hints`.
"""

import asyncio
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from msgspec.structs import replace

from knobel.coach.hints import PositionText, is_at_hand, position_text
from knobel.coach.what_if import fork
from knobel.match.log import Match
from knobel.match.notation import format_match
from knobel.rules.core import Decide
from knobel.rules.views import plain
from knobel.server import tell
from knobel.server.answers import REFUSALS, MatchId, answers, as_json, hub_of
from knobel.server.coach_bodies import (
    CoachLineOut,
    HintsOut,
    ReasonsOut,
    ReviewStateOut,
    WhatIfOut,
    WhyOut,
)
from knobel.server.holds import Holds
from knobel.server.hub import Hub
from knobel.server.problems import ServerError
from knobel.server.reviews import JOBS, shaped
from knobel.server.room import Room
from knobel.server.work import hint
from knobel.server.workers import WorkerPool

router = APIRouter(prefix="/matches/{match}")


At = Annotated[int, Query(ge=0, le=1_000_000)]
EventNumber = Annotated[int, Path(ge=1, le=1_000_000)]
Moves = Annotated[str, Query(max_length=8000)]
OneMove = Annotated[str, Query(min_length=1, max_length=80)]


class NotAsked(ServerError):
    code, status = "server/hint", 409


class NoDecision(ServerError):
    code, status = "server/decision", 409


@router.post("/hints", responses=answers(HintsOut))
async def ask(request: Request, match: MatchId, at: At) -> Response:
    """Ask the coach about the decision that is due: the match is marked as one with hints."""
    hub = hub_of(request)
    room = await hub.room(match)
    _check_decision(room.match)
    if room.match.turn.seat not in room.match.hinted:
        await hub.change(room, hint(room.match.turn.seat, at))
    return as_json(await _hints(hub, room.match))


@router.get("/hints", responses=answers(HintsOut))
async def hints(request: Request, match: MatchId, at: At) -> Response:
    """The same for a match that is marked already: for whoever gets hints always."""
    hub = hub_of(request)
    found = (await hub.room(match)).match
    _check_asked(found, at)
    return as_json(await _hints(hub, found))


@router.get("/hints/why", responses=answers(ReasonsOut))
async def why(request: Request, match: MatchId, at: At, move: OneMove | None = None) -> Response:
    """Why a move is worth what it is; without one, the three best."""
    hub = hub_of(request)
    found = (await hub.room(match)).match
    _check_asked(found, at)
    node = found.turn.node
    assert isinstance(node, Decide)
    if move is not None and move not in map(str, node.moves):
        raise NoDecision()
    told = await (await _hinters(hub, found)).run(f"{JOBS}reasons", _due(found), () if move is None else (move,))
    return as_json(ReasonsOut(found.version, [shaped(one, WhyOut) for one in told]))


async def _hints(hub: Hub, match: Match) -> HintsOut:
    seat = match.turn.seat
    told = await (await _hinters(hub, match)).run(f"{JOBS}hints", _due(match))
    return msgspec.convert({"version": match.version, "seat": seat, **plain(told)}, HintsOut)


def _due(match: Match) -> PositionText:
    """The position that waits for a decision."""
    return position_text(match.header.game, match.state.cards[match.turn.seat])


async def _hinters(hub: Hub, match: Match) -> WorkerPool:
    """Who answers at once, unless the game has to be solved first."""
    at_hand = await asyncio.to_thread(is_at_hand, match.header.game)
    return hub.crew.quick if at_hand else hub.crew.reviews


def _check_decision(match: Match) -> None:
    decides = isinstance(match.turn.node, Decide) and not match.over and not match.state.roll_off
    if not decides or match.bot is not None:
        raise NoDecision()


def _check_asked(match: Match, at: int) -> None:
    match.check_version(at)
    _check_decision(match)
    if match.turn.seat not in match.hinted:
        raise NotAsked()


@router.get("/review", responses=answers(ReviewStateOut))
async def review(request: Request, match: MatchId) -> Response:
    """The match as luck and skill, or how far that is: ask again until it is there."""
    hub = hub_of(request)
    return as_json(await hub.reviews.of(await hub.room(match), hub.crew.reviews))


@router.delete("/review", status_code=204, response_class=Response, responses=REFUSALS)
async def leave_review(request: Request, match: MatchId) -> Response:
    """Nobody waits for the review any more."""
    hub = hub_of(request)
    hub.reviews.cancel(await hub.room(match))
    return Response(status_code=204)


@router.get("/what-if/{n}", responses=answers(WhatIfOut))
async def what_if(request: Request, match: MatchId, n: EventNumber, moves: Moves = "") -> Response:
    """Go on from decision `n`, alone and with the dice that lay sealed for it; `moves` with semicolons between them."""
    room = await hub_of(request).room(match)
    return as_json(_what_if(room, n, [move for move in moves.split(";") if move]))


def _what_if(room: Room, n: int, moves: list[str]) -> WhatIfOut:
    forked = fork(room.match, n)
    match, seat = forked.after(moves), forked.seat
    looks = tell.Beside("what-if", room.beside.colours[seat : seat + 1], room.beside.pictures[seat : seat + 1])
    whole = tell.whole(match, looks, Holds().after(forked.begun, match).told(match), match.version)
    return WhatIfOut(
        match=replace(whole, table=replace(whole.table, undo=0 if moves else None)),
        seat=seat,
        turn=match.header.game.turn(forked.begun.state.cards[0]),
        played=forked.played,
    )


@router.get("/what-if/{n}/line", responses=answers(CoachLineOut))
async def line(request: Request, match: MatchId, n: EventNumber) -> Response:
    """How the coach would have gone on from there."""
    hub = hub_of(request)
    room = await hub.room(match)
    fork(room.match, n)  # refused before anybody works for it
    found = await hub.crew.reviews.run(f"{JOBS}line", format_match(room.match), n)
    return as_json(shaped(found, CoachLineOut))
