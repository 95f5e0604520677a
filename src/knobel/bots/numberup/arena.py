"""Whole games in compiled code."""

from knobel.bots.numberup.ahead import Desks, look_ahead
from knobel.bots.numberup.glance import best, draw, play, value_moves
from knobel.bots.numberup.judgement import STRONG, judge_moves
from knobel.bots.numberup.network import Floats, Net
from knobel.bots.numberup.twin import LAID, Level, points, reset
from knobel.bots.school import Points
from knobel.compiled import begin, fast


@fast
def choose(level: Level, net: Net, weights: Floats, desks: Desks, who: int, search: int) -> int:
    """The place of the chosen move among the options of the game; the strong player looks so many cards ahead."""
    position, options = desks.here.position, desks.here.options
    if who != STRONG:
        return best(options, judge_moves(level, position, options, desks.here.stream, who))
    found = value_moves(level, net, weights, position, desks.here.work, options)
    if search > 0 and found > 1:
        look_ahead(level, net, weights, desks, found, search)
    return best(options, found)


@fast
def games(
    level: Level, net: Net, weights: Floats, desks: Desks, who: int, search: int, seed: int, first: int,
    results: Points,
) -> None:  # fmt: skip
    """Play games `first` … of a seed with one player."""
    here = desks.here
    for game in range(len(results)):
        begin(here.stream, seed, first + game)
        reset(level, here.position)
        while here.position.tally[LAID] < level.size**2:
            draw(level, here.position, here.stream)
            top = choose(level, net, weights, desks, who, search)
            play(level, here.position, here.options.moves[top])
        results[game] = points(level, here.position)
