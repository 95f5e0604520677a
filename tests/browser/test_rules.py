"""The rules are at hand: on every screen of a game, without leaving the table, in both languages."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from knobel.rules import GAMES
from tests.browser.player import Player

RULES = Path(__file__).parents[2] / "docs" / "rules"
OWN = [kind.key for kind in GAMES if not kind.classic]


def headings(game: str, lang: str) -> list[str]:
    return re.findall(r"^##+ (.*)$", (RULES / f"{game}.{lang}.md").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.phone
@pytest.mark.parametrize("game", OWN)
@pytest.mark.parametrize(
    "lang", [pytest.param("de", marks=pytest.mark.lang("de")), pytest.param("en", marks=pytest.mark.lang("en"))]
)
def test_the_page_of_a_game_is_its_document(player: Player, game: str, lang: str) -> None:
    player.go()
    player.page.locator(f"a.rules[href='#/rules/{game}']").click()
    page = player.at("rules")
    expect(page).to_be_visible()
    assert page.locator("h2, h3").all_inner_texts() == headings(game, lang)
    assert "`" not in page.inner_text()
    assert page.locator("td:empty").count() == 0
    assert player.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_from_the_new_game_the_booklet_and_the_menu(player: Player) -> None:
    for screen in ("new/kniffel", "booklet/forone"):
        player.go(screen)
        player.page.locator("main a[href^='#/rules/']").click()
        expect(player.at("rules")).to_be_visible()
    player.begin("seven")
    player.at("menu").click()
    player.at("rules-key").click()
    expect(player.at("rules")).to_contain_text("Super-Kniffel")
    player.page.keyboard.press("Escape")
    expect(player.at("roll")).to_be_visible()  # the table was never left


def test_house_rules_in_force_are_said_first(player: Player) -> None:
    player.go("new/kniffel")
    player.page.get_by_text("Auch ein gestrichenes Kniffelfeld").click()
    player.at("start").click()
    expect(player.at("status")).to_be_visible()
    player.page.keyboard.press("?")
    player.page.get_by_role("button", name="Spielregeln").click()
    expect(player.page.locator(".house")).to_contain_text("gestrichenes Kniffelfeld")
