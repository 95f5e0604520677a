"""Every move of a decision, valued by the network."""

from knobel.bots.numberup.arrays import NumberUpRules
from knobel.bots.numberup.layouts import DISCARDS, FREE, LAID
from knobel.bots.numberup.network import NumberUpActivations, NumberUpNet, evaluate, read_line, read_position
from knobel.bots.numberup.simulator import NumberUpPosition, copy, lay, points
from knobel.bots.numberup.workspace import MoveList, all_moves
from knobel.bots.vectors import load, store
from knobel.compiled import Floats, fast_bare


@fast_bare
def value_moves(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    position: NumberUpPosition,
    activations: NumberUpActivations,
    options: MoveList,
) -> int:
    """Value every legal move; how many there are. The hand without the laid card is looked at once for all cells."""
    cells, found = rules.size**2, all_moves(rules, position, options)
    trial, seen = options.trial, -1
    for i in range(found):
        place, cell = options.moves[i] // (cells + 1), options.moves[i] % (cells + 1)
        if place != seen:
            copy(position, trial)
            card = position.held[place]
            lay(trial, place, 0)  # the card leaves the hand; where it goes is tried below
            trial.grid[0] = position.grid[0]
            read_position(rules, net, weights, trial, activations)
            seen = place
        if cell == cells:
            trial.tally[LAID] -= 1
            trial.tally[DISCARDS] -= 1
            options.values[i] = evaluate(rules, net, weights, trial, activations)
            trial.tally[LAID] += 1
            trial.tally[DISCARDS] += 1
        else:
            trial.grid[cell] = card
            options.values[i] = _value_at(rules, net, weights, trial, activations, options, cell)
            trial.grid[cell] = FREE
    return found


@fast_bare
def _value_at(
    rules: NumberUpRules,
    net: NumberUpNet,
    weights: Floats,
    trial: NumberUpPosition,
    activations: NumberUpActivations,
    options: MoveList,
    cell: int,
) -> float:
    """The value with a card just laid on that cell: only its lines are read anew, and put back as they were."""
    if trial.tally[LAID] == rules.size**2:
        return float(points(rules, trial))
    width = net.channels + 1
    for i in range(4):
        line = rules.lines_at[cell, i]
        if line >= 0:
            for k in range(net.features.low, net.features.high):
                store(activations.saved, i * width + k, load(activations.rows, net.x + line * net.channels + k))
            store(activations.saved, i * width + net.channels, load(activations.rows, net.s + line))
            options.about[i] = activations.about[line]
            read_line(rules, net, weights, trial.grid, activations, line)
    found = evaluate(rules, net, weights, trial, activations)
    for i in range(4):
        line = rules.lines_at[cell, i]
        if line >= 0:
            for k in range(net.features.low, net.features.high):
                store(activations.rows, net.x + line * net.channels + k, load(activations.saved, i * width + k))
            store(activations.rows, net.s + line, load(activations.saved, i * width + net.channels))
            activations.about[line] = options.about[i]
    return found
