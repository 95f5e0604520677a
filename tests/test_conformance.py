"""What every game of the registry has to fulfil, with every level and house rule, without exceptions."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import find
from tests import conformance
from tests.playing import EARLIER_RULES, EVERY_SPEC
from tests.thoroughness import glimpse

every_game = pytest.mark.parametrize("spec", glimpse([*EVERY_SPEC, *EARLIER_RULES], 6))


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_positions(spec: str, seed: int) -> None:
    conformance.check_positions(find(spec), Random(seed))


@every_game
@given(seed=st.integers(0, 2**64 - 1))
def test_matches(spec: str, seed: int) -> None:
    conformance.check_matches(spec, seed)


@every_game
def test_refusals(spec: str) -> None:
    conformance.check_refusals(find(spec))
