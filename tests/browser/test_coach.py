"""The coach in the browser: hints in every mode, the review with its chart, and what if."""

import json
import re
from random import Random
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from knobel.match.notation import format_match
from tests.browser.geometry import hidden
from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.test_screens import violations
from tests.playing import random_match

THINK = """() => {
  const kept = JSON.parse(localStorage.getItem("knobel.settings") ?? "{}");
  localStorage.setItem("knobel.settings", JSON.stringify({ ...kept, hints: "think" }));
}"""


@pytest.mark.phone
def test_hints_are_asked_for_ringed_and_explained_and_everything_stays_on_the_screen(player: Player) -> None:
    page = player.page
    page.set_viewport_size({"width": 360, "height": 640})
    player.begin("seven", people=2, first=0)
    player.at("roll").click()
    page.keyboard.press("h")
    expect(player.at("advice")).to_be_visible()
    expect(page.locator(".loss").first).to_be_visible()
    expect(page.locator(".because")).to_be_visible()
    for size in ({"width": 360, "height": 640}, {"width": 844, "height": 390}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert hidden(page, "[data-testid=roll]", "[data-testid=confirm]", ".card .box", "[data-die]") == []
    player.at("hint").click()
    expect(player.at("reasons").locator("li")).to_have_count(3)
    expect(player.at("reasons")).not_to_contain_text("coach.")
    chances = player.at("chances").locator("li")
    expect(chances).to_have_count(2)
    expect(chances.nth(1)).to_contain_text(re.compile(r"Ben\s+[3-6]\d % ± \d"))
    expect(page.locator("[aria-live=polite]").first).to_contain_text("Chance zu gewinnen: Anna")
    assert violations(page, "light", "dark") == []
    page.keyboard.press("Escape")
    player.go("history")
    expect(page.locator("[data-testid=hinted]").first).to_contain_text("Anna")


@pytest.mark.lang("en")
def test_think_first_tells_the_cost_and_lets_one_change_or_keep(player: Player) -> None:
    player.begin("kniffel")
    player.page.evaluate(THINK)
    player.page.reload()
    player.at("roll").click()
    cell = player.page.locator("button.cell[data-box=kniffel]")
    cell.click()
    player.at("confirm").click()
    player.at("change").click()
    cell.click()
    player.at("confirm").click()
    expect(player.page.get_by_role("dialog")).to_contain_text("Better:")
    player.at("stay").click()
    expect(cell).to_have_count(0)


def test_a_review_has_its_chart_and_goes_on_from_a_decision(player: Player, house: House) -> None:
    played, _ = random_match("kniffel", Random(8), seats=2)
    sent = Request(f"{house.address}/api/files", format_match(played).encode(), {"origin": house.address})
    with urlopen(sent) as answer:
        match = json.load(answer)["id"]
    player.go(f"replay/{match}")
    player.at("to-review").click()
    expect(player.at("headline")).to_have_count(2)
    expect(player.page.locator("figure.chart svg[role=img]")).to_have_count(2)
    winning = player.at("winning")  # of who wins, beside that of the expected results
    winning.get_by_test_id("as-table").click()
    expect(winning.locator("tbody tr").first).to_contain_text("50 %")
    assert violations(player.page, "light", "dark") == []
    player.at("what-if").first.click()
    expect(player.at("line")).to_be_visible()
    player.at("line").click()
    expect(player.at("line-steps").locator("li").first).to_be_visible()
    player.page.keyboard.press("Escape")
    cell = player.page.locator("button.cell.worth, button.cell").first
    box = cell.get_attribute("data-box")
    cell.click()
    player.at("confirm").click()
    expect(player.page.locator(f"button.cell[data-box={box}]")).to_have_count(0)
    player.at("undo").click()
    expect(player.page.locator(f"button.cell[data-box={box}]")).to_have_count(1)
