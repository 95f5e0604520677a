"""What is next is the loudest thing on the table."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from knobel.server.hub import Pauses
from tests.browser.player import PAD, Player
from tests.browser.test_fit import sit

MAIN = re.compile(r"\bmain\b")


def test_entering_is_the_main_key_once_a_box_is_chosen(player: Player) -> None:
    sit(player, "phone", "kniffel", 1)
    expect(player.at("roll")).to_have_class(MAIN)
    player.roll()
    expect(player.at("roll")).to_have_class(MAIN)
    expect(player.at("confirm")).not_to_have_class(MAIN)
    player.page.locator("button.cell[data-box=chance]").click()
    expect(player.at("confirm")).to_have_class(MAIN)
    expect(player.at("roll")).not_to_have_class(MAIN)
    player.page.keyboard.press("Escape")
    expect(player.at("roll")).to_have_class(MAIN)


@pytest.mark.parametrize("size", ["small phone", "desk"])
def test_what_was_just_written_is_marked_until_the_next_throw(player: Player, size: str) -> None:
    sit(player, size, "kniffel", 2)
    player.roll()
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    mark = player.page.locator(".just")
    expect(mark).to_have_count(1)
    expect(mark).to_contain_text("Chance")
    player.roll()
    expect(mark).to_have_count(0)
    player.enter(player.page.locator("button.cell[data-box=ones]"))
    expect(mark).to_have_count(1)
    player.act(player.at("undo").click)
    expect(mark).to_have_count(0)


def test_the_only_box_left_is_the_key_itself(player: Player) -> None:
    sit(player, "phone", "kniffel")
    last = "if (all('.written').length === 12) return void (document.body.dataset.last = '');"
    player.play_on(f"{last} {PAD}", until="[data-last]")
    for _ in range(3):
        expect(player.at("confirm")).not_to_have_class(MAIN)
        player.roll()
    expect(player.at("confirm")).to_have_class(MAIN)
    expect(player.page.locator("button.cell.chosen")).to_have_count(1)
    player.act(player.at("confirm").click)
    expect(player.at("end")).to_be_visible()


@pytest.mark.parametrize("game", ["forone", "numberup"])
def test_a_die_or_a_card_that_waits_is_blank_too(player: Player, game: str) -> None:
    sit(player, "small phone", game)
    if game == "numberup":
        expect(player.page.locator(".stack .number-card")).to_have_count(0)
        return
    blank = player.page.locator(".waiting .blank")
    expect(blank).to_have_count(5)
    expect(blank.first.locator(".front svg")).to_be_hidden()
    tray, *dice = (
        one.bounding_box() or pytest.fail("not there") for one in [player.page.locator(".waiting"), *blank.all()]
    )
    assert all(tray["x"] <= die["x"] and die["x"] + die["width"] <= tray["x"] + tray["width"] for die in dice)
    player.act(player.at("go").click)
    expect(blank).to_have_count(0)


def test_dice_that_were_not_thrown_are_blank(player: Player) -> None:
    sit(player, "phone", "kniffel", 1)
    pips = player.page.locator("[data-die] .front svg")
    expect(pips.first).to_be_hidden()
    player.roll()
    expect(pips.first).to_be_visible()
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    expect(pips.first).to_be_hidden()


def test_a_chip_key_says_what_it_costs_and_what_is_left(player: Player) -> None:
    sit(player, "small phone", "extreme", 1, lang="en")
    for _ in range(3):
        player.roll()
    expect(player.at("roll")).to_have_text("Pay 1 chip, roll 6 (3 left)")
    player.page.locator("[data-die='1']").click()
    expect(player.at("roll")).to_have_text("Pay 1 chip, roll 5 (3 left)")
    player.roll()
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    for _ in range(3):
        player.roll()
    expect(player.at("roll")).to_have_text("Pay 1 chip, roll 6 (2 left)")


# A bot at the table


def against_a_bot(player: Player, pace: str) -> None:
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.prefer(pace=pace, lang="en")
    player.sit("kniffel", "Ada", bots=["Bo"], first=0)
    player.roll()
    # From here on the page notes every state of the bot's turn that it shows, and when.
    player.page.evaluate("""() => {
      window.seen = [];
      const note = () => {
        const main = document.querySelector("[data-version]");
        if (main && seen.at(-1)?.version !== main.dataset.version) seen.push({
          version: main.dataset.version,
          at: performance.now(),
          faces: [...document.querySelectorAll("[data-die]")].map((die) => die.dataset.face ?? ""),
          kept: document.querySelectorAll("[data-die].kept").length,
          bot: document.querySelector("[data-player='1']").matches(".playing"),
        });
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    }""")
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    expect(player.page.locator("[data-player='1'].just")).to_be_visible()


@pytest.mark.parametrize(
    ("pace", "pause", "least", "most"),
    [("slow", 0.3, 2_000, 60_000), ("normal", 0.6, 450, 60_000), ("fast", 30.0, 0, 20_000)],
)
def test_a_bots_turn_can_be_followed_at_the_chosen_pace(
    newcomer_to: Callable[[Pauses], Player], pace: str, pause: float, least: float, most: float
) -> None:
    """Whatever the server's own pause; a die in a golden frame is one that stayed, and the entry is told and marked."""
    player = newcomer_to(Pauses(pause))
    page = player.page
    against_a_bot(player, pace)
    shown = page.evaluate("() => seen.slice(seen.findIndex((one) => one.bot))")
    assert len(shown) >= 3  # before its first throw, after it, after its entry
    for sooner, later in pairwise(shown):
        same = sum(a == b != "" for a, b in zip(sooner["faces"], later["faces"], strict=True))
        assert later["kept"] <= same
    pauses = [later["at"] - sooner["at"] for sooner, later in pairwise(shown[1:])]
    assert sum(pauses) / len(pauses) > least  # of one alone a busy machine may take a part away
    assert max(pauses) < most
    expect(page.locator("[data-player='1'].just .last b")).to_be_visible()
    player.roll()  # and the person plays on
