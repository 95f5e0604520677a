"""REST of the games of the day."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from knobel.match.day import DayGame, Part
from knobel.match.events import LONGEST_NAME, Seat
from knobel.server import day_bodies as bodies
from knobel.server.answers import answers, as_json, hub_of
from knobel.server.bodies import CreatedOut
from knobel.server.day_told import calendar_told, day_told
from knobel.server.hub import Wanted
from knobel.storage.daybook import DayBook, day_of, today
from knobel.storage.people import person_of

router = APIRouter(prefix="/days", default_response_class=Response)

TODAY = "today"
Day = Annotated[str, Path(max_length=20)]
Who = Annotated[str, Query(max_length=LONGEST_NAME)]


class DayMatchIn(BaseModel):
    """Who plays which of a day's games."""

    model_config = ConfigDict(strict=True, extra="forbid")
    part: Part
    person: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


@router.get("", responses=answers(bodies.CalendarOut))
async def calendar(request: Request, person: Who = "") -> Response:
    """Somebody's days, and how many in a row."""
    return as_json(await calendar_told(hub_of(request).store, today(), person))


@router.get("/{day}", responses=answers(bodies.DayOut))
async def day(request: Request, day: Day, person: Who = "") -> Response:
    """The games of a day, or of `today`, and how far somebody is with them. The day is that of UTC."""
    now = today()
    wanted = now if day == TODAY else day_of(day, now)
    return as_json(await day_told(hub_of(request).store, wanted, now, person))


@router.post("/{day}", status_code=201, responses=answers(CreatedOut, 201))
async def play(request: Request, day: Day, asked: DayMatchIn) -> Response:
    """Play one of a day's games: the match that is running, or a new one. After the first its dice are known."""
    hub, now = hub_of(request), today()
    game = DayGame(now if day == TODAY else day_of(day, now), asked.part)
    seat = Seat(asked.person)
    person = person_of(seat.name, await hub.store.people())
    running = DayBook(await hub.store.days(person.name if person else seat.name)).running(game.day, game.part)
    if running and await hub.store.load(running.match):
        return as_json(CreatedOut(running.match), 201)
    look = (person.colour, person.picture) if person else ("", "")
    wanted = Wanted(game.game, (seat,), (look[0],), (look[1],), day=game)
    return as_json(CreatedOut(await hub.create(wanted)), 201)
