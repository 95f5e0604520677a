"""REST in FastAPI: it checks path and query, and has the schema of all that can be asked. Play goes over the socket."""

import unicodedata
from hashlib import sha256
from inspect import Parameter, Signature
from io import BytesIO
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, FastAPI, Header, Path, Query, Request
from fastapi.responses import Response
from msgspec import Meta

import knobel
from knobel.server.answers import REFUSALS, Responses, answers, as_json, hub_of
from knobel.server.devices import (
    LINK_SECONDS,
    Devices,
    came_over_tls,
    cookie_of,
    hashed,
    is_own_name,
    no_cookie,
    secret_of,
)
from knobel.server.every_route import ROUTES
from knobel.server.everything import EVERYTHING
from knobel.server.guard import header_of
from knobel.server.problems import NoPath, language
from knobel.server.routes import NOTHING, Given, Needed, Route, TextFile, read_body
from knobel.server.schema import components, ref
from knobel.server.take_along import PLACE
from knobel.server.told import Shape, encode
from knobel.server.visits import VISIT, DeviceOut
from knobel.storage.holders import NOBODY, OWNER
from knobel.words import LANGUAGES, catalogue

router = APIRouter(prefix="/api", default_response_class=Response)

_BOUNDS = ("ge", "le", "min_length", "max_length", "pattern")
_TEXT = {"schema": {"type": "string"}}


def application(**options: Any) -> FastAPI:
    """FastAPI with these routes, and a schema that also has the shapes it does not check itself."""
    app = FastAPI(title="Knobel", version=knobel.__version__, openapi_url="/api/openapi.json", **options)
    app.include_router(router)
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made().setdefault("components", {}).setdefault("schemas", {}).update(components())
        return made()

    app.openapi = openapi  # type: ignore[method-assign]
    return app


def _add(route: Route) -> None:
    async def answered(request: Request, **values: Any) -> Response:
        lang = language(request.headers.get("accept-language"))
        sends = any(need.given in (Given.JSON, Given.TEXT) for need in route.needs)
        body = await request.body() if sends else b""
        devices = devices_of(request)
        holder = await devices.holder(request.scope)
        secret = secret_of(request.scope) if route.path == VISIT else None  # kept for longer at each visit
        if holder == NOBODY and route.method != "GET":
            secret = devices.new_secret()
            holder = hashed(secret)
        response = _response(route, await route.answered(hub_of(request), holder, lang, body, values))
        if route.path == EVERYTHING and route.method == "DELETE":  # what the device was known by goes, too
            devices.forget()
            response.headers["set-cookie"] = no_cookie(request.scope)
        elif secret:
            response.headers["set-cookie"] = cookie_of(secret, request.scope)
        return response

    asked = [_parameter(need) for given in (Given.PATH, Given.QUERY) for need in route.of(given)]
    first = Parameter("request", Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    answered.__signature__ = Signature([first, *asked], return_annotation=Response)  # type: ignore[attr-defined]
    answered.__name__, answered.__doc__ = getattr(route.act, "__name__", "route"), route.about
    router.add_api_route(
        route.path,
        answered,
        methods=[route.method],
        status_code=route.status,
        response_class=Response,
        responses=_responses(route),
        openapi_extra=_sent(route),
    )


def devices_of(request: Request) -> Devices:
    devices: Devices = request.app.state.devices
    return devices


def _parameter(need: Needed) -> Parameter:
    kind, bounds = _bounded(need.kind)
    place = Path(**bounds) if need.given is Given.PATH else Query(**bounds)
    return Parameter(need.name, Parameter.KEYWORD_ONLY, default=need.default, annotation=Annotated[kind, place])


def _bounded(kind: Any) -> tuple[Any, dict[str, Any]]:
    """The type without its bounds, and the bounds as FastAPI has them."""
    if get_origin(kind) is Annotated:
        plain, *metas = get_args(kind)
        found = {name: value for meta in metas if isinstance(meta, Meta) for name in _BOUNDS
                 if (value := getattr(meta, name)) is not None}  # fmt: skip
        return plain, found
    if get_origin(kind) in (Union, UnionType):
        plain, bounds = _bounded(next(arg for arg in get_args(kind) if arg is not NoneType))
        return plain | None, bounds
    return kind, {}


def _responses(route: Route) -> Responses:
    if route.answer is None:
        return REFUSALS
    if route.answer is TextFile:
        return {200: {"content": {"text/plain": _TEXT}}, **REFUSALS}
    silent: Responses = {NOTHING: {"description": "nothing to say"}} if route.may_be_silent else {}
    return {**answers(route.answer, route.status), **silent}


def _sent(route: Route) -> dict[str, Any] | None:
    for need in route.of(Given.JSON):
        return {"requestBody": {"required": True, "content": {"application/json": {"schema": ref(need.kind)}}}}
    for _ in route.of(Given.TEXT):
        return {"requestBody": {"required": True, "content": {"text/plain": _TEXT}}}
    return None


def _response(route: Route, answered: Shape | TextFile | None) -> Response:
    match answered:
        case None:
            return Response(status_code=NOTHING)
        case TextFile(name, content, kind):
            plain_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
            headers = {
                "content-disposition": f"attachment; filename=\"{plain_name}\"; filename*=UTF-8''{quote(name)}",
                "cache-control": "no-store",
            }
            return Response(content, headers=headers, media_type=f"{kind}; charset=utf-8")
        case _:
            return as_json(answered, route.status)


for each in ROUTES.all:
    _add(each)


class OwnerIn(Shape, frozen=True):
    """The secret of the admin link."""

    token: Annotated[str, Meta(min_length=1, max_length=100)]


@router.post(
    "/owner",
    responses=answers(DeviceOut),
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": ref(OwnerIn)}}}},
)
async def become_owner(request: Request) -> Response:
    """Open the admin link that the server has printed at its start: this device is the owner's from now on."""
    asked = read_body(await request.body(), OwnerIn)
    devices = devices_of(request)
    before, secret = await _device(request)
    await devices.become_owner(secret, asked.token)
    hub_of(request).reseat(before)
    response = as_json(DeviceOut(owner=True))
    response.headers["set-cookie"] = cookie_of(secret, request.scope)
    return response


async def _device(request: Request) -> tuple[str, str]:
    """Whose device it is, and its secret: a new one if it has shown none."""
    holder, secret = await devices_of(request).holder(request.scope), secret_of(request.scope)
    if secret is None:
        secret = Devices.new_secret()
        holder = hashed(secret) if holder == NOBODY else holder
    return holder, secret


class DeviceLinkOut(Shape, frozen=True):
    """`token` is the secret of a link (`…/#/move/SECRET`) by which another device gets all that is one's own: valid
    once, and for so many seconds. It takes the place of an earlier one.
    """

    token: str
    seconds: int


@router.post("/device/link", responses=answers(DeviceLinkOut))
async def offer_link(request: Request) -> Response:
    """A link for another device of one's own."""
    holder, secret = await _device(request)
    response = as_json(DeviceLinkOut(await devices_of(request).offer(holder), LINK_SECONDS))
    response.headers["set-cookie"] = cookie_of(secret, request.scope)
    return response


class DeviceLinkIn(Shape, frozen=True):
    """The secret of a link for another device."""

    token: Annotated[str, Meta(min_length=1, max_length=100)]


@router.post(
    "/device/linked",
    responses=answers(DeviceOut),
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": ref(DeviceLinkIn)}}}},
)
async def open_link(request: Request) -> Response:
    """Open such a link: this device has what the other one has, and brings along what it had."""
    asked = read_body(await request.body(), DeviceLinkIn)
    before, secret = await _device(request)
    holder = await devices_of(request).follow(secret, before, asked.token)
    hub_of(request).reseat(before)
    response = as_json(DeviceOut(owner=holder == OWNER))
    response.headers["set-cookie"] = cookie_of(secret, request.scope)
    return response


class AddressOut(Shape, frozen=True):
    """`address` is where others find this server; `reachable`: from other devices, not from this machine alone."""

    address: str
    reachable: bool


def _address(request: Request) -> AddressOut:
    """By the name this request has come to, unless that is this machine's own for itself."""
    asked = header_of(request.scope, b"host") or ""
    inner = is_own_name(urlsplit(f"//{asked}").hostname or "")
    place = (request.app.state.reached or asked) if inner else asked
    scheme = "https" if came_over_tls(request.scope) else "http"
    return AddressOut(f"{scheme}://{place}/", not is_own_name(urlsplit(f"//{place}").hostname or ""))


@router.get("/address", responses=answers(AddressOut))
async def address(request: Request) -> Response:
    """Where other devices find this server."""
    return as_json(_address(request))


class PocketOut(Shape, frozen=True):
    """The version without a server, to be taken along: where it is, whether other devices reach it, whether they may
    keep it there (browsers let only pages with https), and the bytes that a first visit loads.
    """

    address: str
    reachable: bool
    kept: bool
    size: int


def _pocket_address(request: Request) -> str:
    return f"{_address(request).address}{PLACE[1:]}/"


@router.get("/pocket", responses=answers(PocketOut))
async def take_along(request: Request) -> Response:
    """Pack the version without a server, if that was not done yet, and say where it can be fetched."""
    size = await request.app.state.take_along.size(hub_of(request))
    where = _address(request)
    kept = where.address.startswith("https:") or not where.reachable  # a machine may keep its own pages
    return as_json(PocketOut(_pocket_address(request), where.reachable, kept, size))


@router.get("/pocket/qr", responses={200: {"content": {"image/svg+xml": _TEXT}}, **REFUSALS})
async def pocket_qr_code(request: Request) -> Response:
    """Where the version without a server can be fetched, as a QR code."""
    return _qr_code(_pocket_address(request))


@router.get("/qr/{token}", responses={200: {"content": {"image/svg+xml": _TEXT}}, **REFUSALS})
async def qr_code(
    request: Request,
    token: Annotated[str, Path(pattern="^[A-Za-z0-9_-]{24}$")],
    to: Literal["join", "move"] = "join",
) -> Response:
    """The link of a table, or for another device (`move`), as a QR code, to be held before a phone."""
    return _qr_code(f"{_address(request).address}#/{to}/{token}")


def _qr_code(link: str) -> Response:
    import segno  # late: hardly a request needs it

    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=1, border=4, dark="#000", light="#fff")
    return Response(drawn.getvalue(), headers={"cache-control": "no-store"}, media_type="image/svg+xml")


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
