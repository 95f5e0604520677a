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
from knobel.server.told import encode
from tests.playing import EVERY_SPEC, walk


@pytest.mark.parametrize("spec", EVERY_SPEC)
@given(seed=st.integers(0, 2**32))
def test_a_difference_and_what_it_is_told_for_make_the_view(spec: str, seed: int) -> None:
    game = find(spec)
    tell, some = slim(game), Random(seed)
    empty = msgspec.json.decode(tell.layout)
    before = tell.empty
    for state, _ in walk(game, Random(seed)):
        if some.random() < 0.8:
            continue
        view = game.view(state)
        whole = json.loads(json.dumps(plain(view)))
        assert merge(empty, msgspec.json.decode(tell(state))) == whole
        step = msgspec.json.decode(encode(tell.difference(before, view)))
        assert merge(json.loads(json.dumps(plain(before))), step, empty) == whole
        msgspec.convert(whole, view_shape(View))  # what the browser's types are made from
        before = view
