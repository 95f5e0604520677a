"""Starting the server: where the data lies, which port is free, when the browser opens."""

import contextlib
import errno
import ipaddress
import logging
import os
import secrets
import signal
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from knobel import __version__
from knobel.errors import KnobelError
from knobel.server.claim import claim
from knobel.server.collector import calm
from knobel.server.logs import log_as_json
from knobel.storage.database import place
from knobel.storage.opening import prepare_place
from knobel.storage.takeover import take_over
from knobel.words import Text, say, text

log = logging.getLogger("knobel")

PORT = 8777
_TRIES = 20
# Of silence, before a client is asked and, after that, before it has gone: so that this is seen within ten.
PING_SECONDS, PONG_SECONDS = 4.0, 6.0
_DESCRIPTORS = 16_384  # more than all connections that are allowed
_SPARE = 400  # descriptors for everything but tables: requests, files, workers


STOP_SECONDS = 3  # for requests that are being answered, when the server stops


class PortTaken(KnobelError):
    code = "server/port"


class NoMetrics(KnobelError):
    code = "server/metrics"


class NoProxy(KnobelError):
    code = "server/proxy"


@dataclass(frozen=True)
class Options:
    host: str = "127.0.0.1"
    port: int | None = None  # None: the usual one, or the next that is free
    db: str | None = None
    browser: bool = True
    bot_pause: float | None = None
    allow_hosts: tuple[str, ...] = ()
    local_owner: bool = True  # whoever asks from this machine is its owner
    lang: str = "en"
    proxies: tuple[str, ...] = ()  # whose word on where a request comes from is taken: addresses or networks
    metrics: str | None = None  # [HOST:]PORT on which figures are shown to Prometheus
    archive_after: int | None = None  # days after which finished matches go into the archive
    log_format: str = "text"


def metrics_at(place: str) -> tuple[str, int]:
    """Where figures are shown: a port of this machine alone, or HOST:PORT. It is free when this returns."""
    host, _, port = place.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not (port.isascii() and port.isdigit()):
        raise NoMetrics(place=place[:80], problem=text("server.port.range"))
    try:
        with contextlib.closing(listen(host, int(port))):
            return host, int(port)
    except PortTaken as error:
        raise NoMetrics(place=place[:80], problem=error.details["problem"]) from error


def check_proxies(proxies: tuple[str, ...]) -> None:
    """Each an address or a network: a name would be believed whatever it stands for."""
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError as error:
            raise NoProxy(proxy=proxy[:80]) from error


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket. A port that was asked for must be free; the usual one may give way to the next."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [port] if port is not None else [*range(PORT, PORT + _TRIES), 0]
    for number in wanted:
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, number))
        except (OSError, OverflowError) as error:
            found.close()
            if number == wanted[-1] or not _is_taken(error):
                raise PortTaken(host=host, port=number, problem=_why(error)) from error
        else:
            found.listen(2048)
            return found
    raise AssertionError("the last port either works or raises")


def _is_taken(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno == errno.EADDRINUSE


def _why(error: Exception) -> Text:
    """Why nobody can listen there, in our words: the system speaks its own language."""
    if _is_taken(error):
        return text("server.port.taken")
    if isinstance(error, OverflowError):
        return text("server.port.range")
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:  # type: ignore[attr-defined]
        return text("server.port.host")
    return text("server.port.refused")


def serve(options: Options) -> None:
    """Run until interrupted, at whatever moment that is."""
    with contextlib.suppress(KeyboardInterrupt):
        _serve(options)


def _serve(options: Options) -> None:
    check_proxies(options.proxies)
    metrics = metrics_at(options.metrics) if options.metrics else None
    db = place(options.db)
    prepare_place(db)  # whatever is wrong with it is said before anybody is invited
    if options.db is None:
        for damaged in take_over():
            print(damaged, file=sys.stderr)
    listening = listen(options.host, options.port)

    import uvicorn  # late: most commands never need it

    from knobel.server.app import Settings, create_app
    from knobel.server.door import Door
    from knobel.server.fastsocket import FastSocket
    from knobel.server.guard import Limits
    from knobel.server.hub import NO_PAUSES, Pauses
    from knobel.server.stopping import GentleServer

    host, port = listening.getsockname()[:2]
    names = frozenset(name.lower() for name in ("localhost", socket.gethostname(), *options.allow_hosts))
    pauses = Pauses() if options.bot_pause is None else Pauses(options.bot_pause) if options.bot_pause else NO_PAUSES
    descriptors = _descriptors()
    limits = Limits(hosts=names, connections=min(Limits.connections, descriptors - _SPARE))
    Door.most_unfinished = max(_SPARE // 2, descriptors // 8)  # many come back at once after a restart
    reached = f"{_in_url(reached_at(host))}:{port}"
    is_open = host not in ("127.0.0.1", "::1")
    admin = secrets.token_urlsafe(24) if is_open or not options.local_owner else None
    app = create_app(
        Settings(
            db,
            limits,
            pauses,
            local_owner=options.local_owner,
            admin=admin,
            reached=reached,
            metrics=metrics,
            archive_after=options.archive_after,
        )
    )
    if options.log_format == "json":
        log_as_json()
    config = uvicorn.Config(
        app,
        log_level="warning",
        log_config=None if options.log_format == "json" else uvicorn.config.LOGGING_CONFIG,
        access_log=False,
        http=Door,
        ws=FastSocket,
        ws_max_size=4 * limits.message,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,  # costs more than it saves on messages of this size
        timeout_graceful_shutdown=STOP_SECONDS,
        server_header=False,
        proxy_headers=bool(options.proxies),
        forwarded_allow_ips=list(options.proxies),
    )
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    url = f"http://{_in_url(shown)}:{port}/"
    server = GentleServer(config, app.farewell)
    # From here on Ctrl-C and the system's word to stop only leave word: before uvicorn listens they could get lost, and
    # when it has stopped it raises them once more, which would end this as a failure.
    for sent in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sent, lambda *_: setattr(server, "should_exit", True))
    claimed = claim(db, url) if isinstance(db, Path) else None  # PostgreSQL has room for many servers
    try:
        print(f"Knobel: {url}   ({db})", flush=True)
        if admin:
            address = (
                f"https://{options.allow_hosts[0]}/"
                if options.proxies and options.allow_hosts
                else f"http://{reached}/"
            )
            print(address, _who_may(options).say(options.lang), sep="   ", flush=True)
            print(say(options.lang, "server.open_to.admin", url=f"{address}#/owner/{admin}"), flush=True)
        if options.browser:
            threading.Thread(target=_open_when_ready, args=(url,), daemon=True).start()
        log.info("started", extra={"about": {"version": __version__, "port": port, "pid": os.getpid()}})
        calm()
        server.run(sockets=[listening])
        log.info("stopped")
    finally:
        if claimed:
            claimed.release()


def _who_may(options: Options) -> Text:
    return text("server.open_to.everybody") if options.local_owner else text("server.open_to.nobody_here")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def reached_at(host: str) -> str:
    """By which address other devices reach a server that listens there: of all interfaces, the one to the outside."""
    if host not in ("0.0.0.0", "::"):
        return host
    family, outside = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as found:
            found.connect((outside, 9))  # nothing is sent: the system only says from where it would be
            return str(found.getsockname()[0])
    except OSError:  # no network
        return "127.0.0.1"


def _descriptors() -> int:
    """How many files and connections this process may have open; as many as the system lets it take."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return 1_000_000
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _DESCRIPTORS if most == resource.RLIM_INFINITY else min(_DESCRIPTORS, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        soft = wanted
    return _DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


def _open_when_ready(url: str) -> None:
    for _ in range(100):
        try:
            with urlopen(f"{url}api/health", timeout=1):
                webbrowser.open(url)
                return
        except (URLError, OSError):
            time.sleep(0.1)
    print(url, file=sys.stderr)
