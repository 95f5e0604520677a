"""Real dice on a real table: the page is the score pad, and an evening goes fast."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.geometry import hidden
from tests.browser.player import Player
from tests.browser.test_screens import small_targets, violations
from tests.thoroughness import sample

_NAMES = ("Maximiliane", "Ben", "Clara", "David", "Emma", "Felix", "Grace", "Hugo")


def sit(
    player: Player, game: str, players: int = 1, size: tuple[int, int] | None = None, level: int | None = None
) -> str:
    """At a table with real dice where the first seat begins."""
    if size:
        player.page.set_viewport_size({"width": size[0], "height": size[1]})
    return player.sit(game, *_NAMES[:players], first=0, dice="hand", level=level)


def tap(player: Player, *faces: int) -> None:
    """Type dice; the last of them takes the throw."""
    ask = player.at("type-dice")
    expect(ask.or_(player.page.locator(".face").first)).to_be_visible()
    if ask.count():
        ask.click()
    *first, last = faces
    for face in first:
        player.page.locator(f".face[data-face='{face}']").click()
    player.act(player.page.locator(f".face[data-face='{last}']").click)


def write(player: Player, box: str, points: str) -> int:
    """Write these points in that box of whose turn it is, or instead of what stands there; how many taps it took."""
    page, taps = player.page, 2
    page.locator(f".playing button.cell[data-box={box}]").first.click()
    value, tens = page.locator(f"[data-points='{points}']"), page.locator(f"[data-tens='{int(points) // 10}']")
    expect(value.or_(tens).first).to_be_visible()
    if value.count() == 0:
        tens.click()
        taps += 1
    player.act(value.first.click)
    return taps


def change(player: Player, box: str) -> None:
    """Open the correction of what stands in that box."""
    player.page.locator(f"button.cell.written[data-box={box}]").first.click()
    expect(player.at("correct").locator("[data-points], [data-tens]").first).to_be_visible()


def told(page: Page) -> str:
    return page.get_by_test_id("polite").inner_text().strip()


@pytest.mark.phone
def test_points_in_three_taps_and_dice_in_as_many_as_there_are(player: Player) -> None:
    page = player.page
    player.begin("kniffel", people=2, hand=True)
    for face in (6, 2):  # who begins
        tap(player, face)
    expect(page.locator(".face")).to_have_count(0)  # nobody types dice yet
    assert write(player, "full_house", "25") == 2
    expect(player.at("total-0")).to_have_text("25")
    assert write(player, "chance", "23") == 3
    # The keys of a box are what the rules let stand there.
    page.locator(".playing [data-box=threes]").click()
    keys = page.locator(".dock [data-points]")
    assert [key.get_attribute("data-points") for key in keys.all()] == ["3", "6", "9", "12", "15", "0"]
    player.at("leave").click()
    expect(keys).to_have_count(0)
    # Typed dice show what they would bring; one tap enters it.
    player.at("type-dice").click()
    for face in (5, 5, 5, 3):
        page.locator(f".face[data-face='{face}']").click()
    player.act(page.locator(".face[data-face='1']").click)
    expect(page.locator("button.cell[data-box=fives].worth")).to_have_text(re.compile("15"))
    player.act(page.locator("button.cell[data-box=fives]").click)
    expect(player.at("total-0")).to_have_text("40")
    # Who types dice goes on typing dice, until only points are wanted again.
    expect(page.locator(".face")).to_have_count(6)
    player.at("points-only").click()
    expect(page.locator(".face")).to_have_count(0)


@pytest.mark.lang("en")
def test_a_second_kniffel_explains_what_comes_by_itself(player: Player) -> None:
    page = player.page
    sit(player, "kniffel")
    write(player, "kniffel", "50")
    page.locator(".playing [data-box=fives]").first.click()
    expect(page.locator(".dock .note")).to_contain_text("Another Kniffel brings 50 extra points.")
    key = page.locator("[data-points='25'][data-extra='50']")
    expect(key).to_have_text(re.compile(r"25\s*\+ 50"))
    player.act(key.click)
    expect(player.at("total-0")).to_have_text("125")
    # Where both are possible, one chooses: a natural Full House, or one more Yahtzee as a joker.
    sit(player, "yahtzee")
    write(player, "yahtzee", "50")
    write(player, "ones", "4")
    page.locator(".playing [data-box=full_house]").first.click()
    expect(page.locator("[data-points='25']")).to_have_count(2)


@pytest.mark.lang("en")
def test_a_correction_shows_what_stood_there_and_what_follows_from_it(player: Player) -> None:
    page = player.page
    sit(player, "kniffel")
    write(player, "kniffel", "50")
    write(player, "fives", "25")
    expect(player.at("total-0")).to_have_text("125")
    change(player, "kniffel")
    expect(player.at("correct")).to_contain_text("There stands")
    expect(player.at("correct").locator("[aria-current]")).to_have_text("50")
    player.act(player.at("correct").locator("[data-points='0']").click)
    expect(player.at("total-0")).to_have_text("25")
    assert told(page).endswith("Kniffel: 50 becomes 0. Card: 25, not 125.")
    expect(player.at("status")).to_have_text("Kniffel: 50 becomes 0. Card: 25, not 125.")
    player.act(player.at("undo").click)  # a slip of the correction itself
    expect(player.at("total-0")).to_have_text("125")
    # It moves to another box, with all that depended on it.
    change(player, "kniffel")
    player.at("correct").locator("[data-to=chance]").click()
    player.at("correct").locator("[data-tens='2']").click()
    player.act(player.at("correct").locator("[data-points='21']").click)
    expect(player.at("total-0")).to_have_text("46")
    expect(page.locator("button.cell.written[data-box=chance].just")).to_be_visible()
    # With known dice the other box says what they bring there.
    tap(player, 3, 3, 3, 6, 6)
    player.act(page.locator("button.cell[data-box=threes]").click)
    change(player, "threes")
    full = player.at("correct").locator("[data-to=full_house]")
    expect(full).to_have_text(re.compile("25"))
    player.act(full.click)
    expect(player.at("total-0")).to_have_text("71")
    # All of it is there to be read.
    expect(player.at("corrections")).to_have_text("3")
    player.at("corrections").click()
    expect(player.at("changes").locator("li")).to_have_text(
        ["Kniffel: 50 becomes 0.", "Kniffel 50 becomes Chance 21.", "Threes 9 becomes Full house 25."]
    )


@pytest.mark.lang("en")
def test_a_whole_game_of_two_by_keyboard(player: Player) -> None:
    """Half of the turns by their dice, half by their points, from one to the next without a mouse."""
    page, luck = player.page, Random(7)
    match = sit(player, "kniffel", players=2)
    press, shown = page.keyboard.press, page.locator(".dock [data-points]:focus")
    for turn in range(26):
        expect(player.at("type-dice")).to_be_visible()
        if turn % 2:
            dice = [luck.randint(1, 6) for _ in range(5)]
            page.keyboard.type("".join(map(str, dice[:-1])))
            player.act(lambda last=dice[-1]: press(str(last)))  # type: ignore[misc]
            expect(page.locator(".playing button.cell:focus")).to_have_count(1)  # the box that brings most
            press("ArrowDown")
        else:
            press("ArrowDown")
            press("Enter")
            expect(page.locator(".dock .values button:focus")).to_be_visible()
            table = player.json(f"matches/{match}")["table"]
            box = page.locator(".playing button.cell.chosen").get_attribute("data-box")
            points = luck.choice(table["choices"][box])["points"]
            page.keyboard.type(str(points))
            expect(shown).to_have_attribute("data-points", str(points))
        player.act(lambda: press("Enter"))
    expect(player.at("end")).to_be_visible()
    assert all(sum(result) for result in player.json(f"matches/{match}")["table"]["results"])


def test_digits_that_cannot_be_are_told(player: Player) -> None:
    page = player.page
    sit(player, "kniffel")
    page.locator(".playing [data-box=full_house]").first.click()
    expect(page.locator("[data-points='25']")).to_be_focused()
    page.keyboard.type("9")
    assert told(page) == "9 ist in Full House nicht möglich."
    page.keyboard.press("Escape")
    expect(page.locator(".dock [data-points]")).to_have_count(0)
    expect(page.locator("button.cell[data-box=full_house]")).to_be_focused()


CARD, KEYS = "[data-testid=turn-card] [data-box]", ".dock button"
FITS = [  # size, game, players
    ((360, 640), "extreme", 4),
    ((360, 640), "kniffel", 2),
    ((360, 640), "seven", 8),
    ((844, 390), "extreme", 2),
    ((844, 390), "kniffel", 8),
]


@pytest.mark.phone
@pytest.mark.parametrize(("size", "game", "players"), sample(FITS, 2), ids=lambda part: str(part))
def test_card_and_keys_are_on_the_screen_together(
    player: Player, size: tuple[int, int], game: str, players: int
) -> None:
    """At every step of a turn, and nothing shifts between them."""
    page = player.page
    sit(player, game, players, size)
    heights: set[int] = set()

    def look(*more: str) -> None:
        assert hidden(page, CARD, KEYS, *more) == []
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, [
            *more,
            page.locator(".dock").inner_text(),
        ]
        heights.add(round(page.locator("[data-testid=turn-card]").bounding_box()["height"]))  # type: ignore[index]

    look("[data-testid=type-dice]")
    boxes = [box.get_attribute("data-box") for box in page.locator(CARD).all()]
    for box in boxes:  # the keys of every box
        page.locator(f"{CARD}[data-box={box}]").click()
        expect(page.locator(".dock .values")).to_be_visible()
        look(".dock .values button")
        if page.locator("[data-tens]").count():
            page.locator("[data-tens]").nth(1).click()
            look(".dock [data-points]")
    player.at("leave").click()
    player.at("type-dice").click()
    dice = player.json(f"cards/{game}")["layout"]["blocks"][0]["dice"]
    for die in dice[:-1]:
        look(".face", ".dock .erase")
        page.locator(f".face[data-face='{die['faces'][-1]}']").click()
    look(".face")
    player.act(page.locator(f".face[data-face='{dice[-1]['faces'][-1]}']").click)
    look("[data-die]")
    assert max(heights) - min(heights) <= 12, heights


@pytest.mark.phone
def test_nothing_of_it_shuts_anybody_out(player: Player) -> None:
    page = player.page

    def look(name: str) -> None:
        assert violations(page, "light", "dark") == [], name
        assert small_targets(page) == [], name

    sit(player, "kniffel", 2)
    expect(player.at("type-dice")).to_be_visible()
    look("a turn begins")
    write(player, "kniffel", "50")
    write(player, "ones", "3")
    page.locator(".playing [data-box=fives]").click()
    look("values, one of them with extra points")
    page.locator(".playing [data-box=chance]").click()
    look("tens")
    page.locator("[data-tens='1']").click()
    look("values of many")
    page.keyboard.press("Escape")
    change(player, "kniffel")
    look("a correction")
    player.at("correct").locator("[data-to=chance]").click()
    look("another box")
    player.at("correct").locator("[data-tens='1']").click()
    player.act(player.at("correct").locator("[data-points='17']").click)
    player.at("corrections").click()
    look("what was changed")
    page.keyboard.press("Escape")
    page.keyboard.type("55")
    look("dice being typed")


@pytest.mark.phone
def test_a_correction_fits_a_phone(player: Player) -> None:
    sit(player, "extreme", 2, (360, 640))
    write(player, "chance", "23")
    write(player, "ones", "2")
    change(player, "chance")
    assert hidden(player.page, "dialog [data-tens]") == []
    assert player.page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")


@pytest.mark.phone
@pytest.mark.lang("en")
def test_for_one_with_real_dice(player: Player) -> None:
    page = player.page
    for size in ((844, 390), (360, 640)):
        sit(player, "forone", level=1, size=size)
        assert hidden(page, ".face", "[data-row]") == []
    count = len(player.json(f"matches/{page.url.rsplit('/', 1)[1]}")["table"]["urns"])
    page.keyboard.type("3" * (count - 1))
    player.act(lambda: page.keyboard.press("3"))
    expect(page.locator("[data-die]")).to_have_count(count)
    for _ in range(count):
        page.keyboard.press("ArrowDown")
        player.act(lambda: page.keyboard.press("Enter"))
    expect(player.at("go")).to_have_attribute("aria-disabled", "false")
    page.evaluate("document.activeElement.blur()")
    player.act(lambda: page.keyboard.press("Enter"))  # to be scored or thrown: either way it goes on
    player.act(player.at("undo").click)


@pytest.mark.phone
@pytest.mark.lang("en")
def test_number_up_with_real_cards(player: Player) -> None:
    page = player.page
    for size in ((844, 390), (360, 640)):
        match = sit(player, "numberup", level=1, size=size)
        player.act(player.at("go").click)
        expect(page.locator("[data-suit]").first).to_be_visible()
        assert hidden(page, "[data-suit]", ".laid-on") == []
    page.locator("[data-suit='b']").click()
    player.act(page.locator("[data-card='b4']").click)
    player.act(page.locator("button.cell.open").first.click)
    # The next card is asked for by itself, and typed: its colour and its number.
    expect(page.locator("[data-suit]").first).to_be_visible()
    page.keyboard.type("2")
    expect(page.locator("[data-card]").first).to_be_focused()
    expect(page.locator("[data-card='b4']")).to_have_count(0)  # it lies there already
    player.act(lambda: page.keyboard.press("3"))
    assert "b3" in json.dumps(player.json(f"matches/{match}")["events"][-1])


def test_a_match_switches_to_real_dice_and_is_marked(player: Player) -> None:
    player.begin("kniffel")
    player.roll()
    player.enter(player.page.locator("button.cell[data-box=chance]"))
    player.at("menu").click()
    player.act(player.at("source").click)
    tap(player, 6, 6, 6, 6, 6)
    player.act(player.page.locator("button.cell[data-box=kniffel]").click)
    player.at("corrections").click()
    expect(player.at("changes")).to_contain_text("teils")
