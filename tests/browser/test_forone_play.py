"""For One – Kniffel in play: the card explains itself, says what is next and how far the medals are, on any screen."""

import pytest
from playwright.sync_api import expect

from knobel import find
from knobel.server.slim import merge
from tests.browser.house import House
from tests.browser.player import FORONE, SUPPLY_GONE, Player
from tests.playing import kept_match

FULL_ROW = ".must button.go"


def test_the_medals_and_how_far_they_are(player: Player) -> None:
    match = player.begin("forone")
    medals = player.json("booklets/forone/levels/1")["medals"]
    for asked in medals.values():
        expect(player.at("goal")).to_contain_text(str(asked))
    expect(player.at("goal")).to_contain_text(f"noch {medals['bronze']} bis Bronze")
    player.act(player.at("go").click)
    player.act(player.page.locator(".lit button.row").first.click)
    points = player.json(f"matches/{match}")["views"][0].get("points", 0)
    expect(player.at("goal")).to_contain_text(f"noch {medals['bronze'] - points} bis Bronze")


@pytest.mark.lang("en")
def test_the_card_prints_what_its_rows_give(player: Player) -> None:
    player.begin("forone")
    page = player.page
    expect(page.locator(".gives")).to_have_count(13)
    upper, lower = (leaf.locator(".gives").all_inner_texts() for leaf in page.locator(".leaf").all())
    assert upper == [f"{n} a die" for n in range(1, 7)]
    assert lower == ["15", "20", "25", "30", "40", "50", "10"]
    orders = [
        page.locator(f"[data-row={row}] .wants").all_inner_texts() for row in ("small_straight", "large_straight")
    ]
    assert orders == [list("1234"), list("23456")]
    expect(page.locator(".track .title")).to_have_text("Bonus: fewest dice")


def test_a_full_row_is_scored_by_the_key_itself(player: Player) -> None:
    match = player.begin("forone")
    player.play_on(
        f"const chance = see('[data-row=chance].lit button.row'); if (chance) return chance; {FORONE}", until=FULL_ROW
    )
    row = player.page.locator(FULL_ROW).first.get_attribute("data-score")
    expect(player.at("go")).to_contain_text("werten")
    player.act(player.at("go").click)
    events = player.json(f"matches/{match}")["events"]
    assert [event["move"] for event in events if event["is"] == "played"][-1] == f"score {row}"


@pytest.mark.phone
def test_the_tiles_in_words_are_one_tap_away(player: Player) -> None:
    player.begin("forone", level=25)
    tiles = player.page.locator(".tile").count()
    assert tiles > 0
    player.at("rule").click()
    assert player.page.locator("dialog li").count() > tiles  # the dice, then a sentence for every tile


@pytest.mark.phone
def test_a_match_by_earlier_rules_says_so_and_keeps_its_medals(player: Player, house: House) -> None:
    match = kept_match(house.home / "knobel.db", "forone:21@1")
    player.go(f"match/{match}")
    for asked in find("forone:21@1").level.medals:  # type: ignore[attr-defined]
        expect(player.at("goal")).to_contain_text(str(asked))
    player.at("rule").click()
    expect(player.page.locator("dialog li").first).to_have_text(
        "Diese Partie folgt noch Fassung 1 dieses Levels; heute gilt Fassung 3."
    )
    player.page.keyboard.press("Escape")
    player.act(player.at("go").click)
    expect(player.page.locator("[data-die]")).to_have_count(5)


@pytest.mark.phone
@pytest.mark.lang("en")
def test_ending_says_what_it_costs(player: Player) -> None:
    match = player.begin("forone")
    player.play_on(SUPPLY_GONE, until="[data-testid=still-open]")
    state = player.json(f"matches/{match}")
    view = merge(state["layout"], state["views"][0])
    points, rows = view["points"], next(block for block in view["blocks"] if block["block"] == "rows")
    expect(player.at("cost")).to_contain_text(f"You would end with {points} point")
    assert rows["best"] > points
    expect(player.at("cost")).to_contain_text(f"Up to {rows['best'] - points} more")
    expect(player.page.locator("dialog").get_by_test_id("goal")).to_contain_text("to Bronze")


# Medals are hard to win by a script: the answer about the booklet is the server's own, with a medal put in.
@pytest.mark.parametrize("medal", ["bronze", None])
def test_a_medal_opens_the_next_level(newcomer: Player, medal: str | None) -> None:
    player, page = newcomer, newcomer.page

    def won(route) -> None:  # type: ignore[no-untyped-def]
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "medal": medal})

    page.route("**/api/matches/*/entry", won)
    player.begin("forone", level=2)
    player.play_on(FORONE)
    expect(player.at("medal")).to_be_visible()
    if medal is None:
        expect(player.at("next-level")).to_have_count(0)
        return
    player.at("next-level").click()
    expect(page.locator("h2 .number")).to_contain_text("3")
    expect(player.at("play")).to_be_visible()
