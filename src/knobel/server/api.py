"""REST: everything that happens once. Play itself goes over the socket."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Path, Query, Request
from fastapi.responses import Response

import knobel
from knobel.bots import offered
from knobel.bots.averages import averages
from knobel.errors import BadRule, KnobelError
from knobel.match.events import Seat
from knobel.match.notation import format_match
from knobel.match.records import record_of
from knobel.match.table import MOST_GAMES
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Game, Kind
from knobel.rules.views import DiceBlock
from knobel.server import bodies, booklets, cards, people, tell
from knobel.server.answers import REFUSALS, MatchId, answers, as_json, hub_of
from knobel.server.cards import OWN, game_of
from knobel.server.hub import Wanted
from knobel.server.problems import NoMatch, NoPath, NoVersion, language, problem
from knobel.server.room import Room
from knobel.server.schema import components
from knobel.server.told import PROTOCOL, encode
from knobel.server.work import end as end_match
from knobel.storage.cards import KeptCard
from knobel.words import LANGUAGES, Text, catalogue, text

router = APIRouter(prefix="/api", default_response_class=Response)
for part in (booklets, people, cards):
    router.include_router(part.router)


def application(**options: Any) -> FastAPI:
    """FastAPI with these routes, and a schema that also has the shapes it does not check itself."""
    app = FastAPI(title="Knobel", version=knobel.__version__, openapi_url="/api/openapi.json", **options)
    app.include_router(router)
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made()["components"]["schemas"] |= components()
        return made()

    app.openapi = openapi  # type: ignore[method-assign]
    return app


async def _room(request: Request, match: str) -> Room:
    return await hub_of(request).room(match)


@router.get("/health", responses=answers(bodies.HealthOut))
async def health(request: Request) -> Response:
    """Whether the server is there, and which one it is."""
    build = hub_of(request).build
    return as_json(bodies.HealthOut(ok=True, protocol=PROTOCOL, build=build, version=knobel.__version__))


@router.get("/games", responses=answers(bodies.GamesOut))
async def games(request: Request) -> Response:
    """Every game there is, with what can be chosen for it. A game whose booklet is damaged is told apart."""
    own = await hub_of(request).store.cards()
    return as_json(await asyncio.to_thread(_games, own))  # to know which bots there are, positions may be counted


def _games(own: list[KeptCard]) -> bodies.GamesOut:
    found, damaged = [], []
    for kind in GAMES:
        try:
            house = [_house_rule(kind, key) for key in kind.house_rules]
            found.append(_game(kind.key, kind.game(), text(f"games.{kind.key}.tagline"), kind, house))
        except KnobelError as error:
            name = tell.text(text(f"games.{kind.key}.name"))
            damaged.append(bodies.DamagedOut(name, tell.text(error.text())))
    return bodies.GamesOut(found, damaged, [_own_game(card) for card in own])


def _own_game(card: KeptCard) -> bodies.GameOut:
    game = card.game()
    about = text("web.own.about", boxes=len(game.sheet.boxes), dice=len(game.sheet.dice), source=card.source)
    return _game(OWN + card.id, game, about)


def _game(
    key: str, game: Game[Any], about: Text, kind: Kind | None = None, house: Sequence[bodies.HouseRuleOut] = ()
) -> bodies.GameOut:
    shown = (block for block in game.view(game.start()).blocks if isinstance(block, DiceBlock))
    return bodies.GameOut(
        key=key,
        name=tell.text(game.name),
        tagline=tell.text(about),
        players=game.players,
        levels=kind.levels() if kind else (),
        house_rules=list(house),
        bots=offered(game),
        averages=averages(game),
        dice=[bodies.DieOut(die.kind, die.faces) for block in shown for die in block.dice],
        series=MOST_GAMES,
        pad=game.has_boxes,
        classic=kind is not None and kind.classic,
    )


def _house_rule(kind: Kind, key: str) -> bodies.HouseRuleOut:
    rule = f"rulings.{kind.key}.{key}"
    return bodies.HouseRuleOut(key, tell.text(text(f"{rule}.what")), tell.text(text(f"{rule}.house")))


@router.get(
    "/words/{lang}",
    responses={
        200: {
            "content": {"application/json": {"schema": {"type": "object", "additionalProperties": {"type": "string"}}}}
        },
        304: {"description": "unchanged"},
        **REFUSALS,
    },
)
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


@router.post("/matches", status_code=201, responses=answers(bodies.CreatedOut, 201))
async def create(request: Request, asked: bodies.MatchIn) -> Response:
    """A new match."""
    game = await game_of(hub_of(request).store, asked.game)  # refused if it is not there, before its parts are
    parts = ([] if asked.level is None else [f":{asked.level}"]) + [f"+{rule}" for rule in asked.house_rules]
    if parts and asked.game.startswith(OWN):
        raise BadRule(game=game.spec.key, rule=parts[0][1:], allowed=text("errors.no_rules"))
    game = find("".join((asked.game, *parts))) if parts else game
    bots = {seat.bot for seat in asked.seats if seat.bot is not None}
    allowed = await asyncio.to_thread(offered, game) if bots else []
    for bot in sorted(bots.difference(allowed)):
        raise BadRule(game=asked.game, rule=f"bot {bot}", allowed=allowed)
    wanted = Wanted(
        game=game,
        seats=tuple(Seat(seat.name, seat.bot) for seat in asked.seats),
        colours=tuple(seat.colour for seat in asked.seats),
        pictures=tuple(seat.picture for seat in asked.seats),
        games=asked.games,
        first=asked.first,
        duplicate=asked.same_dice,
        by_hand=asked.dice == "hand",
    )
    return as_json(bodies.CreatedOut(await hub_of(request).create(wanted)), 201)


@router.get("/matches", responses=answers(bodies.PageOut))
async def page(
    request: Request,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    after: Annotated[str | None, Query(pattern="^[0-9a-f]{16,64}$")] = None,
) -> Response:
    """Matches of this installation, open ones first, then the newest."""
    hub = hub_of(request)
    ids = await hub.store.page(limit, after)
    found: list[bodies.SummaryOut] = []
    unreadable: list[bodies.UnreadableOut] = []
    lang = language(request.headers.get("accept-language"))
    for id in ids:
        try:
            found.append((await hub.room(id)).summary())
        except NoMatch:
            continue  # deleted meanwhile
        except KnobelError as error:
            unreadable.append(bodies.UnreadableOut(id, problem(error, lang)))
    return as_json(bodies.PageOut(found, unreadable, ids[-1] if len(ids) == limit else None))


@router.get("/matches/{match}", responses=answers(bodies.MatchOut))
async def read(request: Request, match: MatchId) -> Response:
    """The match as it stands."""
    room = await _room(request, match)
    return as_json(room.whole())


@router.get("/matches/{match}/at/{version}", responses=answers(bodies.MatchOut))
async def read_at(request: Request, match: MatchId, version: Annotated[int, Path(ge=0, le=1_000_000)]) -> Response:
    """The match as it stood at an earlier version."""
    room = await _room(request, match)
    if version > room.match.version:
        raise NoVersion(version=version, last=room.match.version)
    return as_json(room.whole(version))


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


@router.get("/matches/{match}/proof", responses=answers(bodies.ProofOut))
async def proof(request: Request, match: MatchId) -> Response:
    """What is needed to derive every die anew from the revealed seed."""
    return as_json(tell.proof((await _room(request, match)).match))


@router.get("/matches/{match}/corrections/{seat}/{box}", responses=answers(bodies.CorrectionsOut))
async def corrections(
    request: Request,
    match: MatchId,
    seat: Annotated[int, Path(ge=0, le=7)],
    box: Annotated[str, Path(min_length=1, max_length=40)],
) -> Response:
    """What an entry made by hand can be corrected to, in its box and in free ones."""
    found = (await _room(request, match)).match
    values = tell.values(await asyncio.to_thread(found.amendments, seat, box))
    return as_json(bodies.CorrectionsOut(found.version, seat, box, values))


@router.get("/matches/{match}/records", responses=answers(bodies.RecordsOut))
async def records(request: Request, match: MatchId) -> Response:
    """Best and average of everybody at the table, from all that is kept here under their names."""
    played = (await _room(request, match)).match
    people = [seat.name for seat in played.header.seats]
    pasts = await hub_of(request).store.pasts(digest(played.header.game), people, match)
    found = [record_of(played, seat, past) for seat, past in enumerate(pasts)]
    return as_json(bodies.RecordsOut([bodies.RecordOut(*one, is_new=one.is_new) if one else None for one in found]))


@router.post("/matches/{match}/end", responses=answers(bodies.MatchOut))
async def end(request: Request, match: MatchId) -> Response:
    """Give the match up, or close it after its end: the seed is told."""
    room = await _room(request, match)
    await hub_of(request).change(room, end_match)
    return as_json(room.whole())


@router.post("/matches/{match}/rematch", status_code=201, responses=answers(bodies.CreatedOut, 201))
async def rematch(request: Request, match: MatchId) -> Response:
    """The same players on the same seats; who begins moves on by one."""
    room = await _room(request, match)
    return as_json(bodies.CreatedOut(await hub_of(request).rematch(room)), 201)


@router.delete("/matches/{match}", status_code=204, response_class=Response, responses=REFUSALS)
async def delete(request: Request, match: MatchId) -> Response:
    """Forget a match."""
    await hub_of(request).delete(match)
    return Response(status_code=204)
