"""People in the browser: asked for a name once, remembered with a look, never two with one name; the last table again;
bots that say who they are; more games, one's own cards, titles."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.player import Player

LUNCH = (
    (Path(__file__).parents[2] / "docs" / "sheets.md").read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
)


@pytest.fixture
def player(newcomer: Player) -> Player:
    """At an installation where nobody has played yet."""
    return newcomer


@pytest.mark.phone
def test_a_name_is_asked_for_once_and_everybody_is_remembered(player: Player) -> None:
    page = player.page
    player.go("people")
    expect(page.locator(".empty")).to_be_visible()
    player.go("new/kniffel")
    player.at("start").click()
    expect(page.get_by_role("dialog", name="Wie heißt du?")).to_be_visible()
    page.get_by_label("Wal").check(force=True)
    page.get_by_label("Petrol").check(force=True)
    page.keyboard.press("Escape")  # nobody has to answer
    player.at("start").click()
    page.get_by_label("Wal").check(force=True)
    page.get_by_label("Petrol").check(force=True)
    player.name("Anna")
    expect(player.at("status")).to_be_visible()  # what was wanted goes on by itself
    match = page.url.rsplit("/", 1)[1]
    assert player.json(f"matches/{match}")["header"]["seats"] == [
        {"name": "Anna", "colour": "teal", "picture": "whale", "bot": None}
    ]
    # Booklet and table know the same people.
    player.go("booklet/forone/1")
    expect(page.locator("[data-person=Anna][aria-pressed=true] [data-picture=whale]")).to_be_visible()
    player.at("play").click()
    expect(player.at("status")).to_be_visible()
    # A further person: a name that somebody has is not taken twice, whatever its capitals.
    player.go("new/kniffel")
    expect(page.locator(".chairs li")).to_have_count(1)
    player.at("add").click()
    player.at("person-name").fill("ANNA ")
    player.at("person-done").click()
    expect(page.get_by_role("alert").filter(has_text="„Anna“")).to_be_visible()
    player.at("person-name").fill("Ben")
    player.at("person-done").click()
    expect(page.locator(".chairs li")).to_have_count(2)
    expect(page.locator(".chairs [data-picture=whale]")).to_have_count(1)
    # Another look and another name.
    player.at("edit-person").last.click()
    player.at("person-name").fill("Benno")
    page.get_by_label("Igel").check(force=True)
    player.at("person-done").click()
    expect(page.locator(".chairs li").last).to_contain_text("Benno")
    expect(page.locator(".chairs li").last.locator("[data-picture=hedgehog]")).to_be_visible()
    # In another browser they are known too.
    page.evaluate("() => localStorage.clear()")
    player.go("people")
    page.reload()
    expect(page.locator("[data-person]")).to_have_count(2)
    page.locator("[data-person=Benno]").click()
    player.at("person-name").fill("anna")
    player.at("person-done").click()
    expect(player.at("person-merge")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("[data-person=Benno]").click()
    player.at("person-forget").click()
    player.at("person-forget").click()
    expect(page.locator("[data-person]")).to_have_count(1)
    assert [one["name"] for one in player.json("people")["people"]] == ["Anna"]
    player.forgive("409")


@pytest.mark.lang("en")
def test_bots_say_who_they_are_and_the_last_table_is_laid_again(player: Player) -> None:
    page = player.page
    player.go("new/kniffel")
    expect(player.at("start")).to_be_visible()
    player.seat("Ada")
    for _ in range(2):
        player.at("add-bot").click()
    chairs = page.locator(".chairs li")
    expect(chairs.nth(1)).to_contain_text("Takes what brings most right now")
    expect(page.locator("[data-bot]")).to_have_count(0)  # one line a bot, until another one is wanted
    chairs.nth(1).get_by_test_id("bot-kind").click()
    expect(chairs.nth(1).locator("[data-bot=optimal]")).to_contain_text("248 points on average")
    chairs.nth(1).locator("[data-bot=optimal]").click()
    assert [name.split("\n")[0] for name in chairs.locator(".person .name").all_inner_texts()] == [
        "Ada",
        "Optimal",
        "Greedy 2",
    ]
    page.get_by_role("switch").last.check(force=True)  # by house rules nobody measured them
    expect(chairs.nth(1).get_by_test_id("bot-kind")).not_to_contain_text("points on average")
    page.locator("input[value='0'][name]").first.check(force=True)
    player.at("start").click()
    expect(player.at("status")).to_be_visible()
    assert page.title() == "It is Ada’s turn. Kniffel · Knobel"
    first = page.url.rsplit("/", 1)[1]
    player.go()
    expect(player.at("last-table")).to_contain_text("Greedy 2")
    player.at("again").click()
    expect(player.at("status")).to_be_visible()
    again = page.url.rsplit("/", 1)[1]
    assert again != first
    old, new = (player.json(f"matches/{match}")["header"] for match in (first, again))
    assert all(old[key] == new[key] for key in ("spec", "seats", "first", "games", "same_dice"))


def test_every_page_has_a_title(player: Player) -> None:
    page = player.page
    player.send("people", {"name": "Anna"})
    player.begin("forone")
    match = page.url.rsplit("/", 1)[1]
    titles: dict[str, str | re.Pattern[str]] = {
        "": "Knobel",
        "new/extreme": "Neues Spiel: Kniffel Extreme · Knobel",
        "booklet/forone": "Challenge-Heft · For One – Kniffel · Knobel",
        "booklet/forone/2": re.compile("^Level 2: .* · For One – Kniffel · Knobel$"),
        "history": "Alle Partien · Knobel",
        "people": "Personen · Knobel",
        "rules/seven": "Spielregeln: Kniffel 7 · Knobel",
        "print/yatzy": "Yatzy · Karten drucken · Knobel",
        f"match/{match}": "Level 1 · For One – Kniffel · Knobel",
    }
    for where, title in titles.items():
        player.go(where)
        expect(page).to_have_title(title)
    page.get_by_role("button", name=re.compile("English")).click()
    player.go("history")
    expect(page).to_have_title("All matches · Knobel")


@pytest.mark.phone
def test_more_games_and_a_card_of_ones_own(player: Player) -> None:
    page = player.page
    player.go()
    for game in ("yahtzee", "yatzy", "maxi_yatzy"):
        expect(page.locator(f".more [data-game={game}]")).to_be_visible()
    wrong = LUNCH.replace("rolls = 3", "rolls = 33")
    player.at("card-file").set_input_files(FilePayload(name="mittag.toml", mimeType="", buffer=wrong.encode()))
    expect(player.at("card-problem")).to_contain_text("mittag.toml: Schlüssel „rolls“")
    player.at("card-file").set_input_files(FilePayload(name="bild.png", mimeType="", buffer=b"\x89PNG\xff\xfe"))
    expect(player.at("card-problem")).to_contain_text("bild.png ist keine Textdatei")
    # Dropped on its place it is opened, and there is a table for it at once.
    transfer = page.evaluate_handle(
        """content => { const data = new DataTransfer();
        data.items.add(new File([content], "mittag.toml")); return data; }""",
        LUNCH,
    )
    player.at("drop-card").dispatch_event("drop", {"dataTransfer": transfer})
    expect(page.locator("h1")).to_have_text("Mittag")
    expect(page.locator(".picture .ground")).not_to_have_css("fill", "rgb(0, 0, 0)")
    player.at("start").click()
    player.name("Anna")
    expect(player.at("status")).to_be_visible()
    player.roll()
    player.enter(page.locator("button.cell").first)
    match = page.url.rsplit("/", 1)[1]
    # It is kept, to be played and to be printed; the match does not need it any more.
    player.go()
    page.locator(".more [data-game^=own_]").click()
    expect(page.locator(".chairs li")).to_contain_text("Anna")
    key = page.url.rsplit("/", 1)[1]
    player.go(f"print/{key}")
    expect(player.at("sheet").locator("h1")).to_have_text("Mittag")
    player.go(f"new/{key}")
    player.at("forget-card").click()
    player.at("forget-card").click()
    expect(page.locator(".more [data-game=yatzy]")).to_be_visible()
    expect(page.locator(".more [data-game^=own_]")).to_have_count(0)
    player.go(f"match/{match}")
    expect(player.at("status")).to_be_visible()
    player.roll()
    player.forgive("422")


def test_empty_cards_have_lines_for_names_and_games(player: Player) -> None:
    """Every game on one page of A4, with as many columns as there can be and with one."""
    page = player.page
    for game in [one["key"] for one in player.json("games")["games"]]:
        player.go(f"print/{game}")
        expect(player.at("sheet")).to_be_visible()
        choice = page.locator("fieldset").last.locator("input")
        for wanted in (choice.first, choice.last):
            wanted.check(force=True)
            columns = int(wanted.get_attribute("value") or 0)
            lines = page.locator("tr.lines")
            expect(lines).to_have_count(2)
            expect(lines.first.locator(".line")).to_have_count(columns)
            pdf = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, (game, columns)
            page.emulate_media(media="print")
            page.set_viewport_size({"width": 688, "height": 1000})  # what A4 leaves between its margins
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 688, (game, columns)
            assert [row.bounding_box()["height"] for row in lines.all() if row.bounding_box()["height"] < 30] == []  # type: ignore[index]
            page.emulate_media(media="null")
            page.set_viewport_size({"width": 1280, "height": 800})
