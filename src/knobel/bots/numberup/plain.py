"""What every move is worth by the network alone, without machine code: for the time until that is made."""

from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.layouts import LAID, NETWORK_ERROR, move_of
from knobel.bots.numberup.network import evaluate, read_position
from knobel.bots.numberup.players import player
from knobel.bots.numberup.simulator import position_of
from knobel.bots.numberup.workspace import workspace
from knobel.bots.protocols import MoveEstimate
from knobel.bots.uncompiled import uncompiled
from knobel.rules.core import Decide
from knobel.rules.numberup import DRAW, Layout, NumberUp


def plain_estimates(game: NumberUp, state: Layout, node: Decide) -> list[MoveEstimate]:
    """Every move with its value, as points at the end of the game."""
    rules, net, weights = player(game, "strong")
    here = workspace(rules, net)._replace(position=position_of(game, state))
    if node.moves == (DRAW,):
        uncompiled(read_position)(rules, net, weights, here.position, here.activations)
        value = uncompiled(evaluate)(rules, net, weights, here.position, here.activations)
        return [MoveEstimate(DRAW, float(value), NETWORK_ERROR)]
    found = uncompiled(value_moves)(rules, net, weights, here.position, here.activations, here.options)
    told = []
    for i in range(found):
        move = move_of(game, here.position.held, here.options.moves[i])
        over = here.position.tally[LAID] == rules.size**2 - 1 and move.verb == "place"
        told.append(MoveEstimate(move, float(here.options.values[i]), 0.0 if over else NETWORK_ERROR))
    return sorted(told, key=lambda each: node.moves.index(each.move))
