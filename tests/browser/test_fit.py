"""Nobody scrolls between a throw and its box: card, dice and keys are on the screen together, at every decision.

Measured, not looked at: everything that belongs to a turn lies inside the window and under nothing else, nothing is
wider than the window, no text lies on another. A covering sample in the usual run; `HYPOTHESIS_PROFILE=long` takes
every size, game and number of players.
"""

import os
from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.player import PAD, Player

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (768, 1024),
    "desk": (1280, 800),
    "desk at 200 %": (640, 400),
}
GAMES = {"kniffel": (13, 8), "extreme": (22, 4), "seven": (14, 8)}  # boxes, players at most
WHOLE = 10_000
SAMPLE = [  # size, game, players, decisions, language
    ("small phone", "kniffel", 2, 14, "de"),
    ("small phone", "extreme", 4, 18, "de"),
    ("small phone", "extreme", 1, WHOLE, "en"),
    ("phone", "seven", 8, 14, "en"),
    ("phone on its side", "kniffel", 4, 14, "en"),
    ("tablet", "extreme", 4, 10, "de"),
    ("desk", "seven", 8, 10, "de"),
    ("desk at 200 %", "seven", 2, 14, "de"),
    ("desk at 200 %", "extreme", 2, 14, "en"),
]
EVERYTHING = [
    (size, game, players, WHOLE, lang)
    for (size, game, players), lang in zip(
        ((s, g, p) for s, g, p in product(SIZES, GAMES, (1, 2, 4, 8)) if p <= GAMES[g][1]),
        ("de", "en") * 36,
        strict=False,
    )
]
CASES = EVERYTHING if os.environ.get("HYPOTHESIS_PROFILE") == "long" else SAMPLE

_NAMES = ("Maximiliane", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Hugo")
_COLOURS = ("red", "blue", "green", "amber", "violet", "teal", "rose", "slate")

_EYE = """() => {
  window.wrong = new Set();
  window.looked = 0;
  const seen = (rect) => rect.width > 0 && rect.height > 0;
  const name = (one) => `${one.dataset?.box ?? one.dataset?.testid ?? one.dataset?.die ?? one.className} ${
    one.textContent.trim().slice(0, 40)}`;
  const covered = (one, rect) => {
    const [l, t, r, b] = [rect.left + 5, rect.top + 5, rect.right - 5, rect.bottom - 5];
    const points = [[l, t], [r, t], [l, b], [r, b], [(l + r) / 2, (t + b) / 2]];
    return points.map(([x, y]) => document.elementsFromPoint(x, y)[0])
      .find((top) => !top || !(one.contains(top) || top.contains(one)));
  };
  /* Where the letters of a text are, as far as they are not cut off. */
  const letters = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((rect) => {
      let [l, t, r, b] = [rect.left, rect.top + rect.height * 0.22, rect.right, rect.bottom - rect.height * 0.22];
      for (let up = node.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowX === "visible") continue;
        const cut = up.getBoundingClientRect();
        [l, r] = [Math.max(l, cut.left), Math.min(r, cut.right)];
      }
      return { l, t, r, b, text: node.textContent.trim() };
    }).filter(({ l, r }) => r - l > 1);
  };
  const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent.trim() && !node.parentElement.closest(".sr, .word, svg, caption")) found.push(letters(node));
    }
    for (const ink of document.querySelectorAll("main .ink svg")) {
      const { left, top, right, bottom } = ink.getBoundingClientRect();
      found.push([{ l: left, t: top + 4, r: right, b: bottom - 4, text: "ink" }]);
    }
    return found;
  };
  window.measure = (boxes) => {
    looked += 1;
    const say = (what) => wrong.add(what);
    if (document.documentElement.scrollWidth > innerWidth) say("wider than the window");
    if (scrollY !== 0) say("scrolled");
    const card = [...document.querySelectorAll(".playing [data-box]")];
    if (card.length !== boxes) say(`${card.length} boxes`);
    const dice = [...document.querySelectorAll("[data-die]")];
    const keys = [...document.querySelectorAll(".dock button:not([data-die]), [data-player].playing")];
    if (!keys.some((key) => key.matches("[data-testid=roll]"))) say("no key to roll");
    const words = "[data-testid=status]:not(.sr), .dock .note, [data-testid=turn-card] .reckoning";
    const rest = [...document.querySelectorAll(words)];
    for (const one of [...card, ...dice, ...keys, ...rest]) {
      const rect = one.getBoundingClientRect();
      const { left, top, right, bottom } = rect;
      if (!seen(rect) || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        say(`outside: ${name(one)} ${[left, top, right, bottom].map(Math.round)}`);
      else {
        const over = covered(one, rect);
        if (over) say(`covered: ${name(one)} by ${name(over)}`);
      }
    }
    const least = boxes > 16 ? 40 : 44;
    for (const one of [...card, ...dice, ...keys]) {
      const { width, height } = one.getBoundingClientRect();
      if (width < 43.5 || height < (card.includes(one) ? least : 44) - 0.5)
        say(`small: ${name(one)} ${width} x ${height}`);
    }
    const all = texts();
    all.forEach((some, i) => all.slice(i + 1).forEach((others) => some.forEach((a) => others.forEach((b) => {
      if (a.l < b.r - 1 && b.l < a.r - 1 && a.t < b.b - 1 && b.t < a.b - 1) say(`on each other: ${a.text} / ${b.text}`);
    }))));
  };
}"""


@pytest.mark.parametrize(
    ("size", "game", "players", "decisions", "lang"), CASES, ids=lambda part: str(part).replace(" ", "-")
)
def test_a_turn_is_on_the_screen_whole(
    player: Player, size: str, game: str, players: int, decisions: int, lang: str
) -> None:
    page = player.page
    page.add_init_script(f"localStorage.setItem('knobel.settings', JSON.stringify({{lang: '{lang}'}}))")
    sit(player, size, game, players)
    page.evaluate(_EYE)
    boxes = GAMES[game][0]
    enough = f"if (looked >= {decisions}) {{ document.querySelector('main').dataset.enough = ''; return null; }}"
    player.play_on(f"{enough} measure({boxes}); {PAD}", until="[data-enough], [data-testid=end]")
    assert page.evaluate("() => [...wrong].slice(0, 12)") == []
    assert page.evaluate("() => looked") >= min(decisions, boxes * players * 2)


def sit(player: Player, size: str, game: str, players: int) -> None:
    """At a table in a window of that size; nobody has to throw for who begins."""
    width, height = SIZES[size]
    player.page.set_viewport_size({"width": width, "height": height})
    seats = [{"name": n, "colour": c, "bot": None} for n, c in zip(_NAMES[:players], _COLOURS, strict=False)]
    answer = player.page.request.post(f"{player.address}/api/matches", data={"game": game, "seats": seats, "first": 0})
    player.go(f"match/{answer.json()['id']}")
    expect(player.at("roll")).to_have_attribute("aria-disabled", "false")


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
    expect(player.at("status")).to_contain_text("Full House")
