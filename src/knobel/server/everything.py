"""All that is kept as one file: to be saved, and to be read in elsewhere."""

from datetime import UTC, datetime

from knobel.server.aside import aside
from knobel.server.hub import Hub
from knobel.server.problems import NoTextFile
from knobel.server.routes import Routes, Sent, TextFile
from knobel.server.told import Shape
from knobel.storage.everything import SUFFIX, unpacked

routes = Routes()


class TakenInOut(Shape, frozen=True):
    """How much of it was new here."""

    matches: int
    results: int
    people: int
    cards: int


@routes.get("/everything")
async def save(hub: Hub) -> TextFile:
    """All that is kept, without the seeds of matches that are not over."""
    name = f"knobel-{datetime.now(UTC):%Y-%m-%d}{SUFFIX}"
    return TextFile(name, await hub.store.everything())


@routes.post("/everything")
async def read_in(hub: Hub, sent: Sent) -> TakenInOut:
    """Add what such a file holds: what is here already stays, a match of both that goes on in the file goes on here."""
    try:
        content = sent.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoTextFile() from error
    before = await hub.store.counted()
    await hub.take_in(await aside(unpacked, content))
    now = await hub.store.counted()
    return TakenInOut(
        now.matches - before.matches, now.results - before.results, now.people - before.people, now.cards - before.cards
    )
