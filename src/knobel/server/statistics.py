"""REST of statistics: of a person and a game, and of the dice."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from knobel.server import statistics_bodies as bodies
from knobel.server.answers import answers, as_json, hub_of
from knobel.server.told_statistics import dice_page, statistics_page

router = APIRouter(default_response_class=Response)


@router.get("/statistics/{person}", responses=answers(bodies.StatisticsOut))
async def of_person(
    request: Request,
    person: Annotated[str, Path(min_length=1, max_length=100)],
    topic: Annotated[str | None, Query(max_length=80)] = None,
) -> Response:
    """Statistics of one person and one game, the one played last if none is named."""
    hub = hub_of(request)
    hub.studying.wanted()
    return as_json(await asyncio.to_thread(statistics_page, person, await hub.store.past(person), topic))


@router.get("/dice", responses=answers(bodies.DiceOut))
async def of_dice(request: Request) -> Response:
    """What all dice and cards have shown here, with what was to be expected."""
    hub = hub_of(request)
    hub.studying.wanted()
    return as_json(dice_page(await hub.store.draws()))
