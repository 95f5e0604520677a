"""What the package needs: declared as ranges, locked to the hash, and nothing imported that is not declared."""

import ast
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.txt").read_text(encoding="utf-8")
LOCKED = {name: Version(version) for name, version in re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.MULTILINE)}

NEEDED = [Requirement(line) for line in PROJECT["dependencies"]]
WANTED = [Requirement(line) for extra in PROJECT["optional-dependencies"].values() for line in extra]

BROUGHT = {"starlette": "fastapi", "pydantic": "fastapi", "llvmlite": "numba"}  # by whom, always in its own version


@pytest.mark.parametrize("requirement", [one for one in (*NEEDED, *WANTED) if one.name != "knobel"], ids=str)
def test_the_lock_lies_in_the_range(requirement: Requirement) -> None:
    signs = {part.operator for part in requirement.specifier}
    assert ">=" in signs, "from where on it works is known"
    assert not signs & {"==", "===", "~="}, "exact versions belong to requirements.txt"
    assert LOCKED[requirement.name] in requirement.specifier


def test_every_locked_package_has_its_hashes_and_names_no_host() -> None:
    entries = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(entries) == len(LOCKED)
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in LOCK


def test_the_lock_of_the_browser_part_names_no_host() -> None:
    """`make lock` takes out what npm writes there of hosts."""
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert re.findall(r'"https?://[^"]+"', lock) == []


def test_every_package_of_the_browser_part_has_its_hash() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert len(packages) > 1
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []


def test_no_package_comes_that_nobody_uses() -> None:
    """uvicorn's extra brings them along."""
    assert not LOCKED.keys() & {"watchfiles", "python-dotenv"}
    assert all(not one.extras for one in NEEDED if one.name == "uvicorn")


def test_what_is_imported_is_declared() -> None:
    late = {"distributed", "asyncpg"}  # of extras
    of_browsers = {"js", "pyodide"}  # which the Python there brings
    declared = {requirement.name.replace("-", "_") for requirement in NEEDED} | late | of_browsers
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"knobel"}:
                assert BROUGHT.get(name, name) in declared, f"{path.name} imports {name}"
