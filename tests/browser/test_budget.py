"""The first load stays small, and nothing jumps while the dice roll."""

import gzip
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player

STATIC = Path(__file__).parents[2] / "src" / "knobel" / "server" / "static"
MOST_SCRIPT = 150_000
PHONE_GAMES = ("extreme", "seven")


def test_script_is_within_its_budget() -> None:
    scripts = list(STATIC.rglob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) <= MOST_SCRIPT


@pytest.mark.motion
@pytest.mark.parametrize(
    "game",
    ["kniffel", pytest.param("extreme", marks=pytest.mark.phone), pytest.param("seven", marks=pytest.mark.phone)],
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


@pytest.mark.motion
def test_the_tumble_can_be_skipped(player: Player) -> None:
    player.begin("kniffel")
    player.page.clock.install()
    player.page.clock.pause_at(datetime.now() + timedelta(minutes=1))  # from here on no tumble ends by itself
    player.roll()
    expect(player.page.locator("button.cell")).to_have_count(0)
    player.page.locator(".dock").click(position={"x": 5, "y": 5})
    expect(player.page.locator("button.cell")).to_have_count(13)
