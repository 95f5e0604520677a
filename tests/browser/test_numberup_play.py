"""Number UP in play: one tap a card, what a cell would bring, places in plain words, all of it on a small screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Player

OPEN = "button.cell.open"


def laid(player: Player) -> int:
    return player.page.locator("span.cell .number-card").count()


def first_card(player: Player) -> None:
    player.act(player.at("go").click)  # the first card is turned by hand
    player.act(player.at("go").click)  # and can only go to the middle: the key lays it
    expect(player.page.locator("span.cell .number-card")).to_have_count(1)


def moves(player: Player, match: str) -> list[str]:
    return [event["move"] for event in player.json(f"matches/{match}")["events"] if event["is"] == "played"]


@pytest.mark.phone
def test_one_tap_a_card(player: Player) -> None:
    match = player.begin("numberup")
    first_card(player)
    for already in range(1, 5):
        expect(player.page.locator(OPEN).first).to_be_visible()
        player.page.locator(OPEN).first.tap()
        expect(player.page.locator("span.cell .number-card")).to_have_count(already + 1)
    expect(player.page.locator(OPEN).first).to_be_visible()
    played = moves(player, match)
    assert [move.split()[0] for move in played] == ["draw", "place"] * 5 + ["draw"]


def test_the_last_card_can_be_taken_back_until_the_next_is_seen(player: Player) -> None:
    player.begin("numberup")
    first_card(player)
    expect(player.at("undo")).to_have_attribute("aria-disabled", "false")
    player.act(player.at("undo").click)
    expect(player.page.locator(OPEN)).to_have_count(1)
    player.page.mouse.move(1, 1)
    player.page.wait_for_timeout(2_000)  # nothing is drawn: the card is in hand again
    expect(player.page.locator(OPEN)).to_have_count(1)
    player.act(player.at("go").click)
    expect(player.page.locator(OPEN)).to_have_count(4)
    expect(player.at("undo")).to_have_attribute("aria-disabled", "true")


@pytest.mark.lang("en")
def test_the_deck_hurries_and_a_window_holds_it_up(player: Player) -> None:
    match = player.begin("numberup")
    first_card(player)
    player.at("menu").click()
    before = player.version()
    player.page.wait_for_timeout(2_200)
    assert player.version() == before
    player.page.keyboard.press("Escape")
    expect(player.page.locator(OPEN)).to_have_count(4)
    player.page.locator(OPEN).first.click()
    expect(player.at("go")).to_have_text("Next card now")
    player.act(player.at("deck").click)
    assert moves(player, match)[-1] == "draw"
    player.page.wait_for_timeout(2_000)  # it came once
    assert moves(player, match).count("draw") == 3


def test_only_the_tab_that_laid_it_draws_on(two_tabs: tuple[Player, Player]) -> None:
    one, other = two_tabs
    match = one.begin("numberup")
    other.go(f"match/{match}")
    expect(other.at("go")).to_be_visible()
    first_card(one)
    one.page.close()  # before it draws
    expect(other.page.locator("span.cell .number-card")).to_have_count(1)
    other.page.wait_for_timeout(2_200)
    assert moves(other, match) == ["draw", "place c3"]
    expect(other.at("go")).to_have_attribute("aria-disabled", "false")


def test_without_the_setting_cards_are_drawn_by_hand(player: Player) -> None:
    player.begin("numberup")
    player.at("settings").click()
    player.page.get_by_role("switch", name=re.compile("Nächste Karte")).click()
    player.page.keyboard.press("Escape")
    first_card(player)
    before = player.version()
    player.page.wait_for_timeout(2_000)
    assert player.version() == before
    player.act(player.at("go").click)
    player.page.locator(OPEN).first.click()  # and the guard asks once more
    assert laid(player) == 1
    expect(player.at("polite")).to_contain_text("Noch einmal")


def preview(page: Page) -> dict[str, str]:
    return {
        line.get_attribute("data-line") or "": line.get_attribute("data-would") or ""
        for line in page.locator("[data-would]").all()
    }


@pytest.mark.lang("en")
def test_a_cell_shows_what_its_lines_would_become(player: Player) -> None:
    match = player.begin("numberup", level=16)  # with diagonals
    first_card(player)
    expect(player.page.locator(OPEN)).to_have_count(4)
    cell = player.page.locator("[data-cell=c2]")
    for look in (cell.hover, cell.focus):
        look()
        assert preview(player.page).keys() == {"row 1", "column 2"}
        player.page.mouse.move(1, 1)
        cell.blur()
        assert preview(player.page) == {}
    cell.hover()
    shown = preview(player.page)
    name = cell.inner_text()
    assert name.startswith("row 2, third cell: ")
    for line, value in shown.items():
        key, index = line.split()
        assert f"{key.capitalize()} {int(index) + 1}: {value} of 9" in name
    player.act(cell.click)
    expect(player.at("polite")).to_contain_text("row 2, third cell")
    state = player.json(f"matches/{match}")
    grid = next(block for block in state["views"][0]["blocks"] if "lines" in block)
    for one, would in zip(state["layout"]["blocks"][1]["lines"], grid["lines"], strict=True):
        line = f"{one['key']} {one['index']}"
        if line in shown:
            assert str(would["value"]) == shown[line]


@pytest.mark.phone
def test_a_touch_shows_it_before_it_lays(player: Player) -> None:
    player.begin("numberup")
    first_card(player)
    expect(player.page.locator(OPEN)).to_have_count(4)
    cell = player.page.locator("[data-cell=b3]")
    cell.dispatch_event("pointerdown")
    assert preview(player.page).keys() == {"row 2", "column 1"}
    assert laid(player) == 1


def test_places_have_plain_names(player: Player) -> None:
    player.begin("numberup")
    player.act(player.at("go").click)
    expect(player.at("go")).to_have_text("Legen: Zeile 3, drittes Feld")
    player.page.locator("[data-cell=a1]").click(force=True)
    expect(player.at("polite")).to_have_text("Vor diesem Feld kommt die Mitte")
    player.act(player.at("go").click)
    expect(player.at("polite")).to_contain_text("Zeile 3, drittes Feld")
