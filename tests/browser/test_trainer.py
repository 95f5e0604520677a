"""A session of the trainer: one move for each position, the reason after it, by touch and by keyboard."""

import re

import pytest
from playwright.sync_api import expect

from knobel.coach.trainer import puzzles
from tests.browser.player import Player
from tests.browser.test_screens import AXE, violations


@pytest.mark.fresh
@pytest.mark.phone
def test_a_session_on_a_phone(player: Player) -> None:
    page = player.page
    page.add_init_script(AXE.read_text(encoding="utf-8"))
    player.send("people", {"name": "Tina"})
    player.go("trainer")
    page.locator("[data-person='Tina']").click()
    page.locator("[data-train=kniffel]").click()
    known = {puzzle.id: puzzle for puzzle in puzzles("kniffel")}
    right = 0
    for at in range(10):
        expect(page.locator(f"main[data-at='{at}'][data-busy=false]")).to_be_visible()
        expect(player.at("trainer-says")).to_contain_text("Was ist hier das Beste?")
        puzzle = known[page.locator("main").get_attribute("data-puzzle") or ""]
        enters = [move for move in puzzle.right if move.startswith("enter ")]
        box = f"button.cell[data-box={enters[0].split()[1]}]" if enters else "button.cell"
        right += bool(enters)
        page.locator(box).first.click()
        if at == 0:  # the key that confirms is the only other press
            assert violations(page, "light") == []
        player.at("confirm").click()
        expect(player.at("trainer-says")).to_contain_text("Richtig" if enters else "Besser")
        expect(player.at("trainer-says")).to_contain_text("Punkte")
        if at == 0:
            assert violations(page, "light") == []
        expect(player.at("trainer-next")).to_be_focused()
        page.keyboard.press("Enter")
    expect(player.at("trainer-done")).to_contain_text(f"{right} von 10 richtig")
    player.at("trainer-leave").click()
    expect(page.locator("[data-train=kniffel]")).to_contain_text(re.compile(rf"{right} von 10 richtig"))


@pytest.mark.lang("en")
def test_placements_are_answered_with_one_press(player: Player) -> None:
    page = player.page
    player.go("trainer/numberup")
    expect(page.locator("main[data-at='0'][data-busy=false]")).to_be_visible()
    player.play_on(
        "return see('button.cell.open, [data-testid=go][aria-disabled=false]')", "[data-testid=trainer-next]"
    )
    expect(player.at("trainer-says")).to_contain_text(re.compile("Right|Better"))
