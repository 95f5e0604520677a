"""Nothing is lost and nothing happens twice: reload, restart, second tab, double click, mis-tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from knobel.words import say
from tests.browser.house import House
from tests.browser.player import Player


def faces(player: Player) -> list[str | None]:
    return [die.get_attribute("data-face") for die in player.page.locator("[data-die]").all()]


def kept(player: Player) -> list[str | None]:
    return [die.get_attribute("aria-pressed") for die in player.page.locator("[data-die]").all()]


def test_reload_in_mid_turn_keeps_the_dice_and_what_is_kept(player: Player) -> None:
    player.begin("seven")
    player.roll()
    for die in (1, 4, 6):
        player.page.locator(f"[data-die='{die}']").click()
    before = faces(player), kept(player)
    assert before[1].count("true") == 3
    player.page.wait_for_timeout(150)
    player.page.reload()
    expect(player.page.locator("[data-die='1']")).to_have_attribute("aria-pressed", "true")
    assert (faces(player), kept(player)) == before
    player.roll()
    assert [faces(player)[die] for die in (1, 4, 6)] == [before[0][die] for die in (1, 4, 6)]


@pytest.mark.fresh
def test_server_killed_and_restarted(arrive: Callable[[str], Player], own_house: House) -> None:
    player = arrive(own_house.address)
    player.begin("kniffel")
    player.roll()
    player.page.locator("[data-die='2']").click()
    before = faces(player)
    player.page.wait_for_timeout(150)
    own_house.kill()
    expect(player.at("away")).to_contain_text(say("de", "web.away.table"))
    own_house.open()
    expect(player.at("away")).to_have_count(0)
    own_house.close()  # a stop that is wanted is told
    expect(player.at("away")).to_contain_text(say("de", "web.away.restart"))
    own_house.open()
    expect(player.at("away")).to_have_count(0)
    assert faces(player) == before
    expect(player.page.locator("[data-die='2']")).to_have_attribute("aria-pressed", "true")
    player.roll()
    player.enter(player.page.locator("button.cell").first)


@pytest.mark.fresh
def test_a_roll_pressed_while_the_server_is_away_is_made_once(
    arrive: Callable[[str], Player], own_house: House
) -> None:
    player = arrive(own_house.address)
    match = player.begin("kniffel")
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")
    own_house.kill()
    player.at("roll").click()
    own_house.open()
    expect(player.page.locator("button.cell").first).to_be_visible()
    events = [event["is"] for event in player.json(f"matches/{match}")["events"]]
    assert events.count("drew") == 1


def test_two_tabs_stay_equal(two_tabs: tuple[Player, Player]) -> None:
    one, other = two_tabs
    match = one.begin("kniffel")
    other.go(f"match/{match}")
    expect(other.at("roll")).to_be_visible()
    one.roll()
    expect(other.page.locator("button.cell").first).to_be_visible()
    assert faces(one) == faces(other)
    other.page.locator("[data-die='3']").click()
    expect(one.page.locator("[data-die='3']")).to_have_attribute("aria-pressed", "true")
    other.roll()
    expect(one.page.locator("main")).to_have_attribute("data-version", str(other.version()))
    assert faces(one) == faces(other)
    one.enter(one.page.locator("button.cell").first)
    expect(other.page.locator("button.cell")).to_have_count(0)
    one.page.get_by_role("button", name="Switch to English").click()
    expect(other.page.locator("html")).to_have_attribute("lang", "en")
    expect(other.at("roll")).to_contain_text("Roll")  # words and all


@pytest.mark.motion
@pytest.mark.parametrize("between", [0, 1500], ids=["at once", "on a busy page"])
def test_double_click_rolls_once(player: Player, between: int) -> None:
    """Also where the page is so slow that the dice lie still before it hears of the second click."""
    match = player.begin("kniffel")
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")
    player.at("roll").dblclick(delay=between)  # a press lasts that long: so much later is the second click
    expect(player.page.locator("button.cell").first).to_be_visible()
    player.page.wait_for_timeout(300)
    events = [event["is"] for event in player.json(f"matches/{match}")["events"]]
    assert events.count("drew") == 1


def test_who_leans_on_a_key_rolls_once(player: Player) -> None:
    """The space bar of the table, and Enter on the key that rolls."""
    match, press = player.begin("kniffel"), player.page.keyboard
    for throws, key in ((1, "Space"), (2, "Enter")):
        if key == "Enter":
            player.at("roll").focus()
        player.act(lambda key=key: press.down(key))  # type: ignore[misc]
        for _ in range(5):
            press.down(key)
        press.up(key)
        player.page.wait_for_timeout(150)
        assert [event["is"] for event in player.json(f"matches/{match}")["events"]].count("drew") == throws
        assert player.page.locator("button.cell").count() == 13


def test_undo_takes_an_entry_back(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    before = faces(player)
    player.enter(player.page.locator("button.cell").first)
    player.act(player.at("undo").click)
    assert faces(player) == before
    assert player.page.locator("button.cell").count() == 13


def test_the_guard_can_be_switched_off(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    player.page.locator("button.cell").first.click()
    assert player.page.locator("button.cell").count() == 13  # chosen, not entered
    player.at("settings").click()
    player.page.get_by_role("switch", name=say("de", "web.settings.guard")).uncheck(force=True)
    player.page.keyboard.press("Escape")
    player.act(player.page.locator("button.cell").nth(3).click)
    expect(player.page.locator("button.cell")).to_have_count(0)


def test_equal_announcements_are_read_again(player: Player) -> None:
    """A live region only speaks when its text changes, so every other equal sentence ends differently."""
    player.begin("forone")
    player.act(player.at("go").click)
    heard = []
    for _ in range(3):
        player.page.keyboard.press("1")
        player.page.wait_for_timeout(50)
        heard.append(player.at("polite").evaluate("region => region.textContent"))
    assert len({sentence.strip("\u00a0") for sentence in heard}) == 1
    assert heard[0] != heard[1] != heard[2]


def test_rolls_entries_and_turns_are_read(player: Player) -> None:
    player.begin("kniffel", people=2)
    while player.page.locator("[data-die]").count() == 0:
        player.roll()
    player.roll()
    for face in faces(player):
        expect(player.at("polite")).to_contain_text(face or "")
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    expect(player.at("polite")).to_contain_text("Chance")
    expect(player.at("polite")).to_contain_text("ist dran")


def test_language_and_look_are_remembered(player: Player) -> None:
    player.go()
    player.page.get_by_role("button", name="Switch to English").click()
    expect(player.page.locator("html")).to_have_attribute("lang", "en")
    player.at("settings").click()
    player.page.locator("input[value=dark]").check(force=True)
    player.page.reload()
    expect(player.page.locator("html")).to_have_attribute("lang", "en")
    expect(player.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.fresh
def test_the_page_opens_and_tells_the_truth_without_a_server(arrive: Callable[[str], Player], own_house: House) -> None:
    player = arrive(own_house.address)
    player.go()
    expect(player.page.locator("[data-game]").first).to_be_visible()
    player.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    player.page.reload()  # the first page that the worker serves
    expect(player.page.locator("[data-game]").first).to_be_visible()
    own_house.kill()
    player.page.reload()
    expect(player.page.locator(".away")).to_be_visible()
    own_house.open()
    expect(player.page.locator("[data-game]").first).to_be_visible()
