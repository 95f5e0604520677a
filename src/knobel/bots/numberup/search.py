"""The strong player's search.

The few moves that the network values most are valued again by the mean, over every card that may come next, of the best
answer to it. Those that are still close after that are looked at one card further: there the best few answers are
valued in this way in their turn, if there are many cells by the mean over some of the cards only, the same for all.
"""

from knobel.bots.numberup.arrays import NumberUpRules
from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.heuristic import LEARNED_DOUBT, estimate_moves, misjudge
from knobel.bots.numberup.layouts import DECK, LAID, NEVER, SKILLED
from knobel.bots.numberup.network import NumberUpNet
from knobel.bots.numberup.simulator import card_at, copy, drawing, give_back, play, points, take
from knobel.bots.numberup.workspace import MoveList, NumberUpWorkspace, NumberUpWorkspaces, best
from knobel.compiled import Floats, fast_bare

# How many moves are looked at, and by how many points they may seem worse than the best one:
CANDIDATES, MARGIN = 5, 2.5  # one card ahead
CLOSE, CLOSE_MARGIN = 4, 0.4  # two cards ahead
ANSWERS, ANSWER_MARGIN = 3, 0.7  # answers to a card, two cards ahead
DEEP = 24  # free cells from which on it looks two cards ahead
VALUED = 100  # moves valued for a position two cards ahead, about: cards × free cells


@fast_bare
def choose(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, spaces: NumberUpWorkspaces, who: int, depth: int
) -> int:
    """The place of the chosen move among the options of the game; the strong player looks so many cards ahead."""
    position, options = spaces.here.position, spaces.here.options
    if who < SKILLED:
        return best(options, estimate_moves(rules, position, options, spaces.here.stream, who))
    found = value_moves(rules, net, weights, position, spaces.here.activations, options)
    if who == SKILLED:
        misjudge(options, found, spaces.here.stream, LEARNED_DOUBT)
    elif depth > 0 and found > 1:
        look_ahead(rules, net, weights, spaces, found, depth)
    return best(options, found)


@fast_bare
def look_ahead(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, spaces: NumberUpWorkspaces, found: int, cards: int
) -> None:
    """Value the best few moves anew, up to that many cards deeper; the others are out."""
    here, ahead = spaces.here, spaces.ahead
    values = here.options.values
    if narrow(here.options, found, CANDIDATES, MARGIN) == 1:
        return
    for i in range(found):
        if values[i] > NEVER:
            copy(here.position, ahead.position)
            play(rules, ahead.position, here.options.moves[i])
            values[i] = _expected(rules, net, weights, ahead, 0, 1)
    free = rules.size**2 - here.position.tally[LAID]
    if cards == 1 or free > DEEP or rules.hand > 1 or narrow(here.options, found, CLOSE, CLOSE_MARGIN) == 1:
        return
    for i in range(found):
        if values[i] > NEVER:
            copy(here.position, ahead.position)
            play(rules, ahead.position, here.options.moves[i])
            values[i] = _expected_deeper(rules, net, weights, ahead, spaces.deeper)


@fast_bare
def narrow(options: MoveList, found: int, most: int, margin: float) -> int:
    """Leave only the moves that seem nearly as good as the best one, and of them only so many; how many are left."""
    values = options.values
    least, left = values[best(options, found)] - margin, 0
    for i in range(found):
        if values[i] < least:
            values[i] = NEVER
        else:
            left += 1
    for _ in range(left - most):
        worst = best(options, found)
        for i in range(found):
            if NEVER < values[i] < values[worst]:
                worst = i
        values[worst] = NEVER
    return min(left, most)


@fast_bare
def _expected(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, ahead: NumberUpWorkspace, first: int, step: int
) -> float:
    """The mean over the next card of the best that can be made of it, by the network. Of the deck every so many-th card
    is looked at, from the first one on."""
    position = ahead.position
    if position.tally[LAID] == rules.size**2:
        return float(points(rules, position))
    if not drawing(rules, position):
        found = value_moves(rules, net, weights, position, ahead.activations, ahead.options)
        return float(ahead.options.values[best(ahead.options, found)])
    total, looked_at = 0.0, 0
    for i in range(first, position.tally[DECK], step):
        take(rules, position, card_at(rules, position, i))
        found = value_moves(rules, net, weights, position, ahead.activations, ahead.options)
        total += ahead.options.values[best(ahead.options, found)]
        give_back(rules, position)
        looked_at += 1
    return float(total / looked_at)


@fast_bare
def _expected_deeper(
    rules: NumberUpRules, net: NumberUpNet, weights: Floats, ahead: NumberUpWorkspace, deeper: NumberUpWorkspace
) -> float:
    """The mean over the next card of the best of a few answers to it, each with its own expectation."""
    position, values = ahead.position, ahead.options.values
    if position.tally[LAID] == rules.size**2:
        return float(points(rules, position))
    total, cards = 0.0, position.tally[DECK]
    step = max(1, cards * (rules.size**2 - position.tally[LAID]) // VALUED)
    for i in range(cards):
        take(rules, position, card_at(rules, position, i))
        answers = value_moves(rules, net, weights, position, ahead.activations, ahead.options)
        narrow(ahead.options, answers, ANSWERS, ANSWER_MARGIN)
        for j in range(answers):
            if values[j] > NEVER:
                copy(position, deeper.position)
                play(rules, deeper.position, ahead.options.moves[j])
                values[j] = _expected(rules, net, weights, deeper, i % step, step)
        total += values[best(ahead.options, answers)]
        give_back(rules, position)
    return float(total / cards)
