import pytest

from tests.cli.conftest import home

__all__ = ["home"]


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are written hundreds of times here; whether the disk has them after a power cut, no test can see."""
    monkeypatch.setattr("knobel.storage.database.SYNCHRONOUS", "off")
