"""Where things lie, and that one variable moves all of them."""

from pathlib import Path

import pytest

from knobel.bots.parameters import own_folder
from knobel.home import cache_folder, data_folder
from knobel.solver.induction.files import tables_folder
from knobel.storage.database import location


def test_knobel_home_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    monkeypatch.delenv("KNOBEL_CACHE")
    for folder in (data_folder(), cache_folder(), location(), own_folder("forone"), tables_folder()):
        assert folder.is_relative_to(tmp_path)


def test_knobel_cache_moves_what_can_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path / "cache"))
    assert tables_folder().is_relative_to(tmp_path / "cache")
    assert data_folder() == tmp_path / "home"


def test_without_them_the_system_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KNOBEL_HOME", raising=False)
    monkeypatch.delenv("KNOBEL_CACHE")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: tmp_path / "data" / name)  # noqa: ARG005
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, appauthor: tmp_path / "cache" / name)  # noqa: ARG005
    assert data_folder() == tmp_path / "data" / "knobel"
    assert cache_folder() == tmp_path / "cache" / "knobel"
