"""Imports only point down: the order of the rooms, executed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "knobel"

# Low to high. A room may import itself and the rooms before it.
ROOMS = (
    "words", "errors", "home", "quick", "rules", "match", "lessons", "machine_code", "compiled", "solver", "bots",
    "coach", "envs", "storage", "server", "pocket", "terminal", "cli",
)  # fmt: skip

# Inside solver/, low to high.
SOLVER = ("errors", "oracle", "plain", "arrays", "induction", "asking", "simulation", "objectives")

# Inside rules/, low to high; the engines know no score card, the score cards no registry.
RULES = (
    "views", "core", "fields", "combinations", "boxes", "rows", "booklets", "mechanisms", "tiles",
    "foroneplan", "foronetext", "foroneview", "forone",
    "lines", "numberup",
    "scorepad", "sheetgame", "sheetfile", "kniffel", "extreme", "seven", "classics", "__init__",
)  # fmt: skip

FILES = sorted(SOURCE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Modules of this package that a file imports, wherever the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name == "knobel" or name.startswith("knobel."))


def room(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return parts[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(path: Path) -> None:
    own = room(path)
    if own in ("__init__", "__main__"):
        return  # the front door shows what all rooms offer, and the other one leads to the commands
    for name in imports(path):
        target = name.split(".")[1] if "." in name else None
        if target is None:  # `import knobel`: the front door is above everything but the command line
            assert own in ("cli", "server"), f"{path.name} imports the whole package"
        elif target in ROOMS:
            assert ROOMS.index(target) <= ROOMS.index(own), f"{own} must not import {target}"


def test_rules_are_layered_too() -> None:
    for path in (SOURCE / "rules").glob("*.py"):
        own = RULES.index(path.stem)
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["knobel", "rules"] and len(parts) > 2 and parts[2] in RULES:
                assert RULES.index(parts[2]) < own, f"rules/{path.stem} must not import {parts[2]}"


def test_the_groups_of_the_solver_are_layered_too() -> None:
    for path in (SOURCE / "solver").rglob("*.py"):
        group = path.relative_to(SOURCE / "solver").with_suffix("").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["knobel", "solver"] and len(parts) > 2:
                assert SOLVER.index(parts[2]) <= SOLVER.index(group), f"solver/{group} must not import {name}"


def test_rules_and_matches_touch_no_world() -> None:
    """No files, clocks, sockets or generators below the hosts; a match's start reads the clock, once, in one place."""
    forbidden = {
        "os",
        "time",
        "random",
        "socket",
        "asyncio",
        "threading",
        "pathlib",
        "io",
        "sys",
        "datetime",
        "secrets",
    }
    allowed = {"chance": {"secrets"}, "host": {"secrets", "datetime"}, "day": {"datetime"}}  # a date is handed to `day`
    for folder in ("rules", "match", "lessons"):
        for path in (SOURCE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                touched = {name.split(".")[0] for name in names} & forbidden
                assert touched <= allowed.get(path.stem, set()), f"{path.name} imports {touched}"
