"""Every screen, light and dark: accessible, within its width, with targets large enough, and printable."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from knobel.words import say
from tests.browser.player import Player
from tests.browser.tour import finished, tour
from tests.thoroughness import LONG

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BOTH = ("light", "dark")  # by day on a desk and by night on a phone; in the long profile each on both
GAMES = ("kniffel", "extreme", "seven", "forone", "numberup")


def violations(page: Page, *schemes: str) -> list[str]:
    """What axe finds: everything by the first of these lights, by others the colours alone: the rest is the same."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = []
    for at, scheme in enumerate(schemes):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        options = {"resultTypes": ["violations"], **({"runOnly": ["color-contrast"]} if at else {})}
        seen = json.loads(page.evaluate("(options) => axe.run(document, options).then(JSON.stringify)", options))
        found += [
            f"{scheme}: {one['impact']} {one['id']}: {node['target']} {node.get('failureSummary', '')}"
            for one in seen["violations"]
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"]
        ]
    return found


@pytest.mark.timeout(1200)  # one after the other, and the laboratory has to compile before it can solve
def test_every_screen_on_a_desk(player: Player) -> None:
    look_around(player, "en", BOTH if LONG else BOTH[:1])


@pytest.mark.phone
@pytest.mark.timeout(1200)
def test_every_screen_on_a_phone(player: Player) -> None:
    look_around(player, "de", BOTH if LONG else BOTH[1:])


def look_around(player: Player, lang: str, schemes: Sequence[str]) -> None:
    player.prefer(lang=lang)
    for name in tour(player):
        assert player.page.evaluate("() => document.documentElement.lang") == lang
        assert violations(player.page, *schemes) == [], name
        width = player.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1], f"{name} is wider than the screen"
        assert small_targets(player.page) == [], name
        assert not re.search(r"\bweb\.[a-z_.]+", player.page.locator("body").inner_text()), f"{name} shows a key"


def small_targets(page: Page) -> list[str]:
    """Everything to press is at least 44 pixels each way, 40 high where 22 boxes share a phone; words inside sentences
    are let off."""
    found: list[str] = page.evaluate("""() =>
        [...document.querySelectorAll("button, a, input[type=range], label, summary")]
        .filter((one) => !one.closest("p:not([class])") && !one.matches(".skip") && !one.closest("dialog:not([open])"))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => box.width > 0
            && (box.width < 43.5 || box.height < (one.closest(".crowded") ? 39.5 : 43.5)))
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)""")
    return found


@pytest.mark.phone
def test_text_at_double_size_loses_nothing(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    player.page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    for name in ("roll", "confirm", "undo"):
        box = player.at(name).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    player.page.locator("button.cell").last.scroll_into_view_if_needed()
    player.enter(player.page.locator("button.cell").last)


@pytest.mark.parametrize(
    ("lang", "games"), [("de", GAMES), ("en", GAMES)] if LONG else [("de", GAMES[::2]), ("en", GAMES[1::2])]
)
def test_cards_print_on_one_page(player: Player, lang: str, games: Sequence[str]) -> None:
    page = player.page
    player.prefer(lang=lang)
    for game in games:
        for where in (f"print/{game}", f"print/{game}?match={finished(player, game)}"):
            player.go(where)
            expect(player.at("sheet")).to_be_visible()
            pdf = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, where
            page.emulate_media(media="print")
            expect(page.locator("header.bar")).to_be_hidden()
            page.emulate_media(media="null")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.scheme("dark")
def test_the_chosen_theme_rules_and_paper_stays_white(player: Player, theme: str) -> None:
    player.prefer(theme=theme)
    player.go("print/kniffel")
    paper = player.at("sheet")
    expect(paper).to_have_css("background-color", {"light": "rgb(255, 250, 239)", "dark": "rgb(43, 38, 31)"}[theme])
    player.page.emulate_media(media="print", color_scheme="dark")
    expect(paper).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(paper.locator("th").first).to_have_css("color", "rgb(0, 0, 0)")


def test_stepping_through_a_finished_match(player: Player) -> None:
    match = finished(player, "kniffel")
    player.go("history")
    slip, more = player.page.locator(f"[data-match='{match}']"), player.page.locator(".more button")
    expect(player.page.locator("[data-match]").first).to_be_visible()
    while slip.count() == 0:  # open matches, which other tests leave behind, come first
        shown = player.page.locator("[data-match]").count()
        more.click()
        expect(player.page.locator("[data-match]").nth(shown)).to_be_visible()
    slip.click()
    expect(player.at("event")).to_be_visible()
    total = str(player.json(f"matches/{match}")["table"]["ranking"][0]["points"])
    expect(player.at("total-0")).to_have_text("0")
    player.page.keyboard.press("ArrowRight")
    expect(player.page.locator(".die")).to_have_count(5)
    player.page.keyboard.press("End")
    expect(player.at("total-0")).to_have_text(total)


def test_a_changed_die_is_found(player: Player) -> None:
    match = finished(player, "kniffel")
    proof = player.json(f"matches/{match}/proof")
    die = proof["draws"][7]["dice"][0]
    die["face"] = die["face"] % 6 + 1
    player.page.route("**/proof", lambda route: route.fulfill(json=proof))
    player.page.reload()  # the page may have opened the true envelope already
    verdict = player.verify()
    assert verdict.startswith("✗")
    assert str(proof["draws"][7]["n"]) in verdict


def test_what_was_confirmed_stays_in_the_match(player: Player) -> None:
    """The page has a receipt for all it has seen; a match that was changed in one event does not fit it, nor does a
    server that was set back."""
    match = finished(player, "kniffel")
    player.verify()
    version = player.json(f"matches/{match}")["version"]
    expect(player.at("receipt")).to_have_text("✓ " + say("de", "web.receipt.held", n=version))
    proof = player.json(f"matches/{match}/proof")
    proof["lines"][3] = "A undo"
    player.page.route("**/proof", lambda route: route.fulfill(json=proof))
    player.page.reload()
    player.verify()
    expect(player.at("receipt")).to_contain_text("✗")
    expect(player.at("receipt")).to_contain_text(f"{version}:")
    player.page.evaluate(
        """() => localStorage.setItem("knobel.receipts", localStorage.getItem("knobel.receipts")
        .replace(/"version":(\\d+)/g, (_, version) => `"version":${Number(version) + 3}`))"""
    )
    player.page.reload()
    lost = say("de", "web.receipt.missing", n=3, receipt="").split(".")[0]
    expect(player.page.get_by_text(lost).first).to_be_visible()


@pytest.mark.fresh
def test_hashing_by_hand_agrees(player: Player) -> None:
    """On a page without a secure origin the browser offers no hashing; ours then has to agree with the server's."""
    match = finished(player, "numberup")
    player.page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
    player.page.reload()
    assert match in player.page.url
    assert player.page.evaluate("() => crypto.subtle === undefined")
    assert player.verify().startswith("✓")
