"""The games of the day: from the first screen to the line to share, and the calendar with its days in a row."""

import re

import pytest
from playwright.sync_api import expect

from knobel.match.day import DayGame
from knobel.storage.daybook import today
from tests.browser.player import PAD, Player
from tests.browser.test_screens import AXE, small_targets, violations


@pytest.mark.fresh
@pytest.mark.phone
@pytest.mark.lang("en")
def test_a_day_on_a_phone(player: Player) -> None:
    page = player.page
    page.add_init_script(AXE.read_text(encoding="utf-8"))
    player.go()
    player.at("today").click()
    player.at("play-kniffel").click()
    expect(player.at("status").or_(player.at("person-name"))).to_be_visible()
    if player.at("person-name").count():
        player.name("Dora")
    expect(player.at("status")).to_be_visible()
    player.play_on(PAD)
    player.at("to-day").click()
    expect(player.at("share-line")).to_have_text(re.compile(r"^Knobel \d\d\.\d\d\. · Kniffel \d+ \(par \d+\)$"))
    expect(player.at("par")).to_contain_text("248.2")
    expect(player.at("streak")).to_have_text("1 day in a row")
    expect(page.locator(f"[data-day='{today()}'].half")).to_be_visible()
    assert violations(page, "light", "dark") == []
    assert small_targets(page) == []
    page.get_by_role("button", name="DE").click()
    expect(player.at("share-line")).to_contain_text("(Par ")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.at("copy").click()
    expect(player.at("copy")).to_have_text("Kopiert")
    assert "Kniffel" in page.evaluate("() => navigator.clipboard.readText()")
    player.at("play-kniffel").click()
    expect(player.at("status")).to_be_visible()
    first = DayGame(today(), "kniffel").host("x").play("roll").match.events[1].faces  # type: ignore[union-attr]
    player.roll()
    thrown = player.json(f"matches/{page.url.rsplit('/', 1)[1]}")["events"][-1]["faces"]
    assert tuple(thrown) == first, "the dice of the day, and no number of the browser's own among them"
    player.go("day")
    expect(player.at("again")).to_contain_text("2. Versuch")
    player.go()
    expect(page.locator("[data-part=kniffel] .state")).to_contain_text("Punkte")
