"""Linux, macOS, Windows: nothing is taken for granted that only some of them have.

What cannot be tried here is tried by hiding it; that nothing else of the kind is used is read from the sources.
"""

import ast
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import chromium
from web import front_end

ROOT = Path(__file__).parents[1]
SHIPPED = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web").glob("*.py"), ROOT / "hatch_build.py"]
TOOLS = [*(ROOT / "tools").glob("*.py"), *(ROOT / "docs").glob("*.py")]
every_file = pytest.mark.parametrize(
    "path", sorted(SHIPPED + TOOLS), ids=lambda path: path.relative_to(ROOT).as_posix().replace("src/knobel/", "")
)

# Modules and names that are not everywhere. Who needs one asks first: `hasattr`, or an import that may fail.
MODULES = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "curses", "readline", "msvcrt", "winreg"}
NAMES = {
    "os": {"fork", "geteuid", "getuid", "sched_getaffinity", "sysconf", "killpg", "setsid", "nice", "getloadavg"},
    "signal": {"SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGCHLD", "pause", "alarm"},
}


def taken_for_granted(tree: ast.AST) -> Iterator[str]:
    """What is used without asking whether it is there."""
    guarded = {id(inner) for node in ast.walk(tree) if _asks(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in guarded:
            continue
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                yield from [module] if module in MODULES else []
                yield from (f"{module}.{alias.name}" for alias in names if alias.name in NAMES.get(module, ()))
            case ast.Attribute(ast.Name(module), name) if name in NAMES.get(module, ()):
                yield f"{module}.{name}"
            case ast.Constant(str(text)) if text.startswith(("/proc/", "/tmp", "/dev/", "/etc/")):
                yield text


def _asks(node: ast.AST) -> bool:
    """A condition with `hasattr`, or a block in which something may be missing."""
    match node:
        case ast.BoolOp(values=[ast.Call(ast.Name("hasattr")), *_]):
            return True
        case ast.If(test=ast.Call(ast.Name("hasattr"))) | ast.IfExp(test=ast.Call(ast.Name("hasattr"))):
            return True
        case ast.With(items=[ast.withitem(ast.Call(ast.Name("suppress")))]):
            return True
        case ast.Try(handlers=handlers):
            missing = {"ImportError", "AttributeError", "OSError", "FileNotFoundError"}
            return any(isinstance(h.type, ast.Name) and h.type.id in missing for h in handlers)
    return False


def test_what_is_asked_for_first_is_let_through() -> None:
    assert list(taken_for_granted(ast.parse("import fcntl\nos.geteuid()\nos.getpid()"))) == ["fcntl", "os.geteuid"]
    asked = "root = hasattr(os, 'geteuid') and os.geteuid() == 0\nwith suppress(ImportError):\n    import readline"
    assert list(taken_for_granted(ast.parse(asked))) == []


@every_file
def test_nothing_is_taken_for_granted(path: Path) -> None:
    assert list(taken_for_granted(ast.parse(path.read_text(encoding="utf-8")))) == []


@every_file
def test_text_files_name_their_encoding(path: Path) -> None:
    """Without one, a German Windows reads and writes something else than UTF-8."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Attribute(ast.Name("formatter"))):  # of a page of help, no file
                continue
            case ast.Call(ast.Attribute(_, "read_text" | "write_text")):
                in_text = True
            case ast.Call(ast.Attribute(_, "open"), [ast.Constant(str(mode)), *_]):
                in_text = "b" not in mode
            case _:
                continue
        named = "encoding" in {keyword.arg for keyword in node.keywords}
        assert named or not in_text, f"{path.name}:{node.lineno} {ast.unparse(node)}"


def test_a_browser_is_found_where_nothing_is_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chrome = tmp_path / "Google Chrome"
    chrome.touch()
    monkeypatch.delenv("KNOBEL_CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(chromium, "PLACES", (str(tmp_path / "no such file"), str(chrome)))
    assert chromium.find() == str(chrome)


def test_where_there_is_no_root_the_browser_keeps_its_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert "--no-sandbox" in chromium.flags()
    monkeypatch.delattr(os, "geteuid")
    assert chromium.flags() == ["--disable-dev-shm-usage"]
    assert not chromium.install()


def test_npm_goes_by_its_whole_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On Windows npm is `npm.cmd`, which cannot be started as `npm`; and it speaks UTF-8, whatever the system does."""
    run: list[tuple[list[str], str | None]] = []

    def note(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        run.append((command, options.get("encoding")))
        return subprocess.CompletedProcess(command, 0, "v24.0.1", "")

    places = {"node": r"C:\nodejs\node.exe", "npm": r"C:\nodejs\npm.cmd"}
    monkeypatch.setattr(shutil, "which", places.get)
    monkeypatch.setattr(subprocess, "run", note)
    front_end.dependencies(tmp_path)
    assert run[-1] == ([r"C:\nodejs\npm.cmd", "ci", "--no-audit", "--no-fund", "--omit=dev"], "utf-8")
