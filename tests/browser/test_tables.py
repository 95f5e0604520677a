"""A table on several devices: invited by link, a seat each, somebody who looks on, and a reload in between."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from knobel import find
from knobel.words import say
from tests.browser.conftest import PHONE
from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.test_care import faces
from tests.server import house as thread
from tests.server.cable import Cable


@pytest.fixture
def club(tmp_path: Path) -> Iterator[str]:
    """A server on which nobody has special rights, not even this machine."""
    with thread.house(tmp_path / "knobel.db", local_owner=False) as house:
        yield f"http://127.0.0.1:{house.port}"


@contextmanager
def phones(browser: Browser, *addresses: str) -> Iterator[list[Player]]:
    """A phone at each address, with cookies of its own."""
    with ExitStack() as stack:
        found = []
        for address in addresses:
            context = stack.enter_context(
                browser.new_context(viewport=PHONE, has_touch=True, locale="de", reduced_motion="reduce")
            )
            found.append(Player(context.new_page(), address))
        yield found
        assert [complaint for player in found for complaint in player.complaints] == []


@pytest.fixture
def devices(browser: Browser, club: str) -> Iterator[list[Player]]:
    """Ada's phone, Ben's phone, and that of somebody who looks on."""
    with phones(browser, club, club, club) as found:
        yield found


def invite(ada: Player) -> str:
    """A table with a second seat for another device, at which Ada begins; the link to it."""
    ada.go("new/kniffel")
    ada.at("add").click()
    ada.name("Ada")
    ada.at("add-open").click()
    expect(ada.at("open-seat")).to_have_count(1)
    ada.choose("0")
    ada.at("start").click()
    return ada.at("share-link").input_value()


def turn(player: Player, others: list[Player], box: str) -> None:
    """A throw and an entry, which everybody sees."""
    player.roll()
    player.enter(player.page.locator(f"[data-box='{box}']:visible").first)
    for other in others:
        other.page.wait_for_function(
            "version => Number(document.querySelector('[data-version]')?.dataset.version) >= version",
            arg=player.version(),
        )


def test_two_phones_and_a_spectator(devices: list[Player]) -> None:
    ada, ben, watcher = devices
    link = invite(ada)
    expect(ada.at("waits")).to_have_text("Noch ein Platz ist frei.")
    expect(ada.page.get_by_alt_text("QR-Code mit dem Link zum Tisch")).to_have_js_property("complete", value=True)
    ada.go()
    expect(ada.at("waiting-table")).to_have_text("Kniffel: Ada, ?")
    ada.at("waiting-table").click()

    ben.page.goto(link)
    expect(ben.page.locator("[data-seat='0']")).to_contain_text("Ada")
    ben.at("sit-down").click()
    ben.name("Ben")
    for player in (ada, ben):
        expect(player.page.locator("[data-player='1'] [data-there=true]")).to_be_visible()
        expect(player.page.locator("[data-player='0'] [data-there=true]")).to_be_visible()

    ada.at("menu").click()
    ada.at("share").click()
    watching = ada.at("share-link").input_value()
    assert watching != link
    ada.page.keyboard.press("Escape")
    watcher.page.goto(watching)
    expect(watcher.at("note")).to_have_text("Du schaust zu.")
    assert watcher.at("note").evaluate("note => note.closest('.bar') !== null")  # it takes no line from the card

    expect(ben.at("roll")).to_have_attribute("aria-disabled", "true")
    turn(ada, [ben, watcher], "ones")
    expect(ada.at("roll")).to_have_attribute("aria-disabled", "true")
    ben.page.reload()
    turn(ben, [ada, watcher], "twos")
    turn(ada, [ben, watcher], "threes")
    expect(ben.at("undo")).to_have_attribute("aria-disabled", "true")

    before = watcher.version()
    for name in ("roll", "undo"):
        expect(watcher.at(name)).to_have_attribute("aria-disabled", "true")
        watcher.at(name).click(force=True)
    for key in (" ", "r", "u", "1"):
        watcher.page.keyboard.press(key)
    assert watcher.version() == before
    watcher.at("menu").click()
    expect(watcher.at("give-up")).to_have_count(0)
    expect(watcher.at("share")).to_have_count(0)

    ben.go()
    expect(ada.page.locator("[data-player='1'] [data-there=false]")).to_be_visible()
    expect(ben.page.locator("main")).to_contain_text("Ada")
    expect(ben.at("waiting-table")).to_have_count(0)

    ada.go("history")
    ada.at("other-device").click()
    moving = ada.at("share-link").input_value()
    expect(ada.page.get_by_alt_text(say("de", "web.devices.qr"))).to_have_js_property("complete", value=True)
    ada.page.keyboard.press("Escape")
    for device, told in ((watcher, say("de", "web.devices.done")), (ben, say("de", "errors.server.device_link"))):
        device.page.goto(moving)
        device.at("follow-link").click()
        expect(device.page.locator("main")).to_contain_text(told)
    ben.forgive("404")
    watcher.go("history")
    expect(watcher.page.locator("[data-entry]")).to_contain_text("Ada")

    ben.go("history")
    expect(ben.page.locator("[data-entry]")).to_have_count(1)
    ben.at("delete-everything").click()
    expect(ben.at("what-goes")).to_contain_text("1 Person.")
    expect(ben.at("what-stays")).to_contain_text("Eine Partie bleibt")
    ben.at("delete-for-good").click()
    expect(ben.at("taken-in")).to_have_text(say("de", "web.everything.deleted"))
    expect(ben.page.locator("[data-entry]")).to_have_count(0)
    ben.go("people")
    expect(ben.page.locator("main")).not_to_contain_text("Ben")
    ada.go("history")
    expect(ada.page.locator("[data-entry]")).to_contain_text("Ben")


def test_a_link_that_is_not_valid(devices: list[Player]) -> None:
    device = devices[0]
    device.go(f"join/{'x' * 24}")
    expect(device.page.locator("main")).to_contain_text("Dieser Link gilt nicht (mehr).")
    device.forgive("404")


def test_one_screen_for_everybody(browser: Browser, club: str) -> None:
    """Who needs no other device plays all seats at one, with nothing to share and nobody to wait for."""
    with phones(browser, club) as (screen,):
        screen.sit("kniffel", "Ada", "Ben", first=0)
        for name, box in (("Ada", "ones"), ("Ben", "twos"), ("Ada", "threes")):
            expect(screen.at("roll")).to_contain_text(name)
            turn(screen, [], box)
        expect(screen.page.locator("[data-there]")).to_have_count(0)
        expect(screen.at("left")).to_have_count(0)


def test_a_bot_plays_on_for_who_has_left(devices: list[Player]) -> None:
    ada, ben, _ = devices
    ben.page.goto(invite(ada))
    ben.at("sit-down").click()
    ben.name("Ben")
    expect(ada.at("roll")).to_be_enabled()
    expect(ada.at("left")).to_have_count(0)
    match = ben.page.url
    ben.page.goto("about:blank")
    turn(ada, [], "ones")
    expect(ada.at("left")).to_contain_text("Ben ist nicht mehr da.")
    ada.at("wait").click()
    expect(ada.at("left")).to_have_count(0)
    ada.page.reload()
    ada.at("let-bot").click()
    expect(ada.page.locator("[data-player='1'] .last b")).to_be_visible()  # the bot has entered something
    expect(ada.at("left")).to_have_count(0)
    expect(ada.at("roll")).to_be_enabled()

    ben.page.goto(match)
    expect(ben.at("played-for")).to_contain_text("Ein Bot spielt für Ben.")
    ben.at("come-back").click()
    expect(ben.at("played-for")).to_have_count(0)
    turn(ada, [ben], "twos")
    ben.roll()
    ben.enter(ben.page.locator("button.cell:visible").last)  # one that the bot has left free
    ben.page.goto("about:blank")
    turn(ada, [], "threes")
    ada.at("end-for-all").click()
    ada.at("end-for-all").click()
    expect(ada.at("end")).to_contain_text("Aufgegeben")


BOXES = [box.key for box in find("kniffel").sheet.boxes]


def final(player: Player) -> tuple[list[str], str]:
    """Both cards as they stand on the page at the end, and the last receipt, which the match is seen to hold."""
    expect(player.at("end")).to_be_visible()
    assert player.verify().startswith("✓")
    expect(player.at("receipt")).to_contain_text("✓")
    player.at("about-envelope").click()
    (receipt,) = re.findall(r"\b\d+:[0-9a-f]{16}\b", player.at("envelope").inner_text())
    return player.page.locator("main .cell").all_inner_texts(), receipt


def reload_in_mid_turn(player: Player) -> None:
    player.roll()
    player.page.locator("[data-die='1']").click()
    before = faces(player)
    player.page.wait_for_timeout(150)
    player.page.reload()
    expect(player.page.locator("[data-die='1']")).to_have_attribute("aria-pressed", "true")
    assert faces(player) == before


def thrown(player: Player, match: str) -> int:
    return sum(event["is"] == "drew" for event in player.json(f"matches/{match}")["events"])


def cut_off_while_rolling(player: Player, other: Player, cable: Cable, match: str) -> None:
    """Nothing gets through, and everybody is told so; what was pressed meanwhile is done once."""
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")
    before = thrown(other, match)
    cable.cut()
    player.at("roll").click()
    expect(player.at("away")).to_be_visible()
    expect(other.page.locator("[data-player='1'] [data-there=false]")).to_be_visible()
    cable.mend()
    expect(player.at("away")).to_have_count(0)
    expect(player.page.locator("button.cell").first).to_be_visible()
    expect(other.page.locator("[data-player='1'] [data-there=true]")).to_be_visible()
    assert thrown(other, match) == before + 1


def server_killed_while_rolling(player: Player, house: House, match: str) -> None:
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")
    before = thrown(player, match)
    house.kill()
    player.at("roll").click()
    house.open()
    expect(player.page.locator("button.cell").first).to_be_visible()
    assert thrown(player, match) == before + 1


def test_a_whole_game_on_two_phones(browser: Browser, tmp_path: Path) -> None:
    """With a reload, a network that is cut and a server that is killed: nothing is lost, nothing is done twice."""
    house = House(tmp_path, "--no-local-owner")
    house.open()
    with (
        closing(house),
        closing(Cable(house.port)) as cable,
        phones(browser, house.address, f"http://127.0.0.1:{cable.port}") as (ada, ben),
    ):
        link = invite(ada)
        ben.page.goto(ben.address + link[link.index("/#/") :])
        ben.at("sit-down").click()
        ben.name("Ben")
        expect(ada.page.locator("[data-player='1'] [data-there=true]")).to_be_visible()
        match = ada.page.url.rsplit("/", 1)[1]
        for box in BOXES:
            if box == "threes":
                reload_in_mid_turn(ada)
            elif box == "full_house":
                server_killed_while_rolling(ada, house, match)
            turn(ada, [ben], box)
            if box == "fives":
                cut_off_while_rolling(ben, ada, cable, match)
            turn(ben, [ada], box)
        cards, receipt = final(ada)
        assert len(cards) == 2 * len(BOXES)
        assert final(ben) == (cards, receipt)
