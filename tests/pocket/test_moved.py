"""Matches go from a phone without a server to a real one and back, in files that a person saves and opens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.house import House
from tests.browser.player import PAD
from tests.pocket.conftest import PHONE
from tests.pocket.stick import Pocket, PocketPlayer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("pocket")]


@pytest.fixture
def at_home(browser: Browser, tmp_path: Path) -> Iterator[PocketPlayer]:
    """The same person before a server of their own."""
    house = House(tmp_path)
    house.open()
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="de", reduced_motion="reduce")  # type: ignore[arg-type]
    try:
        player = PocketPlayer(context.new_page(), house.address)
        player.prefer(lang="de", pace="fast", motion="none", guard=False)
        yield player
    finally:
        context.close()
        house.close()
    assert player.complaints == []


def saved(player: PocketPlayer, key: str) -> bytes:
    with player.page.expect_download() as download:
        player.at(key).click()
    return Path(download.value.path()).read_bytes()


def given(player: PocketPlayer, key: str, name: str, content: bytes) -> None:
    with player.page.expect_file_chooser() as asked:
        player.at(key).click()
    asked.value.set_files({"name": name, "mimeType": "text/plain", "buffer": content})


def one_file(player: PocketPlayer, match: str) -> bytes:
    player.go("history")
    player.page.locator(f"[data-entry='{match}']").get_by_test_id("entry-menu").click()
    return saved(player, "save")


def turn(player: PocketPlayer, box: str) -> None:
    """A roll, and what it is, in that box."""
    player.roll()
    player.act(player.page.locator(f".playing button.cell[data-box={box}]").first.click)


def begun(pocket: Pocket) -> tuple[PocketPlayer, str]:
    """Somebody on a phone, one turn into a match."""
    phone = pocket.player
    phone.go()
    phone.prefer(lang="de", pace="fast", motion="none", guard=False)
    match = phone.walk_in("kniffel")
    turn(phone, "chance")
    return phone, match


def goes_on(player: PocketPlayer, match: str, version: int) -> None:
    """The table as it was left elsewhere, under an envelope of this house."""
    player.go(f"match/{match}")
    player.see(f"Number(document.querySelector('[data-version]')?.dataset.version) === {version}")
    player.act(player.at("seal").click)
    expect(player.at("new-seal")).to_have_count(0)


def test_everything_goes_to_a_server_and_back(pocket: Pocket, at_home: PocketPlayer) -> None:
    phone, match = begun(pocket)
    version = phone.version()
    for here, there, box in ((phone, at_home, "ones"), (at_home, phone, "twos"), (phone, at_home, "threes")):
        here.go("history")
        content = saved(here, "save-everything")
        there.go("history")
        given(there, "read-everything", "all.knobel-all", content)
        expect(there.at("taken-in")).to_be_visible()
        expect(there.page.locator(f"[data-entry='{match}']")).to_be_visible()
        goes_on(there, match, version)
        turn(there, box)
        version = there.version()


def test_a_match_file_goes_to_a_server_and_back(pocket: Pocket, at_home: PocketPlayer) -> None:
    phone, match = begun(pocket)
    at_home.go("history")
    given(at_home, "open-file", "kniffel.knobel", one_file(phone, match))
    at_home.at("file-go-on").click()
    expect(at_home.at("new-seal")).to_have_count(0)
    turn(at_home, "ones")
    at_home.play_on(PAD)
    expect(at_home.at("end")).to_be_visible()
    total = at_home.at("total-0").inner_text()
    back = one_file(at_home, match)
    phone.go("history")
    given(phone, "open-file", "kniffel.knobel", back)
    expect(phone.at("file-check")).to_contain_text("✓")
    phone.at("copy").click()  # the one that is here stays as it is
    phone.at("file-replay").click()
    expect(phone.at("event")).to_be_visible()
    phone.page.keyboard.press("End")
    expect(phone.page.locator("main")).to_contain_text(total)
