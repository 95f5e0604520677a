"""All that is kept as one file: to be saved, and to be read in elsewhere; and all of it deleted."""

from dataclasses import asdict
from datetime import UTC, datetime

from knobel.server.aside import aside
from knobel.server.hub import Hub
from knobel.server.problems import NoTextFile, TooLarge
from knobel.server.routes import Holder, Routes, Sent, TextFile
from knobel.server.told import Shape
from knobel.storage.everything import SUFFIX, unpacked
from knobel.storage.holders import OWNER
from knobel.storage.store import Store

routes = Routes()

EVERYTHING = "/everything"
GUESTS_MOST = 10_000_000  # bytes of such a file from anybody but the owner: more than a thousand matches


class TakenInOut(Shape, frozen=True):
    """How much of it was new here."""

    matches: int
    results: int
    people: int
    cards: int


class HoldingsOut(TakenInOut, frozen=True):
    """How much is one's own. `shared`: matches of those at which others sit, too."""

    shared: int


@routes.get(EVERYTHING)
async def save(store: Store) -> TextFile:
    """All that is one's own, without the seeds of matches that are not over."""
    name = f"knobel-{datetime.now(UTC):%Y-%m-%d}{SUFFIX}"
    return TextFile(name, await store.everything())


@routes.post(EVERYTHING)
async def read_in(hub: Hub, store: Store, holder: Holder, sent: Sent) -> TakenInOut:
    """Add what such a file holds: what is here already stays, a match of both that goes on in the file goes on here."""
    if holder != OWNER and len(sent) > GUESTS_MOST:
        raise TooLarge(most=GUESTS_MOST)
    try:
        content = sent.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoTextFile() from error
    async with hub.taking_in:
        before = await store.counted()
        await hub.take_in(holder, await aside(unpacked, content))
        now = await store.counted()
    return TakenInOut(
        now.matches - before.matches, now.results - before.results, now.people - before.people, now.cards - before.cards
    )


@routes.get(f"{EVERYTHING}/count")
async def count(store: Store) -> HoldingsOut:
    """How much is one's own."""
    return HoldingsOut(**asdict(await store.counted()))


@routes.delete(EVERYTHING)
async def delete(hub: Hub, holder: Holder) -> None:
    """Delete all that is one's own, for good: matches, people, results, days, training, cards and the device's secret.
    Matches at which others sit stay theirs, and nobody holds one's seats there.
    """
    await hub.delete_everything(holder)
