"""The challenge booklets of the two For One games: chapters and levels as TOML, read once and checked.

A level names what its engine lays out (`plan`), its medals, and its name and new idea in both languages.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from knobel.words import Text, text

MEDALS = ("bronze", "silver", "gold")


@dataclass(frozen=True, slots=True)
class Level:
    number: int
    name: Text
    rule: Text
    medals: tuple[int, int, int]
    plan: Mapping[str, Any]

    def medal(self, points: int) -> str | None:
        """The best medal that many points earn."""
        earned = [name for name, at in zip(MEDALS, self.medals, strict=True) if points >= at]
        return earned[-1] if earned else None


@dataclass(frozen=True, slots=True)
class Chapter:
    number: int
    name: Text
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    game: str
    chapters: tuple[Chapter, ...]

    @property
    def levels(self) -> tuple[Level, ...]:
        return tuple(level for chapter in self.chapters for level in chapter.levels)

    def level(self, number: int) -> Level:
        return next(level for level in self.levels if level.number == number)


@cache
def booklet(game: str) -> Booklet:
    """The booklet of a game that has levels."""
    tree = tomllib.loads(files(__package__).joinpath(f"{game}.toml").read_text(encoding="utf-8"))
    return Booklet(game, tuple(_chapter(chapter) for chapter in tree["chapters"]))


def level_numbers(game: str) -> tuple[int, ...]:
    return tuple(level.number for level in booklet(game).levels)


def _chapter(tree: Mapping[str, Any]) -> Chapter:
    return Chapter(tree["number"], text("own_name", **tree["name"]), tuple(map(_level, tree["levels"])))


def _level(tree: Mapping[str, Any]) -> Level:
    bronze, silver, gold = tree["medals"]
    return Level(
        number=tree["number"],
        name=text("own_name", **tree["name"]),
        rule=text("own_name", **tree["rule"]),
        medals=(bronze, silver, gold),
        plan=tree.get("plan", {}),
    )
