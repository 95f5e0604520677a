"""What once went wrong at the table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from knobel.server.hub import Pauses
from tests.browser.player import SUPPLY_GONE, Player
from tests.browser.test_table_mode import tap, write

TYPED = ".dock .row .die.empty"


def told(player: Player) -> str:
    """What a screen reader was told last."""
    return player.at("polite").inner_text().strip()


def focus(page: Page) -> str:
    return str(
        page.evaluate("() => document.activeElement?.dataset.box ?? document.activeElement?.dataset.testid ?? ''")
    )


def look_again(player: Player, match: str) -> None:
    """At the last step of that match."""
    player.go(f"replay/{match}")
    expect(player.at("event")).to_be_visible()
    player.page.keyboard.press("End")
    expect(player.page.locator("main[data-step]")).to_have_attribute(
        "data-step", player.at("slider").get_attribute("max") or ""
    )


# For One


@pytest.mark.lang("en")
def test_the_yellow_die_is_yellow_when_looked_at_again(player: Player) -> None:
    level = next(
        page["number"]
        for page in player.json("booklets/forone/pages")["pages"]
        if "yellow" in str(page["rule"]).lower() + str(page["preparation"]).lower()
    )
    match = player.begin("forone", level=level)
    player.act(player.at("go").click)
    shown = [die.get_attribute("data-face") for die in player.page.locator("[data-die]").all()]
    assert [face for face in shown if face and face.startswith("y")]
    look_again(player, match)
    expect(player.page.locator(".beside .die.yellow")).to_have_count(1)
    assert [die.get_attribute("data-seen") for die in player.page.locator(".beside [data-seen]").all()] == shown
    expect(player.page.locator(".beside")).not_to_contain_text("NaN")
    expect(player.at("event")).to_contain_text("yellow")


@pytest.mark.phone
@pytest.mark.lang("en")
def test_one_tap_does_not_end_the_game(player: Player) -> None:
    player.begin("forone")
    # The supply runs out, and the key that threw the dice now ends the game.
    player.play_on(SUPPLY_GONE, until="[data-testid=still-open]")
    player.page.keyboard.press("Escape")
    before = player.version()
    player.at("go").click()
    expect(player.at("still-open").locator("li").first).to_be_visible()
    assert player.version() == before
    rows = player.page.locator(".leaf li:not(.closed) .name").all_inner_texts()
    named = player.at("still-open").locator("li").all_inner_texts()
    assert len(named) == len(rows)
    assert all(re.search(r": −?\d+$", line) for line in named)
    player.page.keyboard.press("Escape")
    expect(player.page.locator("dialog")).to_have_count(0)
    assert player.version() == before
    player.at("go").click()
    player.act(player.at("end-sure").click)
    expect(player.at("end")).to_be_visible()


# What a screen reader hears


@pytest.mark.lang("en")
def test_an_entry_is_told_with_its_points(player: Player) -> None:
    match = player.begin("kniffel", hand=True)
    tap(player, 5, 5, 5, 3, 3)
    player.act(player.page.locator("button.cell[data-box=full_house]").click)
    assert told(player).endswith("enters 25 points at Full house.")
    tap(player, 1, 2, 2, 4, 6)
    player.act(player.page.locator("button.cell[data-box=kniffel]").click)
    assert told(player).endswith("strikes Kniffel: 0 points.")
    look_again(player, match)
    expect(player.at("event")).to_have_text("Strikes Kniffel: 0 points.")


@pytest.mark.lang("en")
def test_a_further_throw_tells_the_whole_hand(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    for die in (0, 1):
        player.page.locator(f"[data-die='{die}']").click()
    player.roll()
    hand = [die.get_attribute("data-face") or "" for die in player.page.locator("[data-die]").all()]
    assert told(player).endswith(f"{', '.join(hand[2:])}. All dice: {', '.join(hand)}.")


@pytest.mark.lang("en")
def test_extra_points_are_told(player: Player) -> None:
    match = player.begin("kniffel", hand=True)
    tap(player, 6, 6, 6, 6, 6)
    player.act(player.page.locator("button.cell[data-box=kniffel]").click)
    tap(player, 6, 6, 6, 6, 6)
    note = player.page.locator(".dock .note")
    expect(note).to_have_text(re.compile(r"Sixes: Another Kniffel brings 50 extra points\."))
    player.act(player.page.locator("button.cell[data-box=sixes]").click)
    assert told(player).endswith("enters 30 points at Sixes. 50 extra points.")
    look_again(player, match)
    expect(player.at("event")).to_have_text("Enters 30 points at Sixes. 50 extra points.")


def test_what_was_said_at_another_table_is_forgotten(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    assert told(player) != ""
    player.go()
    expect(player.at("polite")).to_have_text("")


# Real dice, typed


@pytest.mark.lang("en")
def test_a_throw_with_missing_dice_says_so(player: Player) -> None:
    player.begin("kniffel", hand=True)
    expect(player.at("type-dice")).to_be_visible()
    player.page.keyboard.type("555")
    player.page.keyboard.press("Enter")
    expect(player.page.locator(".dock")).to_contain_text("2 dice have no number yet.")
    assert told(player) == "2 dice have no number yet."


def test_a_typed_throw_is_taken_back_with_one_press(player: Player) -> None:
    player.begin("kniffel", hand=True)
    tap(player, 1, 2, 3, 4, 6)
    player.act(player.at("undo").click)
    expect(player.page.locator(TYPED)).to_have_count(5)
    expect(player.at("undo")).to_have_attribute("aria-disabled", "true")
    tap(player, 6, 6, 6, 6, 6)
    expect(player.page.locator("button.cell[data-box=kniffel].worth")).to_be_visible()


# Taking back


@pytest.mark.phone
def test_a_slip_against_a_bot_is_taken_back(newcomer_to: Callable[[Pauses], Player]) -> None:
    player = newcomer_to(Pauses(0.05))  # bots leave time to take something back
    player.begin("kniffel", bots=1, first=0)
    player.roll()
    player.page.locator("[data-die='0']").click()
    expect(player.page.locator("[data-die='0']")).to_have_attribute("aria-pressed", "true")
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    expect(player.at("go-on")).to_be_visible()
    player.act(player.at("take-back").click)
    expect(player.at("go-on")).to_have_count(0)
    expect(player.page.locator("button.cell[data-box=chance]")).to_be_visible()
    # What was kept is kept again: the next throw leaves it alone.
    expect(player.page.locator("[data-die='0']")).to_have_attribute("aria-pressed", "true")
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    player.act(player.at("go-on").click)
    expect(player.at("go-on")).to_have_count(0)
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")  # the bot has played its turn
    expect(player.at("undo")).to_have_attribute("aria-disabled", "true")  # and nobody can take that back


def test_changing_the_kind_of_dice_keeps_what_is_kept(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    player.page.locator("[data-die='2']").click()
    expect(player.page.locator("[data-die='2']")).to_have_attribute("aria-pressed", "true")
    player.at("menu").click()
    player.act(player.at("source").click)
    expect(player.page.locator("[data-die='2']")).to_have_attribute("aria-pressed", "true")


# The score card


@pytest.mark.lang("en")
def test_a_bonus_out_of_reach_is_no_longer_promised(player: Player) -> None:
    player.begin("kniffel", hand=True)
    for box in ("ones", "twos", "threes", "fours", "fives"):
        write(player, box, "0")
    expect(player.page.locator(".reckoning .missing")).to_have_text("63 to go")
    write(player, "sixes", "0")
    expect(player.page.locator(".reckoning .missing")).to_have_text("–")


def test_the_arrows_walk_to_all_four_sides(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    press = player.page.keyboard.press
    press("ArrowDown")
    assert focus(player.page) == "ones"
    press("ArrowRight")
    assert focus(player.page) == "three_kind"
    press("ArrowRight")  # there is no more beside it: on to the next
    assert focus(player.page) == "four_kind"
    press("ArrowUp")
    press("ArrowLeft")
    assert focus(player.page) == "ones"
    press("ArrowUp")
    assert focus(player.page) == "chance"
