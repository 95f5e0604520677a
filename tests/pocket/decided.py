"""What learned players decide in positions that chance has made: asked here and in the Python of browsers."""

from random import Random

from knobel.bots import BOTS
from knobel.coach.advice import advise
from knobel.rules import find
from knobel.rules.core import Decide, Draw

# One of each kind: the base games, a house rule, free scoring, a yellow die, a wild one, cards aside, a hand of five.
SPECS = (
    "forone:1",
    "forone:1+free_discard",
    "forone:7",
    "forone:22",
    "forone:24",
    "numberup:1",
    "numberup:9",
    "numberup:20",
)
ASKED = (("beginner", 3), ("solid", 3), ("skilled", 3), ("strong", 8))  # bots, and in how many positions of a game


def decided(spec: str) -> list[str]:
    """The moves of all bots in some positions of one game, and what the best move is worth in the last of them."""
    game, found = find(spec), []
    for bot, most in ASKED:
        luck, state, asked = Random(f"{spec} {bot}"), game.start(), 0
        while asked < most and isinstance(node := game.node(state), Decide | Draw):
            if isinstance(node, Draw):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
                continue
            if len(node.moves) > 1 and luck.random() < 0.4:
                asked += 1
                found.append(f"{bot} {BOTS[bot](game, state, node, Random(asked))}")
                last = state
            state = game.play(state, luck.choice(node.moves))
    best = advise(game, last).best
    return [*found, f"advice {best.move} {best.value:.1f}"]
