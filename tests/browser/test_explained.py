"""What is tapped explains itself next to it, and the explanation goes away with the next choice: in every kit."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.geometry import SIZES, hidden
from tests.browser.player import Player
from tests.browser.test_fit import sit

SLIP = "[data-testid=explanation]"


def beside(player: Player, thing: Locator, *words: str) -> None:
    """The slip is on the screen whole, says that, touches what was tapped and does not lie on it."""
    slip = player.at("explanation")
    for word in words:
        expect(slip).to_contain_text(word)
        expect(player.at("polite")).to_contain_text(word)
    assert hidden(player.page, SLIP) == []
    told, tapped = slip.bounding_box(), thing.bounding_box()
    assert told
    assert tapped
    above = tapped["y"] - told["y"] - told["height"]
    below = told["y"] - tapped["y"] - tapped["height"]
    assert 0 <= max(above, below) < 16
    assert told["x"] < tapped["x"] + tapped["width"]
    assert told["x"] + told["width"] > tapped["x"]


@pytest.mark.parametrize("size", ["small phone", "desk"])
def test_a_box(player: Player, size: str) -> None:
    sit(player, size, "kniffel", 2)
    page = player.page
    labels = {
        "small phone": "[data-testid=turn-card] [data-box={}]",
        "desk": "tr:has([data-box={}]) button.rule",
    }
    full, chance = (page.locator(labels[size].format(box)) for box in ("full_house", "chance"))
    assert "dotted" in full.evaluate(
        "one => [one, ...one.children].map((part) => getComputedStyle(part).textDecorationStyle).join()"
    )
    full.click()
    beside(player, full, "Full House", "25")
    chance.click()  # the next takes its place
    beside(player, chance, "Chance")
    chance.click()  # a second tap puts it away
    expect(player.at("explanation")).to_have_count(0)
    full.focus()
    page.keyboard.press("Enter")
    beside(player, full, "Full House")
    player.roll()  # whatever is chosen next
    expect(player.at("explanation")).to_have_count(0)
    if size == "desk":
        full.click()
        beside(player, full, "Full House")
        page.locator("button.cell[data-box=chance]").click()
        expect(player.at("explanation")).to_have_count(0)
        return
    page.locator("[data-player='0']").click()  # on the card of all too, which lies over the table
    page.locator("dialog button.rule").first.click()
    expect(player.at("explanation")).to_contain_text("Einser")
    assert player.at("explanation").evaluate("slip => slip.matches(':popover-open')")


def test_a_row_and_a_tile(player: Player) -> None:
    sit(player, "small phone", "forone", level=25)
    page = player.page
    kniffel = page.locator("[data-row=kniffel] button.row")
    kniffel.click()
    beside(player, kniffel, "Kniffel", "Schuld")  # with the tile that lies there
    tile = page.locator("button.told").first
    tile.click()
    beside(player, tile, "Von oben")
    player.act(player.at("go").click)
    expect(player.at("explanation")).to_have_count(0)
    before = player.version()
    refused = page.locator(".dim button.row").first
    refused.click()
    beside(player, refused)
    player.at("explanation").click()  # it is put away, and nothing happens to what lies under it
    expect(player.at("explanation")).to_have_count(0)
    assert player.version() == before
    player.act(page.locator(".lit button.row").first.click)


def test_the_aims_and_a_cell(player: Player) -> None:
    sit(player, "phone on its side", "numberup")
    for size in ("small phone", "phone on its side"):
        player.page.set_viewport_size(SIZES[size])
        player.at("aims").click()
        beside(player, player.at("aims"), "Zeilen, Spalten: Die Summe der besten Farbe", "Häkchen ab 9")
        player.at("aims").click()
        expect(player.at("explanation")).to_have_count(0)
    player.act(player.at("go").click)
    cell = player.page.locator("[data-cell=a1]")
    cell.click(force=True)
    beside(player, cell, "Vor diesem Feld kommt die Mitte")
    player.act(player.at("go").click)
    expect(player.at("explanation")).to_have_count(0)
