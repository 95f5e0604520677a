"""The parts of docs/ that are written from what is declared or measured: box tables, tiles, levels, rulings, medals.

`make docs` rewrites them; a test compares, so that no document can tell something else than the rules.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from knobel.rules import GAMES, find
from knobel.rules.booklets import booklet
from knobel.rules.forone import ForOne
from knobel.rules.foroneplan import read_plan
from knobel.rules.numberup import NumberUp
from knobel.rules.sheetgame import SheetGame
from knobel.rules.tiles import TILES
from knobel.words import say
from tools import calibration_docs, ladder_docs, limits_docs, protocol_docs, solver_docs

DOCS = Path(__file__).parents[1] / "docs"
MARK = re.compile(r"<!-- generated: (\w+) (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)
HEADS = {
    "en": ("box", "key", "what it asks and pays", "throws"),
    "de": ("Kästchen", "Schlüssel", "was es verlangt und bringt", "Würfe"),
}
TILE_HEADS = {"en": ("tile", "name", "what it does", "levels"), "de": ("Nr.", "Name", "was es tut", "Level")}


def table(key: str, lang: str) -> str:
    """The boxes (rows) of a game as a Markdown table."""
    game = find(key)
    if isinstance(game, SheetGame):
        parts = [(box.key, box.name, box.text()) for box in game.sheet.boxes]
    else:
        assert isinstance(game, ForOne)
        parts = [(row.key, row.name, row.text()) for row in game.rows]
    box, word, rule, _ = HEADS[lang]
    lines = [f"| {box} | {word} | {rule} |", "|---|---|---|"]
    lines += [f"| {name.say(lang)} | `{key}` | {text.say(lang)} |" for key, name, text in parts]
    return "\n".join(lines) + "\n"


def tiles(lang: str) -> str:
    """The challenge tiles of For One – Kniffel as a Markdown table."""
    tile, name, does, levels = TILE_HEADS[lang]
    lines = [f"| {tile} | {name} | {does} | {levels} |", "|---|---|---|---|"]
    plans = {level.number: read_plan(level.entry) for level in booklet("forone").levels}
    for number, kind in TILES.items():
        used = ", ".join(str(level) for level, plan in plans.items() if number in [laid.number for laid in plan.tiles])
        lines.append(f"| {number} | {kind.name.say(lang)} | {kind.text().say(lang)} | {used} |")
    return "\n".join(lines) + "\n"


def level(game: str, number: int) -> str:
    """A level as its booklet has it, in English."""
    found = booklet(game).level(number)
    played = find(f"{game}:{number}")
    assert isinstance(played, ForOne | NumberUp)
    note = found.note(*played.plan.texts())
    lines = [f"*{found.idea.say('en')}* {found.rule.say('en')}", "", *(f"- {part.say('en')}" for part in note.parts)]
    return "\n".join(lines).strip() + "\n"


def generated(what: str, which: str) -> str:
    match what.split("_"):
        case ["tiles"]:
            return tiles(which)
        case ["level", game]:
            return level(game, int(which))
        case ["shapes"]:
            return protocol_docs.shapes(which)
        case ["rulings", *words]:
            return "\n".join(_rulings_of("_".join(words), which)) + "\n"
        case ["limits"]:
            return limits_docs.table()
        case ["strategy"]:
            return solver_docs.strategy(which)
        case ["ladder"]:
            return ladder_docs.table(which)
    return table(what, which)


def filled(text: str) -> str:
    """The document with its generated parts as they should be."""
    return MARK.sub(lambda m: f"<!-- generated: {m[1]} {m[2]} -->\n{generated(m[1], m[2])}<!-- end -->", text)


def rulings() -> str:
    lines = ["# Rulings", ""]
    lines += [
        "Where a booklet leaves a point open, it is settled here, with the reason. Where the other reading is offered,",
        'it is a house rule: `--rule name=true` on the command line, `find("kniffel", name=True)` in Python.',
    ]
    for lang, heading in (("en", "In English"), ("de", "Auf Deutsch")):
        lines += ["", f"## {heading}"]
        for kind in GAMES:
            if kind.rulings:
                lines += ["", f"### {say(lang, f'games.{kind.key}.name')}", *_rulings_of(kind.key, lang)]
    return "\n".join(lines) + "\n"


def _rulings_of(key: str, lang: str) -> Iterator[str]:
    kind = next(kind for kind in GAMES if kind.key == key)
    for ruling in kind.rulings:
        base = f"rulings.{key}.{ruling.key}"
        yield f"- {say(lang, f'{base}.what')} *{say(lang, f'{base}.why')}*"
        if ruling.house_rule:
            yield f"  `{ruling.key}`: {say(lang, f'{base}.house')}"


def documents() -> Iterator[tuple[Path, str]]:
    """Every document with generated parts, and what it should say."""
    for path in sorted(
        [
            *(DOCS / "rules").glob("*.md"),
            *(DOCS / "booklets").glob("*.md"),
            DOCS / "solver.md",
            DOCS / "protocol.md",
            DOCS / "operations.md",
            DOCS / "players.md",
        ]
    ):
        yield path, filled(path.read_text(encoding="utf-8"))
    yield DOCS / "rulings.md", rulings()
    yield from calibration_docs.documents(DOCS / "booklets")
    yield from solver_docs.documents()


if __name__ == "__main__":
    for path, text in documents():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
