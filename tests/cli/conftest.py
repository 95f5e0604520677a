from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test plays in a folder of its own, in English unless it says otherwise."""
    folder = tmp_path / "home"
    monkeypatch.setenv("KNOBEL_HOME", str(folder))
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    return folder
