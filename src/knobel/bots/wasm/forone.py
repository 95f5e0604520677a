"""The learned players of For One – Kniffel, called as WebAssembly."""

from functools import lru_cache, partial
from random import Random
from typing import Any

from knobel.bots.forone.ends import RoundEnd, estimates_by_ends, round_end, seed_of
from knobel.bots.forone.rounds import (
    CANDIDATES,
    FREE_DISCARD,
    LEARNED_NETS,
    NOISE,
    RoundPlans,
    position_numbers,
    waiting_dice,
)
from knobel.bots.parameters import load_plainly
from knobel.bots.protocols import LADDER, MoveEstimate
from knobel.bots.wasm.levels import plain_level, read_level
from knobel.bots.wasm.memory import LevelMemory
from knobel.bots.wasm.players import BrowserPlayers
from knobel.rules.core import Decide, Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard

_HAND = {"beginner": "by_hand.beginner", "casual": "by_hand.solid", "solid": "by_hand.solid"}  # who values how


@lru_cache(maxsize=4)
def _memory(game: ForOne, bot: str, best: int) -> LevelMemory:
    """`best`: how many ends of a round it keeps."""
    level = read_level(game)
    if bot in LEARNED_NETS:
        learned = {f"net.{name}": content for name, content in load_plainly(plain_level(game)).items()}
    else:
        learned = {"net.plain": level.content(_HAND[bot])}
    memory = LevelMemory("forone", level, learned, {"here.best.": best, "here.worth": best, "deeper.best.": best})
    memory.write("rules.settings", [int(game.free_discard)], FREE_DISCARD)
    memory.write("here.noise", [NOISE[bot]])
    return memory


def _decided(bot: str, game: ForOne, state: RowsCard, luck: Random) -> list[int]:
    """The steps of the path to the position to go for."""
    memory, dice = _memory(game, bot, CANDIDATES if bot == "strong" else 1), waiting_dice(game, state)
    memory.write("here.stream", [luck.getrandbits(64)])
    memory.write("here.dice", dice)
    memory.write("at", position_numbers(game, read_level(game).fills, state))
    top = memory.call("forone_choose", dice=len(dice), search=bot == "strong")
    path, count = memory.read("here.best.path"), memory.read("here.best.steps")
    longest = len(path) // len(count)
    return list(path[top * longest : top * longest + count[top]])


_PLANS = RoundPlans(_decided)


def _play(bot: str, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:
    assert isinstance(game, ForOne)
    return _PLANS.next_move(bot, game, state, node, luck)


def estimates(game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
    """What every move of a decision is worth to the strong player."""
    assert isinstance(game, ForOne)
    return estimates_by_ends(game, state, node, _best_end, _after_rolls)


def _best_end(game: ForOne, state: RowsCard) -> RoundEnd:
    memory, dice = _adviser(game), waiting_dice(game, state)
    memory.write("here.dice", dice)
    memory.write("at", position_numbers(game, read_level(game).fills, state))
    memory.call("forone_round", dice=len(dice))
    return round_end(game, memory.read("here.best.at"), memory.read("here.best.value")[0])


def _after_rolls(game: ForOne, at: tuple[int, ...]) -> tuple[float, ...]:
    memory = _adviser(game)
    memory.write("at", at)
    memory.call("forone_rolls", seed=seed_of(game))
    return memory.read("found")


def _adviser(game: ForOne) -> LevelMemory:
    """Of the ends of a round it keeps only the best."""
    return _memory(game, "strong", 1)


PLAYERS = BrowserPlayers({name: partial(_play, name) for name in LADDER}, estimates)
