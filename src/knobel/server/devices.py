"""Which holder a request comes from: the owner of this machine, or whoever a device's secret stands for.

A device gets a secret with its first request that changes anything, in a cookie that no script can read. Here it is
known by the hash of it alone. Addresses stand for nobody, but for one: whoever asks from this machine itself is the
owner, unless that is switched off or the request has come through a proxy.
"""

import asyncio
import ipaddress
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256

from starlette.types import Scope

from knobel.server.guard import header_of
from knobel.server.problems import OwnerHere, SameDevice, UsedDeviceLink, UsedLink
from knobel.storage.holders import NOBODY, OWNER, DeviceLink, Linked
from knobel.storage.store import Store

COOKIE = "knobel_device"
_SECRET = re.compile(rf"(?:^|;)\s*{COOKIE}=([A-Za-z0-9_-]{{43}})(?:;|\s|$)")
_SECRET_BYTES, _LINK_BYTES = 32, 18
LINK_SECONDS = 600  # that a link for another device is valid
_LONGEST = 400 * 86_400  # seconds that browsers keep a cookie at most; begun anew at each visit
_MOST_KNOWN = 10_000
_PROXIES = (b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip", b"via")


def secret_of(scope: Scope) -> str | None:
    """The secret that a device shows."""
    found = _SECRET.search(header_of(scope, b"cookie") or "")
    return found and found[1]


def hashed(secret: str) -> str:
    return sha256(f"knobel device\n{secret}".encode()).hexdigest()


def _hashed_link(token: str) -> str:
    return sha256(f"knobel device link\n{token}".encode()).hexdigest()


def cookie_of(secret: str, scope: Scope) -> str:
    """The cookie that keeps a secret: only over TLS where the page has come that way."""
    parts = [f"{COOKIE}={secret}", "Path=/", f"Max-Age={_LONGEST}", "HttpOnly", "SameSite=Strict"]
    return "; ".join([*parts, "Secure"] if came_over_tls(scope) else parts)


def no_cookie(scope: Scope) -> str:
    """The cookie that takes a secret back."""
    return cookie_of("", scope).replace(str(_LONGEST), "0")


def came_over_tls(scope: Scope) -> bool:
    return scope.get("scheme") in ("https", "wss") or header_of(scope, b"x-forwarded-proto") == "https"


def is_own_name(host: str) -> bool:
    """Whether a machine means itself by that name: no other finds it there."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_local(scope: Scope) -> bool:
    """Whether it comes from this machine, and not through a proxy that runs here."""
    try:
        local = ipaddress.ip_address((scope.get("client") or ("",))[0]).is_loopback
    except ValueError:
        return False
    return local and not any(name in _PROXIES for name, _ in scope["headers"])


class Devices:
    """`local_owner`: whoever asks from this machine is its owner. `admin` is the secret of the link that makes a device
    the owner's, once. `clock` tells seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        *,
        local_owner: bool = True,
        admin: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._local_owner, self._admin, self._clock = store, local_owner, admin, clock
        self._linking = asyncio.Lock()  # a link is opened once, however many open it at the same moment
        self._known: OrderedDict[str, str] = OrderedDict()  # hash -> holder, of those seen last

    async def holder(self, scope: Scope) -> str:
        if self._local_owner and is_local(scope):
            return OWNER
        secret = secret_of(scope)
        return NOBODY if secret is None else await self._holder(hashed(secret))

    async def _holder(self, known: str) -> str:
        holder = self._known.get(known)
        if holder is None:
            holder = await self._store.holder_of(known)
            self._remember(known, holder := known if holder is None else holder)
        return holder

    def _remember(self, known: str, holder: str) -> None:
        self._known[known] = holder
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)

    def forget(self) -> None:
        """Who is who has changed: it is looked up again."""
        self._known.clear()

    @staticmethod
    def new_secret() -> str:
        return secrets.token_urlsafe(_SECRET_BYTES)

    async def become_owner(self, secret: str, admin: str) -> None:
        """The admin link is opened: that device is the owner's from now on, and the link is used."""
        if self._admin is None or not secrets.compare_digest(admin.encode(), self._admin.encode()):
            raise UsedLink()
        self._admin = None
        await self._link(secret, OWNER)

    async def offer(self, holder: str) -> str:
        """The secret of a new link by which another device gets that holder's things, in place of an earlier one."""
        token = secrets.token_urlsafe(_LINK_BYTES)
        await self._store.link(DeviceLink(_hashed_link(token), holder, int(self._clock()) + LINK_SECONDS))
        return token

    async def follow(self, secret: str, holder: str, token: str) -> str:
        """Such a link is opened on the device with that secret: whose things it has now. Its own come along."""
        async with self._linking:
            found = await self._store.device_link(_hashed_link(token))
            if found is None or found.until <= self._clock():
                raise UsedDeviceLink()
            if found.holder == holder:
                raise SameDevice()
            if holder == OWNER:
                raise OwnerHere()
            await self._link(secret, found.holder, found.secret)
        return found.holder

    async def _link(self, secret: str, holder: str, link: str | None = None) -> None:
        await self._store.link(Linked(hashed(secret), holder, int(self._clock()), link))
        self.forget()
