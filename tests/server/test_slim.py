"""Slim views: what is left out can always be put back."""

import json
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import find
from knobel.rules.views import View, plain
from knobel.server.schema import view_shape
from knobel.server.slim import merge, slim
from tests.playing import EVERY_SPEC, walk


@pytest.mark.parametrize("spec", EVERY_SPEC)
@given(seed=st.integers(0, 2**32))
def test_a_slim_view_and_the_empty_card_make_the_view(spec: str, seed: int) -> None:
    game = find(spec)
    tell, some = slim(game), Random(seed)
    empty = msgspec.json.decode(tell.layout)
    for state, _ in walk(game, Random(seed)):
        if some.random() < 0.8:
            continue
        told = msgspec.json.decode(tell(state))
        whole = told["whole"] if "whole" in told else merge(empty, told)
        assert whole == json.loads(json.dumps(plain(game.view(state))))
        msgspec.convert(whole, view_shape(View))  # what the browser's types are made from
