"""Finds a Chromium for the browser tests, or installs Debian's. `python -m tools.chromium` does so by hand."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
HELP = (
    "The browser tests need Chromium, and none was found.\n"
    "  Debian, Ubuntu:  sudo apt-get install chromium\n"
    "  elsewhere:       install Chromium or Chrome, or set KNOBEL_CHROMIUM to its path\n"
    "To test without a browser: .venv/bin/pytest -n auto --ignore tests/browser"
)


def find() -> str | None:
    named = os.environ.get("KNOBEL_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> bool:
    """With apt where that needs no password."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    print("Installing Chromium for the browser tests …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
        if subprocess.run(["apt-get", "-qq", *command], env=quiet, stdout=subprocess.DEVNULL).returncode:
            return False
    return True


if __name__ == "__main__" and find() is None and not (install() and find()):
    sys.exit(HELP)
