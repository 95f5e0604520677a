"""REST of the people of this installation, and of the table at which they sat last."""

from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta

from knobel.errors import KnobelError
from knobel.match.events import Seat
from knobel.server import people_bodies as bodies
from knobel.server import tell
from knobel.server.bodies import CreatedOut
from knobel.server.hub import Hub
from knobel.server.problems import NoPerson, PersonTaken
from knobel.server.routes import Holder, MatchId, Routes
from knobel.storage.kept import check_rules
from knobel.storage.people import COLOURS, PICTURES, Changed, Forgotten, Joined, Person, newcomer, person_of
from knobel.storage.store import Store

routes = Routes()
Name = Annotated[str, Meta(min_length=1, max_length=100)]


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


@routes.get("/people")
async def everybody(store: Store) -> bodies.PeopleOut:
    """Everybody who plays here, and how people may look."""
    people = [_told(person) for person in await store.people()]
    return bodies.PeopleOut(people, COLOURS, PICTURES)


@routes.post("/people", 201)
async def join(store: Store, asked: bodies.PersonIn) -> bodies.PersonOut:
    """Remember somebody new."""
    known = await store.people()
    name = Seat(asked.name).name  # a person is called as at any table
    if taken := person_of(name, known):
        raise PersonTaken(name=taken.name)
    person = newcomer(name, known, asked.colour or "", asked.picture or "")
    await store.enter(Joined((person,)))
    return _told(person)


@routes.put("/people/{name}")
async def change(store: Store, name: Name, asked: bodies.PersonChangeIn) -> bodies.PersonOut:
    """Give a person another name, colour or picture. Results in the booklets go along."""
    person, others = await _found(store, name)
    other = person_of(Seat(asked.name).name, others)
    if other and not asked.merge:
        raise PersonTaken(name=other.name)
    stamp = max(person.stamp, other.stamp if other else 0)
    becomes = Person(asked.name, asked.colour, asked.picture, stamp)
    await store.enter(Changed(person.name, becomes))
    return _told(becomes)


@routes.delete("/people/{name}")
async def forget(store: Store, name: Name) -> None:
    """Offer a person no more. Results and matches stay."""
    person, _ = await _found(store, name)
    await store.enter(Forgotten(person.name))


@routes.get("/tables/last")
async def last_table(store: Store) -> bodies.LastTableOut:
    """The match that was begun last: the same people may want the same again."""
    newest = await store.newest()
    try:
        if newest:
            check_rules(newest.summary)
    except KnobelError:  # not readable any more
        newest = None
    return bodies.LastTableOut(tell.summary(newest) if newest else None)


@routes.post("/matches/{match}/again", 201)
async def again(hub: Hub, holder: Holder, match: MatchId) -> CreatedOut:
    """A new match like that one: the same people at the same seats, the same game and options."""
    return CreatedOut(await hub.again(holder, await hub.room(match)))
