"""What stands before every request: who may ask, how much, how often, and the headers every answer carries."""

import ipaddress
import logging
from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from knobel.errors import KnobelError
from knobel.server.answers import refusal
from knobel.server.frames import LONGEST_MESSAGE, Bucket
from knobel.server.meter import meter
from knobel.server.problems import Broken, ForeignOrigin, Stopping, TooFast, TooLarge, language

log = logging.getLogger("knobel")

_SCRIPTS = "script-src 'self'"
_POLICY = "; ".join(
    (
        "default-src 'none'",
        _SCRIPTS,
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
_POCKET = "/pocket/"  # a browser's Python is WebAssembly, there and nowhere else
_POCKET_HEADERS = tuple(
    (name, value.replace(_SCRIPTS.encode(), f"{_SCRIPTS} 'wasm-unsafe-eval'".encode())) for name, value in HEADERS
)
_FILES, _EVERYTHING = "/api/files", "/api/everything"
_MOST_ADDRESSES = 10_000  # remembered
_COSTS = {_EVERYTHING: 250}  # requests that count as many: they read or write all that somebody has
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class Limits:
    message: int = LONGEST_MESSAGE  # characters of a socket message
    body: int = 65_536  # bytes of a request
    file: int = 2_000_000  # bytes of a match file, many times those of the longest match
    everything: int = 100_000_000  # bytes of a file with all that is kept somewhere: tens of thousands of matches
    bodies: int = 250_000_000  # bytes of all bodies that are here at once; beyond that large ones are refused
    rate: float = 60.0  # socket messages a second, for each connection; beyond that it is not read
    burst: float = 120.0
    patience: float = 10.0  # seconds it may go on sending more than is read, before it is closed
    changes: float = 50.0  # POST, PUT and DELETE a second, for each address
    changes_burst: float = 1000.0
    reads: float = 200.0  # GET a second, for each address
    reads_burst: float = 4000.0
    connections: int = 12_000  # tables' sockets: what 5,000 tables need, and some
    per_address: int = 2500  # of them
    per_match: int = 100  # of them
    per_match_and_address: int = 40
    hosts: frozenset[str] = field(default_factory=lambda: frozenset({"localhost", "testserver"}))


def header_of(scope: Scope, name: bytes) -> str | None:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def known_host(scope: Scope, limits: Limits) -> bool:
    """A name is only accepted if it was given at start: else a foreign page could point its own name at this machine.

    A number cannot be pointed anywhere, so addresses are always fine. A host is a name and a port; what links are made
    of it must not lead anywhere else.
    """
    asked = header_of(scope, b"host") or ""
    place = urlsplit(f"//{asked}")
    if place.netloc != asked or "@" in asked:
        return False
    name = place.hostname or ""
    if name in limits.hosts or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(scope: Scope, limits: Limits) -> bool:
    """Browsers say where a page comes from; only our own pages may change anything or open a socket."""
    try:
        if not known_host(scope, limits):
            return False
        origin = header_of(scope, b"origin")
        return origin is None or urlsplit(origin).netloc == header_of(scope, b"host")
    except ValueError:
        return False


def address_of(scope: Scope) -> str:
    """Whom bounds are counted for: an address, or the network of 64 bits that one household has of the newer kind."""
    host = (scope.get("client") or ("",))[0]
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if found.version == 4:
        return host
    mapped = found.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


class Budgets:
    """A bucket for each address; of very many, those that were not used for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, many: int = 1) -> bool:
        """As many as a request counts for, if there is one."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > _MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        if not bucket.take():
            return False
        bucket.spend(many - 1)
        return True


class Guard:
    """ASGI middleware around the whole application. Sockets check for themselves and pass by the framework."""

    def __init__(self, app: ASGIApp, sockets: ASGIApp, limits: Limits, farewell: Callable[[], Awaitable[None]]) -> None:
        self.app, self.sockets, self.limits = app, sockets, limits
        self.farewell = farewell  # before the server stops
        self._changes = Budgets(limits.changes, limits.changes_burst)
        self._reads = Budgets(limits.reads, limits.reads_burst)
        self._bodies = 0  # bytes, of all that are here now

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await (self.sockets if scope["type"] == "websocket" else self.app)(scope, receive, send)
            return
        started = ended = False
        body = 0  # bytes
        headers = _POCKET_HEADERS if scope["path"].startswith(_POCKET) else HEADERS

        async def answer(message: Message) -> None:
            nonlocal started, ended
            if message["type"] == "http.response.start":
                started = True
                meter.requests[message["status"]] += 1
                message = {**message, "headers": [*message.get("headers", ()), *headers]}
            await send(message)
            ended = message["type"] == "http.response.body" and not message.get("more_body", False)

        async def bounded() -> Message:
            """A body sent in pieces has no length to check beforehand."""
            nonlocal body
            message = await receive()
            piece = len(message.get("body", b""))
            body, self._bodies = body + piece, self._bodies + piece
            if body > self._most(scope):
                raise TooLarge(most=self._most(scope))
            if body > self.limits.body and self._bodies > self.limits.bodies:
                raise TooFast()
            return message

        try:
            self._check(scope)
            await self.app(scope, bounded, answer)
        except CancelledError:  # the server stops, and has waited long enough for it
            if not started:
                await refusal(Stopping(), _lang(scope))(scope, receive, answer)
        except ClientDisconnect:
            pass  # in the middle of a body: there is nobody to answer, and nothing went wrong here
        except KnobelError as error:
            if started:
                raise
            await refusal(error, _lang(scope))(scope, receive, answer)
        except Exception:
            route = getattr(scope.get("route"), "path", "/")  # not what was asked for: links are in there, and names
            log.exception("%s %s", scope["method"], route, extra={"about": {"method": scope["method"], "route": route}})
            if ended:  # it has been refused already
                return
            if started:
                raise
            await refusal(Broken(), _lang(scope))(scope, receive, answer)
        finally:
            self._bodies -= body

    def _check(self, scope: Scope) -> None:
        changes = scope["method"] not in _SAFE_METHODS
        if not (same_origin if changes else _host_only)(scope, self.limits):
            raise ForeignOrigin()
        length = header_of(scope, b"content-length") or "0"
        if not length.isdecimal() or int(length[:12]) > self._most(scope):
            raise TooLarge(most=self._most(scope))
        cost = _COSTS.get(scope["path"], 1)
        if not (self._changes if changes else self._reads).take(address_of(scope), cost):
            raise TooFast()

    def _most(self, scope: Scope) -> int:
        return {_FILES: self.limits.file, _EVERYTHING: self.limits.everything}.get(scope["path"], self.limits.body)


def _host_only(scope: Scope, limits: Limits) -> bool:
    try:
        return known_host(scope, limits)
    except ValueError:
        return False


def _lang(scope: Scope) -> str:
    return language(header_of(scope, b"accept-language"))
