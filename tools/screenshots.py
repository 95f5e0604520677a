"""Pictures of every screen into docs/screenshots: light, dark, phone, German and English. `make screenshots`.

    python -m tools.screenshots [LOOK or SCREEN …]

takes those only, such as `light phone trainer`.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.tour import afterwards, tour
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
    "review-begun",
}  # small, or like others

LOOKS = (  # a name, the size, light or dark, the language
    ("light", DESK, "light", "de"),
    ("dark", DESK, "dark", "en"),
    ("phone", PHONE, "light", "en"),
    ("phone-dark", PHONE, "dark", "de"),
)


expect.set_options(timeout=120_000)  # a coach that is asked for the first time has much to load


def take(
    browser: Browser,
    address: str,
    look: tuple[str, ViewportSize, str, str],
    way: Callable[[Player], Iterable[str]],
    target: Path,
    wanted: set[str],
) -> set[str]:
    """Pictures along a way through the screens of a server, until there are all that are wanted; those that remain."""
    name, size, scheme, lang = look
    context = browser.new_context(viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce")  # type: ignore[arg-type]
    player = Player(context.new_page(), address)
    for screen in way(player):
        if screen in UNSHOWN or (wanted and screen not in wanted):
            continue
        player.page.wait_for_timeout(250)
        player.page.screenshot(path=target / f"{screen}-{name}.jpg", type="jpeg", quality=84)
        if wanted == {screen}:
            wanted = set()
            break
        wanted = wanted - {screen}
    context.close()
    assert player.complaints == [], player.complaints
    return wanted


def main(target: Path = TARGET) -> None:
    target.mkdir(parents=True, exist_ok=True)
    asked = set(sys.argv[1:])
    looks = asked & {name for name, *_ in LOOKS}
    screens = asked - looks
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as other, sync_playwright() as p:
        house, evening = House(Path(home)), House(Path(other))
        house.open()
        evening.open()
        browser = p.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        try:
            for look in LOOKS:
                if looks and look[0] not in looks:
                    continue
                left = take(browser, evening.address, look, afterwards, target, screens)
                if left or not screens:
                    take(browser, house.address, look, tour, target, left)
        finally:
            browser.close()
            house.close()
            evening.close()


if __name__ == "__main__":
    main()
