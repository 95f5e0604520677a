"""One way through every screen, for all who want to see them: the checks of `test_screens`, the pictures of docs."""

from collections.abc import Iterator
from random import Random

from playwright.sync_api import expect

from knobel.bots.greedy import greedy
from knobel.match.host import new_match
from knobel.match.notation import format_match
from knobel.rules.core import Decide, Draw
from tests.browser.player import PAD, Player


def finished(player: Player, game: str) -> str:
    """A match that a bot has played to its end, with somebody looking on."""
    match = player.lay(game, bots=["Ada"])
    player.go(f"match/{match}")
    expect(player.at("end")).to_be_visible(timeout=60_000)
    return match


def some_turns(player: Player, turns: int) -> None:
    """A card that looks played on: every turn the last box worth something."""
    for _ in range(turns):
        player.roll()
        worth = player.page.locator("button.cell.worth")
        player.enter(worth.last if worth.count() else player.page.locator("button.cell").last)


def place_dice(player: Player, rounds: int) -> None:
    for turn in range(rounds):
        player.act(player.at("go").click)
        for _ in range(5 if turn < rounds - 1 else 2):
            player.act(player.page.locator(".lit button.row").last.click)
        while turn < rounds - 1 and player.page.locator(".must button.go").count():
            player.page.locator(".must button.go").first.click()
            player.act(player.at("go").click)


def lay_cards(player: Player, cards: int) -> None:
    player.act(player.at("go").click)
    for _ in range(cards):
        player.act(player.page.locator("button.cell.open").first.click)
        player.page.evaluate("document.querySelector('[data-testid=go][aria-disabled=false]')?.click()")  # or it comes
    expect(player.page.locator("button.cell.open").first).to_be_visible()


def tour(player: Player) -> Iterator[str]:
    """Shows one screen after the other; what it yields is its name."""
    yield from _before_playing(player)
    yield from _booklets(player)
    yield from _games(player)
    yield from _after_playing(player)
    yield from _with_the_coach(player)


def _with_the_coach(player: Player) -> Iterator[str]:
    match = player.begin("kniffel", people=2, first=0)
    player.at("roll").click()
    player.at("hint").click()
    expect(player.page.locator(".because")).to_be_visible()
    yield "hints"
    yield from chances(player)
    player.go(f"review/{match}")
    expect(player.at("headline").first).to_be_visible()
    yield "review-begun"
    rule = {"changes": {"boxes.full_house": 40, "rolls": 4}}
    trial = player.send("laboratory/kniffel", rule, timeout=300_000)
    player.go(f"lab/kniffel?trial={trial['id']}")
    expect(player.at("worth")).to_be_visible(timeout=900_000)
    yield "lab"


def chances(player: Player) -> Iterator[str]:
    """Of Kniffel 7: its chances need no compiler."""
    player.begin("seven", people=3, first=0)
    player.play_on(PAD, presses=12)
    player.play_on(PAD, until="[data-testid=hint]:not(.absent)")
    player.at("hint").click()
    expect(player.page.locator(".because")).to_be_visible()
    player.at("hint").click()
    expect(player.at("chances")).to_be_visible()
    yield "chances"
    player.page.keyboard.press("Escape")


def an_evening(player: Player, luck: Random, played: int = 1) -> list[str]:
    """Games of Kniffel: some that Ada plays here, and two with Ben from files, one of them with real dice; those from
    files."""
    opened = []
    for _ in range(played):
        player.sit("kniffel", "Ada")
        player.play_on(PAD)
    for typed in (False, True):
        host = new_match("kniffel", ["Ada", "Ben"], match_id=luck.randbytes(8).hex(), seed=luck.randbytes(32), first=0)
        if typed:
            host = host.switch(by_hand=True)
        while not host.match.over:
            node = host.match.turn.node
            if isinstance(node, Draw):
                host = host.dice(tuple(luck.choice(urn.faces) for urn in node.urns))
            elif isinstance(node, Decide):
                card = host.match.state.cards[host.match.turn.seat]
                host = host.play(greedy(host.match.header.game, card, node, luck))
        opened.append(player.send("files", format_match(host.match))["id"])
    return opened


def afterwards(player: Player) -> Iterator[str]:
    """What remains of matches that are over. At an installation of its own: whoever opens the page has all of them
    looked at."""
    match, _ = an_evening(player, Random(4), played=3)
    player.go("statistics/Ada?topic=kniffel")
    expect(player.at("statistics")).to_be_visible()
    expect(player.at("waiting")).to_have_count(0)
    yield "statistics"
    player.go("dice")
    expect(player.page.locator("[data-dice]").first).to_be_visible()
    yield "dice"
    player.go(f"review/{match}")
    expect(player.at("what-if").first).to_be_visible()
    yield "review"
    player.at("what-if").first.click()
    player.at("line").click()
    expect(player.at("line-steps").locator("li").first).to_be_visible()
    yield "what-if"
    player.go("trainer/kniffel")
    expect(player.page.locator("main[data-at='0'][data-busy=false]")).to_be_visible()
    player.page.locator("button.cell").first.click()
    player.at("confirm").click()
    expect(player.at("trainer-next")).to_be_visible()
    yield "trainer"


def _before_playing(player: Player) -> Iterator[str]:
    page = player.page
    player.go()
    expect(page.locator("[data-game]").first).to_be_visible()
    yield "home"
    player.at("settings").click()
    yield "settings"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "keys"
    page.keyboard.press("Escape")
    player.go("rules/extreme")
    expect(player.at("rules")).to_be_visible()
    yield "rules"
    player.go("lesson/kniffel")
    expect(player.at("next")).to_be_visible()
    yield "lesson"
    player.go("day")
    expect(player.at("calendar")).to_be_visible()
    yield "day"
    player.go("new/kniffel")
    expect(player.at("start")).to_be_visible()
    if page.locator(".chairs li").count() == 0:  # nobody has ever played here
        player.at("start").click()
        yield "first-name"
        page.keyboard.press("Escape")
    for name in ("Anna", "Ben"):
        player.seat(name)
    player.at("add-bot").click()
    yield "new"
    player.at("edit-person").first.click()
    yield "person"
    page.keyboard.press("Escape")
    player.go("people")
    expect(page.locator("[data-person]").first).to_be_visible()
    yield "people"


def _booklets(player: Player) -> Iterator[str]:
    page = player.page
    player.go("booklet/numberup")
    expect(player.at("next")).to_be_visible()
    yield "booklet-empty"
    for person, results in KEEPERS.items():
        for level, points in results:
            player.send(f"booklets/forone/levels/{level}/results", {"person": person, "points": points})
    player.go("booklet/forone")
    expect(page.locator("[data-sum] .ink").first).to_be_visible()
    yield "booklet"
    player.go("booklet/forone/2")
    expect(player.at("results")).to_be_visible()
    yield "level"
    player.at("write").click()
    yield "write"
    page.keyboard.press("Escape")
    player.go("booklet/forone/print")
    expect(player.at("booklet-sheet")).to_be_visible()
    yield "booklet-print"


KEEPERS = {  # results from a real table, so that there is something to see
    "Ada": ((1, 286), (2, 295), (2, 331), (3, 262), (4, 341), (5, 377), (6, 274), (7, 188)),
    "Ben": ((1, 251), (2, 342), (3, 301)),
}


def _games(player: Player) -> Iterator[str]:
    page = player.page
    player.walk_in("kniffel", people=3)
    yield "who-begins"
    while page.locator("h2", has_text="?").count():
        player.roll()
    yield "begins"
    some_turns(player, 9)
    player.roll()
    for die in (0, 3):
        page.locator(f"[data-die='{die}']").click()
    page.locator("button.cell").nth(1).click()
    yield "kniffel"
    player.at("menu").click()
    yield "menu"
    page.keyboard.press("Escape")
    strip = page.locator("[data-player]")
    if strip.count():  # where the card of all does not lie on the table anyway
        strip.first.click()
        yield "all-cards"
        page.keyboard.press("Escape")
    player.walk_in("extreme")
    some_turns(player, 5)
    for _ in range(3):
        player.roll()
    yield "extreme"
    player.walk_in("seven")
    some_turns(player, 4)
    player.roll()
    page.locator("[data-die='2']").click()
    page.locator("[data-die='5']").click()
    yield "seven"
    player.walk_in("forone")
    page.locator("[data-row=full_house] button.row").click()
    yield "explained"
    place_dice(player, 3)
    yield "forone"
    player.walk_in("numberup")
    lay_cards(player, 10)
    yield "numberup"
    player.walk_in("kniffel", hand=True)
    page.locator("button.cell[data-box=threes]").click()
    yield "points"
    player.act(page.locator("[data-points='9']").click)
    page.locator("button.cell[data-box=threes]").click()
    expect(page.locator("[data-to=sixes]")).to_be_visible()
    yield "correction"
    page.keyboard.press("Escape")
    page.keyboard.type("552")
    yield "real-dice"


def _after_playing(player: Player) -> Iterator[str]:
    player.sit("kniffel", "Ada", games=2)
    player.play_on(PAD, until="[data-testid=between]")
    yield "between"
    for game in ("forone", "numberup", "seven"):
        match = finished(player, game)
        player.go(f"match/{match}")
        expect(player.at("end")).to_be_visible()
        if game == "seven":
            player.verify()
        yield f"end-{game}"
    player.go(f"replay/{match}")
    expect(player.at("event")).to_be_visible()
    for _ in range(12):
        player.at("next").click()
    expect(player.page.locator("main[data-step='12']")).to_be_visible()
    yield "replay"
    player.go("history")
    expect(player.page.locator("[data-match]").first).to_be_visible()
    yield "history"
    player.go("take-along")
    expect(player.at("open-pocket")).to_be_visible()
    yield "take-along"
    player.go("print/extreme")
    expect(player.at("sheet")).to_be_visible()
    yield "print"
