"""Real dice on a real table: the page is the score pad."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player


def tap(player: Player, *faces: int) -> None:
    for face in faces:
        player.page.locator(f".face[data-face='{face}']").click()
    player.act(player.page.get_by_role("button", name=re.compile("Wurf übernehmen|Take this throw")).click)


def write(player: Player, box: str, points: str, *, column: int = 0) -> None:
    player.page.locator(f"button.cell[data-box={box}]").nth(column).click()
    for digit in points:
        player.page.locator("dialog").get_by_role("button", name=digit, exact=True).click()
    player.act(player.page.locator("dialog .key.main").click)


@pytest.mark.phone
def test_dice_by_tapping_and_points_by_typing(player: Player) -> None:
    player.begin("kniffel", people=2, hand=True)
    for face in (6, 2):  # who begins
        tap(player, face)
    tap(player, 5, 5, 5, 3, 3)
    player.enter(player.page.locator("button.cell[data-box=full_house]"))
    expect(player.at("total-0")).to_have_text("25")
    write(player, "large_straight", "40")
    expect(player.at("total-1")).to_have_text("40")


def test_impossible_points_are_refused_with_a_reason(player: Player) -> None:
    player.begin("kniffel", hand=True)
    player.page.locator("button.cell[data-box=full_house]").click()
    player.page.keyboard.type("26")
    player.page.keyboard.press("Enter")
    expect(player.page.locator("dialog [role=alert]")).to_be_visible()
    player.page.keyboard.press("Backspace")
    player.page.keyboard.type("5")
    player.act(lambda: player.page.keyboard.press("Enter"))
    expect(player.at("total-0")).to_have_text("25")


def test_an_earlier_entry_is_corrected_in_sight_of_all(player: Player) -> None:
    player.begin("extreme", hand=True)
    write(player, "chance", "20")
    write(player, "chance", "21")
    expect(player.at("total-0")).to_have_text("21")
    player.at("corrections").locator("summary").click()
    expect(player.at("corrections")).to_contain_text("20")
    expect(player.at("corrections")).to_contain_text("21")


def test_dice_typed_with_the_keyboard(player: Player) -> None:
    player.begin("seven", hand=True)
    expect(player.page.locator(".face").first).to_be_visible()
    player.page.keyboard.type("2345671")
    player.act(lambda: player.page.keyboard.press("Enter"))
    expect(player.page.locator("button.cell[data-box=run_of_six].worth")).to_be_visible()


def test_a_match_switches_to_real_dice_and_is_marked(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    player.at("menu").click()
    player.act(player.at("source").click)
    tap(player, 6, 6, 6, 6, 6)
    player.enter(player.page.locator("button.cell[data-box=kniffel]"))
    expect(player.page.locator(".source")).to_contain_text("teils")
