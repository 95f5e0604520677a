"""REST of score cards: empty ones of any game, and those of one's own, opened from a TOML file and kept."""

import asyncio
import time
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from knobel.rules import find
from knobel.rules.core import Game
from knobel.server import people_bodies as bodies
from knobel.server import tell
from knobel.server.answers import REFUSALS, answers, as_json, hub_of
from knobel.server.bodies import CardOut
from knobel.server.problems import NoOwnCard
from knobel.server.slim import slim
from knobel.storage.cards import CardRemoval, KeptCard
from knobel.storage.store import Store

OWN = "own_"  # how the key of a card of one's own begins; what follows is its id

router = APIRouter(default_response_class=Response)


async def game_of(store: Store, spec: str) -> Game[Any]:
    """The game of that name, of the registry or on a card that is kept."""
    if not spec.startswith(OWN):
        return find(spec)
    card = next((card for card in await store.cards() if OWN + card.id == spec), None)
    if card is None:
        raise NoOwnCard()
    return card.game()


@router.get("/cards/{spec}", responses=answers(CardOut))
async def empty(request: Request, spec: Annotated[str, Path(max_length=200)]) -> Response:
    """An empty card, to print or to look at."""
    game = await game_of(hub_of(request).store, spec)
    return as_json(CardOut(str(game.spec), tell.text(game.name), slim(game).layout))


@router.post("/cards", status_code=201, responses=answers(bodies.OwnCardOut, 201))
async def keep(request: Request, asked: bodies.OwnCardIn) -> Response:
    """Open a score card of one's own and keep it. What is wrong in it is told with the place."""
    card = await asyncio.to_thread(KeptCard.of, asked.content, asked.source, int(time.time()))
    await hub_of(request).store.enter(card)
    return as_json(bodies.OwnCardOut(OWN + card.id), 201)


@router.delete("/cards/{spec}", status_code=204, response_class=Response, responses=REFUSALS)
async def drop(request: Request, spec: Annotated[str, Path(max_length=40)]) -> Response:
    """Offer a card of one's own no more. Matches played with it keep theirs."""
    store = hub_of(request).store
    await game_of(store, spec)
    await store.enter(CardRemoval(spec.removeprefix(OWN)))
    return Response(status_code=204)
