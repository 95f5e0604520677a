"""REST of the people of this installation, and of the table at which they sat last."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from knobel.errors import KnobelError
from knobel.match.events import Seat
from knobel.server import people_bodies as bodies
from knobel.server import tell
from knobel.server.answers import REFUSALS, MatchId, answers, as_json, hub_of
from knobel.server.bodies import CreatedOut
from knobel.server.problems import NoPerson, PersonTaken
from knobel.storage.kept import check_rules
from knobel.storage.people import COLOURS, PICTURES, Changed, Forgotten, Joined, Person, newcomer, person_of
from knobel.storage.store import Store

router = APIRouter(default_response_class=Response)
Name = Annotated[str, Path(min_length=1, max_length=100)]


def _told(person: Person) -> bodies.PersonOut:
    played = datetime.fromtimestamp(person.stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if person.stamp else None
    return bodies.PersonOut(person.name, person.colour, person.picture, played)


async def _found(store: Store, name: str) -> tuple[Person, list[Person]]:
    """That person, and everybody else."""
    known = await store.people()
    person = person_of(name, known)
    if person is None:
        raise NoPerson(name=name[:40])
    return person, [one for one in known if one is not person]


@router.get("/people", responses=answers(bodies.PeopleOut))
async def everybody(request: Request) -> Response:
    """Everybody who plays here, and how people may look."""
    people = [_told(person) for person in await hub_of(request).store.people()]
    return as_json(bodies.PeopleOut(people, COLOURS, PICTURES))


@router.post("/people", status_code=201, responses=answers(bodies.PersonOut, 201))
async def join(request: Request, asked: bodies.PersonIn) -> Response:
    """Remember somebody new."""
    store = hub_of(request).store
    known = await store.people()
    name = Seat(asked.name).name  # a person is called as at any table
    if taken := person_of(name, known):
        raise PersonTaken(name=taken.name)
    person = newcomer(name, known, asked.colour or "", asked.picture or "")
    await store.enter(Joined((person,)))
    return as_json(_told(person), 201)


@router.put("/people/{name}", responses=answers(bodies.PersonOut))
async def change(request: Request, name: Name, asked: bodies.PersonChangeIn) -> Response:
    """Give a person another name, colour or picture. Results in the booklets go along."""
    store = hub_of(request).store
    person, others = await _found(store, name)
    other = person_of(Seat(asked.name).name, others)
    if other and not asked.merge:
        raise PersonTaken(name=other.name)
    stamp = max(person.stamp, other.stamp if other else 0)
    becomes = Person(asked.name, asked.colour, asked.picture, stamp)
    await store.enter(Changed(person.name, becomes))
    return as_json(_told(becomes))


@router.delete("/people/{name}", status_code=204, response_class=Response, responses=REFUSALS)
async def forget(request: Request, name: Name) -> Response:
    """Offer a person no more. Results and matches stay."""
    store = hub_of(request).store
    person, _ = await _found(store, name)
    await store.enter(Forgotten(person.name))
    return Response(status_code=204)


@router.get("/tables/last", responses=answers(bodies.LastTableOut))
async def last_table(request: Request) -> Response:
    """The match that was begun last: the same people may want the same again."""
    newest = await hub_of(request).store.newest()
    try:
        if newest:
            check_rules(newest.summary)
    except KnobelError:  # not readable any more
        newest = None
    return as_json(bodies.LastTableOut(tell.summary(newest) if newest else None))


@router.post("/matches/{match}/again", status_code=201, responses=answers(CreatedOut, 201))
async def again(request: Request, match: MatchId) -> Response:
    """A new match like that one: the same people at the same seats, the same game and options."""
    hub = hub_of(request)
    return as_json(CreatedOut(await hub.again(await hub.room(match))), 201)
