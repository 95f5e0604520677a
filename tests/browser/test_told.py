"""Those who do not see the table are told what happened: what was written, how many points, struck or not, and the
whole hand after a throw; and before the first throw everybody sees the seal."""

import re

import pytest
from playwright.sync_api import expect

from knobel.words import say
from tests.browser.player import Player
from tests.browser.test_fit import sit

BOTH = pytest.mark.parametrize("lang", ["de", "en"])


def told(player: Player) -> str:
    return player.at("polite").inner_text().strip()


@BOTH
def test_a_pad_tells_throws_entries_and_strikes(player: Player, lang: str) -> None:
    sit(player, "phone", "kniffel", 2, lang=lang)
    page = player.page
    player.roll()
    faces = [die.get_attribute("data-face") or "" for die in page.locator("[data-die]").all()]
    assert ", ".join(faces) in told(player)
    page.locator("[data-die='1']").click()
    player.roll()
    hand = [die.get_attribute("data-face") or "" for die in page.locator("[data-die]").all()]
    assert told(player).endswith(f"{', '.join(hand)}.")  # the whole hand, not the new dice alone
    best = page.locator("button.cell.worth").last
    points = re.findall(r"\d+", best.inner_text())[-1]
    player.enter(best)
    assert told(player).startswith("Maximiliane: ")
    assert points in told(player)
    assert told(player).endswith(say(lang, "web.turn_of", who="Ben"))
    player.roll()
    empty = page.locator("button.cell:not(.worth)").first
    what = empty.locator(".name").inner_text()
    player.enter(empty)
    assert say(lang, "web.news.strike", what=what) in told(player)


@BOTH
def test_for_one_tells_the_hand_the_row_and_its_points(player: Player, lang: str) -> None:
    sit(player, "phone", "forone", lang=lang)
    page = player.page
    player.act(player.at("go").click)
    hand = [die.get_attribute("data-face") or "" for die in page.locator("[data-die]").all()]
    assert ", ".join(hand) in told(player)
    face = page.locator("[data-die][aria-pressed=true]").get_attribute("data-face") or ""
    row = page.locator(".leaf").first.locator(".lit").first
    name = row.locator(".title").inner_text()
    player.act(row.locator("button.row").click)
    left = [die.get_attribute("data-face") or "" for die in page.locator("[data-die]").all()]
    now = say(lang, "web.news.put_now", face=face, what=name, n=int(face))
    assert told(player) == f"{now} {say(lang, 'web.news.still', faces=', '.join(left))}"
    while page.locator("[data-die]").count():
        player.act(page.locator(".lit button.row").first.click)
    for worth in (True, False):
        offered = {key.get_attribute("data-score"): key.inner_text() for key in page.locator("button.go").all()}
        key, says = next((key, text) for key, text in offered.items() if (": 0 " not in text) == worth)
        name, points = page.locator(f"[data-row={key}] .title").inner_text(), re.findall(r"\d+", says)[-1]
        page.locator(f"button.go[data-score={key}]").click()
        player.act(player.at("go").click)
        done = ("score", {"n": int(points)}) if worth else ("strike", {})
        assert told(player) == say(lang, f"web.news.{done[0]}", what=name, **done[1])
        expect(page.locator(".just")).to_have_attribute("data-row", key or "")
    player.act(player.at("go").click)
    expect(page.locator(".just")).to_have_count(0)


@BOTH
def test_number_up_tells_the_card_the_place_and_both_lines(player: Player, lang: str) -> None:
    sit(player, "phone", "numberup", lang=lang)
    page = player.page
    player.prefer(lang=lang, flow=False)  # no card comes by itself
    player.act(player.at("go").click)
    card = page.locator(".turned").inner_text()
    assert card in told(player)
    player.act(player.at("go").click)
    middle = say(lang, "web.numberup.at", row=3, nth=say(lang, "web.numberup.nth.3"))
    assert middle in told(player)
    expect(page.locator(".just")).to_have_attribute("data-cell", "c3")
    for line in ("row", "column"):
        value = page.locator(f"[data-line='{line} 2']").inner_text().split("/")[0].strip().split("\n")[0]
        what = say(lang, f"web.numberup.{line}", n=3)
        assert say(lang, "web.numberup.line", what=what, value=value, target=9) in told(player)
    player.act(player.at("go").click)
    expect(page.locator(".just")).to_have_count(0)


def test_a_hand_of_several_cards_is_told_whole(player: Player) -> None:
    sit(player, "phone", "numberup", level=20)
    player.act(player.at("go").click)
    held = player.page.locator("[data-held]")
    expect(held).to_have_count(5)
    names = [one.locator(".sr").inner_text() for one in held.all()]
    assert told(player).endswith(say("de", "web.news.drew_hand", faces="", all=", ".join(names)))


@pytest.mark.parametrize("game", ["kniffel", "forone", "numberup"])
def test_the_seal_lies_open_before_the_first_throw(player: Player, game: str) -> None:
    sit(player, "small phone", game)
    match = player.page.url.rsplit("/", 1)[1]
    promised = player.json(f"matches/{match}")["header"]["commitment"]
    expect(player.at("seal")).to_contain_text(f"{promised[:4]} {promised[4:8]}")
    player.at("menu").click()
    expect(player.at("fingerprint")).to_have_text(promised)
    player.page.keyboard.press("Escape")
    player.act(player.page.locator("[data-testid=roll], [data-testid=go]").click)
    expect(player.at("seal")).to_have_count(0)


def test_real_dice_have_no_seal(player: Player) -> None:
    player.begin("kniffel", hand=True)
    expect(player.at("status")).to_be_visible()
    expect(player.at("seal")).to_have_count(0)
