"""The first load stays small, and nothing jumps while the dice roll."""

import gzip
import json
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.thoroughness import sample

STATIC = Path(__file__).parents[2] / "src" / "knobel" / "server" / "static"
MOST_AT_FIRST = 125_000  # before the first screen is seen: the app and the words of one language
MOST_SCRIPT = 238_000  # what the worker fetches afterwards, too: the other screens and language, the rules in both
MOST_OF_THE_POCKET = 8_000  # what only the version without a server loads
PHONE_GAMES = ("extreme", "seven")


def packed(scripts: Iterable[Path]) -> int:
    """Their size as it is sent."""
    return sum(len(gzip.compress(script.read_bytes())) for script in scripts)


def test_script_is_within_its_budget() -> None:
    worker = STATIC / "sw.js"
    listed = re.search(r"const FILES = (\[.*?\]);", worker.read_text(encoding="utf-8"))
    assert listed
    fetched = {worker, *(STATIC / name for name in json.loads(listed[1]) if name.endswith(".js"))}
    assert packed(fetched) <= MOST_SCRIPT
    assert packed(set(STATIC.rglob("*.js")) - fetched) <= MOST_OF_THE_POCKET


@pytest.mark.fresh
def test_the_first_screen_waits_for_one_language_only(player: Player) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    player.go()
    expect(player.page.locator("[data-game]").first).to_be_visible()
    scripts = {STATIC / path.lstrip("/") for path in asked if path.startswith("/assets/") and path.endswith(".js")}
    assert len(scripts) >= 2, "the app and its words"
    assert packed(scripts) <= MOST_AT_FIRST


@pytest.mark.motion
@pytest.mark.parametrize(
    "game",
    sample(
        ["kniffel", pytest.param("seven", marks=pytest.mark.phone), pytest.param("extreme", marks=pytest.mark.phone)], 2
    ),
)
def test_nothing_shifts_while_rolling(player: Player, game: str) -> None:
    player.begin(game)
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")
    player.page.evaluate("""() => {
      window.shift = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
        .observe({type: "layout-shift", buffered: false});
    }""")
    for _ in range(2):
        player.roll()
        player.page.wait_for_timeout(1000)
        player.page.locator("[data-die='1']").click()
    player.roll()
    player.page.wait_for_timeout(1000)
    assert player.page.evaluate("() => window.shift") < 0.001


@pytest.mark.fresh
@pytest.mark.motion
def test_the_tumble_can_be_skipped(player: Player) -> None:
    player.begin("kniffel")
    player.page.clock.install()
    player.page.clock.pause_at(datetime.now() + timedelta(minutes=1))  # from here on no tumble ends by itself
    player.roll()
    expect(player.page.locator("button.cell")).to_have_count(0)
    player.page.locator(".dock").click(position={"x": 5, "y": 5})
    expect(player.page.locator("button.cell")).to_have_count(13)
