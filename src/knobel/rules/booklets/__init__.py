"""The challenge booklets of the two For One games: chapters and levels as TOML, read once and checked.

A level names what its engine lays out (`plan`), its medals, and, in both languages, its name, its new idea, its
rule and what to prepare. `version` is raised whenever the plan changes: results keep the version they were made with,
and what was different before stays under `earlier`, so that old matches open and go on by their own rules.
What a plan may hold is the engine's to say; it reads the plan through the `LevelFields` a level carries.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from json import dumps
from typing import Any

from knobel.errors import BadBooklet
from knobel.rules.booklets.reader import LevelFields
from knobel.rules.core import Spec
from knobel.rules.views import LevelBlock
from knobel.words import Text, text

MEDALS = ("bronze", "silver", "gold")
MOST_POINTS = 1000

_CHAPTER_KEYS = ("number", "name", "medals", "levels")
_EARLIER_KEYS = ("version", "name", "idea", "rule", "preparation", "medals", "plan")
_LEVEL_KEYS = ("number", *_EARLIER_KEYS, "earlier")


@dataclass(frozen=True, slots=True)
class Level:
    game: str
    chapter: int
    number: int
    version: int
    name: Text
    idea: Text  # what is new, in one sentence
    rule: Text
    preparation: Text
    medals: tuple[int, int, int]
    entry: LevelFields  # the plan as it stands in the file; the engine of the game reads it
    earlier: tuple["Level", ...] = ()  # as it was in the versions before, oldest first
    newest: int | None = None  # of an earlier version: the one the level has today

    @property
    def plan(self) -> Mapping[str, Any]:
        return self.entry.tree

    @property
    def digest(self) -> str:
        """SHA-256 of what the level lays out: a new wording or new medals change nothing, a new plan does."""
        declared = {"game": self.game, "plan": self.plan}
        return sha256(dumps(declared, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def medal(self, points: int) -> str | None:
        """The best medal that many points earn."""
        return medal_for(self.medals, points)

    def note(self, *parts: Text) -> LevelBlock:
        """The level as the view of a running game tells of it; `parts` explain what the level lays out."""
        older = () if self.newest is None else (text("earlier_version", n=self.version, newest=self.newest),)
        return LevelBlock(self.number, self.name, self.idea, self.rule, (*older, *parts))


@dataclass(frozen=True, slots=True)
class Chapter:
    number: int
    name: Text
    medals: tuple[int, int, int] | None  # on the sum of the best results; None: nothing is printed, they are derived
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    game: str
    chapters: tuple[Chapter, ...]

    @property
    def levels(self) -> tuple[Level, ...]:
        return tuple(level for chapter in self.chapters for level in chapter.levels)

    def level(self, number: int, version: int | None = None) -> Level:
        """A level as it is today, or as it was in an earlier version."""
        level = next(level for level in self.levels if level.number == number)
        return level if version is None else next(each for each in level.earlier if each.version == version)


@cache
def booklet(game: str) -> Booklet:
    """The booklet of a game that has levels."""
    name = f"{game}.toml"
    return read_booklet(files(__package__).joinpath(name).read_text(encoding="utf-8"), game, name)


def load_booklet(game: str, path: str) -> Booklet:
    """A booklet from a file of one's own."""
    try:
        with open(path, encoding="utf-8") as file:
            return read_booklet(file.read(), game, path)
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from error


def read_booklet(content: str, game: str, source: str) -> Booklet:
    """The booklet that `content`, TOML from the file `source`, declares."""
    try:
        tree = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(source, error) from error
    top = LevelFields(source, None, tree)
    top.only("chapters")
    chapters = tuple(_chapter(game, entry) for entry in top.tables("chapters", least=1))
    found = Booklet(game, chapters)
    _check_numbers(top, "chapters", [chapter.number for chapter in chapters])
    _check_numbers(top, "chapters.levels", [level.number for level in found.levels])
    return found


def medal_for(medals: tuple[int, int, int], points: int) -> str | None:
    """The best of these medals that many points earn."""
    earned = [name for name, at in zip(MEDALS, medals, strict=True) if points >= at]
    return earned[-1] if earned else None


def level_numbers(game: str) -> tuple[int, ...]:
    return tuple(level.number for level in booklet(game).levels)


def earlier_versions(game: str, number: int) -> tuple[int, ...]:
    """The versions of a level before the one it has today."""
    return tuple(level.version for level in booklet(game).level(number).earlier)


def level_of(spec: Spec) -> Level | None:
    """The level a game is played on, in the version it is played by; None if the game has no levels."""
    return None if spec.level is None else booklet(spec.key).level(spec.level, spec.version)


def _unreadable(source: str, error: Exception) -> BadBooklet:
    problem = text("booklet.unreadable", error=str(error))
    return BadBooklet(source=source, level=text("booklet.of_no_level"), key="TOML", problem=problem)


def _check_numbers(top: LevelFields, key: str, numbers: list[int]) -> None:
    """Chapters and levels are counted from 1, without gaps or doubles."""
    for expected, number in enumerate(numbers, 1):
        if number != expected:
            top.fail(key, "number", number=number, expected=expected)


def _chapter(game: str, entry: LevelFields) -> Chapter:
    entry.only(*_CHAPTER_KEYS)
    number = entry.whole("number", 1, 99)
    return Chapter(
        number=number,
        name=entry.sentence("name"),
        medals=_medals(entry, 99 * MOST_POINTS) if "medals" in entry.tree else None,
        levels=tuple(_level(game, number, each) for each in entry.tables("levels", least=1)),
    )


def _level(game: str, chapter: int, entry: LevelFields) -> Level:
    number = entry.whole("number", 1, 99)
    entry = LevelFields(entry.source, number, entry.tree)
    entry.only(*_LEVEL_KEYS)
    level = _version(game, chapter, number, entry, entry.whole("version", 1, 999, default=1))
    return replace(level, earlier=tuple(_earlier(level, entry))[::-1])


def _earlier(level: Level, entry: LevelFields) -> Iterator[Level]:
    """What the level was before, newest first; a version says in what it differed from the one that followed it."""
    tree, following = entry.tree, level.version
    for each in reversed(list(entry.tables("earlier"))):
        each.only(*_EARLIER_KEYS)
        tree, following = {**tree, **each.tree}, each.whole("version", 1, following - 1)
        fields = LevelFields(entry.source, level.number, tree, each.path)
        yield replace(_version(level.game, level.chapter, level.number, fields, following), newest=level.version)


def _version(game: str, chapter: int, number: int, entry: LevelFields, version: int) -> Level:
    return Level(
        game=game,
        chapter=chapter,
        number=number,
        version=version,
        name=entry.sentence("name"),
        idea=entry.sentence("idea"),
        rule=entry.sentence("rule"),
        preparation=entry.sentence("preparation"),
        medals=_medals(entry, MOST_POINTS),
        entry=entry.table("plan", default={}),
    )


def _medals(entry: LevelFields, most: int) -> tuple[int, int, int]:
    bronze, silver, gold = entry.wholes("medals", 3, -most, most)
    return bronze, silver, gold
