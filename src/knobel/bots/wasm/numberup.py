"""The learned players of Number UP, called as WebAssembly."""

from functools import lru_cache, partial
from random import Random
from statistics import fmean
from typing import Any

from knobel.bots.averages import averages
from knobel.bots.numberup.layouts import (
    LOOKED_ERROR,
    NETWORK_ERROR,
    SKILLED,
    STRONG,
    WHO,
    LayoutNumbers,
    card_estimates,
    layout_numbers,
    move_of,
)
from knobel.bots.parameters import load_plainly
from knobel.bots.protocols import FULL_DEPTH, LADDER, MoveEstimate
from knobel.bots.wasm.levels import read_level
from knobel.bots.wasm.memory import LevelMemory
from knobel.bots.wasm.players import BrowserPlayers
from knobel.rules.core import Decide, Game, Move
from knobel.rules.numberup import DRAW, Layout, NumberUp


@lru_cache(maxsize=4)
def _memory(game: NumberUp, learned: bool) -> LevelMemory:
    return LevelMemory("numberup", read_level(game), load_plainly(game) if learned else {}, {})


def _put_in(memory: LevelMemory, game: NumberUp, state: Layout) -> LayoutNumbers:
    """The layout as the position of the game."""
    numbers = layout_numbers(game, state)
    for name, content in numbers._asdict().items():
        memory.write(f"spaces.here.position.{name}", content)
    return numbers


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    assert isinstance(game, NumberUp)
    memory = _memory(game, WHO[bot] >= SKILLED)
    held = _put_in(memory, game, state).held
    memory.write("spaces.here.stream", [luck.getrandbits(64)])
    top = memory.call("numberup_choose", who=WHO[bot], depth=FULL_DEPTH)
    return move_of(game, held, memory.read("spaces.here.options.moves")[top])


def estimates(game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
    """What every move of a decision is worth to the strong player."""
    assert isinstance(game, NumberUp)
    if node.moves == (DRAW,):
        return [_before_draw(game, state)]
    memory = _memory(game, True)
    numbers = _put_in(memory, game, state)
    found = memory.call("numberup_look", depth=FULL_DEPTH)
    moves, values = (memory.read(f"spaces.here.options.{name}")[:found] for name in ("moves", "values"))
    return card_estimates(game, node, numbers, moves, values, memory.read("plain")[:found])


def _before_draw(game: NumberUp, state: Layout) -> MoveEstimate:
    """What a position is worth before a card is drawn: the mean over every card that may come; of a first hand of
    several cards, which are too many to try, what the player makes on average."""
    memory, best = _memory(game, True), []
    for card in game.rest(state):
        after = game.draw(game.play(state, DRAW), (card,))
        node = game.node(after)
        if isinstance(node, Decide) and node.moves == (DRAW,):
            return MoveEstimate(DRAW, averages(game).get("strong", float(game.points(state))), NETWORK_ERROR)
        _put_in(memory, game, after)
        top = memory.call("numberup_choose", who=STRONG, depth=0)
        best.append(memory.read("spaces.here.options.values")[top])
    return MoveEstimate(DRAW, fmean(best), LOOKED_ERROR)


PLAYERS = BrowserPlayers({name: partial(_play, name) for name in LADDER}, estimates)
