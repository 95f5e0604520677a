"""REST of statistics: of a person and a game, and of the dice."""

from typing import Annotated

from msgspec import Meta

from knobel.server import statistics_bodies as bodies
from knobel.server.hub import Hub
from knobel.server.routes import Routes, aside
from knobel.server.told_statistics import dice_page, statistics_page
from knobel.storage.store import Store

routes = Routes()


@routes.get("/statistics/{person}")
async def of_person(
    hub: Hub,
    store: Store,
    person: Annotated[str, Meta(min_length=1, max_length=100)],
    topic: Annotated[str, Meta(max_length=80)] | None = None,
) -> bodies.StatisticsOut:
    """Statistics of one person and one game, the one played last if none is named."""
    hub.studying.wanted()
    return await aside(statistics_page, person, await store.past(person), topic)


@routes.get("/dice")
async def of_dice(hub: Hub, store: Store) -> bodies.DiceOut:
    """What all dice and cards have shown here, with what was to be expected."""
    hub.studying.wanted()
    return dice_page(await store.draws())
