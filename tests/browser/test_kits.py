"""Every engine of the rules has its kit in the browser, and one that has none is told of instead of being mistaken."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from knobel.rules import GAMES
from tests.browser.player import Player
from tests.thoroughness import sample

KITS = Path(__file__).parents[2] / "web" / "src" / "games"
PARTS = {"Play.svelte", "Still.svelte", "Print.svelte", "news.ts", "index.ts"}


def listed() -> set[str]:
    found = re.search(r"KITS.*= \{(.*?)\}", (KITS / "index.ts").read_text(), re.DOTALL)
    assert found
    return {name.strip() for name in found[1].split(",") if name.strip()}


def test_every_engine_has_its_kit() -> None:
    engines = {kind.game().engine for kind in GAMES}
    assert listed() == engines
    for engine in engines:
        assert {file.name for file in (KITS / engine).iterdir()} >= PARTS


def unknown(message: Any) -> Any:
    """The same message about a game whose engine nobody has heard of."""
    if isinstance(message, dict):
        return {key: "toy" if key == "engine" else unknown(value) for key, value in message.items()}
    return [unknown(item) for item in message] if isinstance(message, list) else message


@pytest.mark.fresh
@pytest.mark.parametrize("game", sample(["kniffel", "numberup"], 2))
def test_an_engine_without_a_kit_is_told_of(player: Player, game: str) -> None:
    match = player.begin(game)

    def rest(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps(unknown(answer.json())))

    def socket(mine: WebSocketRoute) -> None:
        server = mine.connect_to_server()
        server.on_message(lambda message: mine.send(json.dumps(unknown(json.loads(message)))))

    player.page.route(re.compile("/api/(matches|cards)/"), rest)
    player.page.route_web_socket(re.compile("/ws/"), socket)
    for where in (f"match/{match}", f"replay/{match}", f"print/{game}", f"print/{game}?match={match}"):
        player.page.goto("about:blank")
        player.go(where)
        expect(player.at("no-kit")).to_be_visible()
        expect(player.page.locator(".number-card")).to_have_count(0)
