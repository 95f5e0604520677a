from pathlib import Path

import pytest

from knobel.match.notation import format_match
from knobel.storage.database import opened
from knobel.storage.kept import match_of
from knobel.storage.matches import Matches
from knobel.storage.store import Selection


def _kept(home: Path) -> dict[str, str]:
    with opened(home / "knobel.db") as connection:
        matches = Matches(connection)
        stored = (matches.load(listed.id) for listed in matches.page(Selection(99)))
        return {one.id: format_match(match_of(one)) for one in stored if one}


def all_kept(home: Path) -> list[str]:
    """The texts of all matches that are kept."""
    return list(_kept(home).values())


def kept(home: Path) -> tuple[str, str]:
    """The one match that is kept: its id, and the text of its file."""
    (found,) = _kept(home).items()
    return found


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test plays in a folder of its own, in English unless it says otherwise."""
    folder = tmp_path / "home"
    monkeypatch.setenv("KNOBEL_HOME", str(folder))
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    return folder
