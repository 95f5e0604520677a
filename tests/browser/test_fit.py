"""Nobody scrolls between a throw and its box: card, dice and keys are on the screen together, at every decision.

Measured, not looked at (`geometry.py`): everything that belongs to a turn lies inside the window and under nothing
else, nothing is wider than the window, no text lies on another. The usual run takes every game with every number of
players through every size of window, some decisions in each; `HYPOTHESIS_PROFILE=long` plays a whole game in each.
"""

import os
from itertools import cycle, product

import pytest
from playwright.sync_api import expect

from tests.browser.geometry import SIZES, hidden, look_on, looks, seen_wrong
from tests.browser.player import EVERY_ROW, NUMBERUP, PAD, Player

Table = tuple[str, int, int | None]
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
SCRIPTS = {"kniffel": PAD, "extreme": PAD, "seven": PAD, "forone": EVERY_ROW, "numberup": NUMBERUP}
MOST = {"kniffel": 8, "extreme": 4, "seven": 8, "forone": 1, "numberup": 1}  # players
# Game, players, level; of the booklets also a card with tiles and the yellow die, and the largest grid with a hand.
TABLES: list[Table] = [
    (game, players, None) for game, players in product(SCRIPTS, (1, 2, 4, 8)) if players <= MOST[game]
]
TABLES += [("forone", 1, 25), ("numberup", 1, 20)]
LANGS = ("de", "en")
STRETCH = 5  # decisions in one size of window, in the usual run

_NAMES = ("Maximiliane", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Hugo")
_COLOURS = ("red", "blue", "green", "amber", "violet", "teal", "rose", "slate")
END = (".result h2", "[data-testid=end] .key.main")


def name(part: object) -> str:
    return "-".join(str(one) for one in part if one) if isinstance(part, tuple) else str(part).replace(" ", "-")


def sit(player: Player, size: str, game: str, players: int = 1, *, lang: str = "de", level: int | None = None) -> None:
    """At a table in a window of that size; nobody has to throw for who begins."""
    player.page.set_viewport_size(SIZES[size])
    player.page.add_init_script(f"localStorage.setItem('knobel.settings', JSON.stringify({{lang: '{lang}'}}))")
    seats = [{"name": n, "colour": c, "bot": None} for n, c in zip(_NAMES[:players], _COLOURS, strict=False)]
    body = {"game": game, "seats": seats, "first": 0, **({"level": level} if level else {})}
    answer = player.page.request.post(f"{player.address}/api/matches", data=body)
    assert answer.ok, answer.text()
    player.go(f"match/{answer.json()['id']}")
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


def test_a_box_that_cannot_be_filled_explains_itself(player: Player) -> None:
    sit(player, "small phone", "kniffel", 1)
    player.page.locator("[data-testid=turn-card] [data-box=full_house]").click()
    expect(player.at("explanation")).to_contain_text("Full House")
