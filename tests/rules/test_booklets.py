"""Booklet files: what they must hold, and that every refusal names the file, the level, the key and what is allowed."""

import tomllib
from pathlib import Path
from random import Random

import pytest

from knobel import KnobelError, Over, find
from knobel.errors import BadBooklet, BadRule
from knobel.rules import GAMES, digest, find_by_rules
from knobel.rules.booklets import Booklet, booklet, load_booklet, medal_for, read_booklet
from knobel.rules.forone import level_game
from knobel.words import LANGUAGES
from tests.playing import walk

VERSIONS = Path(__file__).parent / "level_versions.toml"

LEVEL = """
[[chapters.levels]]
number = 1
version = 3
name = { de = "Name", en = "name" }
idea = { de = "Neu", en = "new" }
rule = { de = "Regel", en = "rule" }
preparation = { de = "Aufbau", en = "preparation" }
medals = [100, 200, 300]
plan = { dice = 14, aside = 2, tiles = [{ tile = 7, rows = ["ones"] }, { tile = 16 }], yellow = { wild = true } }
"""
CHAPTER = '[[chapters]]\nnumber = 1\nname = { de = "Kapitel", en = "chapter" }\n'


def read(content: str) -> Booklet:
    """The booklet, with the plan of every level read too."""
    found = read_booklet(content, "forone", "mine.toml")
    for level in found.levels:
        level_game(level)
    return found


def test_a_booklet_of_ones_own_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CHAPTER + LEVEL, encoding="utf-8")
    (level,) = load_booklet("forone", str(file)).levels
    assert (level.version, level.chapter, level.medals) == (3, 1, (100, 200, 300))
    *_, (_, node) = walk(level_game(level), Random(1))
    assert isinstance(node, Over)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("medals = [100, 200, 300]", "medals = [100, 200]", "mine.toml, level 1: key “medals”: 3 whole numbers"),
        ("medals = [100, 200, 300]", "medals = [100, 300, 200]", "level 1: key “medals”: the numbers have to ascend"),
        ("medals = [100, 200, 300]", 'medals = "all"', "level 1: key “medals”"),
        ("medals = [100, 200, 300]", "", "level 1: key “medals”: is missing"),
        ("version = 3", "version = 0", "level 1: key “version”: a whole number from 1"),
        ("version = 3", "vresion = 3", "level 1: key “vresion”: not known here. Allowed: number, version"),
        ('name = { de = "Name", en = "name" }', 'name = { de = "Name" }', "level 1: key “name.en”: is missing"),
        ('name = { de = "Name", en = "name" }', 'name = "Name"', "level 1: key “name”: a table"),
        ('idea = { de = "Neu", en = "new" }', 'idea = { de = "Neu", en = "" }', "level 1: key “idea.en”: a text of"),
        ('en = "rule"', 'en = "rule", fr = "règle"', "level 1: key “rule.fr”: not known here. Allowed: de, en"),
        ("dice = 14", "dice = 30", "level 1: key “plan.dice”: a whole number from 5 to 17"),
        ("dice = 14", "dice = true", "level 1: key “plan.dice”"),
        ("aside = 2", "aside = 4", "level 1: key “plan.aside”: a whole number from 0 to 3"),
        ("aside = 2", "asides = 2", "level 1: key “plan.asides”: not known here. Allowed: dice, aside, thrown"),
        ("tile = 7", "tile = 23", "level 1: key “plan.tiles[1].tile”: a whole number from 1 to 22"),
        ('rows = ["ones"]', 'rows = ["noes"]', "level 1: key “plan.tiles[1].rows”: expected: ones, twos"),
        ('rows = ["ones"]', 'rows = ["ones", "twos"]', "plan.tiles[1].rows”: tile 7 lies at so many rows: 1"),
        ("{ tile = 16 }", '{ tile = 16, rows = ["ones"] }', "plan.tiles[2].rows”: tile 16 lies at so many rows: 0"),
        ("{ tile = 16 }", '{ tile = 7, rows = ["twos"] }', "level 1: key “plan.tiles”: tile 7 is there once only"),
        ("wild = true", "wild = 1", "level 1: key “plan.yellow.wild”: true or false"),
        ("yellow = { wild = true }", "yellow = true", "level 1: key “plan.yellow”: a table"),
        ("number = 1\nversion", 'number = "one"\nversion', "key “chapters[1].levels[1].number”: a whole number"),
        ("[[chapters]]", "[chapters]", "outside of the levels: key “chapters”: a list of tables"),
        ("medals = [100", "medals == [100", "key “TOML”: the file cannot be read"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_by_name(old: str, new: str, named: str) -> None:
    content = CHAPTER + LEVEL
    assert old in content
    with pytest.raises(BadBooklet) as refused:
        read(content.replace(old, new, 1))
    assert named in str(refused.value)
    assert "mine.toml" in refused.value.say("de")
    assert refused.value.code == "text/booklet"


def test_numbers_are_counted_without_gaps_or_doubles() -> None:
    with pytest.raises(BadBooklet, match="number 1 stands where 2 is due"):
        read(CHAPTER + LEVEL + LEVEL)
    with pytest.raises(BadBooklet, match="number 2 stands where 1 is due"):
        read(CHAPTER + LEVEL.replace("number = 1", "number = 2"))


def test_a_missing_file_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(BadBooklet, match="no\\.toml"):
        load_booklet("forone", str(tmp_path / "no.toml"))


@pytest.mark.parametrize("kind", [kind for kind in GAMES if kind.levels()], ids=lambda kind: kind.key)
def test_every_level_has_its_texts_and_plays(kind: object) -> None:
    for level in booklet(kind.key).levels:  # type: ignore[attr-defined]
        for lang in LANGUAGES:
            for told in (level.name, level.idea, level.rule, level.preparation):
                assert told.say(lang)
        assert find(f"{level.game}:{level.number}").spec.level == level.number


def test_the_printed_level_1_is_kept() -> None:
    assert booklet("forone").level(1).medals == (240, 270, 300)


def test_chapters_are_five_by_five() -> None:
    assert [len(chapter.levels) for chapter in booklet("forone").chapters] == [5] * 5


def test_medals() -> None:
    assert [medal_for((1, 2, 3), points) for points in range(5)] == [None, "bronze", "silver", "gold", "gold"]


@pytest.mark.parametrize("game", ["forone", "numberup"])
def test_a_changed_plan_raises_the_version(game: str) -> None:
    """Results say with which version they were made: who changes a plan or medals raises it and writes down the new
    version; those before it stay."""
    known = tomllib.loads(VERSIONS.read_text(encoding="utf-8"))[game]
    every = [each for level in booklet(game).levels for each in (*level.earlier, level)]
    now = {f"{each.number}@{each.version}": [each.digest[:16], *each.medals] for each in every}
    assert now == known
    for level in booklet(game).levels:
        assert [each.version for each in (*level.earlier, level)] == list(range(1, level.version + 1))


EARLIER = """
[[chapters.levels.earlier]]
version = 1
medals = [10, 20, 30]
plan = { dice = 15 }

[[chapters.levels.earlier]]
version = 2
rule = { de = "Alte Regel", en = "old rule" }
"""


def test_an_earlier_version_says_what_was_different() -> None:
    level = read(CHAPTER + LEVEL + EARLIER).level(1)
    first, second = level.earlier
    assert [(each.version, each.newest) for each in (first, second, level)] == [(1, 3), (2, 3), (3, None)]
    assert (first.medals, second.medals) == ((10, 20, 30), level.medals)
    assert first.plan == {"dice": 15}
    assert second.digest == level.digest != first.digest
    assert [each.rule.say("en") for each in (first, second)] == [
        "old rule"
    ] * 2  # each as the one that followed it, if it says nothing else
    note = level_game(first).view(level_game(first).start()).blocks[-1]
    assert note.parts[0].say("de") == "Diese Partie folgt noch Fassung 1 dieses Levels; heute gilt Fassung 3."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("version = 1\nmedals", "version = 2\nmedals", "key “earlier[1].version”: a whole number from 1 to 1"),
        ("version = 2\nrule", "version = 3\nrule", "key “earlier[2].version”: a whole number from 1 to 2"),
        ("version = 1\nmedals", "medals", "key “earlier[1].version”: is missing"),
        ("medals = [10, 20, 30]", "medals = [10]", "key “earlier[1].medals”: 3 whole numbers"),
        ("plan = { dice = 15 }", "number = 1", "key “earlier[1].number”: not known here"),
    ],
)
def test_a_wrong_earlier_version_is_refused_by_name(old: str, new: str, named: str) -> None:
    assert old in EARLIER
    with pytest.raises(BadBooklet) as refused:
        read(CHAPTER + LEVEL + EARLIER.replace(old, new, 1))
    assert f"mine.toml, level 1: {named}" in str(refused.value)


def test_an_earlier_version_is_a_game_of_its_own() -> None:
    old, now = find("forone:21@1"), find("forone:21")
    assert old != now
    assert digest(old) != digest(now)
    assert str(old.spec) == "forone:21@1"
    assert old.spec.today == now.spec
    assert find_by_rules("forone:21", digest(old)) == old
    assert find_by_rules("forone:21", digest(now)) == find_by_rules("forone:21", "unknown") == now
    assert str(find("forone:21@1+free_discard").spec) == "forone:21@1+free_discard"
    for wrong in ("forone:21@7", "forone:1@1", "forone:21@", "forone:21@x", "kniffel:1@1"):
        with pytest.raises(BadRule):
            find(wrong)


def test_wording_and_medals_do_not_change_the_digest() -> None:
    one = read(CHAPTER + LEVEL).level(1)
    other = read(CHAPTER + LEVEL.replace('"rule"', '"other"').replace("300", "400")).level(1)
    changed = read(CHAPTER + LEVEL.replace("dice = 14", "dice = 13")).level(1)
    assert one.digest == other.digest != changed.digest


def test_errors_are_of_the_tree() -> None:
    assert issubclass(BadBooklet, KnobelError)
