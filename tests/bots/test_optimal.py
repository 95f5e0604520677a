"""The optimal bot at the table: legal from the first throw to the last box, as good as it should be."""

import subprocess
import sys
from statistics import mean

import pytest

from tests.bots.test_bots import play


@pytest.mark.parametrize("spec", ["kniffel", "kniffel+kniffel_after_strike", "extreme", "seven", "yahtzee", "yatzy"])
def test_it_plays_every_score_card(spec: str) -> None:
    assert play(spec, "optimal", seed=3) > play(spec, "random", seed=3)


def test_it_comes_near_the_value() -> None:
    """40 games have a standard error of 7 points; the greedy bot is 40 points below."""
    assert mean(play("kniffel", "optimal", seed) for seed in range(40)) > 248.2 - 4 * 7


def test_offering_it_loads_no_compiler() -> None:
    code = (
        "import sys; from knobel.bots import offered; from knobel.rules import GAMES;"
        "print([offered(kind.game()) for kind in GAMES]); sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
