"""The folder behind a dumb file server, the network gone after the first visit: whole games and accidents."""

import os
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from knobel.pocket import folder
from knobel.server.pages import STATIC
from tests.browser.player import EVERY_ROW, NAMES, NUMBERUP, PAD
from tests.browser.test_table_mode import change, tap, write
from tests.pocket.conftest import PATIENCE, PHONE
from tests.pocket.stick import Pocket, PocketPlayer
from tests.thoroughness import sample

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800), pytest.mark.xdist_group("pocket")]

GAMES = {"kniffel": PAD, "extreme": PAD, "seven": PAD, "forone": EVERY_ROW, "numberup": NUMBERUP}


def begin(player: PocketPlayer, game: str) -> str:
    """From the first screen into a new match, as a person does it."""
    return player.walk_in(game)


# Of each two that stand together one is the sample: both languages, in turns.
BOTH = [(game, ("de", "en")[(n + second) % 2]) for n, game in enumerate(GAMES) for second in (0, 1)]


@pytest.mark.parametrize(("game", "lang"), sample(BOTH, 2))
def test_a_whole_game_without_a_network(pocket: Pocket, game: str, lang: str) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang=lang, pace="fast", motion="none", guard=False)
    begin(player, game)
    player.play_on(GAMES[game])
    expect(player.at("end")).to_be_visible()
    assert player.verify().startswith("✓"), "every die is checked against the seal"
    assert player.page.evaluate("document.documentElement.lang") == lang


# Whether what is painted at the next start is of that version.
KEPT = """new Promise((told) => {
  const opening = indexedDB.open("knobel-painted", 1);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("seen").objectStore("seen").get("table/%s");
    asked.onsuccess = () => {
      opening.result.close();
      told(asked.result !== undefined && JSON.parse(JSON.parse(asked.result)[1]).version >= %d);
    };
  };
})"""


def test_closed_in_the_middle_of_a_move_and_opened_again(pocket: Pocket) -> None:
    """What was shown is there; the table is painted before Python is."""
    player = pocket.player
    player.go()
    player.prefer(lang="de", motion="none")
    match = begin(player, "kniffel")
    player.roll()
    version = player.version()
    dice = player.page.locator("main").inner_text()
    player.see(KEPT % (match, version))
    player.at("roll").click(no_wait_after=True)
    player = pocket.again()
    player.go(f"match/{match}")
    player.see("document.querySelector('[data-version]') !== null")
    painted, early = player.version(), not player.page.evaluate("document.documentElement.dataset.took ?? ''")
    assert early, "the table was painted only when Python was there"
    assert painted >= version, "painted as it was before its last step"
    took = player.awake()
    assert "picture" in took
    player.see(f"Number(document.querySelector('[data-version]')?.dataset.version) >= {version}")
    assert player.version() in (version, version + 2)
    assert dice
    player.go()
    expect(player.page.locator(f"a[href$='{match}']").first).to_be_visible()


# Something else in the place of the picture.
SPOIL = """caches.open("knobel-memory").then(async (cache) => {
  for (const name of await cache.keys()) await cache.put(name, new Response(new Uint8Array(4096)));
  return true;
})"""

WHOLE_PICTURE = """caches.open("knobel-memory").then(
  async (cache) => (await (await cache.matchAll())[0]?.blob())?.size > 1e7
)"""


def test_a_picture_that_does_not_fit_costs_a_first_start_and_nothing_else(pocket: Pocket) -> None:
    player = pocket.player
    player.go()
    player.awake()
    player.see(SPOIL)
    player = pocket.again()
    player.go()
    took = player.awake()
    assert "imported" in took
    assert "picture" not in took
    player.see(
        "caches.open('knobel-memory').then(async (all) => (await (await all.matchAll())[0]?.blob())?.size > 1e7)"
    )
    player = pocket.again()
    player.go()
    assert "picture" in player.awake()


def test_two_tabs_on_one_match(pocket: Pocket) -> None:
    one = pocket.player
    one.go()
    match = begin(one, "kniffel")
    one.roll()
    other = pocket.open()
    other.go(f"match/{match}")
    other.awake()
    other.see(f"Number(document.querySelector('[data-version]')?.dataset.version) === {one.version()}")
    other.roll()
    one.see(f"Number(document.querySelector('[data-version]')?.dataset.version) === {other.version()}")
    one.roll()
    other.see(f"Number(document.querySelector('[data-version]')?.dataset.version) === {one.version()}")
    other.page.close()


def test_history_replay_booklet_and_print(pocket: Pocket) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang="de", pace="fast", motion="none", guard=False)
    match = begin(player, "kniffel")
    player.play_on(GAMES["kniffel"])
    for where, said in (
        ("history", NAMES[0]),
        (f"replay/{match}", NAMES[0]),
        ("booklet/forone", "Level 25"),
        (f"print/kniffel?match={match}", NAMES[0]),
        ("day", "Kniffel"),
    ):
        player.go(where)
        expect(player.page.locator("main")).to_contain_text(said)


def test_real_dice_are_typed_and_their_points_are_in_the_statistics(pocket: Pocket) -> None:
    """A score pad for a table with a box: points alone, dice, a correction, closed in the middle, to the end."""
    player = pocket.player
    player.go()
    player.prefer(lang="de", pace="fast", motion="none", guard=False)
    for game in ("kniffel", "seven"):  # one that can be reviewed here, and one that cannot
        begin(player, game)
        player.play_on(GAMES[game])
    match = player.walk_in("kniffel", hand=True)
    total = player.at("total-0")
    write(player, "chance", "23")
    tap(player, 2, 3, 4, 5, 6)
    player.act(player.page.locator("button.cell[data-box=large_straight]").click)
    expect(total).to_have_text("63")
    change(player, "chance")
    player.at("correct").locator("[data-tens='2']").click()
    player.act(player.at("correct").locator("[data-points='24']").click)
    expect(total).to_have_text("64")
    player = pocket.again()
    player.go(f"match/{match}")
    player.awake()
    player.see("document.querySelector('[data-testid=total-0]')?.innerText === '64'")
    while (box := player.page.locator(".playing button.cell:not(.written)[data-box]").first).count():
        write(player, box.get_attribute("data-box") or "", "0")
    expect(player.at("end")).to_be_visible()
    player.go(f"statistics/{NAMES[0]}?topic=kniffel")
    expect(player.at("waiting")).to_have_count(0)
    expect(player.at("statistics")).to_contain_text("64")
    expect(player.at("loss")).to_contain_text("Verlust je Entscheidung")
    player.prefer(lang="en", motion="none")
    expect(player.page.locator("figure.chart svg[role=img]").first).to_be_visible()
    player.at("honest-dice").click()
    reports = player.page.locator("[data-dice=d6]")
    expect(reports).to_have_count(1)  # the app's: of typed dice the last throw of a turn alone says nothing
    reports.get_by_test_id("as-table").click()
    expect(reports.locator("tbody td:nth-child(2)")).to_have_count(6)


def test_what_was_wrong_comes_back_in_the_trainer(pocket: Pocket) -> None:
    """The mistakes of a match that was reviewed, at once; a position of the trainer in a few days."""
    player = pocket.player
    player.go()
    player.prefer(lang="de", pace="fast", motion="none", guard=False)
    begin(player, "kniffel")
    player.play_on(GAMES["kniffel"])
    player.at("to-review").click()
    expect(player.page.locator("main[data-ready=true]")).to_contain_text("Glück")
    player.prefer(lang="de", motion="none")
    player.go("trainer")
    player.page.locator(f"[data-person='{NAMES[0]}']").click()
    kniffel = player.page.locator("[data-train=kniffel]")
    expect(kniffel.locator(".due")).to_be_visible()
    kniffel.click()
    expect(player.page.locator("main[data-busy=false]:not([data-puzzle=''])")).to_be_visible()
    boxes = player.page.locator("button.cell[data-box]")
    boxes.first.click()  # whatever it is: a position that has come back comes back again
    player.at("confirm").click()
    expect(player.at("trainer-says")).to_contain_text(re.compile(r"Kommt in \d+ Tag(en)? wieder"))


def test_what_is_not_there_is_said_in_a_sentence(pocket: Pocket) -> None:
    player = pocket.player
    player.go("lab/kniffel")
    expect(player.at("no-lab")).to_contain_text("server", ignore_case=True)  # in the language of the test before


def test_the_coach_of_kniffel_has_its_table_here(pocket: Pocket) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang="de", motion="none", hints="ask")
    begin(player, "kniffel")
    player.roll()
    player.at("hint").click()
    expect(player.at("advice")).to_be_visible()
    expect(player.page.locator(".loss").first).to_be_visible()


def test_chances_of_winning_are_not_there_and_the_hint_says_so(pocket: Pocket) -> None:
    player = pocket.player
    for lang, said in (("de", "ohne Server"), ("en", "without a server")):
        player.go()
        player.prefer(lang=lang, motion="none", hints="ask")
        player.walk_in("kniffel", people=2, first=0)
        player.roll()
        player.at("hint").click()
        expect(player.page.locator(".loss").first).to_be_visible()
        player.at("hint").click()
        expect(player.at("no-chances")).to_contain_text(said)


@pytest.mark.parametrize("game", ["kniffel", "numberup"])
def test_a_match_is_reviewed(pocket: Pocket, game: str) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang="de", pace="fast", motion="none", guard=False)
    begin(player, game)
    player.play_on(GAMES[game])
    player.at("to-review").click()
    expect(player.page.locator("main[data-ready=true]")).to_contain_text("Glück")


def test_a_match_that_cannot_be_reviewed_here_says_so(pocket: Pocket) -> None:
    player = pocket.player
    for lang, said in (("de", "ohne Server"), ("en", "without a server")):
        player.go()
        player.prefer(lang=lang, pace="fast", motion="none", guard=False)
        begin(player, "seven")
        player.play_on(GAMES["seven"])
        player.at("to-review").click()
        expect(player.page.locator("main")).to_contain_text(said)


def test_the_coach_of_for_one_has_its_players_here(pocket: Pocket) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang="en", motion="none", hints="ask")
    begin(player, "forone")
    expect(player.at("go")).to_have_attribute("aria-disabled", "false")
    player.act(player.at("go").click)
    player.at("hint").click()
    expect(player.at("advice")).to_contain_text("put")


def test_the_coach_of_number_up_is_asked_where_there_is_a_choice(pocket: Pocket) -> None:
    """The first card goes to the middle, there is no other place: nothing to ask about, here as on a server."""
    player = pocket.player
    player.go()
    player.prefer(lang="de", motion="none", hints="ask")
    begin(player, "numberup")
    fields = player.page.locator("button.cell.open")
    player.act(player.at("go").click)
    expect(fields).to_have_count(1)
    expect(player.at("hint")).to_be_hidden()
    player.act(player.at("go").click)
    player.act(player.at("go").click)
    expect(fields).not_to_have_count(1)
    player.at("hint").click()
    expect(player.at("advice")).to_contain_text("legen")
    expect(player.page.locator(".loss").first).to_be_visible()


# Whether a little more could be kept: Chromium asks how much room there is only now and then.
FULL = """new Promise((told) => {
  const opening = indexedDB.open("scratch", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("all");
  opening.onerror = () => told(true);
  opening.onsuccess = () => {
    const database = opening.result, writing = database.transaction("all", "readwrite");
    writing.objectStore("all").put("x".repeat(5000), 1);
    writing.oncomplete = () => { database.close(); told(false); };
    writing.onabort = () => { database.close(); told(writing.error.name === "QuotaExceededError"); };
  };
})"""


def test_a_full_device_says_so_and_goes_on_when_there_is_room(pocket: Pocket) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang="de", motion="none")
    match = begin(player, "kniffel")
    player.roll()
    version = player.version()
    browser = pocket.context.new_cdp_session(player.page)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": pocket.stick.address, "quotaSize": 1})
    player.see(FULL)
    for lang, refused in (("de", "kein Platz mehr"), ("en", "no room left")):
        player.prefer(lang=lang, motion="none")
        player.go()
        player.go(f"match/{match}")  # a table speaks the language in which it was opened
        player.at("roll").click()
        expect(player.page.locator("main")).to_contain_text(refused)
        assert player.version() == version, "what is not kept is not shown"
    browser.send("Storage.overrideQuotaForOrigin", {"origin": pocket.stick.address})
    player.see(f"{FULL}.then((full) => !full)")
    player.roll()
    assert player.version() > version
    version = player.version()
    player = pocket.again()
    player.go(f"match/{match}")
    player.awake()
    player.see(f"Number(document.querySelector('[data-version]')?.dataset.version) === {version}")


WAITING = "navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)"
UPDATE = "navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true, () => false)"
SETTLED = "navigator.serviceWorker.getRegistration().then((found) => found.installing === null)"


def test_a_new_version_waits_for_the_end_of_play_and_a_broken_one_never_comes(pocket: Pocket, tmp_path: Path) -> None:
    player = pocket.player
    player.go()
    player.prefer(lang="de", motion="none")
    match = begin(player, "kniffel")
    player.roll()
    newer = tmp_path / "static"
    shutil.copytree(STATIC, newer)
    manifest = newer / "manifest.webmanifest"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    before = (pocket.stick.folder / "version.txt").read_text(encoding="utf-8")
    folder.write(pocket.stick.folder, newer)
    assert (pocket.stick.folder / "version.txt").read_text(encoding="utf-8") != before
    served = pocket.stick.folder / "manifest.webmanifest"
    whole = served.read_bytes()
    served.write_bytes(b"cut off")
    pocket.stick.put_in()
    pocket.context.set_offline(False)
    player.page.evaluate("window.stays = true")
    player.page.evaluate(UPDATE)
    player.see(SETTLED)
    assert not player.page.evaluate(WAITING), "one that is not whole is not installed"
    served.write_bytes(whole)
    later = served.stat().st_mtime + 10  # files are told apart by the second
    os.utime(served, (later, later))
    player.page.evaluate(UPDATE)
    player.see(WAITING)
    expect(player.at("update")).to_be_visible()
    player.roll()
    version = player.version()
    assert player.page.evaluate("window.stays"), "the match goes on in the version it was opened in"
    with player.page.expect_event("load", timeout=PATIENCE):  # it comes in, and the page opens anew
        player.page.evaluate("void (location.hash = '#/')")
    player.awake()
    assert not player.page.evaluate(WAITING)
    player.go(f"match/{match}")
    player.see(f"Number(document.querySelector('[data-version]')?.dataset.version) === {version}")
    pocket.stick.pull_out()
    pocket.context.set_offline(True)


KEEPS_NOTHING = """IDBFactory.prototype.open = function () {
  throw new DOMException("This window keeps nothing.", "InvalidStateError");
};
StorageManager.prototype.persist = () => Promise.reject(new TypeError("not here"));
"""


@pytest.mark.parametrize(("lang", "said"), [("de", "behält für diese Seite nichts"), ("en", "keeps nothing for")])
def test_a_window_that_keeps_nothing_is_told_so(browser: Browser, pocket: Pocket, lang: str, said: str) -> None:
    """As some browsers do in private windows: there is no storage, for the page and for the worker."""
    pocket.stick.put_in()
    context = browser.new_context(viewport=PHONE, has_touch=True, locale=lang, service_workers="block")  # type: ignore[arg-type]
    try:
        context.add_init_script(KEEPS_NOTHING)
        context.route(
            re.compile(r"/assets/worker-"),
            lambda route: route.fulfill(response=(found := route.fetch()), body=KEEPS_NOTHING + found.text()),
        )
        player = PocketPlayer(context.new_page(), pocket.stick.address)
        player.go()
        expect(player.at("waking-failed")).to_contain_text(said)
    finally:
        context.close()
        pocket.stick.pull_out()


def test_everything_cleared(pocket: Pocket) -> None:
    """A phone that forgets all begins anew, from what the service worker has."""
    player = pocket.player
    player.page.evaluate(
        "Promise.all([caches.delete('knobel-memory'), "
        "...['knobel', 'knobel-painted'].map((name) => new Promise((go) => {"
        "  const gone = indexedDB.deleteDatabase(name); gone.onsuccess = gone.onerror = gone.onblocked = go;"
        "}))])"
    )
    player = pocket.again()
    player.go()
    player.awake()
    expect(player.page.locator("[data-game=kniffel]")).to_be_visible()
    assert player.page.locator("a[href*='match/']").count() == 0
