"""The parts of docs/ that are written from what is declared or measured: box tables, rulings, medals.

`make docs` rewrites them; a test compares, so that no document can tell something else than the rules.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from knobel.rules import GAMES, find
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame
from knobel.words import say
from tests import calibration_docs

DOCS = Path(__file__).parents[1] / "docs"
MARK = re.compile(r"<!-- generated: (\w+) (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)
HEADS = {
    "en": ("box", "key", "what it asks and pays", "throws"),
    "de": ("Kästchen", "Schlüssel", "was es verlangt und bringt", "Würfe"),
}


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


def filled(text: str) -> str:
    """The document with its generated parts as they should be."""
    return MARK.sub(lambda m: f"<!-- generated: {m[1]} {m[2]} -->\n{table(m[1], m[2])}<!-- end -->", text)


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
    for path in sorted((DOCS / "rules").glob("*.md")):
        yield path, filled(path.read_text(encoding="utf-8"))
    yield DOCS / "rulings.md", rulings()
    yield from calibration_docs.documents(DOCS / "booklets")


if __name__ == "__main__":
    for path, text in documents():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
