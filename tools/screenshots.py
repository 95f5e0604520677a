"""Pictures of every screen into docs/screenshots: light, dark, phone, German and English. `make screenshots`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.tour import tour
from tools import chromium

TARGET = Path(__file__).parents[1] / "docs" / "screenshots"
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

UNSHOWN = {
    "keys",
    "menu",
    "all-cards",
    "explained",
    "first-name",
    "write",
    "booklet-empty",
    "end-forone",
    "end-numberup",
}  # small, or like others

LOOKS = (  # a name, the size, light or dark, the language
    ("light", DESK, "light", "de"),
    ("dark", DESK, "dark", "en"),
    ("phone", PHONE, "light", "en"),
    ("phone-dark", PHONE, "dark", "de"),
)


expect.set_options(timeout=120_000)  # a coach that is asked for the first time has much to load


def take(browser: Browser, house: House, look: tuple[str, ViewportSize, str, str], target: Path) -> None:
    name, size, scheme, lang = look
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce")  # type: ignore[arg-type]
    player = Player(context.new_page(), house.address)
    for screen in tour(player, house):
        if screen in UNSHOWN:
            continue
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
        browser = p.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        try:
            for look in LOOKS:
                if not wanted or look[0] in wanted:
                    take(browser, house, look, target)
        finally:
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
