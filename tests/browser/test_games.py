"""A complete game of each of the five, through the interface, by mouse, by touch and by keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.player import FORONE, NUMBERUP, PAD, Player


def checked(player: Player, count: int | None = None) -> None:
    """The end is there, and the envelope agrees with every die."""
    verdict = player.verify()
    assert verdict.startswith("✓")
    if count is not None:
        assert str(count) in verdict


def test_kniffel_against_a_bot(player: Player) -> None:
    match = player.begin("kniffel", bots=1)
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


COMPLETE = [  # people, and how one plays there
    ("kniffel", 1, PAD),
    ("extreme", 1, PAD),
    ("seven", 2, PAD),
    ("forone", 1, FORONE),
    ("numberup", 1, NUMBERUP),
]


@pytest.mark.parametrize(
    "_where",
    [
        pytest.param("desk", marks=pytest.mark.lang("de")),
        pytest.param("phone", marks=[pytest.mark.lang("en"), pytest.mark.phone]),
    ],
)
@pytest.mark.parametrize(("game", "people", "script"), COMPLETE, ids=[game for game, *_ in COMPLETE])
def test_a_complete_game(player: Player, game: str, people: int, script: str, _where: str) -> None:
    player.begin(game, people=people)
    player.play_on(script)
    expect(player.at("medal")).to_have_count(int(game in ("forone", "numberup")))
    checked(player, 25 if game == "numberup" else None)


@pytest.mark.motion
def test_kniffel_while_the_dice_tumble(player: Player) -> None:
    """The dice take their time, a press stops them, and the boxes come back after every throw."""
    player.begin("kniffel")
    player.play_on(PAD)
    checked(player)


@pytest.mark.lang("en")
def test_kniffel_with_the_keyboard_alone(player: Player) -> None:
    """Tab and enter to the table, then space, numbers, arrows and enter; no pointer at any time."""
    page, press = player.page, player.page.keyboard.press
    player.go()
    expect(page.locator("[data-game]").first).to_be_visible()
    tab_to(player, "[data-game=kniffel]")
    press("Enter")
    expect(player.at("start")).to_be_visible()
    tab_to(player, "[data-testid=start]")
    press("Enter")
    expect(player.at("status")).to_be_visible()
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")
    for turn in range(13):
        player.act(lambda: press("Space"))
        if turn == 0:
            press("1")
            expect(page.locator("[data-die='0']")).to_have_attribute("aria-pressed", "true")
            kept = page.locator("[data-die='0']").get_attribute("data-face")
            player.act(lambda: press("Space"))
            expect(page.locator("[data-die='0']")).to_have_attribute("data-face", kept or "")
        press("ArrowDown")
        press("Enter")
        expect(player.at("confirm")).to_have_attribute("aria-disabled", "false")
        player.act(lambda: press("Enter"))
        if turn == 0:  # taken back and entered once more
            player.act(lambda: press("u"))
            press("ArrowUp")
            press("Enter")
            player.act(lambda: press("Enter"))
    expect(player.at("end")).to_be_visible()


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


def test_for_one_says_why_not(player: Player) -> None:
    player.begin("forone")
    player.act(player.at("go").click)
    row = player.page.locator(".leaf li:not(.lit)").first
    name = row.locator(".title").inner_text()
    row.locator("button.row").click()
    expect(player.at("status")).to_contain_text(name)
    expect(player.at("polite")).to_contain_text(name)
