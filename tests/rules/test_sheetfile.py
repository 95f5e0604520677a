"""Score cards from TOML: the way there and back, and refusals that name file, key and what is allowed."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import KnobelError, digest, find, format_match, new_match, parse_match, read_sheet
from knobel.cli.common import game_of
from knobel.errors import BadSheet
from knobel.rules import GAMES
from knobel.rules.boxes import D6, D10, Bonus, Box, Die, Repeat, Sheet
from knobel.rules.combinations import (
    Anything,
    AtLeast,
    AtMost,
    Fits,
    Flat,
    Groups,
    Number,
    Part,
    Points,
    Run,
    Same,
    Shows,
    Total,
)
from knobel.rules.sheetfile import sheet_game, write_sheet
from knobel.rules.sheetgame import SheetGame

PADS = [
    game for kind in GAMES for house in ({}, *({rule: True} for rule in kind.house_rules))
    if isinstance(game := kind.game(house=house), SheetGame)
]  # fmt: skip

CARD = """
key = "mine"
dice = ["d6", "d6", "d10"]
bonuses = [{ at = 10, points = 5 }]
[[boxes]]
key = "ones"
points = { number = 1 }
[[boxes]]
key = "pair"
name = { de = "Paar", en = "Pair" }
fits = { same = 2 }
points = 10
[[boxes]]
key = "chance"
points = "total"
"""


@pytest.mark.parametrize("game", PADS, ids=lambda game: str(game.spec))
def test_every_card_is_its_declaration(game: SheetGame) -> None:
    again = sheet_game(game.sheet.declare(names=True), "built-in")
    assert again.sheet == game.sheet
    assert digest(again) == digest(game)


@pytest.mark.parametrize("game", PADS, ids=lambda game: str(game.spec))
def test_every_card_can_be_written(game: SheetGame) -> None:
    again = read_sheet(write_sheet(game.sheet), "written.toml")
    assert again.sheet == game.sheet
    assert digest(again) == digest(game)


NAMES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=40)
BY_LANGUAGE = st.fixed_dictionaries({"de": NAMES, "en": NAMES})
COUNTS = st.integers(1, 7)
SIZES = st.lists(COUNTS, min_size=1, max_size=4).map(lambda sizes: tuple(sorted(sizes, reverse=True)))
FITS: st.SearchStrategy[Fits] = st.one_of(
    st.just(Anything()), COUNTS.map(Same), SIZES.map(Groups), COUNTS.map(Run),
    st.lists(st.integers(0, 99), min_size=1, max_size=7).map(lambda numbers: Shows(tuple(numbers))),
    st.integers(0, 1000).map(AtMost), st.integers(0, 1000).map(AtLeast),
)  # fmt: skip
POINTS: st.SearchStrategy[Points] = st.one_of(
    st.integers(0, 1000).map(Flat), st.integers(1, 9).map(Total), st.integers(0, 99).map(Number), SIZES.map(Part)
)
FACES = st.lists(st.integers(0, 99), min_size=1, max_size=20, unique=True)
DICE = st.sampled_from((D6, D10)) | st.builds(lambda faces: Die("die", tuple(faces)), FACES)


@st.composite
def any_card(draw: st.DrawFn) -> Sheet:
    keys = draw(st.lists(st.from_regex("[a-z][a-z0-9_]{0,8}", fullmatch=True), min_size=1, max_size=24, unique=True))
    points, flag = st.integers(0, 1000), st.booleans()
    repeats = st.builds(
        Repeat, st.sampled_from(keys), points, points, flag, st.sampled_from(("never", "free", "forced")), flag, flag
    )
    least, most = sorted((draw(st.integers(1, 8)), draw(st.integers(1, 8))))
    return Sheet(
        key=draw(st.from_regex("[a-z][a-z0-9_]{0,8}", fullmatch=True)),
        dice=tuple(draw(st.lists(DICE, min_size=1, max_size=7))),
        boxes=tuple(Box(key, draw(POINTS), draw(FITS), draw(BY_LANGUAGE)) for key in keys),
        bonuses=tuple(draw(st.lists(st.builds(Bonus, st.integers(1, 1000), st.integers(1, 1000)), max_size=4))),
        repeat=draw(st.none() | repeats),
        rolls=draw(st.integers(1, 9)),
        chips=draw(st.integers(0, 9)),
        strike_at_will=draw(flag),
        players=(least, most),
        own_name=draw(BY_LANGUAGE),
    )


@given(any_card())
def test_whatever_is_written_reads_the_same(sheet: Sheet) -> None:
    again = read_sheet(write_sheet(sheet), "written.toml").sheet
    assert again == sheet
    assert again.declare(names=True) == sheet.declare(names=True)


def test_digests_differ_between_all_cards_and_house_rules() -> None:
    assert len({digest(game) for game in PADS}) == len(PADS)


def test_names_are_no_rules() -> None:
    renamed = CARD.replace("Paar", "Zwilling").replace("Pair", "Twins")
    assert digest(read_sheet(CARD, "a.toml")) == digest(read_sheet(renamed, "b.toml"))
    game = read_sheet(renamed, "b.toml")
    assert game.sheet.boxes[1].name.say("en") == "Twins"
    assert game.sheet.boxes[1].describe("de") == "mindestens 2 gleiche: 10 Punkte"


@pytest.mark.parametrize(
    ("old", "new", "key", "problem"),
    [
        ('key = "mine"', "", "key", "small letters"),
        ('key = "mine"', 'key = "Mine!"', "key", "small letters"),
        ('"d10"]', '"d12"]', "dice[3]", "d6"),
        ('"d10"]', "{ faces = [1, 1] }]", "dice[3].faces", "once only"),
        ('"d10"]', "{ faces = [] }]", "dice[3].faces", "1 to 20 values"),
        ("same = 2", "some = 2", "boxes[2].fits", "same = 3"),
        ("same = 2", "same = 0", "boxes[2].fits.same", "from 1 to 7"),
        ("same = 2", 'same = "two"', "boxes[2].fits.same", "from 1 to 7"),
        ("{ same = 2 }", "{ groups = [2, 3] }", "boxes[2].fits.groups", "largest first"),
        ("points = 10", "points = -1", "boxes[2].points", "from 0 to 1000"),
        ("points = 10", "points = true", "boxes[2].points", "from 0 to 1000"),
        ("points = 10", 'points = "all"', "boxes[2].points", "total"),
        ('key = "pair"', 'key = "ones"', "boxes[2].key", "used twice"),
        ('key = "pair"', 'key = "pair"\nworth = 3', "boxes[2].worth", "Allowed: key, name, fits, points"),
        ("at = 10, ", "", "bonuses[1].at", "from 1 to 1000"),
        ('key = "mine"', 'key = "mine"\nrolls = 0', "rolls", "from 1 to 9"),
        ('key = "mine"', 'key = "mine"\nplayers = [3, 2]', "players", "[1, 8]"),
        ('key = "mine"', 'key = "mine"\nrepeat = { top = "six" }', "repeat.top", "ones, pair, chance"),
        ('key = "mine"', 'key = "mine"\nrepeat = { top = "pair", joker = "x" }', "repeat.joker", "never, free, forced"),
        ('key = "mine"', 'key = "mine"\nstrike_at_will = 1', "strike_at_will", "true or false"),
        ('name = { de = "Paar", en = "Pair" }', 'name = { fr = "Paire" }', "boxes[2].name.fr", "de, en"),
        ('key = "mine"', 'key = "mine', "TOML", "line 2"),
    ],
)
def test_refusals_name_file_key_and_what_is_allowed(old: str, new: str, key: str, problem: str) -> None:
    assert old in CARD
    with pytest.raises(BadSheet, match=re.escape(problem)) as caught:
        read_sheet(CARD.replace(old, new, 1), "my.toml")
    assert caught.value.details["key"] == key
    for lang in ("de", "en"):
        assert "my.toml" in caught.value.say(lang)
        assert key in caught.value.say(lang)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2000) | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["key", "faces", "same", "de"]), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["key", "name", "dice", "rolls", "boxes", "bonuses", "repeat", "players"]), JSON)
)
def test_any_tree_is_read_or_refused(tree: dict[str, object]) -> None:
    whole = {"key": "mine", "dice": ["d6"], "boxes": [{"key": "chance", "points": "total"}]} | tree
    try:
        sheet_game(whole, "random")
    except KnobelError as error:
        assert "random" in error.say("de")


def test_a_built_in_game_is_found_before_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kniffel").write_text("no score card", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert game_of("kniffel") == find("kniffel")
    assert game_of("Maxi Yatzy") == find("maxi_yatzy")


def test_a_card_that_no_match_file_could_carry_is_refused() -> None:
    """The largest that the other bounds allow fits into its line; one whose keys go on for ever does not."""
    faces, name = list(range(80, 100)), "ä" * 40
    dice = ", ".join(f"{{ faces = {faces} }}" for _ in range(7))
    boxes = "".join(
        f'[[boxes]]\nkey = "{"b" * 36}{i:02}"\nname = {{ de = "{name}", en = "{name}" }}\n'
        f"fits = {{ shows = {faces[:7]} }}\npoints = {{ part = [1, 1, 1, 1, 1, 1, 1] }}\n"
        for i in range(24)
    )
    largest = f'key = "large"\nname = {{ de = "{name}", en = "{name}" }}\ndice = [{dice}]\n{boxes}'
    match = new_match(read_sheet(largest, "large.toml"), ["Ada"]).match
    assert parse_match(format_match(match)) == match
    with pytest.raises(BadSheet, match="too long"):
        read_sheet(largest.replace('"large"', f'"{"l" * 9000}"'), "large.toml")
