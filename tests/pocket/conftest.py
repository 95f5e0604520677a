from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from knobel.pocket.folder import write
from tests.pocket.stick import Pocket, Stick
from tools import chromium

PHONE = {"width": 360, "height": 640}
PATIENCE = 240_000  # milliseconds: Python has to start on a crowded machine


@pytest.fixture(scope="session")
def base_url() -> None:
    """Every test names its address itself."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.HELP, pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.flags()}


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stick") / "pocket"
    write(folder)
    return folder


@pytest.fixture(scope="session")
def stick(folder: Path) -> Iterator[Stick]:
    stick = Stick(folder)
    yield stick
    stick.pull_out()


@pytest.fixture(scope="session")
def pocket(browser: Browser, stick: Stick) -> Iterator[Pocket]:
    """One phone for all tests: what takes long is to wake up, and a phone is not thrown away after each game either."""
    expect.set_options(timeout=PATIENCE)
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="de", reduced_motion="reduce")  # type: ignore[arg-type]
    pocket = Pocket(context, stick)
    pocket.wake()
    yield pocket
    context.close()
    assert not pocket.complaints, "\n".join(pocket.complaints[:60])
    assert pocket.elsewhere == [], "asked another host"
