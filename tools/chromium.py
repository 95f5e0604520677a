"""Finds a Chromium for the browser tests, or installs Debian's. `python -m tools.chromium` does so by hand."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (  # the first costs least: a browser without its windows
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
PLACES = (  # where it is on systems that put nothing on the path
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
HELP = (
    "The browser tests need Chromium, and none was found.\n"
    "  Debian, Ubuntu:  sudo apt-get install chromium\n"
    "  elsewhere:       install Chromium or Chrome, or set KNOBEL_CHROMIUM to its path\n"
    "To test without a browser: .venv/bin/pytest -n auto --ignore tests/browser"
)


def find() -> str | None:
    named = os.environ.get("KNOBEL_CHROMIUM")
    on_the_path = (path for name in NAMES if (path := shutil.which(name)))
    return named or next(on_the_path, None) or next((place for place in PLACES if Path(place).is_file()), None)


def flags() -> list[str]:
    """What it has to be started with: little shared memory, and for root, whom its sandbox refuses, no sandbox."""
    return ["--disable-dev-shm-usage", *(["--no-sandbox"] if _is_root() else [])]


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0  # Windows has no such question


def install() -> bool:
    """With apt where that needs no password; Ubuntu has only the one with windows."""
    if shutil.which("apt-get") is None or not _is_root():
        return False
    print("Installing Chromium for the browser tests …", flush=True)
    return _apt("update") and any(_apt("install", "--yes", "--no-install-recommends", name) for name in NAMES[:2])


def _apt(*command: str) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__" and find() is None and not (install() and find()):
    sys.exit(HELP)
