"""Files of parameters: sealed with the digest of their rules, whole or refused, the user's own preferred."""

from pathlib import Path

import numpy as np
import pytest

from knobel.bots.errors import ForeignParameters, NoParameters, StaleParameters
from knobel.bots.parameters import file_name, keep, load_parameters, mark, own_folder, seal, unseal
from knobel.rules import find

FIRST, SECOND = find("numberup", level=1), find("numberup", level=2)
LEARNED = {"weights": np.linspace(-2, 2, 32).reshape(2, 16)}


def test_what_is_sealed_is_read_back_in_half_precision() -> None:
    found = unseal(FIRST, seal(FIRST, LEARNED), "x")["weights"]
    assert found.dtype == np.float32
    assert np.array_equal(found, LEARNED["weights"].astype(np.float16))


def test_parameters_of_other_rules_are_refused() -> None:
    with pytest.raises(StaleParameters, match="other rules"):
        unseal(SECOND, seal(FIRST, LEARNED), "x")
    with pytest.raises(NoParameters, match="knobel train forone"):
        load_parameters(find("forone", free_discard=True))


def test_ones_own_of_earlier_rules_leave_the_packages_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has trained a level before its rules changed finds a strong player there all the same."""
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    packaged = mark(SECOND)
    keep(own_folder("numberup") / file_name(SECOND), seal(FIRST, LEARNED))
    assert mark(SECOND) == packaged
    assert load_parameters(SECOND)["weights"].shape != (2, 16)
    with pytest.raises(NoParameters):
        load_parameters(find("numberup:20@1"))
    keep(own_folder("numberup") / file_name(find("numberup:20@1")), seal(FIRST, LEARNED))
    with pytest.raises(StaleParameters):
        load_parameters(find("numberup:20@1"))


def test_damaged_parameters_are_refused() -> None:
    sealed = seal(FIRST, LEARNED)
    for broken in (b"", sealed[:-1], sealed[:60] + b"!" + sealed[61:]):
        with pytest.raises(ForeignParameters, match="damaged"):
            unseal(FIRST, broken, "x")


def test_the_users_own_are_preferred_and_have_another_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the mark a calibration knows whether the strong player has learned since."""
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    before = mark(FIRST)
    assert load_parameters(FIRST)["weights"].shape != (2, 16)
    keep(own_folder("numberup") / file_name(FIRST), seal(FIRST, LEARNED))
    assert mark(FIRST) != before
    assert load_parameters(FIRST)["weights"].shape == (2, 16)
