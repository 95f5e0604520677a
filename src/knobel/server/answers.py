"""What all routes of REST share: how they answer, how they refuse, and the way to the open matches."""

from typing import Annotated, Any

from fastapi import Path, Request
from fastapi.responses import Response

from knobel.server.bodies import Problem
from knobel.server.hub import Hub
from knobel.server.wire import encode

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in {
        400: "not readable",
        403: "from a foreign page",
        404: "not there",
        405: "not this way",
        409: "not now",
        413: "too large",
        422: "not possible",
        429: "too often",
        503: "try again",
    }.items()
}
MatchId = Annotated[str, Path(pattern="^[0-9a-f]{16,64}$")]


def as_json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(value), status, {"cache-control": "no-store", **(headers or {})}, "application/json")


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub
