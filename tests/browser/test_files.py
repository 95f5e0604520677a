"""Match files in the browser: saved, opened, refused, kept once; the list and what is put away; stepping through."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from knobel.bots import BOTS
from knobel.match.host import Host, new_match
from knobel.match.log import Seat
from knobel.match.notation import format_match
from knobel.rules.core import Decide
from knobel.words import say
from tests.browser.geometry import SIZES, hidden
from tests.browser.player import Player
from tests.thoroughness import LONG

STRETCH = 5 if LONG else 3  # steps of a replay in one size of window


def played(game: str, *names: str, moves: int = 10_000, **options: Any) -> Host:
    """A match played by the book, as somebody else's program would have done."""
    host, luck = new_match(game, [Seat(name) for name in names], first=0, **options), Random(game)
    for _ in range(moves):
        node = host.match.turn.node
        if host.match.over or not isinstance(node, Decide):
            break
        card = host.match.state.cards[host.match.turn.seat]
        host = host.play(BOTS["greedy"](host.match.header.game, card, node, luck))
    return host


def pick(page: Page, name: str, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    with page.expect_file_chooser() as chooser:
        page.get_by_test_id("open-file").click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": data})


def send(player: Player, host: Host) -> str:
    return str(player.send("files", format_match(host.match))["id"])


def test_a_file_is_saved_and_opened_again(player: Player, tmp_path: Path) -> None:
    """A match that is not over goes to another house and on there, under a new envelope; at its end that one holds."""
    page = player.page
    host = played("kniffel", "Jörg", "Ada", moves=40)
    assert not host.match.over
    player.go("history")
    pick(page, "kniffel.knobel", format_match(host.match))
    opened = player.at("opened")
    expect(opened).to_contain_text("Jörg, Ada")
    expect(opened).to_contain_text(say("de", "web.files.elsewhere"))
    expect(player.at("file-check")).to_have_text(say("de", "web.files.closed"))
    player.at("file-replay").click()
    expect(player.at("event")).to_be_visible()
    page.get_by_role("link", name=say("de", "web.go_on")).click()
    expect(player.at("new-seal")).to_be_visible()
    player.at("seal").click()
    expect(player.at("new-seal")).to_have_count(0)
    match = page.url.rsplit("/", 1)[1]
    story = player.json(f"matches/{match}")
    assert story["events"][-1]["is"] == "resealed"
    assert story["header"]["commitment"] != host.match.header.commitment
    player.send(f"matches/{match}/end")
    player.go("history")
    player.choose("done")  # matches that others have left open stand before it
    page.locator(f"[data-entry='{match}']").get_by_test_id("entry-menu").click()
    with page.expect_download() as download:
        player.at("save").click()
    assert download.value.suggested_filename.startswith("kniffel-")
    assert download.value.suggested_filename.endswith("-Jörg-Ada.knobel")
    path = tmp_path / "again.knobel"
    download.value.save_as(path)
    assert host.seal.seed.hex() not in path.read_text(encoding="utf-8")
    pick(page, "again.knobel", path.read_bytes())
    expect(opened).to_contain_text(say("de", "web.files.known"))
    expect(player.at("file-check")).to_contain_text("✓")
    expect(player.at("file-check")).to_contain_text("früheren Umschlag")
    page.keyboard.press("Escape")
    player.choose("all")  # the page remembers what it was narrowed to


def test_files_that_cannot_be_opened_say_why_and_where(player: Player) -> None:
    page = player.page
    host = played("seven", "Ada")
    whole = format_match(host.match)
    lines = whole.split("\n")
    player.go()
    for name, content, *parts in (
        ("edited.knobel", whole.replace("A: human Ada", "A: human Eva"), "Zeile 7", "noch einmal"),
        ("cut.knobel", "\n".join(lines[:40]) + "\n", "Schlusszeile", "noch einmal"),
        ("letter.txt", "Liebe Oma,\n", "Zeile 1", ".knobel"),
        ("picture.png", b"\x89PNG\xff\xfe", "keine Textdatei", ".knobel"),
        ("film.knobel", b"x" * 2_000_001, "viel zu groß"),
        ("empty.knobel", "", "Zeile 1"),
    ):
        pick(page, name, content)
        problem = player.at("file-problem")
        expect(problem).to_be_visible()
        for part in parts:
            expect(problem).to_contain_text(str(part))
        expect(player.at("opened")).to_contain_text(name)
        page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    player.forgive("status of 4")


def test_a_dropped_file_of_a_match_that_is_here_opens_that_one_or_a_copy(player: Player) -> None:
    page = player.page
    host = played("kniffel", "Ada", "Ben", moves=30)
    kept = send(player, host)
    other = played("kniffel", "Ada", "Ben", seed=host.seal.seed, match_id=host.match.header.id)
    forged = format_match(other.match)
    player.go("history")
    expect(player.at("open-file")).to_be_visible()
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "dropped.knobel", { type: "text/plain" }));
      for (const kind of ["dragover", "drop"])
        window.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop, format_match(host.match))
    expect(player.at("opened")).to_contain_text(say("de", "web.files.known"))
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    player.send(f"matches/{kept}/seal")  # played on here
    page.evaluate(drop, forged)
    expect(player.at("opened")).to_contain_text(say("de", "web.files.differs"))
    player.at("copy").click()
    expect(player.at("opened")).to_contain_text(say("de", "web.files.new"))
    player.at("file-replay").click()
    expect(player.at("event")).to_be_visible()
    copy = page.url.rsplit("/", 1)[1]
    assert copy != kept
    page.keyboard.press("End")
    assert player.verify().startswith("✓"), "a copy is sealed with the id of its original"


def test_the_list_is_narrowed_and_what_is_put_away_comes_back(newcomer: Player) -> None:
    player, page = newcomer, newcomer.page
    ended = send(player, played("seven", "Ada", "Ben", seed=bytes(32), match_id="0123456789abcdef"))  # no tie
    level = send(player, played("forone:3", "Cem"))
    running = send(player, played("kniffel", "Ada", moves=9))
    player.go("history")

    def entry(match: str) -> Locator:
        return page.locator(f"[data-entry='{match}']")

    expect(entry(ended).locator(".won")).to_have_count(1)
    expect(entry(level)).to_contain_text("Level 3")
    player.at("by-person").select_option("Ada")
    expect(page.locator("[data-entry]")).to_have_count(2)
    player.at("by-game").select_option("seven")
    expect(page.locator("[data-entry]")).to_have_count(1)
    player.at("by-game").select_option("")
    player.at("by-person").select_option("")
    page.locator("input[value=open]").check(force=True)
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.locator("input[value=all]").check(force=True)
    expect(page.locator("[data-entry]")).to_have_count(3)

    entry(ended).get_by_test_id("entry-menu").click()
    player.at("delete").click()
    expect(entry(ended)).to_have_count(0)
    expect(player.at("undo")).to_be_focused()
    expect(player.at("polite")).to_contain_text("Gelöscht")
    page.keyboard.press("Enter")
    expect(entry(ended)).to_be_visible()

    entry(running).get_by_test_id("entry-menu").click()
    player.at("archive").click()
    expect(entry(running)).to_have_count(0)
    entry(level).get_by_test_id("entry-menu").click()
    player.at("delete").click()
    expect(entry(level)).to_have_count(0)
    page.reload()  # the page is closed before anybody took it back: nothing is lost
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.locator("input[value=bin]").check(force=True)
    entry(level).get_by_test_id("take-back").click()
    page.locator("input[value=archive]").check(force=True)
    entry(running).get_by_test_id("entry-menu").click()
    player.at("unarchive").click()
    page.locator("input[value=all]").check(force=True)
    expect(page.locator("[data-entry]")).to_have_count(3)


@pytest.mark.parametrize(
    ("game", "names", "mark"),
    [
        ("kniffel", ("Annegret", "Ben"), ".just[data-box]"),
        ("extreme", ("Annegret", "Ben"), ".just[data-box]"),
        ("forone:2", ("Ada",), "li.just"),
        ("numberup:10", ("Ada",), ".cell.just"),
    ],
)
def test_stepping_through_on_every_screen(player: Player, game: str, names: tuple[str, ...], mark: str) -> None:
    """From the beginning, one step a decision; what was written is marked, and card, dice and keys are in sight."""
    page = player.page
    match = send(player, played(game, *names))
    decisions = sum(event["is"] == "played" for event in player.json(f"matches/{match}")["events"])
    player.go(f"replay/{match}")
    expect(page.locator("main[data-step='0']")).to_be_visible()
    assert int(player.at("slider").get_attribute("max") or 0) == decisions
    card = ".shown .card, .shown .grid"
    written = 0
    for number, (name, size) in enumerate(SIZES.items()):
        page.set_viewport_size(size)
        for step in range(number * STRETCH + 1, (number + 1) * STRETCH + 1):
            player.at("next").click()
            expect(page.locator(f"main[data-step='{step}']")).to_be_visible()
            assert hidden(page, card, ".steps .key", "[data-testid=event]", "[data-testid=slider]") == [], name
            if page.locator("[data-seen]").count():
                assert hidden(page, "[data-seen]") == [], name
            marked = page.locator(mark).count()
            if marked:
                written += 1
                assert hidden(page, mark) == [], name
    assert written >= 2
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("Home")
    expect(page.locator("main[data-step='0']")).to_be_visible()
    while player.at("pace").inner_text() != say("de", "web.settings.paces.fast"):
        player.at("pace").click()
    page.locator("main").focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.querySelector('main').dataset.step) >= 3")
    page.keyboard.press("Space")
    expect(player.at("play")).to_have_attribute("aria-label", say("de", "web.replay.play"))
    page.keyboard.press("End")
    expect(page.locator(f"main[data-step='{decisions}']")).to_be_visible()
    assert player.verify().startswith("✓")


@pytest.mark.phone
def test_everything_is_saved_and_read_in(player: Player) -> None:
    """What is here already is told as such; what is no such file as that, and nothing of it is taken in."""
    page = player.page
    kept = send(player, played("kniffel", "Ada", "Ben", moves=9))
    player.go("history")
    with page.expect_download() as saved:
        player.at("save-everything").click()
    assert saved.value.suggested_filename.endswith(".knobel-all")
    content = Path(saved.value.path()).read_text(encoding="utf-8")
    assert kept in content

    def read_in(name: str, text: str) -> None:
        with page.expect_file_chooser() as asked:
            player.at("read-everything").click()
        asked.value.set_files({"name": name, "mimeType": "application/json", "buffer": text.encode()})

    read_in("all.knobel-all", content)
    expect(player.at("taken-in")).to_have_text(say("de", "web.everything.nothing"))
    read_in("other.json", "{}")
    expect(player.at("not-taken-in")).to_have_text(say("de", "errors.everything.format"))
    expect(player.at("taken-in")).to_have_count(0)
    player.forgive("status of 422")
    copy, moved = "ab" * 12, json.loads(content)
    for table in moved["tables"].values():
        for row in table["rows"]:
            row[:] = [copy if value == kept else value for value in row]
    read_in("all.knobel-all", json.dumps(moved))
    expect(player.at("taken-in")).to_contain_text("1 Partie")
    expect(page.locator(f"[data-entry='{copy}']")).to_be_visible()
