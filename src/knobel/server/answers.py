"""What all routes of REST share: how they answer, how they refuse, and the way to the open matches."""

from typing import Annotated, Any

from fastapi import Path, Request
from fastapi.responses import Response

from knobel.errors import KnobelError
from knobel.server.hub import Hub
from knobel.server.meter import meter
from knobel.server.problems import problem, status_of
from knobel.server.schema import ref
from knobel.server.told import Problem, Shape, encode

Responses = dict[int | str, dict[str, Any]]

REFUSALS: Responses = {
    status: {"description": why, "content": {"application/problem+json": {"schema": ref(Problem)}}}
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


def answers(shape: type[Shape], status: int = 200) -> Responses:
    """For the schema: what a route answers, and how it refuses."""
    return {status: {"description": "done", "content": {"application/json": {"schema": ref(shape)}}}, **REFUSALS}


def as_json(shape: Shape, status: int = 200) -> Response:
    return Response(encode(shape), status, {"cache-control": "no-store"}, "application/json")


def refusal(error: KnobelError, lang: str) -> Response:
    """The answer to a request that is refused."""
    meter.refused["http", error.code] += 1
    return Response(encode(problem(error, lang)), status_of(error), media_type="application/problem+json")


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub
