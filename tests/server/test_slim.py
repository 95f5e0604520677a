"""Slim views: what is left out can always be put back."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import find
from knobel.rules.views import plain
from knobel.server.slim import layout, merge, slimmer
from tests.playing import EVERY_SPEC, walk


@pytest.mark.parametrize("spec", EVERY_SPEC)
@given(seed=st.integers(0, 2**32))
def test_a_slim_view_and_the_empty_card_make_the_view(spec: str, seed: int) -> None:
    game = find(spec)
    empty = layout(game)
    slim, some = slimmer(game), Random(seed)
    for state, _ in walk(game, Random(seed)):
        if some.random() < 0.8:
            continue
        told = json.loads(slim(state))
        whole = told["whole"] if "whole" in told else merge(empty, told)
        assert whole == json.loads(json.dumps(plain(game.view(state))))
