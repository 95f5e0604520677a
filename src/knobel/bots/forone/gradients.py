"""The way back through the network: how the value changes with every parameter."""

from typing import Any, NamedTuple

import numpy as np

from knobel.bots.forone.arrays import ForOneRules, Ints
from knobel.bots.forone.features import FEATURES, features_of
from knobel.bots.forone.network import HIDDEN, ForOneNet
from knobel.bots.forone.rounds import EARNED
from knobel.compiled import Floats, fast_bare

POSITIONS = 48  # the most positions of a game: two a round


class ForOneActivations(NamedTuple):
    """Scratch for one game: features, the hidden layer and the value of each position."""

    found: Ints
    hidden: Floats
    value: Floats


def new_activations() -> ForOneActivations:
    return ForOneActivations(
        found=np.zeros((POSITIONS, FEATURES), np.int32),
        hidden=np.zeros((POSITIONS, HIDDEN), np.float32),
        value=np.zeros(POSITIONS, np.float32),
    )


@fast_bare
def forward(rules: ForOneRules, net: ForOneNet, at: Any, phase: int, activations: ForOneActivations, step: int) -> None:
    """Work out the value of a position, and keep what the way back needs."""
    weights, last, hidden = net.weights.reshape(-1, HIDDEN), net.last.reshape(HIDDEN), activations.hidden[step]
    features_of(rules, at, phase, activations.found[step])
    value = np.float32(at[EARNED])
    for j in range(HIDDEN):
        hidden[j] = 0
    for k in range(FEATURES):
        feature = activations.found[step, k]
        value += net.plain[feature]
        for j in range(HIDDEN):
            hidden[j] += weights[feature, j]
    for j in range(HIDDEN):
        hidden[j] = hidden[j] if hidden[j] > 0 else np.float32(0)
        value += last[j] * hidden[j]
    activations.value[step] = value


@fast_bare
def add_gradient(net: ForOneNet, gradient: ForOneNet, activations: ForOneActivations, step: int, error: float) -> None:
    """Add `error` times the gradient of the value of that position, whose hidden layer is used up by it."""
    gradients, gradient_last = gradient.weights.reshape(-1, HIDDEN), gradient.last.reshape(HIDDEN)
    last, hidden = net.last.reshape(HIDDEN), activations.hidden[step]
    for j in range(HIDDEN):
        gradient_last[j] += error * hidden[j]
        hidden[j] = error * last[j] if hidden[j] > 0 else np.float32(0)
    for k in range(FEATURES):
        feature = activations.found[step, k]
        gradient.plain[feature] += error
        for j in range(HIDDEN):
            gradients[feature, j] += hidden[j]
