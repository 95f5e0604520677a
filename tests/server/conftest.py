"""One server for all tests of a module: they use matches of their own."""

from collections.abc import Iterator

import pytest

from tests.server.house import House, house


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("home") / "knobel.db") as found:
        yield found
