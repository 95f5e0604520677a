"""`knobel booklet`, and what the terminal writes into it."""

import sqlite3
from pathlib import Path
from typing import Any

from knobel.rules.booklets import booklet
from knobel.storage.database import prepare
from tests.cli.conftest import kept
from tests.cli.test_cli_commands import knobel

__all__ = ["knobel"]

NEAR = sorted((abs(c - 2) + abs(r - 2), f"{'abcde'[c]}{r + 1}") for c in range(5) for r in range(5))
SCRIPT = "".join(f"\n{cell}\n" for _, cell in NEAR) + "\n"


def test_a_level_played_in_the_terminal_is_entered_once(knobel: Any, home: Path) -> None:
    played = knobel("play", "numberup", "--players", "Ada", "--lang", "en", stdin=SCRIPT)
    assert "knobel booklet numberup --level 1" in played.out
    knobel("play", "--resume", kept(home)[0], stdin="\n")
    (chapter,) = knobel("booklet", "numberup", "--level", "1", "--json").json["chapters"]
    (level,) = chapter["levels"]
    (line,) = level["results"]
    assert line["person"] == "Ada"
    assert line["medal"] == booklet("numberup").level(1).medal(line["points"])
    assert chapter["sums"] == {"Ada": {"points": line["points"], "played": 1, "medal": None}}
    page = knobel("booklet", "numberup", "--level", "1", "--lang", "de").out
    assert f"Ada: {line['points']}" in page
    assert "gedruckten Medaillen" in page
    assert f"Vorbereitung: {booklet('numberup').level(1).preparation.say('de')}" in page
    assert f"Ada: {line['points']}" in knobel("booklet", "numberup", "--lang", "en").out


def test_a_database_of_a_later_release_is_left_alone(knobel: Any, home: Path) -> None:
    prepare(home / "knobel.db")
    db = sqlite3.connect(home / "knobel.db")
    db.execute("pragma user_version = 999")
    db.close()
    played = knobel("play", "numberup", "--lang", "en", stdin=SCRIPT)
    assert played.code == 1, "nothing is begun that cannot be kept"
    assert "knobel.db" in played.err
    assert knobel("booklet", "numberup", "--json").json["code"] == "storage/new"
