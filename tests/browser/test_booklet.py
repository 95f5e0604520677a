"""The booklets: a level is played from its page, enters by itself, and counts for its chapter."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from knobel.server.slim import merge
from tests.browser.player import FORONE, NUMBERUP, Player
from tests.browser.test_games import tab_to

ME = "Anna"  # the name that is said when it is asked for


@pytest.fixture
def player(newcomer: Player) -> Player:
    """Somebody with empty booklets."""
    return newcomer


def shown(player: Player, what: str) -> list[str]:
    return player.page.locator(what).all_inner_texts()


def check_entered(player: Player, game: str, level: int, match: str) -> Any:
    """What the end says of the booklet, and what then stands there."""
    points = player.json(f"matches/{match}")["table"]["ranking"][0]["points"]
    entry = player.json(f"matches/{match}/entry")
    assert entry["result"]["points"] == points
    expect(player.at("entered")).to_be_visible()
    expect(player.at("chapter-sum")).to_contain_text(str(points))
    expect(player.page.locator("[data-testid=medal] svg")).to_have_count(1 if entry["medal"] else 0)
    player.at("to-level").click()
    expect(player.page.locator(f"[data-testid=results] tr.{entry['medal'] or 'below'} .ink .sr")).to_contain_text(
        str(points)
    )
    player.go(f"booklet/{game}")
    cell = player.page.locator(f"tr:has([data-level='{level}']) td .ink .sr")
    expect(cell).to_contain_text(str(points))
    expect(player.page.locator(f"[data-sum={ME}] .ink .sr")).to_contain_text(str(points))
    return entry


@pytest.mark.phone
def test_a_level_is_played_and_enters_the_booklet(player: Player) -> None:
    player.go("booklet/forone")
    expect(player.at("next")).to_contain_text("Level 1")
    match = player.walk_in("forone", level=1)
    player.play_on(FORONE)
    entry = check_entered(player, "forone", 1, match)
    expect(player.at("next")).to_contain_text("Level 2" if entry["medal"] else "Level 1")


@pytest.mark.lang("en")
def test_a_large_grid_with_a_final_scoring_of_its_own(player: Player) -> None:
    """Level 17: six by six, diagonals, and only the lowest of three sums counts."""
    match = player.walk_in("numberup", level=17)
    player.play_on(NUMBERUP)
    table = player.json(f"matches/{match}")
    assert len([event for event in table["events"] if event["is"] == "drew"]) == 36
    lines = next(block for block in merge(table["layout"], table["views"][0])["blocks"] if block["block"] == "grid")[
        "lines"
    ]
    sums = [sum(line["points"] for line in lines if line["key"] == key) for key in ("row", "column")]
    assert table["table"]["ranking"][0]["points"] <= min(sums)
    check_entered(player, "numberup", 17, match)


def test_results_from_a_real_table_can_be_written_and_removed(player: Player) -> None:
    player.go("booklet/numberup/1")
    expect(player.at("measured")).to_be_visible()
    player.at("write").click()
    player.name(ME)
    expect(player.at("write-points")).to_be_visible()
    player.page.keyboard.press("Escape")
    for points in ("85", "62"):
        player.at("write").click()
        player.at("write-points").fill(points)
        player.at("write-done").click()
        expect(player.at("write-points")).to_have_count(0)
    expect(player.page.locator("tr.gold .ink .sr")).to_contain_text("85")
    expect(player.page.locator("tr.bronze .ink .sr")).to_contain_text("62")
    player.go("booklet/numberup")
    expect(player.at("won")).to_contain_text(re.compile("^1"))
    player.go("booklet/numberup/1")
    player.page.get_by_role("button", name=re.compile("85")).click()
    player.at("remove-sure").click()
    expect(player.page.locator("tr.gold .ink")).to_have_count(0)
    expect(player.page.locator("tr.bronze .ink")).to_have_count(1)


def test_two_keep_one_booklet(player: Player) -> None:
    """With the keyboard: somebody joins, writes a result, and is called otherwise afterwards."""
    page, press = player.page, player.page.keyboard.press
    player.send("booklets/forone/levels/1/results", {"person": ME, "points": 280})
    player.go("booklet/forone/1")
    expect(player.at("results")).to_be_visible()
    tab_to(player, "[data-testid=new-person]")
    press("Enter")
    page.keyboard.type("Ben")
    press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    tab_to(player, "[data-testid=write]")
    press("Enter")
    page.keyboard.type("305")
    press("Enter")
    expect(page.locator("tr.gold .ink .sr")).to_contain_text("305")
    assert shown(player, "th.person") == [ME, "Ben"]
    player.at("rename").click()
    player.at("person-name").fill("Benno")
    player.at("person-done").click()
    expect(page.locator("th.person").last).to_have_text("Benno")
    press("ArrowRight")
    expect(page.locator("h2 .number")).to_contain_text("2")
    player.go("booklet/forone")
    expect(page.locator("[data-sum]")).to_have_count(10)


def test_a_match_that_is_given_up_enters_nothing(player: Player) -> None:
    player.walk_in("forone", level=3)
    player.at("menu").click()
    player.at("give-up").click()
    player.at("give-up").click()
    expect(player.at("not-entered")).to_be_visible()
    assert player.json("booklets/forone")["people"] == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_booklet_is_printed(player: Player, lang: str) -> None:
    page = player.page
    player.send("booklets/forone/levels/1/results", {"person": ME, "points": 280})
    player.prefer(lang=lang)
    player.go("booklet/forone/print")
    expect(page.locator(".level")).to_have_count(25)
    expect(page.locator(".level .ink")).to_have_count(0)
    empty = pages_of(page.pdf(prefer_css_page_size=True))
    page.locator(f"input[value={ME}]").check(force=True)
    expect(page.locator(".level .ink")).to_have_count(1)
    assert empty == pages_of(page.pdf(prefer_css_page_size=True))
    assert empty <= 10  # a cover and three levels a page
    page.emulate_media(media="print")
    expect(page.locator("header.bar")).to_be_hidden()
    expect(player.at("print")).to_be_hidden()


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.phone
def test_a_booklet_of_many_people_stays_within_the_screen(player: Player) -> None:
    for number in range(9):
        player.send("booklets/forone/levels/2/results", {"person": f"Person {number}", "points": 200 + number})
    for where in ("booklet/forone", "booklet/forone/2"):
        player.go(where)
        expect(player.page.locator("main .ink").first).to_be_visible()
        assert player.page.evaluate("() => document.documentElement.scrollWidth") <= 360, where
