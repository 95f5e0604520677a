"""How games end: the winner in sight wherever one plays, told whole, celebrated; then the next game, or once more."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.browser.geometry import SIZES, hidden
from tests.browser.player import FORONE, NUMBERUP, Player
from tests.server.house import Player as Scribe

NAMES = ("Maximiliane", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Hugo")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three_kind", "four_kind", "full_house", "small_straight", "large_straight", "kniffel", "chance")


def sit(player: Player, *names: str, **asked: Any) -> str:
    """At a table, somebody else's hand writing what the test needs."""
    match = player.sit(asked.pop("game", "kniffel"), *names, **{"first": 0, "dice": "hand", **asked})
    expect(player.page.locator("main[data-busy=false] .dock")).to_be_visible()
    return match


@contextmanager
def scribe(player: Player, match: str) -> Iterator[Scribe]:
    """Another hand at the same table."""
    with connect(f"{player.address.replace('http', 'ws')}/ws/{match}?since=0&lang=en", max_size=None) as socket:
        yield Scribe(socket)


def note(player: Player, match: str, *, chance: int, upper: int = 0, **more: int) -> None:
    """A whole game: everybody writes their chance, one point less from seat to seat, and whatever else is given."""
    with scribe(player, match) as hand:
        games = len(hand.table["results"])
        for number, box in enumerate((*UPPER, *LOWER)):
            for _ in hand.hello["header"]["seats"]:
                points = (
                    chance - hand.turn["seat"]
                    if box == "chance"
                    else more.get(box, upper * (number + 1) if number < 6 else 0)
                )
                assert hand.do("note", box=box, points=points)["is"] == "state"
        assert len(hand.table["results"]) == games + 1


def open_boxes(hand: Scribe) -> int:
    blocks = (block for seat in range(len(hand.hello["header"]["seats"])) for block in hand.view(seat)["blocks"])
    return sum(box["points"] is None for block in blocks if block["block"] == "sheet" for box in block["boxes"])


def play_out(player: Player, match: str, left: int = 0) -> None:
    """At random, until so many boxes are left; a hand is not to write too much in one go."""
    luck, there = Random(match), False
    while not there:
        with scribe(player, match) as hand:
            for _ in range(100):
                if there:
                    break
                assert hand.do("move", move=luck.choice(hand.moves()))["is"] == "state"
                there = hand.table["over"] or open_boxes(hand) <= left


# Note every bell that rings and every moment that is shown.
LISTEN = """(() => {
  [window.bells, window.moments] = [0, []];
  if (window.listening) return; // this page was listened to before
  window.listening = true;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) { bells += 1; return start.apply(this, when); };
  new MutationObserver(() => {
    const shown = document.querySelector("[data-moment]");
    const now = shown && [shown.dataset.moment, shown.textContent.trim()].join(" ").trim();
    if (now && moments.at(-1) !== now) moments.push(now);
  }).observe(document, { subtree: true, childList: true });
})()"""


def celebrated(player: Player, kind: str, says: str = "") -> None:
    """It was shown, however briefly."""
    shown = "([kind, says]) => moments.some((one) => one.split(' ')[0] === kind && one.includes(says))"
    player.page.wait_for_function(shown, arg=[kind, says])


# In sight


ENDS: list[tuple[str, int, str]] = [  # game, players, the size at which the end comes
    ("kniffel", 8, "small phone"),
    ("kniffel", 2, "phone on its side"),
    ("extreme", 4, "desk at 200 %"),
    ("seven", 1, "tablet"),
    ("forone", 1, "small phone"),
    ("numberup", 1, "phone on its side"),
]


@pytest.mark.parametrize(("game", "players", "size"), ENDS, ids=lambda part: str(part).replace(" ", "-"))
def test_the_winner_is_in_sight_wherever_one_plays(player: Player, game: str, players: int, size: str) -> None:
    page = player.page
    page.set_viewport_size(SIZES[size])
    if players == 1 and game in ("forone", "numberup"):
        player.begin(game)
        player.play_on(FORONE if game == "forone" else NUMBERUP)
    else:
        match = player.lay(game, *NAMES[:players], first=0)
        play_out(player, match, left=3)  # who comes late sees the same end
        player.join(match)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        play_out(player, match)
    expect(player.at("end")).to_be_visible()
    expect(page.locator("[data-testid=end] h2")).to_be_focused()
    expect(player.at("polite")).to_contain_text("Punkt")
    what = ["[data-testid=end] h2", "[data-testid=end] .key.main", *([".ranking li"] if players > 1 else [])]
    for name, shape in SIZES.items():
        assert page.evaluate("scrollY") == 0
        page.set_viewport_size(shape)
        assert hidden(page, *what) == [], name
        assert page.evaluate("document.querySelector('[data-testid=end]').innerText.includes('NaN')") is False
    cards = page.locator(".card, .board")
    envelope = player.at("envelope").bounding_box()
    card, end = cards.last.bounding_box(), player.at("end").bounding_box()
    assert end
    assert card
    assert envelope
    assert end["y"] + end["height"] <= card["y"] + 1
    assert card["y"] + card["height"] <= envelope["y"] + 1
    assert envelope["height"] < 70  # one line
    expect(player.at("about-envelope")).to_have_attribute("aria-expanded", "false")
    player.at("about-envelope").click()
    expect(page.locator(".envelope .about")).to_be_visible()


# Told whole


@pytest.mark.lang("en")
def test_place_points_margin_best_and_average_are_told(player: Player) -> None:
    first = sit(player, "Wanda", "Willem")
    note(player, first, chance=20)
    polite = player.at("polite")
    expect(polite).to_contain_text("Wanda wins, 1 point ahead of Willem.")
    expect(polite).to_contain_text("Place 1: Wanda, 20 points, first result.")
    expect(polite).to_contain_text("Place 2: Willem, 19 points, 1 behind, first result.")
    second = sit(player, "Willem", "Wanda")
    note(player, second, chance=26)
    expect(polite).to_contain_text("Place 1: Willem, 26 points, A new best! Before: 19, average 23.")
    expect(polite).to_contain_text("Place 2: Wanda, 25 points, 1 behind, A new best! Before: 20, average 23.")
    expect(player.at("margin")).to_have_text("1 point ahead of Wanda")
    rows = player.page.locator(".ranking li")
    expect(rows.first).to_contain_text("A new best! Before: 19 · average 23")
    # A correction changes the places, and what is told of them.
    with scribe(player, second) as hand:
        assert hand.do("correct", seat=0, box="chance", points=12)["is"] == "state"
    expect(player.page.locator("[data-testid=end] h2")).to_have_text("Wanda wins")
    expect(rows.last).to_contain_text("13 behind · best 19 · average 16")
    third = sit(player, "Wanda")
    note(player, third, chance=10)
    expect(player.at("record")).to_have_text("best 25 · average 18")


@pytest.mark.fresh
def test_an_earlier_end_is_told_and_not_celebrated(player: Player) -> None:
    player.page.add_init_script(LISTEN)
    player.page.emulate_media(reduced_motion="no-preference")
    match = sit(player, "Xaver", "Yvonne")
    note(player, match, chance=20)
    celebrated(player, "win")
    player.page.reload()
    expect(player.at("polite")).to_contain_text("Xaver gewinnt, 1 Punkt vor Yvonne.")
    expect(player.page.locator("[data-testid=end] h2")).to_be_focused()
    assert player.page.evaluate("moments") == []


# Celebrated


@pytest.mark.motion
def test_a_kniffel_a_bonus_a_best_and_a_win_have_their_moments(player: Player) -> None:
    page = player.page
    page.evaluate(LISTEN)
    note(player, sit(player, "Zora", "Zeno"), chance=20)  # so that there is something to be better than
    match = sit(player, "Zora", "Zeno")
    page.mouse.click(5, 300)  # no sound before a first touch
    page.evaluate("() => { moments.length = 0; bells = 0; }")

    def write(box: str, points: int) -> None:
        with scribe(player, match) as hand:
            assert hand.do("note", box=box, points=points)["is"] == "state"

    def silent() -> None:
        page.wait_for_timeout(150)  # nothing is to come
        assert (page.evaluate("moments.length"), page.evaluate("bells")) == (0, 0)

    write("kniffel", 0)  # struck
    write("chance", 20)
    silent()
    write("chance", 25)
    write("kniffel", 50)
    celebrated(player, "kniffel", "Kniffel!")
    assert page.evaluate("bells") > 0
    # It lies over the table and lets every tap through.
    page.locator("button.cell[data-box=ones]").first.click(trial=True)
    for number, box in enumerate(UPPER, start=1):
        write(box, 3 * number)
        write(box, 3 * number if number < 6 else 0)
    celebrated(player, "bonus", "Bonus")
    for box in LOWER[:5]:
        write(box, 0)
        write(box, 0)
    expect(player.at("end")).to_be_visible()
    celebrated(player, "win")
    celebrated(player, "best", "Neuer Bestwert")
    expect(page.locator("[data-moment]")).to_have_count(0)
    assert [one.split()[0] for one in page.evaluate("moments")] == ["kniffel", "bonus", "win", "best"]


@pytest.mark.parametrize("sound", [True, False])
def test_the_switches_rule(player: Player, sound: bool) -> None:
    """Nothing moves where nothing may, and it is quiet where it shall be."""
    page = player.page
    page.evaluate(LISTEN)
    player.prefer(sound=sound)
    match = sit(player, "Quentin", "Ria")
    page.mouse.click(5, 300)
    note(player, match, chance=20, kniffel=50)
    expect(player.at("polite")).to_contain_text("Quentin gewinnt")
    assert page.evaluate("moments") == []
    assert (page.evaluate("bells") > 0) is sound


@pytest.mark.motion
def test_a_medal_is_hung(newcomer: Player) -> None:
    """Medals are hard to win by a script: the answer about the booklet is the server's own, with a medal put in."""
    player, page = newcomer, newcomer.page
    page.evaluate(LISTEN)

    def won(route) -> None:  # type: ignore[no-untyped-def]
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "medal": "silver", "next": "gold"})

    page.route("**/api/matches/*/entry", won)
    player.begin("forone", level=2)
    player.play_on(FORONE)
    celebrated(player, "medal", "Silber!")
    expect(player.at("medal")).to_contain_text("Silber!")
    expect(player.at("polite")).to_contain_text("Silber!")
    expect(player.at("next-level")).to_be_visible()


# A series


@pytest.mark.phone
def test_between_the_games_of_a_series(player: Player) -> None:
    page = player.page
    match = sit(player, "Nele", "Ole", games=3, first=None)
    with scribe(player, match) as hand:
        hand.do("dice", faces=[2])
        hand.do("dice", faces=[5])
    note(player, match, chance=20)
    panel = player.at("between")
    expect(panel.locator("h2")).to_have_text("Spiel 1 von 3")
    expect(panel.locator("h2")).to_be_focused()
    expect(panel).to_contain_text("Nele führt, 1 Punkt vor Ole")
    expect(player.at("polite")).to_contain_text("Spiel 1 von 3. Nele führt, 1 Punkt vor Ole.")
    assert hidden(page, "[data-testid=between] h2", ".ranking li", "[data-testid=next-game]") == []
    # The finished card lies there, and can be corrected.
    page.locator("button.cell[data-box=chance]").nth(1).click()
    player.at("correct").locator("[data-tens='2']").click()
    player.act(player.at("correct").locator("[data-points='25']").click)
    expect(panel).to_contain_text("Ole führt, 5 Punkte vor Nele")
    expect(page.locator("[data-box=chance]").nth(1)).to_contain_text("25")
    page.reload()  # it lies there still
    expect(panel).to_contain_text("Ole führt, 5 Punkte vor Nele")
    player.at("next-game").click()
    expect(panel).to_have_count(0)
    expect(player.at("roll-off")).to_contain_text("Wer beginnt?")
    with scribe(player, match) as hand:
        hand.do("dice", faces=[6])
        hand.do("dice", faces=[5])
    note(player, match, chance=18)
    expect(panel.locator("h2")).to_have_text("Spiel 2 von 3")
    row = panel.locator(".ranking li").first
    expect(row).to_contain_text("Ole")
    expect(row).to_contain_text("+17")
    expect(row.locator(".ink")).to_contain_text("42 Punkte")
    player.act(player.at("undo").click)  # the last entry can go back as long as nobody has thrown
    expect(panel).to_have_count(0)
    expect(page.locator(".dock")).to_be_visible()


# Who begins


def test_the_die_that_decides_is_seen_and_named(player: Player) -> None:
    page = player.page
    match = sit(player, "Ilse", "Jo", "Kai", dice="sealed", first=None)
    for _ in range(40):
        table = player.json(f"matches/{match}")["table"]
        off = table["roll_off"]
        if off is None:
            break
        if off["round"] > 1 and not off["thrown"]:  # a tie is seen and named, too
            expect(player.at("roll-off")).to_contain_text("Gleichstand mit der")
            expect(page.locator("[data-thrown]")).to_have_count(len(off["before"]))
        player.roll()
    name = ("Ilse", "Jo", "Kai")[table["first"]]
    face = max(one["face"] for one in table["began"])
    expect(player.at("roll-off").locator("h2")).to_have_text(f"{name} beginnt mit der {face}")
    expect(page.locator(f".best[data-thrown='{face}']")).to_contain_text(name)
    expect(page.locator("[data-thrown]")).to_have_count(len(table["began"]))
    expect(player.at("polite")).to_contain_text(f"{name} beginnt mit der {face}.")
    assert hidden(page, ".off h2", ".off li", "[data-testid=roll]") == []
    page.reload()
    expect(player.at("roll-off").locator("h2")).to_have_text(f"{name} beginnt mit der {face}")
    player.roll()
    expect(player.at("roll-off")).to_have_count(0)
    expect(page.locator("[data-die]").first).to_be_visible()
    assert player.json(f"matches/{match}")["table"]["turn"]["seat"] == table["first"]


def test_a_rematch_keeps_the_seats_and_somebody_else_begins(player: Player) -> None:
    match = sit(player, "Lou", "Mia", "Noa", first=1)
    note_all = player.json(f"matches/{match}")["header"]["seats"]
    player.send(f"matches/{match}/end")
    for first in (2, 0, 1):
        player.at("rematch").click()
        expect(player.page).not_to_have_url(re.compile(match))
        expect(player.page.locator(".dock")).to_be_visible()
        match = player.page.url.rsplit("/", 1)[1]
        state = player.json(f"matches/{match}")
        assert state["header"]["seats"] == note_all
        assert state["table"]["turn"]["seat"] == first
        player.send(f"matches/{match}/end")
        expect(player.at("end")).to_contain_text("Aufgegeben")
