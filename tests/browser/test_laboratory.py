"""The house-rule laboratory: change a card, read what that is worth, keep and play it; by keyboard, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_screens import AXE, violations

SOLVED = 900_000  # milliseconds at most: machine code is compiled in it, beside everything else that is tested


@pytest.mark.timeout(1200)
@pytest.mark.fresh
@pytest.mark.phone
def test_a_rule_is_tried_kept_and_played(player: Player) -> None:
    page = player.page
    page.add_init_script(AXE.read_text(encoding="utf-8"))
    player.go("new/kniffel")
    player.at("to-lab").click()
    expect(page.locator("h1")).to_be_focused()
    expect(player.at("how-long")).to_have_text("Noch ist nichts geändert.")
    expect(player.at("work-out")).to_have_attribute("aria-disabled", "true")
    house = page.locator("[data-field='boxes.full_house']")
    house.fill("4000")
    expect(player.at("how-long")).to_contain_text("von 0 bis 1000")
    house.fill("40")
    expect(player.at("how-long")).to_contain_text("Dauert ein paar Sekunden", timeout=60_000)
    assert violations(page, "light") == []
    house.press("Enter")
    expect(player.at("worth")).to_contain_text("14,1 Punkte mehr wert", timeout=SOLVED)
    expect(page.locator("h2", has_text="Was die Regel wert ist")).to_be_focused()
    expect(player.at("decided")).to_contain_text(re.compile(r"In \d+ von \d+ Entscheidungen"))
    expect(player.at("examples").locator("li").first).to_contain_text("Gegenüber der alten Gewohnheit")
    assert violations(page, "light") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()  # whoever comes back finds it
    expect(player.at("worth")).to_contain_text("14,1 Punkte mehr wert")
    player.at("card-name").fill("Teures Haus")
    player.at("card-name").press("Enter")
    expect(player.at("kept")).to_contain_text("Mehr Spiele")
    player.at("play-rule").click()
    expect(page.locator("h1")).to_have_text("Teures Haus")


@pytest.mark.lang("en")
def test_a_long_one_says_so_and_is_cancelled(player: Player) -> None:
    page = player.page
    player.go("lab/seven")
    page.locator("[data-field='boxes.super_kniffel']").fill("70")
    expect(player.at("how-long")).to_contain_text("over ten minutes", timeout=60_000)
    player.at("work-out").click()
    expect(player.at("lab-progress")).to_be_visible()
    player.at("cancel").focus()
    page.keyboard.press("Enter")
    expect(player.at("work-out")).to_be_focused()
    expect(player.at("lab")).to_contain_text("Cancelled")
    expect(page.locator("[data-field='boxes.super_kniffel']")).to_have_value("70")
