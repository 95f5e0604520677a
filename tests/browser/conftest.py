from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.house import House
from tests.browser.player import Player
from tools import chromium

PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 800}

expect.set_options(timeout=30_000)  # what is expected comes at once, or on a crowded machine a good while later


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("home"))
    house.open()
    yield house
    house.close()


@pytest.fixture(scope="session")
def base_url() -> None:
    """Every test names its server itself."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.HELP, pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.flags()}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], request: pytest.FixtureRequest) -> dict[str, Any]:
    """A phone or a desk, German or English, by the marks of the test; still unless motion is what is tested."""
    marks = {mark.name: mark.args for mark in request.node.iter_markers()}
    look = {"viewport": PHONE, "has_touch": True} if "phone" in marks else {"viewport": DESKTOP}
    lang = marks.get("lang", ("de",))[0]
    motion = "no-preference" if "motion" in marks else "reduce"
    scheme = marks.get("scheme", ("light",))[0]
    return {**browser_context_args, **look, "locale": lang, "reduced_motion": motion, "color_scheme": scheme}


@pytest.fixture
def player(page: Page, house: House) -> Iterator[Player]:
    """A person at the screen; anything the page complains about fails the test."""
    player = Player(page, house.address)
    yield player
    assert player.complaints == []


@pytest.fixture
def two_tabs(context: BrowserContext, house: House) -> tuple[Player, Player]:
    return Player(context.new_page(), house.address), Player(context.new_page(), house.address)


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that the test may kill."""
    house = House(tmp_path)
    house.open()
    yield house
    house.close()
