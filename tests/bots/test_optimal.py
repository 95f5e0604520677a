"""The optimal bot at the table: legal from the first throw to the last box, as good as it should be, offered where it
knows the game."""

import subprocess
import sys
from random import Random
from statistics import mean

import pytest

from knobel import Decide, Draw, Over, find
from knobel.bots import offered
from knobel.bots.optimal import optimal, plays
from knobel.rules import GAMES


def play(spec: str, seed: int) -> int:
    game, luck = find(spec), Random(seed)
    state = game.start()
    while True:
        match node := game.node(state):
            case Over(points):
                return points
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case Decide(moves):
                chosen = optimal(game, state, node, luck)
                assert chosen in moves
                state = game.play(state, chosen)


@pytest.mark.parametrize("spec", ["kniffel", "kniffel+kniffel_after_strike", "extreme", "seven", "yahtzee", "yatzy"])
def test_it_plays_every_score_card(spec: str) -> None:
    assert play(spec, seed=3) > 0


def test_it_comes_near_the_value() -> None:
    """40 games have a standard error of 7 points; the greedy bot is 40 points below."""
    assert mean(play("kniffel", seed) for seed in range(40)) > 248.2 - 4 * 7


def test_it_is_offered_where_it_knows_the_game() -> None:
    for kind in GAMES:
        game = kind.game()
        assert ("optimal" in offered(game)) == plays(game)
    assert not plays(find("forone"))
    assert "greedy" in offered(find("numberup"))


def test_offering_it_loads_no_compiler() -> None:
    code = (
        "import sys; from knobel.bots import offered; from knobel.rules import GAMES;"
        "print([offered(kind.game()) for kind in GAMES]); sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
