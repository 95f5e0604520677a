"""The golden playthroughs replay to the letter, and none is missing."""

import pytest

from tests.playing import EVERY_SPEC
from tools import golden


@pytest.mark.parametrize("spec", EVERY_SPEC)
def test_golden(spec: str) -> None:
    text = golden.path(spec).read_text(encoding="utf-8")
    assert golden.replayed(text) == text
    assert golden.make(spec) == text


def test_none_is_missing_and_none_is_left_over() -> None:
    assert {file.name for file in golden.FOLDER.glob("*.txt")} == {golden.path(spec).name for spec in EVERY_SPEC}
