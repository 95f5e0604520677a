"""The golden playthroughs replay to the letter, and none is missing."""

import pytest

from knobel import parse_match
from tests.playing import EARLIER_RULES, EVERY_SPEC
from tools import golden


@pytest.mark.parametrize("spec", EVERY_SPEC)
def test_golden(spec: str) -> None:
    text = golden.path(spec).read_text(encoding="utf-8")
    assert golden.replayed(text) == text
    assert golden.make(spec) == text


def test_none_is_missing_and_none_is_left_over() -> None:
    assert {file.name for file in golden.FOLDER.glob("*.txt")} == {golden.path(spec).name for spec in EVERY_SPEC}


@pytest.mark.parametrize("spec", EARLIER_RULES)
def test_matches_by_earlier_rules_of_a_level_still_open(spec: str) -> None:
    """To the letter as they were kept; only a position, which tells no digest, now says by which version it goes."""
    text = golden.path(spec, golden.EARLIER).read_text(encoding="utf-8")
    header = parse_match(golden.match_part(text)).header
    assert str(header.game.spec) == spec
    today = str(header.game.spec.today)
    assert golden.replayed(text).replace(f" knobel 1 {spec} ", f" knobel 1 {today} ") == text


def test_the_kept_matches_are_those_of_the_earlier_rules() -> None:
    kept = {file.name for file in golden.EARLIER.glob("*.txt")}
    assert kept == {golden.path(spec).name for spec in EARLIER_RULES}
    assert kept
