"""The routes of REST, declared once and without a framework, so that two homes can serve them.

A route is a function: what it needs is given by name and type, and what it returns is the answer.

    @routes.get("/matches/{match}/check")
    async def check(hub: Hub, match: MatchId) -> CheckOut: ...

`hub: Hub` are the open matches, `store: Store` is what belongs to whoever asks, `holder: Holder` says who that is, and
`lang: Lang` is their language; a name in the path comes from there, a `Shape` is the body as JSON, `sent: Sent` the
body as it came, and everything else is asked for behind the "?".
A `Shape` is answered as JSON, a `TextFile` as a file to keep, None as 204, also by a route that mostly has something to
say (`-> CheckOut | None`). Refusals are raised.

A route with `{match}` in its path is for those at that table: to see it where something is read, to play there where
something is changed, unless it says otherwise (`right`). Who may not is refused before the route begins.

The server hands the routes to its framework (`rest.py`); without a server the browser calls them (`knobel.pocket`).
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from inspect import Parameter, getdoc, signature
from types import NoneType
from typing import Annotated, Any, NewType, TypeVar, get_args, get_type_hints
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import Meta

from knobel.server.aside import aside as aside
from knobel.server.hub import Hub
from knobel.server.problems import BadBody, BadMethod, NoPath
from knobel.server.rights import Right
from knobel.server.told import Shape, encode
from knobel.server.unreadable import in_json
from knobel.storage.store import Store

Lang = NewType("Lang", str)
Holder = NewType("Holder", str)
Sent = NewType("Sent", bytes)
MatchId = Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$")]

Act = Callable[..., Awaitable["Shape | TextFile | None"]]

NOTHING = 204  # the status of an answer without words
_MISSING = Parameter.empty
Body = TypeVar("Body", bound=Shape)


@dataclass(frozen=True, slots=True)
class TextFile:
    """An answer to be kept as a file."""

    name: str
    content: str
    kind: str = "text/plain"


class Given(Enum):
    """Where something comes from that a route needs."""

    HUB = "hub"
    STORE = "store"
    HOLDER = "holder"
    LANG = "lang"
    PATH = "path"
    QUERY = "query"
    JSON = "json"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Needed:
    name: str
    given: Given
    kind: Any
    default: Any = _MISSING


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    path: str
    status: int
    act: Act
    needs: tuple[Needed, ...]
    answer: Any  # the shape that is answered, TextFile, or None
    may_be_silent: bool  # None, too
    right: Right | None  # that is needed at the table it is about

    @property
    def about(self) -> str:
        return getdoc(self.act) or ""

    def of(self, given: Given) -> Iterator[Needed]:
        return (need for need in self.needs if need.given is given)

    async def answered(
        self, hub: Hub, holder: str, lang: str, body: bytes, values: Mapping[str, Any]
    ) -> "Shape | TextFile | None":
        """What it answers to that holder; `values` are those of path and query, as they are to be."""
        if self.right:
            await hub.check(holder, values["match"], self.right)
        given = dict(values)
        for need in self.needs:
            match need.given:
                case Given.HUB:
                    given[need.name] = hub
                case Given.STORE:
                    given[need.name] = hub.store.of(holder)
                case Given.HOLDER:
                    given[need.name] = holder
                case Given.LANG:
                    given[need.name] = lang
                case Given.TEXT:
                    given[need.name] = body
                case Given.JSON:
                    given[need.name] = read_body(body, need.kind)
                case _:
                    pass
        return await self.act(**given)


class Routes:
    """A list of routes that belong together."""

    def __init__(self, *parts: "Routes") -> None:
        self.all: list[Route] = [route for part in parts for route in part.all]

    def get(self, path: str, right: Right = Right.SEE) -> Callable[[Act], Act]:
        return self._route("GET", path, 200, right)

    def post(self, path: str, status: int = 200, right: Right = Right.PLAY) -> Callable[[Act], Act]:
        return self._route("POST", path, status, right)

    def put(self, path: str, right: Right = Right.PLAY) -> Callable[[Act], Act]:
        return self._route("PUT", path, 200, right)

    def delete(self, path: str, right: Right = Right.PLAY) -> Callable[[Act], Act]:
        return self._route("DELETE", path, 200, right)

    def _route(self, method: str, path: str, status: int, right: Right) -> Callable[[Act], Act]:
        def declare(act: Act) -> Act:
            hints = get_type_hints(act, include_extras=True)
            answer = hints.pop("return")
            shapes = [kind for kind in get_args(answer) or (answer,) if kind is not NoneType]
            silent = [answer] != shapes
            answer = shapes[0] if shapes else None
            needs = tuple(_needed(one, hints[one.name], path) for one in signature(act).parameters.values())
            needed = right if "{match}" in path else None
            self.all.append(Route(method, path, status if answer else NOTHING, act, needs, answer, silent, needed))
            return act

        return declare


def _needed(one: Parameter, kind: Any, path: str) -> Needed:
    if kind is Hub:
        given = Given.HUB
    elif kind is Store:
        given = Given.STORE
    elif kind is Holder:
        given = Given.HOLDER
    elif kind is Lang:
        given = Given.LANG
    elif kind is Sent:
        given = Given.TEXT
    elif f"{{{one.name}}}" in path:
        given = Given.PATH
    elif isinstance(kind, type) and issubclass(kind, Shape):
        given = Given.JSON
    else:
        given = Given.QUERY
    return Needed(one.name, given, kind, one.default)


def read_body(body: bytes, kind: type[Body]) -> Body:
    """What was sent as JSON, or why it cannot be read."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadBody(problem=in_json(error, kind)) from error


# Without a framework.


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    kind: str
    body: bytes
    name: str | None = None  # of the file that it is


def answer_of(route: Route, answered: Shape | TextFile | None) -> Answer:
    match answered:
        case None:
            return Answer(NOTHING, "", b"")
        case TextFile(name, content, kind):
            return Answer(route.status, kind, content.encode(), name)
        case _:
            return Answer(route.status, "application/json", encode(answered))


class Switchboard:
    """Finds the route of a request by method and address."""

    def __init__(self, routes: Routes) -> None:
        self._routes = [(_pattern(route.path), route) for route in routes.all]

    async def answer(self, hub: Hub, holder: str, method: str, address: str, body: bytes, lang: str) -> Answer:
        """`address` is what stands behind /api, with its "?"."""
        path, _, query = address.partition("?")
        fitting = [(found, route) for pattern, route in self._routes if (found := pattern.fullmatch(path))]
        if not fitting:
            raise NoPath(path=path[:80])
        found, route = next((one for one in fitting if one[1].method == method), (None, None))
        if found is None or route is None:
            raise BadMethod(method=method[:10])
        parts = {name: unquote(value) for name, value in found.groupdict().items()}
        asked = dict(parse_qsl(query, keep_blank_values=True))
        values = {need.name: _value(need, parts) for need in route.of(Given.PATH)}
        values |= {need.name: _value(need, asked) for need in route.of(Given.QUERY)}
        return answer_of(route, await route.answered(hub, holder, lang, body, values))


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(path)))


def _value(need: Needed, values: Mapping[str, str]) -> Any:
    if need.name not in values and need.default is not _MISSING:
        return need.default
    try:
        return msgspec.convert({need.name: values[need.name]}, dict[str, need.kind], strict=False)[need.name]  # type: ignore[name-defined]
    except (KeyError, msgspec.ValidationError) as error:
        raise BadBody(problem=in_json(error, None, need.name)) from error
