"""Documents cannot lie: generated parts are fresh, every game is described in both languages, commands exist."""

import re
from pathlib import Path

import pytest

from knobel.rules import GAMES
from knobel.words import LANGUAGES
from tools.generated_docs import DOCS, MARK, documents

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(("path", "text"), list(documents()), ids=lambda value: getattr(value, "name", ""))
def test_generated_parts_are_fresh(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "run: make docs"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_its_rules_page(lang: str) -> None:
    for kind in GAMES:
        page = DOCS / "rules" / f"{'classics' if kind.classic else kind.key}.{lang}.md"
        text = page.read_text(encoding="utf-8")
        assert kind.key == "numberup" or (kind.key, lang) in [match[:2] for match in MARK.findall(text)]


def test_every_house_rule_is_listed() -> None:
    listed = (DOCS / "rulings.md").read_text(encoding="utf-8")
    for kind in GAMES:
        for rule in kind.house_rules:
            assert f"`{rule}`" in listed


def test_make_targets_in_the_documents_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")):
        for target in re.findall(r"`make ([a-z]+)", path.read_text(encoding="utf-8")):
            assert target in targets, f"{path.name} names make {target}"


def test_files_named_by_contributing_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = [path for path in re.findall(r"`((?:src|tests|docs|web|tools)/[^`]+)`", text) if "NAME" not in path]
    assert len(named) > 10
    for path in named:
        for lang in LANGUAGES:
            assert (ROOT / path.replace("{de,en}", lang)).exists(), path


def test_links_between_documents_lead_somewhere() -> None:
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / link).exists(), f"{path.name} links {link}"


def test_every_failure_has_its_test() -> None:
    """28 ways to fail and a list of attacks; each names tests, and those exist."""
    lines = (DOCS / "failure_modes.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith(("| |", "| Attack |", "| Fault |"))]
    assert [row.split(" | ")[0] for row in rows[:28]] == [f"| {number}" for number in range(1, 29)]
    assert len(rows) > 38
    for row in rows:
        named = re.findall(r"`((?:tests|web)/[^`:]+)::([^`]+)`", row.rsplit(" | ", 1)[1])
        assert named, row
        for path, name in named:
            text = (ROOT / path).read_text(encoding="utf-8")
            begun = f"\ndef {name}(" if path.endswith(".py") else f'test("{name}"'
            assert begun in text, f"{path} has no {name}"
