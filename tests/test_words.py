"""Every word in German and English: whatever is asked for is there, and whatever is there is asked for.

The sources are read as syntax trees (`tools/word_keys.py`). A key that is written out has to exist; for one that is put
together, the table below says what may stand in its holes.
"""

import re
import string
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from knobel import errors, words
from knobel.bots import BOTS
from knobel.cli.app import build
from knobel.coach import house_rules, reasons
from knobel.coach.honest_dice import Verdict
from knobel.coach.trainer import HARDER
from knobel.errors import KnobelError
from knobel.lessons import LESSONS, Lesson
from knobel.rules import GAMES
from knobel.rules.booklets import MEDALS, booklet
from knobel.rules.forone import ForOne
from knobel.rules.lines import Count, Final, Side
from knobel.rules.numberup import COLOURS, COLUMNS
from knobel.rules.sheetgame import SheetGame
from knobel.rules.tiles import TILES
from knobel.storage import errors as storage_errors
from knobel.storage.people import PICTURES
from knobel.terminal import KITS
from tools.word_keys import SOURCE, Named, arguments, in_python, in_the_browser, in_the_package, words_in

TOPICS = {key.split(".")[0] for key in words.keys("en") if "." in key}


def every_error() -> list[type[KnobelError]]:
    """Of all rooms: those that are raised, so those without children."""
    for path in sorted(SOURCE.rglob("*.py")):
        if re.search(r"^    code\b.* = ", path.read_text(encoding="utf-8"), re.MULTILINE):
            import_module(".".join(path.relative_to(SOURCE.parent).with_suffix("").parts))
    return leaves(KnobelError)


def leaves(error: type[KnobelError]) -> list[type[KnobelError]]:
    children = error.__subclasses__()
    return [leaf for child in children for leaf in leaves(child)] if children else [error]


def said_in(lesson: Lesson) -> list[str]:
    return [*(step.key for step in lesson.steps), "end"]


ERRORS = every_error()
KINDS = [kind.key for kind in GAMES]
PLAYED = [kind.game(level) for kind in GAMES for level in kind.levels() or (None,)]
SHEETS = [game.sheet for game in PLAYED if isinstance(game, SheetGame)]
BOXES = {box.key for sheet in SHEETS for box in sheet.boxes}
ROWS = {row.key for game in PLAYED if isinstance(game, ForOne) for row in game.rows}
DICE = {die.kind for sheet in SHEETS for die in sheet.dice}
SUITS = set(COLOURS)
FINDERS = ("terminal/pad.py", "terminal/rows.py", "terminal/picker.py")
TOLD_OF_LEVELS = ("rules/booklets/__init__.py", "rules/booklets/reader.py", "rules/foroneplan.py", "rules/lines.py")

# What stands in the holes of a key: all of these, and each has to be in the catalogue.
SURE: dict[str, Iterable[Any]] = {
    "booklet.{}": arguments("fail", 1, *TOLD_OF_LEVELS),
    "bots.{}.name": BOTS,
    "bots.{}.text": BOTS,
    "boxes.{}": BOXES | ROWS,
    "colours.{}": SUITS,
    "coach.move.{}": ("roll", "draw", "end", "keep", "chip", "put", "leave", "score", "place", "discard"),
    "coach.move.{}_none": ("keep", "chip"),
    "coach.part.{}": (reasons.SO_FAR, reasons.NOW, reasons.BONUS, reasons.TOP, reasons.BOXES, reasons.LATER),
    "coach.side.{}": Side,
    "day.short.{}": ("kniffel", "forone", "numberup"),
    "dice.{}": DICE | {"die"},
    "errors.{}": {error.code.replace("/", ".") for error in ERRORS},
    "games.{}.name": KINDS,
    "games.{}.tagline": KINDS,
    "laboratory.field.{}": ("anywhere", "extra", "extra_after_strike", "joker_after_strike"),
    "laboratory.joker.{}": ("never", "free", "forced"),
    "lessons.{}.{}.else": [
        (lesson.key, step.key)
        for lesson in LESSONS.values()
        for at, step in enumerate(lesson.steps)
        if step.move and len(lesson.match(at, "?").legal_moves) > 1
    ],
    "lessons.{}.{}.say": [(lesson.key, step) for lesson in LESSONS.values() for step in said_in(lesson)],
    "lines.count.{}": Count,
    "lines.final.{}": Final,
    "lines.side.{}": Side,
    "match.{}": arguments("fail", 1, "match/notation.py"),
    "medals.{}": MEDALS,
    "rulings.{}.{}.what": [(kind.key, ruling.key) for kind in GAMES for ruling in kind.rulings],
    "rulings.{}.{}.why": [(kind.key, ruling.key) for kind in GAMES for ruling in kind.rulings],
    "rulings.{}.{}.house": [(kind.key, rule) for kind in GAMES for rule in kind.house_rules],
    "seating.{}": ("seats", "games", "first"),
    "cli.page.{}": ("arguments", "options", "commands"),
    "cli.usage.{}": ("number", "number_least", "number_range"),
    "statistics.cards.{}": ("colour", "number"),
    "statistics.dice.{}": ("d6", "d10"),
    "statistics.places.{}": ("none", "roll", "leave", "end", "discard"),
    "statistics.verdict.{}": Verdict,
    "storage.why.{}": storage_errors.REASONS.values(),
    "server.no_pages.{}": ("title", "what", "how"),
    "sheet.{}": arguments("fail", 1, "rules/sheetfile.py"),
    "terminal.colour.{}": SUITS,
    "terminal.misread.no_{}": arguments("find", 3, *FINDERS),
    "terminal.misread.{}_number": arguments("find", 3, *FINDERS),
    "terminal.seen.{}": KITS,
    "tiles.{}.name": {kind.key for kind in TILES.values()},
    "tiles.{}.rule": {kind.key for kind in TILES.values()},
    "trainer.difficulty.{}": HARDER,
    "web.history.{}": ("open", "done"),
    "web.lab.{}": (house_rules.BOXES, house_rules.BONUSES, house_rules.THROWS, house_rules.RULINGS),
    "web.numberup.count.{}": Count,
    "web.pictures.{}": PICTURES,
    "web.print.{}": ("name", "game"),
    "web.numberup.nth.{}": range(1, len(COLUMNS) + 1),
}

# Words that occur where such keys are put together: said if the catalogue has them.
TERMINAL = words_in("cli", "terminal")
KNOBEL: Any = typer.main.get_command(build())
COMMANDS: dict[str, Any] = {"knobel": KNOBEL, **KNOBEL.commands, **KNOBEL.commands["db"].commands}
OPTIONS = [(name, param.name) for name, command in COMMANDS.items() for param in command.params]
METAVARS = " ".join(str(param.metavar) for command in COMMANDS.values() for param in command.params)
PERHAPS: dict[str, Iterable[Any]] = {
    "cli.metavar.{}": set(re.findall("[a-z]+", METAVARS.lower())),
    "cli.help.any_{}": {option for _, option in OPTIONS} | {"help"},
    "cli.help.{}": COMMANDS,
    "cli.help.{}_{}": OPTIONS,
    "terminal.die.{}": DICE | {"yellow"},
    "terminal.help.{}": TERMINAL,
    "terminal.hint.{}": TERMINAL,
    "terminal.plain.{}": TERMINAL | words_in("rules"),
    "terminal.short.{}": KINDS,
    "typed.{}": TERMINAL,
    "web.colours.{}": words_in("browser", "server"),
    "web.everything.{}": ("matches", "results", "people", "cards"),
    "web.history.shelves.{}": words_in("browser"),
    "web.hints.about.{}": words_in("browser"),
    "web.hints.modes.{}": words_in("browser"),
    "web.keys.{}": words_in("browser"),
    "web.news.{}": words_in("browser", "rules", "server"),
    "web.numberup.{}": words_in("browser", "rules"),
    "web.settings.motions.{}": words_in("browser"),
    "web.settings.paces.{}": words_in("browser"),
    "web.settings.themes.{}": words_in("browser"),
}

NO_KEYS = {"rulings.{}.{}", "{}.what", "{}.house", "{}.{}", "{}"}  # pieces of the rulings' keys, and what only hands on


PATTERNS = SURE.keys() | PERHAPS.keys() | NO_KEYS


def filled(pattern: str, values: Iterable[Any]) -> set[str]:
    parts = (value if isinstance(value, tuple) else (value,) for value in values)
    return {pattern.replace("{}", "%s") % part for part in parts}


def strangers(named: Iterable[Named]) -> list[str]:
    """Whatever looks like a key, or is spoken like one, and is none."""
    found = []
    for where, text, spoken in named:
        if not (spoken or text.split(".")[0] in TOPICS):
            continue
        if text not in PATTERNS and not words.known("en", text):
            found.append(f"{where}: {text}")
    return found


def test_every_key_in_the_package_is_in_the_catalogue() -> None:
    assert strangers(in_the_package()) == []


@pytest.mark.slow
def test_every_key_in_the_browser_is_in_the_catalogue() -> None:
    assert strangers(in_the_browser()) == []


@pytest.mark.slow
def test_no_key_in_the_browser_is_left_out_of_its_words() -> None:
    config = (SOURCE.parents[1] / "web" / "vite.config.ts").read_text(encoding="utf-8")
    left_out, kept = (
        tuple(re.findall(r'"(\w[\w.]*\.)"', re.search(rf"const {name} = \[(.*?)\];", config, re.DOTALL)[1]))  # type: ignore[index]
        for name in ("NOT_FOR_THE_BROWSER", "FOR_THE_BROWSER_TOO")
    )
    assert left_out
    assert kept
    said = [text for _, text, spoken in in_the_browser() if spoken or words.known("en", text)]
    assert [text for text in said if text.startswith(kept)], "else nothing of these topics is said there"
    assert [text for text in said if text.startswith(left_out) and not text.startswith(kept)] == []


@pytest.mark.parametrize("pattern", SURE)
def test_whatever_fills_a_key_is_in_the_catalogue(pattern: str) -> None:
    keys = filled(pattern, SURE[pattern])
    assert keys
    assert [key for key in keys if not words.known("en", key)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('say(lang, "web.zzz.title")', ["made_up.py:1: web.zzz.title"]),
        ('words("zzz.title")', ["made_up.py:1: zzz.title"]),
        ('text("terminal.level" if one else "terminal.levle")', ["made_up.py:1: terminal.levle"]),
        ('keys = ["games.kniffel.name", "games.knifel.name"]', ["made_up.py:1: games.knifel.name"]),
        ('text(f"medal.{medal}")', ["made_up.py:1: medal.{}"]),
        ('text(f"medals.{medal}")', []),
        ('"""web.zzz.title"""\nimport os.path', []),
    ],
)
def test_a_made_up_key_is_found(source: str, found: list[str]) -> None:
    assert strangers(in_python(source, "made_up.py")) == found


def test_a_made_up_key_is_found_in_the_browser_too(tmp_path: Path) -> None:
    component = '<script lang="ts">let n: number = 1;</script>\n<!-- say("web.comment") -->\n<p>{say("web.zzz.title")}'
    (tmp_path / "A.svelte").write_text(component + "{say(n ? `web.zzz.${n}` : 'zzz')}</p>", encoding="utf-8")
    (tmp_path / "b.ts").write_text('const keys = ["web.keys.undo", "web.keys.undid"];', encoding="utf-8")
    found = ["A.svelte:3: web.zzz.title", "A.svelte:3: web.zzz.{}", "A.svelte:3: zzz", "b.ts:1: web.keys.undid"]
    assert strangers(in_the_browser(tmp_path)) == found


@pytest.mark.slow
def test_no_sentence_is_dead() -> None:
    """Every sentence is asked for: by its key, or by what may fill one."""
    named = [*in_the_package(), *in_the_browser()]
    asked = {one.text for one in named}
    for pattern, values in (SURE | PERHAPS).items():
        asked |= filled(pattern, values)
    bare = {key: key.removesuffix(".one").removesuffix(".other") for key in words.keys("en")}
    assert [key for key, short in sorted(bare.items()) if key not in asked and short not in asked] == []


@pytest.mark.slow
def test_no_pattern_is_left_over() -> None:
    """What the tables above say how to fill is put together somewhere."""
    asked = {one.text for one in (*in_the_package(), *in_the_browser())}
    by_hand = {"errors.{}", "typed.{}", "rulings.{}.{}.what", "rulings.{}.{}.why", "rulings.{}.{}.house"}
    assert (SURE.keys() | PERHAPS.keys()) - asked - by_hand == set()


def test_both_languages_say_the_same_things() -> None:
    assert words.keys("de") == words.keys("en")
    for key in words.keys("de"):
        assert placeholders("de", key) == placeholders("en", key), key


def placeholders(lang: str, key: str) -> set[str | None]:
    if key == "own_name":
        return set()
    return {name for _, name, _, _ in string.Formatter().parse(words.catalogue(lang)[key]) if name}


@pytest.mark.parametrize("lang", words.LANGUAGES)
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: str(game.spec))
def test_every_part_of_a_game_describes_itself(game: Any, lang: str) -> None:
    """Down to the last box: no hole stays open in a sentence."""
    told = [game.name.say(lang)]
    if isinstance(game, SheetGame):
        told += [box.name.say(lang) for box in game.sheet.boxes] + [box.describe(lang) for box in game.sheet.boxes]
    if isinstance(game, ForOne):
        told += [row.name.say(lang) for row in game.rows] + [row.text().say(lang) for row in game.rows]
    if game.spec.level is not None:
        level = booklet(game.spec.key).level(game.spec.level)
        told += [level.name.say(lang), level.rule.say(lang), level.idea.say(lang)]
        told += [part.say(lang) for part in level.note(*game.plan.texts()).parts]
    for sentence in told:
        assert sentence.strip()
        assert not set(sentence) & set("{}"), sentence


def test_every_error_stands_in_the_tree() -> None:
    tree = errors.__doc__ or ""
    assert len({error.code for error in ERRORS}) == len(ERRORS)
    for error in ERRORS:
        if error.__module__ == "knobel.errors":
            assert re.search(rf"{error.__name__}\s+{error.code}\b", tree), error.__name__
