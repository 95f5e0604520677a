"""What every move is worth by the network alone, in plain Python: for the time until machine code is there.

The same ends of a round as in `evaluation`, found by the rules themselves, each valued once.
"""

from functools import cache

import numpy as np

from knobel.bots.averages import averages
from knobel.bots.forone.arrays import encoding_of
from knobel.bots.forone.ends import NETWORK_ERROR
from knobel.bots.forone.features import CLOCK_AT, CLOSED_AT, MOST_DICE, ROLLING, SCORING, WORST_AT, YELLOW_AT
from knobel.bots.forone.network import HIDDEN, learned_parameters, net_of
from knobel.bots.forone.rounds import NO_YELLOW, YELLOW_GONE, YELLOW_SUPPLY, YELLOW_WAITS
from knobel.bots.protocols import MoveEstimate
from knobel.rules.core import Decide, Move
from knobel.rules.forone import END, ROLL, ForOne
from knobel.rules.mechanisms import OneARound
from knobel.rules.rows import GONE, IN_SUPPLY, WAITING, RowsCard


class PlainNetwork:
    """The network of a level, a position at a time."""

    def __init__(self, game: ForOne) -> None:
        self.game, self.encoding = game, encoding_of(game)
        net = net_of(self.encoding, learned_parameters(game))
        self.weights, self.plain, self.last = net.weights.reshape(-1, HIDDEN), net.plain, net.last.reshape(-1)
        self.upper = [i for i, row in enumerate(game.rows) if row.upper]
        self.one_a_round = any(isinstance(tile.kind, OneARound) for tile in game.plan.tiles)
        places = {IN_SUPPLY: YELLOW_SUPPLY, WAITING: YELLOW_WAITS, GONE: YELLOW_GONE, "": NO_YELLOW}
        self.places = {**places, **game.index}

    def value(self, card: RowsCard, phase: int) -> float:
        """Points at the end of the game, from a position without waiting dice."""
        rows = [
            self.encoding.fills[i, dice if scored is None else scored]
            for i, (dice, scored) in enumerate(zip(card.rows, card.scored, strict=True))
        ]
        first, most = len(self.encoding.rules.fill), len(self.encoding.rules.bonus) - 1
        worst = min((count for i in self.upper if (count := card.scored[i]) is not None), default=most)
        still_open = sum(card.scored[i] is None for i in self.upper)
        features = [
            *rows,
            first + (phase * MOST_DICE + card.out) * MOST_DICE + card.supply,
            first + WORST_AT + worst * 7 + still_open,
            first + CLOSED_AT + card.rows_scored,
            first + CLOCK_AT + card.round,
            first + YELLOW_AT + self.places[card.yellow],
        ]
        hidden = np.maximum(self.weights[features].sum(axis=0), 0)
        return float(self.plain[features].sum() + self.last @ hidden) + sum(card.paid)

    def best(self, card: RowsCard, known: dict[RowsCard, float]) -> float:
        """The best end of the round that a position can come to."""
        if card not in known:
            known[card] = self._placed(card, known) if card.placing else self._end(card)
        return known[card]

    def _placed(self, card: RowsCard, known: dict[RowsCard, float]) -> float:
        """One die more is laid: which of those that fit somewhere comes first makes no difference in the end."""
        node = self.game.node(card)
        assert isinstance(node, Decide)
        laid = [move for move in node.moves if move.verb == "put"]
        ways = [move for move in laid if move.args[0] == laid[0].args[0]] if laid else [node.moves[0]]
        return max(self.best(self.game.play(card, move, node), known) for move in ways)

    def _end(self, card: RowsCard) -> float:
        while not self.one_a_round and (must := self.game.must_score(card)):
            card = self.game.play(card, Move("score", (self.game.rows[must[0]].key,)))
        if None not in card.scored:
            return float(self.game.points(card))
        stuck = card.supply < self.game.plan.thrown or card.round == self.game.plan.last_round
        return self.value(card, SCORING if stuck or self.game.plan.needs_free_scoring else ROLLING)


@cache
def plain_network(game: ForOne) -> PlainNetwork:
    return PlainNetwork(game)


def plain_estimates(game: ForOne, state: RowsCard, node: Decide) -> list[MoveEstimate]:
    network, known = plain_network(game), dict[RowsCard, float]()
    found = []
    for move in node.moves:
        if move == END:
            found.append(MoveEstimate(move, float(game.points(state)), 0.0))
        elif move != ROLL:
            found.append(MoveEstimate(move, network.best(game.play(state, move), known), NETWORK_ERROR))
        elif state.round:
            found.append(MoveEstimate(move, network.value(state, ROLLING), NETWORK_ERROR))
        else:  # no game the network learned from stood before its first roll
            found.append(MoveEstimate(move, averages(game).get("strong", float(game.points(state))), NETWORK_ERROR))
    return found
