"""The games that can be played here, with what can be chosen for each."""

from collections.abc import Sequence
from typing import Any

import knobel
from knobel.bots import offered
from knobel.bots.averages import averages
from knobel.errors import KnobelError
from knobel.lessons import LESSONS
from knobel.match.table import MOST_GAMES
from knobel.rules import GAMES
from knobel.rules.core import Game, Kind
from knobel.rules.views import DiceBlock
from knobel.server import bodies, tell
from knobel.server.aside import aside
from knobel.server.cards import OWN
from knobel.server.hub import Hub
from knobel.server.routes import Routes
from knobel.server.told import PROTOCOL
from knobel.storage.cards import KeptCard
from knobel.storage.store import Store
from knobel.words import Text, text

routes = Routes()


@routes.get("/health")
async def health(hub: Hub) -> bodies.HealthOut:
    """Whether the server is there, and which one it is."""
    return bodies.HealthOut(ok=True, protocol=PROTOCOL, build=hub.build, version=knobel.__version__)


@routes.get("/ready")
async def ready(hub: Hub) -> bodies.ReadyOut:
    """Whether the server takes players: 503 with the reason if nothing can be written, or if it is stopping."""
    await hub.readiness.check()
    return bodies.ReadyOut(ok=True)


@routes.get("/games")
async def games(store: Store) -> bodies.GamesOut:
    """Every game there is, with what can be chosen for it. A game whose booklet is damaged is told apart."""
    own = await store.cards()
    return await aside(_games, own)  # to know which bots there are, positions may be counted


def _games(own: list[KeptCard]) -> bodies.GamesOut:
    found, damaged = [], []
    for kind in GAMES:
        try:
            house = [_house_rule(kind, key) for key in kind.house_rules]
            found.append(_game(kind.key, kind.game(), text(f"games.{kind.key}.tagline"), kind, house))
        except KnobelError as error:
            name = tell.text(text(f"games.{kind.key}.name"))
            damaged.append(bodies.DamagedOut(name, tell.text(error.text())))
    return bodies.GamesOut(found, damaged, [_own_game(card) for card in own])


def _own_game(card: KeptCard) -> bodies.GameOut:
    game = card.game()
    about = text("web.own.about", boxes=len(game.sheet.boxes), dice=len(game.sheet.dice), source=card.source)
    return _game(OWN + card.id, game, about)


def _game(
    key: str, game: Game[Any], about: Text, kind: Kind | None = None, house: Sequence[bodies.HouseRuleOut] = ()
) -> bodies.GameOut:
    shown = (block for block in game.view(game.start()).blocks if isinstance(block, DiceBlock))
    return bodies.GameOut(
        key=key,
        name=tell.text(game.name),
        tagline=tell.text(about),
        players=game.players,
        levels=kind.levels() if kind else (),
        house_rules=list(house),
        bots=offered(game),
        averages=averages(game),
        dice=[bodies.DieOut(die.kind, die.faces) for block in shown for die in block.dice],
        series=MOST_GAMES,
        pad=game.has_boxes,
        classic=kind is not None and kind.classic,
        lesson=key in LESSONS,
    )


def _house_rule(kind: Kind, key: str) -> bodies.HouseRuleOut:
    rule = f"rulings.{kind.key}.{key}"
    return bodies.HouseRuleOut(key, tell.text(text(f"{rule}.what")), tell.text(text(f"{rule}.house")))
