"""Random games through the solo protocol, and through a whole match with events, seal and legality."""

from functools import partial
from random import Random

from bench.measure import Row, rate
from knobel import Draw, Over, find, new_match

GAMES = ("kniffel", "extreme", "seven", "forone", "numberup")
PER_RUN = 10


def solo(key: str) -> int:
    game, luck, steps = find(key), Random(1), 0
    for _ in range(PER_RUN):
        state = game.start()
        while not isinstance(node := game.node(state), Over):
            steps += 1
            if isinstance(node, Draw):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns), node)
            else:
                state = game.play(state, luck.choice(node.moves), node)
    return steps


def matched(key: str) -> int:
    luck, steps = Random(1), 0
    for _ in range(PER_RUN):
        host = new_match(key, ["A"])
        while moves := host.match.legal_moves:
            host = host.play(luck.choice(moves))
        steps += host.match.version
    return steps


def measure() -> list[Row]:
    return [
        Row(
            f"{key}: events of a sealed match",
            rate(partial(matched, key)),
            "steps of the bare solo game",
            rate(partial(solo, key)),
        )
        for key in GAMES
    ]
