"""From a server's first screen into the version without one, as a phone takes it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.pocket.conftest import PATIENCE, PHONE
from tests.pocket.stick import PocketPlayer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("pocket")]


def test_the_server_hands_it_out_and_it_goes_on_when_the_server_is_gone(browser: Browser, tmp_path: Path) -> None:
    expect.set_options(timeout=PATIENCE)
    house = House(tmp_path)
    house.open()
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="de", reduced_motion="reduce")  # type: ignore[arg-type]
    player = PocketPlayer(context.new_page(), house.address)
    try:
        player.go()
        player.see("navigator.serviceWorker.ready.then((found) => found.active?.state === 'activated')")
        player.at("to-take-along").click()
        expect(player.at("unreachable")).to_contain_text("--host 0.0.0.0")
        assert player.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        player.at("open-pocket").click()
        player.page.wait_for_url("**/pocket/")
        player.awake()
        player.see("navigator.serviceWorker.controller?.scriptURL.endsWith('/pocket/sw.js')")
        expect(player.at("not-kept")).to_have_count(0)
        house.kill()
        player.page.reload()
        player.awake()
        expect(player.page.locator("[data-game=kniffel]")).to_be_visible()
        assert player.page.locator("[data-testid=to-take-along]").count() == 0, "there is no server"
    finally:
        context.close()
        if house.process and house.process.poll() is None:
            house.close()
    assert player.complaints == []
