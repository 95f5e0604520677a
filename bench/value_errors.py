"""How far the values of learned players are off: what they say of positions against what comes of playing on from them.

python -m bench.value_errors 40 150        positions of each level looked at, games played on from each

From a position of every stage the strong player plays on, without search, many times. Compared with the mean of these
games are what the network says of the best move, and what it says of it one roll or card later. From the squares of the
differences the part is taken off that the games themselves are off by; the roots of what is left are the errors that
stand beside advice (`bots/*/advice.py`).
"""

import sys
from random import Random
from typing import Any, NamedTuple

import numpy as np

from knobel.bots import BOTS, LEARNED, learned_players
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Game, Over

LEVELS = {"forone": (1, 9), "numberup": (1, 9)}
STAGES = 3


class Checked(NamedTuple):
    """One position: by how much values are off, and the squares of what chance makes of that."""

    stage: int
    network: float
    looked: float
    chance: float


def position(game: Game[Any], luck: Random) -> tuple[Any, Decide, int]:
    """A decision of a game played by the skilled player, and the stage it is in: how much of the game is over."""
    states = []
    state = game.start()
    while not isinstance(node := game.node(state), Over):
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
            continue
        if len(node.moves) > 1:
            states.append((state, node))
        state = game.play(state, BOTS["skilled"](game, state, node, luck))
    at = luck.randrange(len(states))
    return *states[at], at * STAGES // len(states)


def check(game: Game[Any], games: int, luck: Random) -> Checked:
    players = learned_players(game.spec.key)
    state, node, stage = position(game, luck)
    plain = {each.move: each.value for each in players.plain_estimates(game, state, node)}
    best = max(players.estimates(game, state, node), key=lambda each: each.value)
    # Who rolls has ended the round as it stands, and `results` goes on from there by itself.
    played = players.results(game, state if best.move.verb == "roll" else game.play(state, best.move), games)
    mean, chance = float(played.mean()), float(played.var(ddof=1) / games)
    return Checked(stage, plain[best.move] - mean, best.value - mean, chance)


def told(found: list[Checked]) -> str:
    """Roots of the mean squares."""

    def off(differences: list[float], chances: list[float]) -> float:
        square = max(float(np.mean(np.square(differences)) - np.mean(chances)), 0.0)
        return float(square**0.5)

    chances = [each.chance for each in found]
    network, looked = (off([each[i] for each in found], chances) for i in (1, 2))
    return f"network {network:.2f}, one step later {looked:.2f} ({len(found)} positions)"


def main(positions: int, games: int) -> None:
    for key in LEARNED:
        every: list[Checked] = []
        for level in LEVELS[key]:
            game, luck = find(key, level=level), Random(f"{key} {level}")
            found = [check(game, games, luck) for _ in range(positions)]
            every += found
            print(f"{key}:{level}  {told(found)}", flush=True)
        for stage in range(STAGES):
            print(f"{key}, third {stage + 1} of the game: {told([each for each in every if each.stage == stage])}")
        print(f"{key}: {told(every)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
