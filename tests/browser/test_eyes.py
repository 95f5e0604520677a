"""What a newcomer sees, measured where looking found it wanting: nothing lies on another, nothing is said twice, the
way on is in sight, and what is told of one moment is not left standing in the next."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.geometry import SIZES, hidden, look_on
from tests.browser.player import PAD, Player
from tests.browser.test_fit import _NAMES, sit

MUDDLED = "() => eye.muddled()"


@pytest.mark.phone
def test_a_newcomer_begins_without_scrolling(newcomer: Player) -> None:
    """The offer of a lesson comes with the rest and is made once; nothing lies under the key that begins."""
    page = newcomer.page
    page.evaluate("""() => {
        window.shifts = [];
        new PerformanceObserver((list) => list.getEntries().forEach((one) => {
            shifts.push(...one.sources.map(({ node }) => node?.className ?? String(node)));
        }))
            .observe({ type: "layout-shift" });
    }""")
    newcomer.go()
    expect(newcomer.at("lesson-offer")).to_be_visible()
    expect(page.locator("[data-game]").first).to_be_visible()
    assert page.evaluate("() => shifts") == []
    newcomer.go("new/kniffel")
    expect(newcomer.at("lesson-offer")).to_be_visible()
    expect(newcomer.at("learn")).to_have_count(0)  # it is offered above already
    expect(page.locator(".key.main")).to_have_count(1)
    assert hidden(page, "[data-testid=start]", "[data-testid=add]", ".told a") == []


@pytest.mark.parametrize("size", SIZES)
def test_names_at_the_throw_for_who_begins_lie_on_nothing(player: Player, size: str) -> None:
    page = player.page
    page.set_viewport_size(SIZES[size])
    player.sit("kniffel", *_NAMES)
    expect(player.at("roll-off")).to_be_visible()
    look_on(page, "kniffel")
    assert page.evaluate(MUDDLED) == []
    spilt = page.evaluate("""() => [...document.querySelectorAll(".off li")].filter((li) => {
        const frame = li.getBoundingClientRect();
        return [...li.querySelectorAll(".who, .name")].some((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < frame.left || right > frame.right;
        });
    }).map((li) => li.textContent.trim())""")
    assert spilt == []


@pytest.mark.phone
def test_the_cards_of_eight_are_readable(player: Player) -> None:
    sit(player, "small phone", "seven", 8)
    player.page.locator("[data-player='0']").click()
    expect(player.page.locator("dialog table").first).to_be_visible()
    wide = player.page.evaluate("""() => [...document.querySelectorAll("dialog .missing")].filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().width > one.closest("td").getBoundingClientRect().width;
    }).length""")
    assert wide == 0


@pytest.mark.phone
def test_a_long_name_stays_in_one_piece_among_the_people(newcomer: Player) -> None:
    newcomer.send("people", {"name": "Maximiliane"})
    newcomer.send("matches", {"game": "kniffel", "seats": [{"name": "Maximiliane"}]})
    newcomer.go("people")
    name = newcomer.page.locator("[data-person] .name")
    expect(name).to_be_visible()
    assert name.evaluate("one => one.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(one).fontSize)")


@pytest.mark.parametrize("size", ["small phone", "phone on its side", "desk at 200 %"])
def test_who_says_a_name_sees_how_to_go_on(newcomer: Player, size: str) -> None:
    newcomer.page.set_viewport_size(SIZES[size])
    newcomer.go("new/kniffel")
    newcomer.at("start").click()
    expect(newcomer.at("person-name")).to_be_visible()
    assert hidden(newcomer.page, "[data-testid=person-name]", "[data-testid=person-done]") == []


def test_the_first_name_keeps_the_booklets_here(newcomer: Player) -> None:
    newcomer.go("new/kniffel")
    newcomer.at("start").click()
    newcomer.name("Ada")
    expect(newcomer.at("status")).to_be_visible()
    newcomer.go("new/kniffel")
    expect(newcomer.at("start")).to_be_visible()
    newcomer.seat("Ben")
    newcomer.at("start").click()
    expect(newcomer.at("status")).to_be_visible()
    newcomer.go("booklet/forone/1")
    expect(newcomer.page.locator("[data-person=Ada][aria-pressed=true]")).to_be_visible()


@pytest.mark.phone
@pytest.mark.lang("en")
@pytest.mark.parametrize(("game", "level"), [("forone", 25), ("numberup", 20)])
def test_the_name_of_a_level_fits_the_head_of_a_phone(player: Player, game: str, level: int) -> None:
    sit(player, "small phone", game, level=level)
    title = player.page.locator(".bar h1")
    cut = "one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1"
    assert not title.evaluate(cut)
    assert re.match(rf"Level {level} · For One – \w+", player.page.title())  # the window has it in full


def test_a_new_game_of_a_series_says_which_and_marks_nobody(player: Player) -> None:
    player.page.set_viewport_size(SIZES["small phone"])
    player.sit("kniffel", "Ada", "Ben", games=2, first=0)
    expect(player.at("status")).to_contain_text("Spiel 1 von 2 · Zug 1 von 13")
    player.play_on(PAD, until="[data-testid=between]")
    player.at("next-game").click()
    expect(player.at("status")).to_contain_text("Spiel 2 von 2 · Zug 1 von 13")
    expect(player.page.locator("[data-player].just")).to_have_count(0)


def test_a_touch_leaves_no_hover_behind(player: Player) -> None:
    """After a tap a browser goes on as if a pointer rested there: whatever is lit then would look chosen."""
    player.go()
    expect(player.page.locator("[data-game]").first).to_be_visible()
    sit(player, "small phone", "kniffel")
    loose = player.page.evaluate("""() => {
        const found = [];
        const walk = (rules, rests) => {
            for (const rule of rules) {
                if (rule.selectorText?.includes(":hover") && !rests) found.push(rule.selectorText);
                else if (rule.cssRules) walk(rule.cssRules, rests || /hover: hover/.test(rule.conditionText ?? ""));
            }
        };
        for (const sheet of document.styleSheets) walk(sheet.cssRules, false);
        return found;
    }""")
    assert loose == []


def test_a_throw_without_a_kept_die_is_told_as_one(player: Player) -> None:
    sit(player, "desk", "kniffel")
    player.roll()
    player.roll()
    expect(player.at("polite")).to_contain_text("wirft alle noch einmal.")


@pytest.mark.parametrize("size", ["phone on its side", "small phone"])
def test_a_line_of_the_grid_says_where_it_stands(player: Player, size: str) -> None:
    sit(player, size, "numberup", level=20)
    line = player.page.locator("[data-line='row 0']")
    line.click()
    slip = player.at("explanation")
    expect(slip).to_contain_text("Zeile 1: 0 von 6")
    expect(slip).to_contain_text("Häkchen ab 6")
    assert hidden(player.page, "[data-testid=explanation]") == []
    slip.click()
    player.at("aims").click()  # all of them, each on lines of its own
    expect(slip).to_contain_text("Spalten: ")
    assert [line.split(":")[0] for line in slip.inner_text().splitlines()] == ["Zeilen", "Spalten", "Diagonalen"]
    assert hidden(player.page, "[data-testid=explanation]") == []


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_aims_of_a_grid_have_a_line_each_beside_it(player: Player, lang: str) -> None:
    sit(player, "phone on its side", "numberup", lang=lang, level=20)
    lines = player.page.locator(".aim").evaluate_all("""all => all.map((one) => {
        return Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight));
    })""")
    assert lines == [1, 1, 1]


@pytest.mark.parametrize("size", ["small phone", "phone on its side", "desk at 200 %"])
def test_asking_the_coach_or_not_moves_nothing(player: Player, size: str) -> None:
    sit(player, size, "forone")
    player.act(player.at("go").click)
    dock = player.page.locator(".dock")
    boxes = []
    for hints in ("off", "ask", "think"):
        player.prefer(hints=hints)
        expect(player.at("hint")).to_have_count(0 if hints == "off" else 1)
        boxes.append(dock.bounding_box())
    assert boxes[0] == boxes[1] == boxes[2]


@pytest.mark.phone
def test_a_tile_leaves_the_name_of_its_row_whole(player: Player) -> None:
    sit(player, "small phone", "forone", level=7)
    title = player.page.locator("[data-row=sixes] .title")
    expect(title).to_have_text("Sechser")
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_replay_shows_the_cards_of_a_game_that_has_just_ended(player: Player) -> None:
    match = player.sit("kniffel", "Ada", games=2)
    player.play_on(PAD, until="[data-testid=between]")
    player.go(f"replay/{match}")
    expect(player.at("event")).to_be_visible()
    player.page.keyboard.press("End")
    expect(player.page.locator("main:not([data-step='0'])")).to_be_visible()
    inks = player.page.locator(".shown [data-box] .ink, .shown [data-box] svg")
    expect(inks.nth(12)).to_be_attached()
    player.page.set_viewport_size(SIZES["phone on its side"])
    keys = player.page.locator(".steps .keys > *")
    assert len(set(keys.evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().top))"))) == 1


@pytest.mark.parametrize(("game", "level"), [("forone", 2), *(("numberup", number) for number in range(2, 6))])
def test_the_page_of_a_first_level_promises_a_beginner_bronze(player: Player, game: str, level: int) -> None:
    player.go(f"booklet/{game}/{level}")
    beginner = player.at("reached").get_by_role("row", name=re.compile("Neuling"))
    expect(beginner).to_be_visible()
    bronze, silver, gold = (int(share) for share in re.findall(r"(\d+)\s*%", beginner.inner_text()))
    assert bronze >= 25
    assert gold < silver < bronze


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_name_of_a_box_is_broken_within_a_word(player: Player, lang: str) -> None:
    sit(player, "small phone", "extreme", 2, lang=lang)
    broken = """() => [...document.querySelectorAll("[data-testid=turn-card] [data-box] .name")].filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return tops.size > one.textContent.trim().split(/[\\s-]+/).length;
    }).map((one) => one.textContent.trim())"""
    for size in SIZES.values():
        player.page.set_viewport_size(size)
        player.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
        assert player.page.evaluate(broken) == []
    player.roll()
    for size in SIZES.values():
        player.page.set_viewport_size(size)
        player.page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
        assert player.page.evaluate(broken) == []
