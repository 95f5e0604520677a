"""Statistics and honest dice in the browser: before anybody has played, and with an evening of matches to look at."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_screens import violations
from tests.browser.tour import an_evening


def fits(player: Player) -> bool:
    found: bool = player.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return found


@pytest.mark.phone
def test_before_anybody_has_played_it_says_so(newcomer: Player) -> None:
    newcomer.go("statistics")
    expect(newcomer.page.locator(".empty")).to_have_text("Hier hat noch niemand gespielt.")
    assert violations(newcomer.page, "light") == []
    newcomer.at("honest-dice").click()
    expect(newcomer.at("no-dice")).to_be_visible()
    assert violations(newcomer.page, "light") == []
    newcomer.go("statistics/Ada")
    expect(newcomer.page.locator(".empty")).to_contain_text("Ada hat hier noch kein Spiel zu Ende gespielt.")


@pytest.mark.phone
def test_an_evening_is_told_with_charts_and_the_table_behind_each(newcomer: Player) -> None:
    """One page, on a phone and on a desk, in both languages: the matches are looked at once."""
    page = newcomer.page
    an_evening(newcomer, Random(4))
    newcomer.go("statistics/Ada?topic=kniffel")
    expect(newcomer.at("statistics")).to_be_visible()
    expect(newcomer.at("waiting")).to_have_count(0, timeout=120_000)
    charts = page.locator("figure.chart")
    expect(charts).to_have_count(3)  # results, their spread beside exact play, luck
    for n in range(3):
        expect(charts.nth(n).locator("svg[role=img]")).to_be_visible()
        charts.nth(n).get_by_test_id("as-table").click()
        expect(charts.nth(n).locator("tbody tr").first).to_be_visible()
    expect(charts.first.locator("tbody tr")).to_have_count(1)  # of games from elsewhere luck and losses count alone
    expect(newcomer.at("lost").locator("tbody tr").first).to_be_visible()
    expect(newcomer.at("loss")).to_contain_text("Verlust je Entscheidung")
    assert fits(newcomer)
    assert violations(page, "light", "dark") == []
    newcomer.prefer(lang="en")
    expect(newcomer.at("loss")).to_contain_text("Loss a decision")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert fits(newcomer)
    newcomer.at("honest-dice").click()
    dice = page.locator("[data-dice=d6]")
    expect(dice).to_have_count(2)  # the app's, and typed ones
    expect(dice.first).to_have_attribute("data-verdict", "too_few")
    counts = dice.first.locator("tbody td:nth-child(2)")
    dice.first.get_by_test_id("as-table").click()
    expect(counts).to_have_count(6)
    thrown = newcomer.json("dice")["reports"][0]["draws"]
    assert sum(int(each) for each in counts.all_inner_texts()) == thrown
    assert violations(page, "light", "dark") == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert fits(newcomer)
