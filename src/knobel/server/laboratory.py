"""The house-rule laboratory over REST: what can be changed about a score card, how long it takes to find out what that
is worth, the trial itself in a worker process, and the changed card kept as one's own.
"""

import sys
import time
from typing import Annotated, Any

from msgspec import Meta

from knobel.coach.house_rules import card_fields, changed_card
from knobel.rules.sheetfile import write_sheet
from knobel.rules.sheetgame import SheetGame
from knobel.server import laboratory_bodies as bodies
from knobel.server import tell
from knobel.server.aside import aside
from knobel.server.cards import OWN, game_of
from knobel.server.hub import Hub
from knobel.server.people_bodies import OwnCardOut
from knobel.server.problems import ServerError
from knobel.server.routes import Routes
from knobel.storage.cards import KeptCard
from knobel.storage.store import Store

routes = Routes()

Spec = Annotated[str, Meta(max_length=200)]
TrialId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class NoCardToChange(ServerError):
    code, status = "laboratory/none", 404


class NoLaboratoryHere(ServerError):
    """In a browser there are no other processes to solve a card in."""

    code, status = "laboratory/here", 503


async def _card(store: Store, spec: str) -> SheetGame:
    if sys.platform == "emscripten":
        raise NoLaboratoryHere()
    game: Any = await game_of(store, spec)
    if not isinstance(game, SheetGame):
        raise NoCardToChange(game=game.name)
    return game


@routes.get("/laboratory/{spec}")
async def laboratory(store: Store, spec: Spec) -> bodies.LaboratoryOut:
    """What can be changed about a score card."""
    game = await _card(store, spec)
    fields = [
        bodies.CardFieldOut(
            key=one.key,
            group=one.group,
            name=tell.text(one.name),
            value=one.value,
            least=one.least,
            most=one.most,
            options=[bodies.OptionTextOut(key, tell.text(name)) for key, name in one.options],
        )
        for one in card_fields(game.sheet)
    ]
    return bodies.LaboratoryOut(spec, tell.text(game.name), fields)


@routes.post("/laboratory/{spec}/estimate")
async def estimate(hub: Hub, store: Store, spec: Spec, asked: bodies.TrialIn) -> bodies.EstimateOut:
    """About how long it would take to find out what a change is worth."""
    game = await _card(store, spec)
    return bodies.EstimateOut(await hub.trials.seconds(game, dict(asked.changes), hub.crew))


@routes.post("/laboratory/{spec}", 201)
async def begin(hub: Hub, store: Store, spec: Spec, asked: bodies.TrialIn) -> bodies.TrialBegunOut:
    """Find out what a change is worth: a worker solves the changed card."""
    game = await _card(store, spec)
    return bodies.TrialBegunOut(await hub.trials.begin(game, spec, dict(asked.changes), hub.crew))


@routes.get("/trials/{id}")
async def trial(hub: Hub, id: TrialId) -> bodies.TrialOut:
    """How far a trial is, or what was found."""
    return await hub.trials.state(id)


@routes.delete("/trials/{id}")
async def cancel(hub: Hub, id: TrialId) -> None:
    """Nobody wants to know any more. What was solved so far is kept."""
    hub.trials.cancel(id)


@routes.post("/laboratory/{spec}/card", 201)
async def keep(store: Store, spec: Spec, asked: bodies.HouseCardIn) -> OwnCardOut:
    """Keep the changed card as one's own, to be played like any other."""
    new = changed_card(await _card(store, spec), asked.changes, asked.name.strip())
    card = await aside(KeptCard.of, write_sheet(new.sheet), f"{new.sheet.key}.toml", int(time.time()))
    await store.enter(card)
    return OwnCardOut(OWN + card.id)
