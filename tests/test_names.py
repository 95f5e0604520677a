"""One word, one thing; and modules that need each other in one direction only."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_layers import ROOMS

SOURCE = Path(__file__).parents[1] / "src" / "knobel"
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def module(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(name: str) -> str:
    """Of a module of this package; nothing for the front door and for all others."""
    package, _, rest = name.partition(".")
    return rest.partition(".")[0] if package == "knobel" else ""


MODULES = {module(path): tree for path, tree in TREES.items()}


def test_every_class_name_is_defined_once() -> None:
    defined = defaultdict(list)
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                defined[node.name].append(path.relative_to(SOURCE).as_posix())
    assert {name: where for name, where in defined.items() if len(where) > 1} == {}


def test_no_room_is_imported_for_its_types_only() -> None:
    """An import under TYPE_CHECKING hides that one room leans on another."""
    hidden = []
    for name, tree in MODULES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                hidden += [f"{name} -> {other}" for other in imported(node) if room(other) not in ("", room(name))]
    assert [one for one in hidden if not one.startswith("knobel ->")] == []  # the front door loads rooms when asked


def walked(tree: ast.AST, *, functions: bool = True) -> Iterator[ast.AST]:
    """All of a tree; or without what stands in its functions, which happens when they are called."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if functions or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from walked(child, functions=functions)


def imported(tree: ast.AST, *, late: bool = True) -> Iterator[str]:
    """Modules that this imports, at once or also late: `from a import b` is a.b where that is a module, else a."""
    for node in walked(tree, functions=late):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module


def test_no_module_needs_itself_in_the_end() -> None:
    needs = {name: {one for one in imported(tree, late=False) if one in MODULES} for name, tree in MODULES.items()}
    assert circles(needs) == []


def circles(needs: dict[str, set[str]]) -> list[list[str]]:
    """A way back to itself from every module that has one, each circle once."""
    found: dict[frozenset[str], list[str]] = {}
    done: set[str] = set()

    def follow(name: str, way: list[str]) -> None:
        if name in way:
            circle = way[way.index(name) :]
            found.setdefault(frozenset(circle), [*circle, name])
        elif name not in done:
            for other in sorted(needs[name] - {name}):
                follow(other, [*way, name])
            done.add(name)

    for name in sorted(needs):
        follow(name, [])
    return list(found.values())


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c", "b"]]


@pytest.mark.parametrize("name", MODULES)
def test_late_imports_point_down_too(name: str) -> None:
    """A function may import late what costs time, never what stands above it."""
    if room(name) in ROOMS:
        late = set(imported(MODULES[name])) - set(imported(MODULES[name], late=False))
        above = ROOMS[ROOMS.index(room(name)) + 1 :]
        assert [one for one in late if room(one) in above] == []
