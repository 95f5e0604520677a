"""Pictures of every screen into docs/screenshots: light, dark, phone, German and English. `make screenshots`."""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser import chromium
from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.test_screens import finished

TARGET = Path(__file__).parents[2] / "docs" / "screenshots"
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

LOOKS = (  # a name, the size, light or dark, the language
    ("light", DESK, "light", "de"),
    ("dark", DESK, "dark", "en"),
    ("phone", PHONE, "light", "en"),
    ("phone-dark", PHONE, "dark", "de"),
)


def some_turns(player: Player, turns: int) -> None:
    """A card that looks played on: every turn the last box worth something."""
    for _ in range(turns):
        player.roll()
        worth = player.page.locator("button.cell.worth")
        player.enter(worth.last if worth.count() else player.page.locator("button.cell").last)


def place_dice(player: Player, rounds: int) -> None:
    for turn in range(rounds):
        player.act(player.at("go").click)
        for _ in range(5 if turn < rounds - 1 else 2):
            player.act(player.page.locator(".lit button.row").last.click)
        while turn < rounds - 1 and player.page.locator(".must button.go").count():
            player.page.locator(".must button.go").first.click()
            player.act(player.at("go").click)


def lay_cards(player: Player, cards: int) -> None:
    for _ in range(cards):
        player.act(player.at("go").click)
        player.page.locator("button.cell.open").first.click()
        player.act(player.at("go").click)
    player.act(player.at("go").click)


def shots(player: Player, house: House) -> Iterator[str]:
    page = player.page
    match = finished(page, house, "seven")
    player.go()
    expect(page.locator("[data-game]").first).to_be_visible()
    yield "home"
    player.at("settings").click()
    yield "settings"
    page.keyboard.press("Escape")
    player.go("new/kniffel")
    player.at("add").click()
    player.at("add-bot").click()
    yield "new"
    player.begin("kniffel", people=3)
    yield "who-begins"
    while player.page.locator("button.cell").count() == 0:
        if player.page.locator("h2", has_text="?").count() == 0 and page.locator(".row [data-die]").count():
            break
        player.roll()
    some_turns(player, 16)
    player.roll()
    for die in (0, 3):
        page.locator(f"[data-die='{die}']").click()
    page.locator("button.cell").nth(1).click()
    yield "kniffel"
    player.begin("extreme")
    some_turns(player, 7)
    for _ in range(3):
        player.roll()
    yield "extreme"
    player.begin("seven")
    some_turns(player, 4)
    player.roll()
    page.locator("[data-die='2']").click()
    page.locator("[data-die='5']").click()
    yield "seven"
    player.begin("forone")
    place_dice(player, 3)
    yield "forone"
    player.begin("numberup")
    lay_cards(player, 14)
    yield "numberup"
    player.begin("kniffel", hand=True)
    for face in (5, 5, 2):
        page.locator(f".face[data-face='{face}']").click()
    yield "real-dice"
    player.go(f"match/{match}")
    player.verify()
    yield "end"
    player.go(f"replay/{match}")
    expect(player.at("event")).to_be_visible()
    for _ in range(6):
        player.at("back").click()
    yield "replay"
    player.go("history")
    expect(page.locator("[data-match]").first).to_be_visible()
    yield "history"
    player.go("print/kniffel")
    expect(player.at("sheet")).to_be_visible()
    yield "print"


def take(browser: Browser, house: House, look: tuple[str, ViewportSize, str, str], target: Path) -> None:
    name, size, scheme, lang = look
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce")  # type: ignore[arg-type]
    player = Player(context.new_page(), house.address)
    for screen in shots(player, house):
        player.page.wait_for_timeout(250)
        player.page.screenshot(path=target / f"{screen}-{name}.jpg", type="jpeg", quality=84)
    context.close()
    assert player.complaints == [], player.complaints


def main(target: Path = TARGET) -> None:
    target.mkdir(parents=True, exist_ok=True)
    wanted = set(sys.argv[1:])
    with tempfile.TemporaryDirectory() as home, sync_playwright() as p:
        house = House(Path(home))
        house.open()
        args = ["--disable-dev-shm-usage"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        browser = p.chromium.launch(executable_path=chromium.find(), args=args)
        try:
            for look in LOOKS:
                if not wanted or look[0] in wanted:
                    take(browser, house, look, target)
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
