"""How much randomness a run gets: `make quick` takes a glance, `make test` the usual profile, `make long` the long one.

Wherever a test moves its home to, machine code is compiled once for all of them; and tests that need the same machine
code run in the same process, or each would compile it before the others have.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from knobel.home import cache_folder
from tests.thoroughness import PROFILE

if TYPE_CHECKING:
    from knobel.storage.database import PostgresUrl
    from tests.postgres import Postgres

os.environ.setdefault("KNOBEL_CACHE", str(cache_folder()))
os.environ.setdefault("KNOBEL_NICENESS", "0")  # or a crowded machine lets workers wait for ever
os.environ.setdefault("KNOBEL_COMPILE", "here")  # no process of its own for every test that asks for advice

_calm = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("glance", deadline=None, max_examples=1, suppress_health_check=_calm, derandomize=True)
settings.register_profile("usual", deadline=None, max_examples=3, suppress_health_check=_calm, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=_calm)
settings.load_profile(PROFILE)

# Who needs which machine code: the solver, or the learned players. The first that fits counts.
_COMPILED = {
    "solver": (
        "solver/",
        "coach/",
        "bots/test_optimal.py",
        "test_yardsticks.py",
        "server/test_cold_bot.py",
        "test_library.py::test_simulate",
    ),
    "players": ("bots/", "cli/test_cli_players.py", "cli/test_cli_commands.py::test_simulate"),
}


@pytest.fixture(scope="session")
def postgres_server() -> "Iterator[Postgres]":
    from tests.postgres import postgres  # most tests need none

    with postgres() as found:
        yield found


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def new_database(request: pytest.FixtureRequest) -> "Callable[[], PostgresUrl | None]":
    """Who uses it is run on both stores: it makes a database of PostgreSQL, or none where a file will do."""
    if request.param == "sqlite":
        return lambda: None
    made: Callable[[], PostgresUrl] = request.getfixturevalue("postgres_server").database
    return made


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(tests):
            where = f"{item.path.relative_to(tests).as_posix()}::{item.name}"
            code = next((code for code, places in _COMPILED.items() if where.startswith(places)), None)
            if code is not None:
                item.add_marker(pytest.mark.xdist_group(code))
                item.add_marker(pytest.mark.slow)
