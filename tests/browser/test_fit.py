"""Nobody scrolls between a throw and its box: card, dice and keys are on the screen together, at every decision.

Measured, not looked at (`geometry.py`): everything that belongs to a turn lies inside the window and under nothing
else, nothing is wider than the window, no text lies on another. The usual run takes every game with every number of
players through every size of window, some decisions in each; `HYPOTHESIS_PROFILE=long` plays a whole game in each.
"""

from itertools import cycle, product

import pytest
from playwright.sync_api import expect

from tests.browser.geometry import SIZES, hidden, look_on, looks, seen_wrong
from tests.browser.player import EVERY_ROW, NUMBERUP, PAD, Player
from tests.thoroughness import LONG

Table = tuple[str, int, int | None]
SCRIPTS = {"kniffel": PAD, "extreme": PAD, "seven": PAD, "forone": EVERY_ROW, "numberup": NUMBERUP}
MOST = {"kniffel": 8, "extreme": 4, "seven": 8, "forone": 1, "numberup": 1}  # players
# Game, players, level; of the booklets also a card with tiles and the yellow die, and the largest grid with a hand.
TABLES: list[Table] = [
    (game, players, None) for game, players in product(SCRIPTS, (1, 2, 4, 8)) if players <= MOST[game]
]
TABLES += [("forone", 1, 25), ("numberup", 1, 20)]
COACHED = tuple(SCRIPTS) if LONG else ("kniffel", "extreme", "seven")  # with a booklet's card the coach thinks longer
LANGS = ("de", "en")
STRETCH = 2  # decisions in one size of window, in the usual run

_NAMES = ("Maximiliane", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Hugo")
END = ("[data-testid=end]", "[data-testid=end] .keys .main")


def name(part: object) -> str:
    return "-".join(str(one) for one in part if one) if isinstance(part, tuple) else str(part).replace(" ", "-")


def sit(
    player: Player, size: str, game: str, players: int = 1, *, lang: str | None = None, level: int | None = None
) -> None:
    """At a table in a window of that size; nobody has to throw for who begins."""
    player.page.set_viewport_size(SIZES[size])
    if lang:
        player.prefer(lang=lang)
    player.sit(game, *_NAMES[:players], first=0, level=level)
    expect(player.page.locator("[data-testid=roll], [data-testid=go]")).to_have_attribute("aria-disabled", "false")


@pytest.mark.skipif(LONG, reason="a whole game is played in each size")
@pytest.mark.parametrize(("table", "lang"), list(zip(TABLES, cycle(LANGS), strict=False)), ids=name)
def test_a_turn_is_on_every_screen_whole(player: Player, table: Table, lang: str) -> None:
    game, players, level = table
    sit(player, "small phone", game, players, lang=lang, level=level)
    look_on(player.page, game)
    for size in SIZES:
        player.page.set_viewport_size(SIZES[size])
        player.play_on(SCRIPTS[game], presses=STRETCH)
    assert seen_wrong(player.page) == []
    assert looks(player.page) >= STRETCH * len(SIZES)


@pytest.mark.skipif(not LONG, reason="takes minutes")
@pytest.mark.parametrize(
    ("size", "table", "lang"),
    [(*case, lang) for case, lang in zip(product(SIZES, TABLES), cycle(LANGS), strict=False)],
    ids=name,
)
def test_a_whole_game_is_on_the_screen(player: Player, size: str, table: Table, lang: str) -> None:
    game, players, level = table
    sit(player, size, game, players, lang=lang, level=level)
    look_on(player.page, game)
    player.play_on(SCRIPTS[game])
    assert seen_wrong(player.page) == []
    assert looks(player.page) >= 25 * players
    expect(player.at("end")).to_be_visible()
    assert hidden(player.page, *END) == []


@pytest.mark.parametrize(("game", "lang"), list(zip(COACHED, cycle(LANGS), strict=False)))
def test_the_coach_takes_no_room(player: Player, game: str, lang: str) -> None:
    """Before every decision, and after one that was thought about first."""
    page, lamp = player.page, "[data-testid=hint]:not(.absent)"
    sit(player, "small phone", game, min(2, MOST[game]), lang=lang)
    look_on(page, game)
    player.prefer(lang=lang, hints="always")
    for size in ("small phone", "phone on its side", "desk"):
        page.set_viewport_size(SIZES[size])
        player.play_on(SCRIPTS[game], presses=1)
        player.play_on(SCRIPTS[game], until=lamp)
        expect(page.locator(".advice .because")).to_be_visible(timeout=120_000)
        page.evaluate("() => eye.look()")
        ends = page.locator(".advice").evaluate(
            "it => [it.firstElementChild, it].map((one) => one.getBoundingClientRect().bottom)"
        )
        assert ends[0] <= ends[1]  # the reason may be cut, what is best is not
    assert seen_wrong(page) == []
    player.prefer(lang=lang, hints="think")
    player.play_on(SCRIPTS[game], until="dialog[open]")
    for size in ("small phone", "phone on its side"):
        page.set_viewport_size(SIZES[size])
        assert hidden(page, "dialog", "[data-testid=change]", "[data-testid=stay]") == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("speck.style.cssText = `position: fixed; inset: ${top + 4}px auto auto ${left + 4}px`", "covered: fours"),
        ("box.style.translate = '-30px'", "outside: fours"),
        ("box.style.marginTop = '2px'", "moved: fours"),
    ],
    ids=["covered", "outside", "moved"],
)
def test_what_is_wrong_is_noticed(player: Player, change: str, found: str) -> None:
    """Whoever measures must not be blind."""
    sit(player, "small phone", "kniffel")
    look_on(player.page, "kniffel")
    player.page.evaluate("() => eye.look()")
    assert seen_wrong(player.page) == []
    player.page.evaluate(f"""() => {{
        const box = document.querySelector(".playing [data-box=fours]");
        const {{ left, top }} = box.getBoundingClientRect();
        document.querySelector("main").insertAdjacentHTML("beforeend", "<b id=speck></b>");
        speck.innerHTML = "<svg width=4 height=4></svg>";
        {change};
        eye.look();
        speck.remove();
    }}""")
    assert any(found in wrong for wrong in seen_wrong(player.page))


def test_the_strip_tells_of_everybody_and_opens_all_cards(player: Player) -> None:
    sit(player, "small phone", "kniffel", 3)
    player.roll()
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    points = player.at("total-0").inner_text()
    first = player.page.locator("[data-player='0']")
    expect(first).to_contain_text("Chance")
    expect(first.locator(".last b")).to_have_text(points)
    expect(player.page.locator("[data-player='1']")).to_have_attribute("aria-current", "true")
    first.click()
    table = player.page.locator("dialog table")
    expect(table.first.locator("thead th")).to_have_count(3)
    expect(table.last.locator("[data-box=chance]").first).to_contain_text(points)
    player.page.keyboard.press("Escape")
    expect(table).to_have_count(0)


@pytest.mark.phone
def test_pulling_at_the_strip_opens_all_cards_too(player: Player) -> None:
    sit(player, "small phone", "kniffel", 8)
    box = player.page.locator("[data-player='1']").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    strip = player.page.locator(".strip")
    swipe(player, (x, y), (x - 90, y + 4))
    player.page.wait_for_function("() => document.querySelector('.strip').scrollLeft > 40")  # sideways it scrolls
    expect(player.page.locator("dialog")).to_have_count(0)
    strip.evaluate("strip => (strip.scrollLeft = 0)")
    swipe(player, (x, y), (x + 6, y + 90))
    expect(player.page.locator("dialog thead th").first).to_be_visible()


def swipe(player: Player, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger on the glass; its steps are those of a hand, not of a mouse."""
    glass = player.page.context.new_cdp_session(player.page)
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    glass.detach()


def test_who_begins_fits_with_eight_players(player: Player) -> None:
    player.sit("kniffel", *_NAMES)
    expect(player.at("seal")).to_be_visible()
    player.roll()
    for size in SIZES.values():
        player.page.set_viewport_size(size)
        player.page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
        assert hidden(player.page, ".off li", ".off h2", ".dock button") == []


@pytest.mark.parametrize(("game", "most"), [("kniffel", 40), ("seven", 70), ("extreme", 120), ("forone", 40)])
def test_the_smallest_phone_on_its_side_hardly_scrolls(player: Player, game: str, most: int) -> None:
    """Dice and keys stay in sight whatever is scrolled."""
    sit(player, "small phone", game)
    player.page.set_viewport_size({"width": 568, "height": 320})
    player.act(player.page.locator("[data-testid=roll], [data-testid=go]").click)
    for to in (0, 9_999):
        player.page.evaluate("to => scrollTo(0, to)", to)
        assert hidden(player.page, "[data-die]", ".dock .key:not(.plain)") == []
    scrolled = player.page.evaluate("() => scrollY")
    assert 0 <= scrolled <= most
    assert hidden(player.page, "[data-box=chance], [data-row=chance]") == []
