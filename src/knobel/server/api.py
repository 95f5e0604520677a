"""REST: everything that happens once. Play itself goes over the socket."""

import asyncio
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Path, Query, Request
from fastapi.responses import Response

import knobel
from knobel.bots import offered
from knobel.errors import BadRule, KnobelError
from knobel.match.events import Seat
from knobel.match.notation import format_match
from knobel.match.table import MOST_GAMES
from knobel.rules import GAMES, find
from knobel.rules.core import Kind
from knobel.rules.sheetgame import SheetGame
from knobel.rules.views import plain
from knobel.server import bodies, booklets, tell
from knobel.server.answers import REFUSALS, MatchId, as_json, hub_of
from knobel.server.hub import Wanted
from knobel.server.problems import NoMatch, NoPath, NoVersion, language, problem
from knobel.server.room import Room
from knobel.server.room import end as end_match
from knobel.server.slim import layout
from knobel.server.wire import PROTOCOL, encode
from knobel.words import LANGUAGES, catalogue, text

router = APIRouter(prefix="/api")
router.include_router(booklets.router)


def application(**options: Any) -> FastAPI:
    """FastAPI with these routes, and a schema that names the content type of refusals truly."""
    app = FastAPI(title="Knobel", version=knobel.__version__, openapi_url="/api/openapi.json", **options)
    app.include_router(router)
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            for path in made()["paths"].values():
                for operation in path.values():
                    for status, answer in operation["responses"].items():
                        if status >= "400" and "application/json" in answer.get("content", {}):
                            answer["content"]["application/problem+json"] = answer["content"].pop("application/json")
        return made()

    app.openapi = openapi  # type: ignore[method-assign]
    return app


async def _room(request: Request, match: str) -> Room:
    return await hub_of(request).room(match)


@router.get("/health", response_model=bodies.HealthOut, responses=REFUSALS)
async def health(request: Request) -> Response:
    """Whether the server is there, and which one it is."""
    build = hub_of(request).build
    return as_json({"ok": True, "protocol": PROTOCOL, "build": build, "version": knobel.__version__})


@router.get("/games", response_model=bodies.GamesOut, responses=REFUSALS)
async def games() -> Response:
    """Every game there is, with what can be chosen for it. A game whose booklet is damaged is told apart."""
    return as_json(await asyncio.to_thread(_games))  # to know which bots there are, positions may have to be counted


def _games() -> dict[str, Any]:
    found, damaged = [], []
    for kind in GAMES:
        try:
            found.append(_game(kind))
        except KnobelError as error:
            damaged.append({"name": plain(text(f"games.{kind.key}.name")), "problem": plain(error.text())})
    return {"games": found, "damaged": damaged}


def _game(kind: Kind) -> dict[str, Any]:
    game = kind.game()
    sheet = game.sheet if isinstance(game, SheetGame) else None
    rules = (f"rulings.{kind.key}.{key}" for key in kind.house_rules)
    return {
        "key": kind.key,
        "name": plain(game.name),
        "tagline": plain(text(f"games.{kind.key}.tagline")),
        "players": game.players,
        "levels": kind.levels(),
        "house_rules": [
            {"key": rule.rsplit(".", 1)[1], "title": plain(text(f"{rule}.what")), "text": plain(text(f"{rule}.house"))}
            for rule in rules
        ],
        "bots": offered(game),
        "dice": [die.declare() for die in sheet.dice] if sheet else [],
        "series": MOST_GAMES,
        "pad": sheet is not None,
        "classic": kind.classic,
    }


@router.get("/cards/{spec}", response_model=bodies.CardOut, responses=REFUSALS)
async def card(spec: Annotated[str, Path(max_length=200)]) -> Response:
    """An empty card, to print or to look at."""
    game = find(spec)
    return as_json({"spec": str(game.spec), "name": plain(game.name), "layout": layout(game)})


@router.get("/words/{lang}", response_model=dict[str, str], responses={304: {"description": "unchanged"}, **REFUSALS})
async def words(
    lang: Annotated[str, Path(max_length=10)], if_none_match: Annotated[str | None, Header()] = None
) -> Response:
    """Every word a player sees, in one language."""
    if lang not in LANGUAGES:
        raise NoPath(path=lang)
    body = encode(catalogue(lang))
    etag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = {"etag": etag, "cache-control": "no-cache"}
    if if_none_match == etag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


@router.post("/matches", status_code=201, response_model=bodies.CreatedOut, responses=REFUSALS)
async def create(request: Request, asked: bodies.MatchIn) -> Response:
    """A new match."""
    kind = find(asked.game)  # refuses a game that is not there before its parts are looked at
    level = "" if asked.level is None else f":{asked.level}"
    game = find("+".join((f"{kind.spec.key}{level}", *asked.house_rules)))
    bots = {seat.bot for seat in asked.seats if seat.bot is not None}
    allowed = await asyncio.to_thread(offered, game) if bots else []
    for bot in sorted(bots.difference(allowed)):
        raise BadRule(game=asked.game, rule=f"bot {bot}", allowed=allowed)
    wanted = Wanted(
        spec=str(game.spec),
        seats=tuple(Seat(seat.name, seat.bot) for seat in asked.seats),
        colours=tuple(seat.colour for seat in asked.seats),
        games=asked.games,
        first=asked.first,
        duplicate=asked.same_dice,
        by_hand=asked.dice == "hand",
    )
    return as_json({"id": await hub_of(request).create(wanted)}, 201)


@router.get("/matches", response_model=bodies.PageOut, responses=REFUSALS)
async def page(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    after: Annotated[str | None, Query(pattern="^[0-9a-f]{16,64}$")] = None,
) -> Response:
    """Matches of this installation, open ones first, then the newest."""
    hub = hub_of(request)
    ids = await hub.store.page(limit, after)
    found: list[tell.Json] = []
    unreadable: list[tell.Json] = []
    lang = language(request.headers.get("accept-language"))
    for id in ids:
        try:
            found.append(tell.summary(await hub.room(id)))
        except NoMatch:
            continue  # deleted meanwhile
        except KnobelError as error:
            unreadable.append({"id": id, "problem": problem(error, lang)})
    return as_json({"matches": found, "unreadable": unreadable, "next": ids[-1] if len(ids) == limit else None})


@router.get("/matches/{match}", response_model=bodies.MatchOut, responses=REFUSALS)
async def read(request: Request, match: MatchId) -> Response:
    """The match as it stands."""
    room = await _room(request, match)
    return as_json(tell.whole(room, room.match, room.match.version))


@router.get("/matches/{match}/at/{version}", response_model=bodies.MatchOut, responses=REFUSALS)
async def read_at(request: Request, match: MatchId, version: Annotated[int, Path(ge=0, le=1_000_000)]) -> Response:
    """The match as it stood at an earlier version."""
    room = await _room(request, match)
    if version > room.match.version:
        raise NoVersion(version=version, last=room.match.version)
    return as_json(tell.whole(room, room.at(version), room.match.version))


@router.get(
    "/matches/{match}/file",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **REFUSALS},
)
async def file(request: Request, match: MatchId) -> Response:
    """The match as a text file; the seed is in it once the match is over."""
    room = await _room(request, match)
    name = f"{room.match.header.game.spec.key}-{room.match.header.created[:10]}-{match[:6]}.knobel"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(format_match(room.match), headers=headers, media_type="text/plain; charset=utf-8")


@router.get("/matches/{match}/proof", response_model=bodies.ProofOut, responses=REFUSALS)
async def proof(request: Request, match: MatchId) -> Response:
    """What is needed to derive every die anew from the revealed seed."""
    return as_json(tell.proof((await _room(request, match)).match))


@router.post("/matches/{match}/end", response_model=bodies.MatchOut, responses=REFUSALS)
async def end(request: Request, match: MatchId) -> Response:
    """Give the match up, or close it after its end: the seed is told."""
    room = await _room(request, match)
    await hub_of(request).change(room, end_match)
    return as_json(tell.whole(room, room.match, room.match.version))


@router.post("/matches/{match}/rematch", status_code=201, response_model=bodies.CreatedOut, responses=REFUSALS)
async def rematch(request: Request, match: MatchId) -> Response:
    """The same players in reversed order."""
    room = await _room(request, match)
    return as_json({"id": await hub_of(request).rematch(room)}, 201)


@router.delete("/matches/{match}", status_code=204, response_class=Response, responses=REFUSALS)
async def delete(request: Request, match: MatchId) -> Response:
    """Forget a match."""
    await hub_of(request).delete(match)
    return Response(status_code=204)
