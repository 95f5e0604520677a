"""The application: routes, guard and lifetime put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Route

from knobel.errors import KnobelError
from knobel.server import api
from knobel.server.answers import refusal
from knobel.server.devices import Devices
from knobel.server.guard import Guard, Limits
from knobel.server.hub import Hub, Pauses
from knobel.server.pages import STATIC, Pages, build_digest
from knobel.server.problems import BadBody, BadMethod, Broken, Busy, NoPath, language
from knobel.server.socket import SocketApp
from knobel.server.take_along import PLACE, TakeAlong, TakeAlongPages
from knobel.server.unreadable import in_body
from knobel.storage.database import Place
from knobel.storage.errors import Conflict
from knobel.storage.opening import open_store
from knobel.storage.store import Store
from knobel.words import text


@dataclass(frozen=True)
class Settings:
    db: Place
    limits: Limits = field(default_factory=Limits)
    pauses: Pauses = Pauses()
    static: Path = STATIC
    store: Callable[[Place], Store] = open_store
    local_owner: bool = True  # whoever asks from this machine is its owner
    reached: str | None = None  # host and port by which other devices reach it, if it is not asked for by that
    admin: str | None = None  # the secret of the link that makes a device the owner's
    metrics: tuple[str, int] | None = None  # where figures are shown to Prometheus
    archive_after: int | None = None  # days after which finished matches go into the archive


def _metrics(place: tuple[str, int] | None, hub: Hub, sockets: SocketApp) -> Callable[[], None]:
    if place is None:
        return lambda: None
    from knobel.server.metrics import show  # late: it needs a package that most servers do without

    return show(*place, hub, sockets)


def create_app(settings: Settings) -> Guard:
    @asynccontextmanager
    async def lifetime(app: FastAPI) -> AsyncIterator[None]:
        store = settings.store(settings.db)
        hub = Hub(store, build_digest(settings.static), settings.pauses)
        app.state.reached = settings.reached
        app.state.hub = sockets.hub = hub
        app.state.take_along = TakeAlong()
        devices = Devices(store, local_owner=settings.local_owner, admin=settings.admin)
        app.state.devices = sockets.devices = devices
        hub.archiving.days = settings.archive_after
        hub.reseated = devices.forget
        hub.start()
        end_metrics = _metrics(settings.metrics, hub, sockets)
        try:
            yield
        finally:
            end_metrics()
            sockets.close_all()
            await hub.stop()
            await store.close()

    sockets = SocketApp(settings.limits)
    app = api.application(lifespan=lifetime, docs_url=None, redoc_url=None)  # those pages load scripts from elsewhere
    for kind in (KnobelError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _refuse)
    for path in (PLACE, f"{PLACE}/{{path:path}}"):
        app.router.routes.append(Route(path, TakeAlongPages(), methods=None, include_in_schema=False))
    app.router.routes.append(Route("/{path:path}", Pages(settings.static), methods=None, include_in_schema=False))
    return Guard(app, sockets, settings.limits, sockets.farewell)


async def _refuse(request: Request, error: Exception) -> Response:
    match error:
        case Conflict():
            said: KnobelError = Busy()
        case KnobelError():
            said = error
        case RequestValidationError():
            said = BadBody(problem=in_body(error.errors()))
        case HTTPException(__cause__=KnobelError() as cause):  # met while reading the body: too large
            said = cause
        case HTTPException(status_code=404):
            said = NoPath(path=request.url.path[:80])
        case HTTPException(status_code=405):
            said = BadMethod(method=request.method[:10])
        case HTTPException():
            said = BadBody(problem=text("server.body.json"))
        case _:
            said = Broken()
    return refusal(said, language(request.headers.get("accept-language")))
