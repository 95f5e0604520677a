"""REST of score cards: empty ones of any game, and those of one's own, opened from a TOML file and kept."""

import time
from typing import Annotated, Any

from msgspec import Meta

from knobel.rules import find
from knobel.rules.core import Game
from knobel.server import people_bodies as bodies
from knobel.server import tell
from knobel.server.aside import aside
from knobel.server.bodies import CardOut
from knobel.server.problems import NoOwnCard
from knobel.server.routes import Routes
from knobel.server.slim import slim
from knobel.storage.cards import CardRemoval, KeptCard
from knobel.storage.store import Store

OWN = "own_"  # how the key of a card of one's own begins; what follows is its id

routes = Routes()


async def game_of(store: Store, spec: str) -> Game[Any]:
    """The game of that name, of the registry or on a card that is kept."""
    if not spec.startswith(OWN):
        return find(spec)
    card = next((card for card in await store.cards() if OWN + card.id == spec), None)
    if card is None:
        raise NoOwnCard()
    return card.game()


@routes.get("/cards/{spec}")
async def empty(store: Store, spec: Annotated[str, Meta(max_length=200)]) -> CardOut:
    """An empty card, to print or to look at."""
    game = await game_of(store, spec)
    return CardOut(str(game.spec), tell.text(game.name), slim(game).layout)


@routes.post("/cards", 201)
async def keep(store: Store, asked: bodies.OwnCardIn) -> bodies.OwnCardOut:
    """Open a score card of one's own and keep it. What is wrong in it is told with the place."""
    card = await aside(KeptCard.of, asked.content, asked.source, int(time.time()))
    await store.enter(card)
    return bodies.OwnCardOut(OWN + card.id)


@routes.delete("/cards/{spec}")
async def drop(store: Store, spec: Annotated[str, Meta(max_length=40)]) -> None:
    """Offer a card of one's own no more. Matches played with it keep theirs."""
    await game_of(store, spec)
    await store.enter(CardRemoval(spec.removeprefix(OWN)))
