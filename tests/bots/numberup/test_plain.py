"""Number UP without machine code: the same network, run as the Python it is written in."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from knobel.bots.numberup.evaluation import value_moves
from knobel.bots.numberup.plain import plain_estimates
from knobel.bots.numberup.players import player
from knobel.bots.numberup.simulator import position_of
from knobel.bots.numberup.workspace import workspace
from knobel.rules import find
from knobel.rules.booklets import level_numbers
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.numberup import DRAW, Layout, NumberUp


def position(game: NumberUp, seed: int) -> tuple[Layout, Decide]:
    """Somewhere in a game played at random, with something to choose."""
    luck, state = Random(seed), game.start()
    decisions = luck.randint(3, 14)
    while not isinstance(node := game.node(state), Over):
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
            continue
        decisions -= len(node.moves) > 1
        if not decisions:
            return state, node
        state = game.play(state, luck.choice(node.moves))
    raise AssertionError("too short a game")


@pytest.mark.parametrize("level", level_numbers("numberup"))
def test_plain_python_values_moves_as_machine_code_does(level: int) -> None:
    game = find("numberup", level=level)
    assert isinstance(game, NumberUp)
    state, node = position(game, level)
    plain = [each.value for each in plain_estimates(game, state, node)]
    rules, net, weights = player(game, "strong")
    here = workspace(rules, net)._replace(position=position_of(game, state))
    found = value_moves(rules, net, weights, here.position, here.activations, here.options)
    assert len(plain) == found == len(node.moves)
    assert sorted(plain) == pytest.approx(sorted(here.options.values[:found].tolist()), abs=0.02)


def test_before_a_card_is_drawn_there_is_one_value() -> None:
    game = find("numberup")
    assert isinstance(game, NumberUp)
    state = game.start()
    node = game.node(state)
    assert isinstance(node, Decide)
    (only,) = plain_estimates(game, state, node)
    assert only.move == DRAW
    assert 85 < only.value < 96


ASK = """
from knobel.cli.app import run
from knobel import machine_code
machine_code.Preparation.ready = lambda self: False
assert run(["advise", {position!r}]) == 0
"""
POSITION = "knobel 1 numberup:1 cells=-,-,-,-,-,-,-,-,-,-,-,b5,b4,-,-,-,-,-,-,-,-,-,-,-,- hand=a2"


def test_the_first_advice_makes_no_machine_code(tmp_path: Path) -> None:
    fresh = {**os.environ, "KNOBEL_HOME": str(tmp_path), "KNOBEL_CACHE": str(tmp_path / "cache"), "LANG": "C"}
    for name in ("KNOBEL_COMPILE", "NUMBA_CACHE_DIR"):
        fresh.pop(name, None)
    asked = (sys.executable, "-c", ASK.format(position=POSITION))
    done = subprocess.run(asked, env=fresh, capture_output=True, text=True, check=True)
    assert " 1. lay red 2 on " in done.stdout
    assert not list((tmp_path / "cache").rglob("*.nbi")), "somebody has waited for the compiler"
    assert np.isfinite(float(done.stdout.splitlines()[1].split()[-2]))
