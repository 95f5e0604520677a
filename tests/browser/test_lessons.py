"""A first game that teaches: every step on a phone with all it needs in view, offered once, always found again."""

import re

import pytest
from playwright.sync_api import Page, expect

from knobel.lessons import LESSONS
from knobel.words import say
from tests.browser.geometry import hidden
from tests.browser.player import Player
from tests.thoroughness import sample

# Where a finger lands: a selector for each press that a move takes, in the kits' own words.
_RINGED = """() => {
  const rings = document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.selectorText);
  const found = rings.flatMap((ring) => [...document.querySelectorAll(ring)]);
  for (const old of document.querySelectorAll("[data-ringed]")) old.removeAttribute("data-ringed");
  for (const one of found) one.dataset.ringed = "";
  return found.length;
}"""
CARD = {"pad": ".playing button[data-box]", "rows": "[data-row]", "grid": "[data-cell]"}
DICE = {"pad": "[data-die]", "rows": ".tray", "grid": ".stack"}
KEYS = {"pad": "[data-testid=roll], [data-testid=confirm]", "rows": "[data-testid=go]", "grid": "[data-testid=go]"}
SAYS = "[data-testid=says]"


def ringed(page: Page) -> int:
    return int(page.evaluate(_RINGED))


def press(page: Page, at: int) -> None:
    """Whatever is pointed at, one thing after the other, until the step is done; nothing else is known here."""
    for _ in range(9):
        if page.locator("main").get_attribute("data-step") != str(at):
            return
        if ringed(page) and page.locator("main").get_attribute("data-busy") == "false":
            spot = page.locator("[data-ringed]").first
            (spot.locator("button").first if spot.get_attribute("data-row") else spot).click()
        page.wait_for_function("() => document.querySelector('main').dataset.busy === 'false'")


def walk(player: Player, game: str, engine: str) -> None:
    """From the first step to the last, looking at everything on the way."""
    page, lesson = player.page, LESSONS[game]
    player.go(f"lesson/{game}")
    heights = set()
    for at, step in enumerate(lesson.steps):
        expect(page.locator(f"main[data-step='{at}'][data-busy=false]")).to_be_attached()
        expect(player.at("says")).to_have_text(say("de", lesson.says(at).key))
        heights.add(page.locator(".coach").bounding_box()["height"])  # type: ignore[index]
        if step.move is None:
            assert ringed(page) >= 1, f"{game} {step.key} points at nothing"
            assert hidden(page, SAYS, CARD[engine], DICE[engine], "[data-testid=next]") == []
            player.at("next").click()
            continue
        assert ringed(page) >= 1, f"{game} {step.key} points at nothing"
        assert hidden(page, SAYS, CARD[engine], DICE[engine], KEYS[engine], "[data-ringed]") == []
        press(page, at)
    expect(player.at("real")).to_be_visible()
    expect(player.at("says")).to_have_text(say("de", f"lessons.{game}.end.say"))
    assert len(heights) == 1, f"the sentence moves the table: {heights}"


@pytest.mark.phone
def test_whoever_presses_what_is_pointed_at_learns_the_game(player: Player) -> None:
    """Each engine's lesson on a small phone: sentence, card, dice and keys in view together at every step."""
    before = player.json("matches")["matches"]  # of the other tests: they share a server
    for game, engine in (("extreme", "pad"), ("seven", "pad"), ("forone", "rows"), ("numberup", "grid")):
        walk(player, game, engine)
    player.at("real").click()
    expect(player.page).to_have_url(re.compile("#/booklet/numberup/1$"))
    kept = player.json("matches")["matches"]
    assert [one["id"] for one in kept] == [one["id"] for one in before], "no lesson is kept"


@pytest.mark.phone
def test_on_its_side_everything_is_in_view_too(player: Player) -> None:
    player.page.set_viewport_size({"width": 844, "height": 390})
    for game, engine in sample((("forone", "rows"), ("seven", "pad"), ("numberup", "grid")), 2):
        walk(player, game, engine)


def test_a_wrong_move_is_answered_and_a_step_can_go_back(player: Player) -> None:
    """At a desk, by keyboard as far as it goes: nothing moves but the sentence."""
    page = player.page
    walk_to_keep = ("Enter", " ")
    player.go("lesson/kniffel")
    expect(player.at("says")).to_have_text(say("de", "lessons.kniffel.goal.say"))
    expect(page).to_have_title("Kniffel lernen · Knobel")
    for at, key in enumerate(walk_to_keep):
        expect(page.locator(f"main[data-step='{at}'][data-busy=false]")).to_be_attached()
        page.keyboard.press(key)
    expect(page.locator("main[data-step='2'][data-busy=false]")).to_be_attached()
    page.keyboard.press("1")
    page.keyboard.press(" ")  # one six alone
    expect(player.at("says")).to_have_text(say("de", "lessons.kniffel.keep.else"))
    expect(player.at("urgent")).to_have_text(say("de", "lessons.kniffel.keep.else"))
    page.keyboard.press("3")
    expect(player.at("says")).to_have_text(say("de", "lessons.kniffel.keep.say"))
    page.keyboard.press(" ")
    expect(page.locator("main[data-step='3'][data-busy=false]")).to_be_attached()
    expect(page.locator("[data-die='0']")).to_have_attribute("aria-pressed", "true")  # kept dice stay kept
    expect(player.at("polite")).to_contain_text(say("de", "lessons.kniffel.again.say"))
    page.keyboard.press("u")
    expect(page.locator("main[data-step='2'][data-busy=false]")).to_be_attached()
    player.at("leave").click()
    expect(player.at("start")).to_be_visible()


@pytest.mark.phone
def test_it_is_offered_once_and_always_found_again(newcomer: Player) -> None:
    player, page = newcomer, newcomer.page
    player.go()
    expect(player.at("lesson-offer")).to_contain_text("Kniffel")
    assert hidden(page, "[data-testid=show-lesson]") == []
    player.at("lesson-offer").get_by_role("button", name=say("de", "lessons.no")).click()
    expect(player.at("lesson-offer")).to_have_count(0)
    player.go("new/kniffel")
    expect(player.at("start")).to_be_visible()
    expect(player.at("learn")).to_be_visible()
    expect(player.at("lesson-offer")).to_have_count(0)  # declined
    player.go("booklet/forone")
    player.at("show-lesson").click()
    expect(player.at("says")).to_have_text(say("de", "lessons.forone.goal.say"))
    player.at("leave").click()
    expect(player.at("learn")).to_be_visible()
    expect(player.at("lesson-offer")).to_have_count(0)  # seen
    player.go("rules/numberup")
    player.at("learn").click()
    expect(player.at("says")).to_have_text(say("de", "lessons.numberup.goal.say"))
    player.send("matches", {"game": "extreme", "seats": [{"name": "Anna"}]})
    player.go("new/seven")
    expect(player.at("lesson-offer")).to_contain_text("Kniffel 7")
    player.go("new/extreme")
    expect(player.at("learn")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(player.at("lesson-offer")).to_have_count(0)  # played here
    player.go("rules/yatzy")
    expect(player.at("rules")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(player.at("learn")).to_have_count(0)
