"""The focus stays where the hand is: after an entry, after a dialog, on a new screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.test_fit import sit


def hand(player: Player) -> str:
    """What has the focus, by its name for tests, its cell or its kind."""
    return str(
        player.page.evaluate("""() => {
          const { dataset, tagName } = document.activeElement;
          return dataset.testid ?? dataset.cell ?? dataset.box ?? tagName.toLowerCase();
        }""")
    )


@pytest.mark.parametrize("size", ["small phone", "desk"])
def test_after_an_entry_it_is_at_what_is_next(player: Player, size: str) -> None:
    sit(player, size, "kniffel", 2)
    press = player.page.keyboard.press
    player.at("roll").focus()
    for _ in range(2):
        player.act(lambda: press("Space"))
        assert hand(player) == "roll"
        press("ArrowDown")
        press("Enter")
        player.act(lambda: press("Enter"))
        expect(player.at("roll")).to_be_focused()
    player.act(lambda: press("u"))
    assert hand(player) == "roll"


def test_it_stays_at_the_cell_that_was_filled(player: Player) -> None:
    sit(player, "desk", "numberup")
    press = player.page.keyboard.press
    player.act(lambda: press("Space"))
    press("ArrowDown")
    assert hand(player) == "c3"
    player.act(lambda: press("Enter"))
    assert hand(player) == "c3"
    player.act(lambda: press("Space"))  # the next card, by the key of the whole table
    press("ArrowRight")
    assert hand(player) == "d3"


def test_a_row_that_took_a_die_keeps_it(player: Player) -> None:
    sit(player, "desk", "forone")
    press = player.page.keyboard.press
    player.act(lambda: press("Space"))
    press("ArrowDown")
    row = player.page.locator(":focus").get_attribute("class")
    assert row
    player.act(lambda: press("Enter"))
    expect(player.page.locator("button.row:focus")).to_have_count(1)


def test_after_a_dialog_it_is_where_it_was(player: Player) -> None:
    sit(player, "small phone", "kniffel", 2)
    page = player.page
    for key in ("menu", "settings"):
        player.at(key).press("Enter")
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        assert hand(player) == key
    player.at("menu").press("Enter")
    page.get_by_role("button", name="Spielregeln").press("Enter")  # from one dialog into the next
    expect(player.at("rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert hand(player) == "menu"
    strip = page.locator("[data-player='1']")
    strip.press("Enter")
    page.get_by_role("button", name="Schließen").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(strip).to_be_focused()


@pytest.mark.fresh
def test_a_new_screen_begins_at_its_title(player: Player) -> None:
    page = player.page
    player.go()
    expect(page.locator("[data-game]").first).to_be_visible()
    assert hand(player) == "body"  # the page has just been opened
    ways = [
        (page.locator("[data-game=forone]"), "h1"),
        (page.locator("[data-level='1']"), "main"),  # its title comes with the page of the booklet
        (player.at("play"), "main"),  # the title of a match comes with the match
        (page.locator("a.home"), "h1"),
    ]
    for key, where in ways:
        key.press("Enter")
        page.wait_for_function("where => document.activeElement.localName === where", arg=where)
    page.keyboard.press("Tab")
    assert hand(player) != "body"
