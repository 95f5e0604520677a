"""What every move of a decision is worth to the strong player.

All moves are valued by the network, the best of them again, as in `search`, by the mean over every card that may come
of the best answer to it.
"""

from zlib import crc32

import numpy as np

from knobel.bots.numberup.arrays import NumberUpRules
from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.layouts import LAID, LOOKED_ERROR, card_estimates, layout_numbers
from knobel.bots.numberup.network import NumberUpNet
from knobel.bots.numberup.players import player
from knobel.bots.numberup.search import look_ahead
from knobel.bots.numberup.simulator import copy, draw, play, points, position_of
from knobel.bots.numberup.workspace import NumberUpWorkspaces, best, workspaces
from knobel.bots.protocols import FULL_DEPTH, MoveEstimate, Points
from knobel.compiled import Floats, begin, fast, fast_bare
from knobel.rules.core import Decide
from knobel.rules.numberup import DRAW, Layout, NumberUp

FIRST_HANDS = 256


@fast_bare
def value_and_look(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, spaces: NumberUpWorkspaces, depth: int, plain: Floats
) -> int:
    """Value every move by the network, into `plain`, and the best few anew; how many moves there are."""
    here = spaces.here
    found = value_moves(rules, net, weights, here.position, here.activations, here.options)
    for i in range(found):
        plain[i] = here.options.values[i]
    if found > 1:
        look_ahead(rules, net, weights, spaces, found, depth)
    return found


@fast
def play_on(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, spaces: NumberUpWorkspaces, seed: int, results: Points
) -> None:
    """The points of games played on from a position, with the move that the network values most."""
    here, begun = spaces.here, spaces.deeper.position
    copy(here.position, begun)
    for game in range(len(results)):
        begin(here.stream, seed, game)
        copy(begun, here.position)
        while here.position.tally[LAID] < rules.size**2:
            draw(rules, here.position, here.stream)
            found = value_moves(rules, net, weights, here.position, here.activations, here.options)
            play(rules, here.position, here.options.moves[best(here.options, found)])
        results[game] = points(rules, here.position)


def estimates(game: NumberUp, state: Layout, node: Decide) -> list[MoveEstimate]:
    """Every move with its value, as points at the end of the game."""
    if node.moves == (DRAW,):
        return [MoveEstimate(DRAW, *_before_draw(game, state))]
    rules, net, weights = player(game, "strong")
    spaces = workspaces(rules, net)
    here = spaces.here._replace(position=position_of(game, state))
    plain = np.zeros(len(here.options.moves), np.float32)
    found = value_and_look(rules, net, weights, spaces._replace(here=here), FULL_DEPTH, plain)
    options, numbers = here.options, layout_numbers(game, state)
    return card_estimates(game, node, numbers, options.moves[:found], options.values[:found], plain[:found])


def _before_draw(game: NumberUp, state: Layout) -> tuple[float, float]:
    """What a position is worth before a card is drawn: the mean over every card that may come."""
    rules, net, weights = player(game, "strong")
    spaces, values = workspaces(rules, net), []
    for card in game.rest(state):
        after = game.draw(game.play(state, DRAW), (card,))
        node = game.node(after)
        if isinstance(node, Decide) and node.moves == (DRAW,):  # the first hand, of several cards: too many to try
            played = results(game, state, FIRST_HANDS)
            return float(played.mean()), float(played.std(ddof=1) / FIRST_HANDS**0.5)
        here = spaces.here._replace(position=position_of(game, after))
        found = value_moves(rules, net, weights, here.position, here.activations, here.options)
        values.append(float(here.options.values[best(here.options, found)]))
    return float(np.mean(values)), LOOKED_ERROR


def results(game: NumberUp, state: Layout, games: int) -> Points:
    """The points of games that the strong player plays on from a position."""
    rules, net, weights = player(game, "strong")
    spaces, found = workspaces(rules, net), np.zeros(games, np.int32)
    here = spaces.here._replace(position=position_of(game, state))
    play_on(rules, net, weights, spaces._replace(here=here), _seed(game), found)
    return found


def _seed(game: NumberUp) -> int:
    """The same cards for all positions of a level, as far as these go."""
    return crc32(str(game.spec).encode())
