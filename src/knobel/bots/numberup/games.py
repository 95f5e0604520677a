"""Whole games in compiled code, each with a stream of random numbers of its own."""

from knobel.bots.numberup.arrays import NumberUpRules
from knobel.bots.numberup.layouts import LAID
from knobel.bots.numberup.network import NumberUpNet
from knobel.bots.numberup.search import choose
from knobel.bots.numberup.simulator import draw, play, points, reset
from knobel.bots.numberup.workspace import NumberUpWorkspaces
from knobel.bots.protocols import Points
from knobel.compiled import Floats, begin, fast


@fast
def play_games(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, spaces: NumberUpWorkspaces, who: int, depth: int,
    seed: int, first: int, results: Points,
) -> None:  # fmt: skip
    """Play games `first` … of a seed with one player; their points."""
    here = spaces.here
    for game in range(len(results)):
        begin(here.stream, seed, first + game)
        reset(rules, here.position)
        while here.position.tally[LAID] < rules.size**2:
            draw(rules, here.position, here.stream)
            top = choose(rules, net, weights, spaces, who, depth)
            play(rules, here.position, here.options.moves[top])
        results[game] = points(rules, here.position)
