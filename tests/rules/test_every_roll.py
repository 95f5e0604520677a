"""Every possible roll of the three pad games, scored twice: by the declared boxes and by the plain scorer."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product

import pytest

from knobel import find
from knobel.rules.combinations import Roll
from knobel.rules.sheetgame import SheetGame
from tests.rules.plain_scorer import EXTREME, KNIFFEL, SEVEN, Dice


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "scorer", "rolls"), [("kniffel", KNIFFEL, 7_776), ("extreme", EXTREME, 77_760), ("seven", SEVEN, 279_936)]
)
def test_every_roll(key: str, scorer: Mapping[str, Callable[[Dice], int]], rolls: int) -> None:
    game = find(key)
    assert isinstance(game, SheetGame)
    boxes = game.sheet.boxes
    assert [box.key for box in boxes] == list(scorer)

    @cache  # the plain scorer only counts faces, so it is asked once for each set of them
    def plainly(faces: tuple[int, ...]) -> list[int]:
        return [score(faces) for score in scorer.values()]

    seen = 0
    for faces in product(*(die.faces for die in game.sheet.dice)):
        seen += 1
        roll = Roll(faces)
        assert [box.score(roll) for box in boxes] == plainly(tuple(sorted(faces))), faces
    assert seen == rolls
