"""A complete game of each of the five: by keyboard alone, and by the names that a screen reader says."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from knobel.words import catalogue
from tests.browser.player import PAD, Player


def checked(player: Player, count: int | None = None) -> None:
    """The end is there, and the envelope agrees with every die."""
    verdict = player.verify()
    assert verdict.startswith("✓")
    if count is not None:
        assert str(count) in verdict


def test_kniffel_against_a_bot(player: Player) -> None:
    match = player.walk_in("kniffel", bots=1)
    player.play_on(PAD)
    state = player.json(f"matches/{match}")
    shown = player.page.locator(".ranking .ink .sr").all_inner_texts()
    assert [re.sub(r"\D", "", points) for points in shown] == [
        str(place["points"]) for place in state["table"]["ranking"]
    ]
    checked(player)
    player.at("rematch").click()
    expect(player.at("status")).to_be_visible()
    again = player.json(f"matches/{player.page.url.rsplit('/', 1)[1]}")
    assert again["header"]["seats"] == state["header"]["seats"]
    assert again["header"]["first"] == 1 - state["table"]["first"]


GAMES = ("kniffel", "extreme", "seven", "forone", "numberup")


def over(player: Player) -> bool:
    return player.at("end").count() > 0


def finished(player: Player, game: str) -> None:
    expect(player.at("medal")).to_have_count(int(game in ("forone", "numberup")))
    checked(player, 25 if game == "numberup" else None)


# By keyboard alone. Whatever the focus comes to has a name.


def focused(player: Player) -> str:
    """What has the focus, in words."""
    name: str = player.page.evaluate("() => document.activeElement.ariaLabel ?? document.activeElement.innerText")
    assert name.strip()
    return name


def walk(player: Player, *keys: str) -> None:
    for key in keys:
        player.page.keyboard.press(key)
    focused(player)


def pad_by_keys(player: Player) -> None:
    press = player.page.keyboard.press
    player.act(lambda: press("Space"))
    if player.at("confirm").get_attribute("aria-disabled") == "true":
        walk(player, "ArrowDown", "Enter")
    player.act(lambda: press("Enter"))


def for_one_by_keys(player: Player) -> None:
    page, press = player.page, player.page.keyboard.press
    if page.locator("dialog").count():
        tab_to(player, "[data-testid=end-sure]")
        player.act(lambda: press("Enter"))
        return
    page.evaluate("() => document.activeElement.blur()")  # the keys of the table, wherever the hand was
    if page.locator(".lit").count():
        walk(player, "ArrowDown")
        player.act(lambda: press("Enter"))
    elif page.locator("[data-testid=go]", has_text=re.compile("beenden")).count():
        press("Enter")
        expect(page.locator("dialog")).to_be_visible()
    else:
        player.act(lambda: press("Enter"))


def number_up_by_keys(player: Player) -> None:
    page, press = player.page, player.page.keyboard.press
    if page.locator("button.cell.open").count():
        walk(player, "ArrowDown")
        if page.evaluate("() => !document.activeElement.matches('button.cell.open')"):
            walk(player, "ArrowRight")
        if page.evaluate("() => !document.activeElement.matches('button.cell.open')"):
            walk(player, "ArrowLeft")
        if page.evaluate("() => !document.activeElement.matches('button.cell.open')"):
            walk(player, "ArrowUp")
        player.act(lambda: press("Enter"))
    else:
        player.act(lambda: press("Space"))


KEYS: dict[str, Callable[[Player], None]] = {"forone": for_one_by_keys, "numberup": number_up_by_keys}


@pytest.mark.parametrize("game", GAMES)
def test_a_complete_game_by_keyboard(player: Player, game: str) -> None:
    """Tab and enter to the table, then space, arrows and enter; no pointer at any time."""
    page, press = player.page, player.page.keyboard.press
    player.go()
    expect(page.locator(f"[data-game={game}]")).to_be_visible()
    ways = {
        "forone": ("[data-level='1']", "[data-testid=play]"),
        "numberup": ("[data-level='1']", "[data-testid=play]"),
    }
    for key in (f"[data-game={game}]", *ways.get(game, ("[data-testid=start]",))):
        expect(page.locator(key)).to_be_visible()
        tab_to(player, key)
        press("Enter")
    first, name = page.locator("[data-testid=roll], [data-testid=go]"), player.at("person-name")
    expect(first.or_(name)).to_be_visible()
    if name.count():  # asked for once
        tab_to(player, "[data-testid=person-name]")
        page.keyboard.type("Anna")
        press("Enter")
    expect(first).to_have_attribute("aria-disabled", "false")
    while not over(player):
        KEYS.get(game, pad_by_keys)(player)
    finished(player, game)


# By the names and roles of what can be pressed, as a screen reader tells them.


def spoken(*keys: str) -> re.Pattern[str]:
    """Any of these sentences, whatever stands in its holes."""
    words = catalogue("en")
    texts = [words.get(key) or words[f"{key}.other"] for key in keys]
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in texts))


NAMES = {  # what a person would press, the most wanted first
    "pad": [
        spoken("web.enter.points", "web.enter.zero"),
        spoken("web.cell.would", "web.cell.strike"),
        spoken("web.roll.first"),
    ],
    "forone": [
        re.compile(f"^{catalogue('en')['web.forone.end']}$"),
        spoken("web.forone.takes"),
        spoken("web.forone.score_row"),
        spoken("web.forone.leave", "web.forone.roll", "web.forone.end_ask"),
    ],
    "numberup": [spoken("web.numberup.free"), spoken("web.numberup.place", "web.numberup.draw")],
}


@pytest.mark.phone
@pytest.mark.lang("en")
@pytest.mark.parametrize("game", GAMES)
def test_a_complete_game_by_names(player: Player, game: str) -> None:
    # Cards are drawn by hand and laid at once: nothing happens between looking and pressing.
    player.prefer(flow=False, guard=False)
    player.walk_in(game)
    wanted = NAMES.get(game, NAMES["pad"])

    def offered() -> Locator | None:
        keys = (player.page.get_by_role("button", name=name, disabled=False) for name in wanted)
        return next((key.first for key in keys if key.count()), None)

    while not over(player):
        expect(player.page.locator("[data-busy=false]")).to_have_count(1)
        key = offered()
        if key is not None:
            key.dispatch_event("click")
    finished(player, game)


@pytest.mark.motion
def test_kniffel_while_the_dice_tumble(player: Player) -> None:
    """The dice take their time, a press stops them, and the boxes come back after every throw."""
    match = player.begin("kniffel")
    player.play_on(PAD, presses=26)  # some turns: dice that move cost most of all
    entered = [
        event for event in player.json(f"matches/{match}")["events"] if event.get("move", "").startswith("enter")
    ]
    assert len(entered) >= 3


def test_dice_are_kept_and_an_entry_is_taken_back_by_keys(player: Player) -> None:
    player.begin("kniffel")
    page, press = player.page, player.page.keyboard.press
    player.act(lambda: press("Space"))
    press("1")
    expect(page.locator("[data-die='0']")).to_have_attribute("aria-pressed", "true")
    kept = page.locator("[data-die='0']").get_attribute("data-face")
    player.act(lambda: press("Space"))
    expect(page.locator("[data-die='0']")).to_have_attribute("data-face", kept or "")
    walk(player, "ArrowDown", "Enter")
    player.act(lambda: press("Enter"))
    player.act(lambda: press("u"))
    walk(player, "ArrowUp", "Enter")
    player.act(lambda: press("Enter"))
    expect(page.locator(".just")).to_have_attribute("data-box", "chance")


def tab_to(player: Player, what: str) -> None:
    for _ in range(60):
        player.page.keyboard.press("Tab")
        if player.page.evaluate("what => document.activeElement?.matches(what)", what):
            return
    raise AssertionError(f"{what} cannot be reached with the tabulator")


def test_the_list_of_keys(player: Player) -> None:
    player.begin("kniffel")
    player.page.keyboard.press("?")
    expect(player.page.locator("dialog kbd").first).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog")).to_have_count(0)


def test_for_one_by_dragging(player: Player) -> None:
    player.begin("forone")
    player.act(player.at("go").click)
    row = player.page.locator(".lit").last
    key = row.get_attribute("data-row")
    box = row.bounding_box()
    die = player.page.locator("[data-die='0']").bounding_box()
    assert box
    assert die
    mouse = player.page.mouse
    mouse.move(die["x"] + 20, die["y"] + 20)
    mouse.down()
    mouse.move(box["x"] + 80, box["y"] + 20, steps=6)
    player.act(mouse.up)
    expect(player.page.locator(f"[data-row={key}] .small-die")).to_have_count(1)
