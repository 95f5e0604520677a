"""Which sentences the sources ask for: every string that has the form of a key, from the syntax trees.

A string put together is a pattern with its holes as `{}`; whoever knows what may stand there fills them in.
"""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "knobel"
KEY = re.compile(r"(?:[a-z0-9_]|\{\})+(?:\.(?:[a-z0-9_]|\{\})+)+")
_WORD = re.compile(r"[a-z0-9_]+")

# Who speaks, and which argument is the key.
_SPEAKERS = {"text": 0, "Text": 0, "words": 0, "has": 0, "say": 1, "known": 1}


class Named(NamedTuple):
    """A string where a key may be meant; `spoken` if it is handed to something that says it."""

    where: str
    text: str
    spoken: bool


def in_python(source: str, where: str) -> Iterator[Named]:
    tree = ast.parse(source)
    spoken = {id(option) for node in ast.walk(tree) for option in _spoken(node)}
    for node, text in _strings(tree):
        if id(node) in spoken or KEY.fullmatch(text):
            yield Named(f"{where}:{node.lineno}", text, id(node) in spoken)


def _strings(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every string in full, those put together with their holes; never a piece of one, never a docstring."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values if isinstance(part, ast.Constant)}
            yield node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node, node.value


def _spoken(node: ast.AST) -> Iterator[ast.expr]:
    """What a call says: its key, or both of them where it depends."""
    name = _called(node)
    if name in _SPEAKERS:
        yield from _handed(node, _SPEAKERS[name])


def _called(node: ast.AST) -> str:
    """The last name of what is called here; none if nothing is."""
    match node:
        case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(_, name)):
            return str(name)
    return ""


def _handed(call: ast.AST, place: int) -> Iterator[ast.expr]:
    if isinstance(call, ast.Call) and len(call.args) > place:
        yield from _options(call.args[place])


def _options(key: ast.expr) -> Iterator[ast.expr]:
    if isinstance(key, ast.IfExp):
        yield from _options(key.body)
        yield from _options(key.orelse)
    elif isinstance(key, ast.Constant | ast.JoinedStr):
        yield key


@cache
def in_the_package() -> tuple[Named, ...]:
    paths = sorted(SOURCE.rglob("*.py"))
    read = ((path.read_text(encoding="utf-8"), path.relative_to(SOURCE).as_posix()) for path in paths)
    return tuple(named for source, where in read for named in in_python(source, where))


def in_the_browser(folder: Path = ROOT / "web" / "src") -> Iterator[Named]:
    """The same of components and scripts, from the trees of Svelte and TypeScript."""
    yield from (named for named in _browser(folder) if named.spoken or KEY.fullmatch(named.text))


@cache
def _browser(folder: Path = ROOT / "web" / "src") -> tuple[Named, ...]:
    node = which("node")
    assert node, "make install brings a node where there is none"
    command = [node, str(Path(__file__).with_name("word_keys.mjs")), str(folder)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    return tuple(Named(**json.loads(line)) for line in printed.splitlines())


def arguments(function: str, place: int, *files: str) -> set[str]:
    """Every literal that these files hand to that function at that place."""
    trees = (ast.parse((SOURCE / file).read_text(encoding="utf-8")) for file in files)
    calls = (node for tree in trees for node in ast.walk(tree) if _called(node) == function)
    handed = (option for call in calls for option in _handed(call, place))
    return {one.value for one in handed if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def words_in(*rooms: str) -> set[str]:
    """Every string of a single word in these rooms of the package; "browser" is one of them."""
    return {word for room in rooms for word in _words_in(room)}


@cache
def _words_in(room: str) -> frozenset[str]:
    if room == "browser":
        return frozenset(named.text for named in _browser() if _WORD.fullmatch(named.text))
    files = sorted((SOURCE / room).rglob("*.py")) if (SOURCE / room).is_dir() else []
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in files)
    return frozenset(text for tree in trees for _, text in _strings(tree) if _WORD.fullmatch(text))
