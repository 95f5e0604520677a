"""REST: everything that happens once. Play itself goes over the socket."""

import asyncio
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Header, Path, Query, Request
from fastapi.responses import Response

import knobel
from knobel.bots import offered
from knobel.bots.averages import averages
from knobel.errors import BadRule, KnobelError
from knobel.lessons import LESSONS
from knobel.match.events import LONGEST_NAME, Seat
from knobel.match.notation import format_match
from knobel.match.records import record_of
from knobel.match.table import MOST_GAMES
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Game, Kind
from knobel.rules.views import DiceBlock
from knobel.server import bodies, booklets, cards, lessons, people, tell
from knobel.server.answers import REFUSALS, MatchId, answers, as_json, hub_of
from knobel.server.cards import OWN, game_of
from knobel.server.hub import Wanted
from knobel.server.problems import NoPath, NoTextFile, NoVersion, language, problem
from knobel.server.room import Room
from knobel.server.schema import components
from knobel.server.told import PROTOCOL, encode
from knobel.server.work import end as end_match
from knobel.storage.cards import KeptCard
from knobel.storage.kept import check_rules
from knobel.storage.matchfiles import file_name, parse_file
from knobel.storage.store import Selection
from knobel.words import LANGUAGES, Text, catalogue, text

router = APIRouter(prefix="/api", default_response_class=Response)
for part in (booklets, people, cards, lessons):
    router.include_router(part.router)

AWAY = {shelf: away for away, shelf in tell.SHELVES.items()}
FILE_SENT = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}


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
        lesson=key in LESSONS,
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
    game: Annotated[str | None, Query(max_length=40)] = None,
    person: Annotated[str | None, Query(max_length=LONGEST_NAME)] = None,
    open: Annotated[bool | None, Query()] = None,
    shelf: Annotated[bodies.Shelf, Query()] = "list",
) -> Response:
    """Matches of this installation, open ones first, then the newest; all, or those of a game or of a person."""
    found = await hub_of(request).store.page(Selection(limit, after, game, person, open, AWAY[shelf]))
    lang = language(request.headers.get("accept-language"))
    readable: list[bodies.SummaryOut] = []
    unreadable: list[bodies.UnreadableOut] = []
    for one in found:
        try:
            check_rules(one.summary)
            readable.append(tell.summary(one))
        except KnobelError as error:
            unreadable.append(bodies.UnreadableOut(one.id, problem(error, lang)))
    return as_json(bodies.PageOut(readable, unreadable, found[-1].id if len(found) == limit else None))


@router.get("/choices", responses=answers(bodies.ChoicesOut))
async def choices(request: Request) -> Response:
    """By what the list of matches can be narrowed."""
    found = await hub_of(request).store.choices()
    order = [kind.key for kind in GAMES]
    games = sorted(found.games, key=lambda key: (order.index(key) if key in order else len(order), key))
    return as_json(bodies.ChoicesOut(games, sorted(found.people, key=str.casefold)))


@router.post("/files", responses=answers(bodies.OpenedOut), openapi_extra=FILE_SENT)
async def open_file(request: Request, copy: Annotated[bool, Query()] = False) -> Response:
    """Open a match file: the match as it is kept, if it is; `copy`: keep the file beside one that differs from it."""
    try:
        sent = (await request.body()).decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoTextFile() from error
    match = await asyncio.to_thread(parse_file, sent)
    hub = hub_of(request)
    found = await hub.open_file(match, copy=copy)
    room = await hub.room(found.id)
    return as_json(
        bodies.OpenedOut(
            id=found.id,
            known=found.known,
            differs=found.differs,
            name=tell.text(match.header.game.name),
            seats=[seat.name for seat in match.header.seats],
            version=match.version,
            over=match.over,
            sealed_elsewhere=room.beside.sealed_elsewhere,
            check=await asyncio.to_thread(tell.checked, match),
        )
    )


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
    played = (await _room(request, match)).match
    name = file_name(played)
    plain_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    headers = {
        "content-disposition": f"attachment; filename=\"{plain_name}\"; filename*=UTF-8''{quote(name)}",
        "cache-control": "no-store",
    }
    return Response(format_match(played), headers=headers, media_type="text/plain; charset=utf-8")


@router.get("/matches/{match}/replay", responses=answers(bodies.ReplayOut))
async def replay(
    request: Request,
    match: MatchId,
    first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    most: Annotated[int, Query(ge=0, le=100)] = 40,
) -> Response:
    """The match step by step: a step is a decision with the dice that answered it."""
    room = await _room(request, match)
    return as_json(await asyncio.to_thread(tell.replay, room.begun, room.match, first, most))


@router.get("/matches/{match}/check", responses=answers(bodies.CheckOut))
async def check(request: Request, match: MatchId) -> Response:
    """What `knobel verify` says about its dice."""
    return as_json(await asyncio.to_thread(tell.checked, (await _room(request, match)).match))


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


@router.post("/matches/{match}/seal", responses=answers(bodies.MatchOut))
async def seal(request: Request, match: MatchId) -> Response:
    """Go on with a match whose secret is elsewhere: from here on its dice come from a new seal."""
    room = await _room(request, match)
    await hub_of(request).reseal(room)
    return as_json(room.whole())


@router.post("/matches/{match}/archive", status_code=204, response_class=Response, responses=REFUSALS)
async def archive(request: Request, match: MatchId) -> Response:
    """Out of the list, into the archive."""
    await hub_of(request).archive(match)
    return Response(status_code=204)


@router.post("/matches/{match}/restore", status_code=204, response_class=Response, responses=REFUSALS)
async def restore(request: Request, match: MatchId) -> Response:
    """Back into the list, from the archive or after it was deleted."""
    await hub_of(request).restore(match)
    return Response(status_code=204)


@router.delete("/matches/{match}", status_code=204, response_class=Response, responses=REFUSALS)
async def delete(request: Request, match: MatchId) -> Response:
    """Delete a match. It is gone at once; for an hour `restore` brings it back."""
    await hub_of(request).delete(match)
    return Response(status_code=204)
