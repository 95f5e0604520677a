from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from knobel.server.hub import NO_PAUSES, Pauses
from tests.browser.house import House, free_port
from tests.browser.pages import Look, SharedPages
from tests.browser.player import Player
from tests.server import house as thread
from tools import chromium

PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}

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
def look(request: pytest.FixtureRequest) -> Look:
    """A phone or a desk, German or English, by the marks of the test; still unless motion is what is tested."""
    marks = {mark.name: mark.args for mark in request.node.iter_markers()}
    return Look(
        PHONE if "phone" in marks else DESKTOP,
        "phone" in marks,
        marks.get("lang", ("de",))[0],
        "no-preference" if "motion" in marks else "reduce",
        marks.get("scheme", ("light",))[0],
    )


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], look: Look) -> dict[str, Any]:
    return {**browser_context_args, **look.context}


@pytest.fixture(scope="session")
def shared_pages(browser: Browser) -> SharedPages:
    return SharedPages(browser)


@pytest.fixture
def arrive(request: pytest.FixtureRequest, look: Look) -> Iterator[Callable[..., Player]]:
    """Somebody at the screen of the server at that address; anything the page complains about fails the test.

    The page is one that goes from test to test, or one of its own for a test that is marked `fresh`.
    """
    own = request.node.get_closest_marker("fresh") is not None
    pages: SharedPages = request.getfixturevalue("shared_pages")
    players: list[Player] = []

    def arrive(address: str, **how: Any) -> Player:
        page = request.getfixturevalue("context").new_page() if own else pages.take(look, address, **how)
        players.append(Player(page, address))
        return players[-1]

    yield arrive
    went_well = (call := getattr(request.node, "rep_call", None)) is not None and call.passed
    for player in players:
        if not own:
            pages.give_back(player.page, clean=went_well)
        player.leave()
    assert [complaint for player in players for complaint in player.complaints] == []


@pytest.fixture
def player(arrive: Callable[..., Player], house: House) -> Player:
    """A person at the screen, at a server where others have played before."""
    return arrive(house.address)


@pytest.fixture
def two_tabs(arrive: Callable[..., Player], house: House) -> tuple[Player, Player]:
    return arrive(house.address), arrive(house.address, number=1)


@pytest.fixture(scope="session")
def empty_port() -> int:
    """Every new installation is at the same address, so that its page is at hand."""
    return free_port()


Newcomer = Callable[[Pauses], Player]


@pytest.fixture
def houses() -> Iterator[ExitStack]:
    """They close when the pages have left them."""
    with ExitStack() as houses:
        yield houses


@pytest.fixture
def newcomer_to(houses: ExitStack, arrive: Callable[..., Player], empty_port: int, tmp_path: Path) -> Newcomer:
    """A person at an installation of their own whose bots pause so long."""

    def newcomer(pauses: Pauses) -> Player:
        house = houses.enter_context(thread.house(tmp_path / "knobel.db", port=empty_port, pauses=pauses))
        return arrive(f"http://127.0.0.1:{house.port}", anew=True)

    return newcomer


@pytest.fixture
def newcomer(newcomer_to: Newcomer) -> Player:
    """A person at an installation where nobody has played yet."""
    return newcomer_to(NO_PAUSES)


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that the test may kill; what its page misses then, it asks for as a `fresh` one only."""
    house = House(tmp_path)
    house.open()
    yield house
    house.close()
