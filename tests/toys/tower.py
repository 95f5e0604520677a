"""An engine of its own: five dice, one by one, onto a tower where none may be larger than the one below it.

An engine comes with its rules, its view and its greedy player; how it looks in a terminal is in `tower_kit.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

from knobel.rules.core import Decide, Draw, Face, Game, Kind, Move, Node, Over, Spec, Urn, move
from knobel.rules.fields import fail, numbers, whole
from knobel.rules.views import Block, OwnBlock
from knobel.words import Text, text

DICE = 5
ROLL, STACK, LEAVE = move("roll"), move("stack"), move("leave")


@dataclass(frozen=True, slots=True)
class DiceTower:
    """A position: the tower from below, the dice left aside, the one in hand (0: none)."""

    dice: tuple[int, ...] = ()
    aside: int = 0
    hand: int = 0
    rolling: bool = False


@dataclass(frozen=True)
class Tower(Game[DiceTower]):
    engine = "tower"

    @property
    def players(self) -> tuple[int, int]:
        return 1, 4

    @property
    def turns(self) -> int:
        return DICE

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 6 * DICE

    def declare(self) -> Mapping[str, Any]:
        return {"engine": "tower", "dice": DICE}

    def start(self) -> DiceTower:
        return DiceTower()

    def turn(self, state: DiceTower) -> int:
        return len(state.dice) + state.aside

    def points(self, state: DiceTower) -> int:
        return sum(state.dice)

    def node(self, state: DiceTower) -> Node:
        if state.rolling:
            return Draw(self.turn(state), 1, (Urn(0, (1, 2, 3, 4, 5, 6)),))
        if state.hand:
            fits = not state.dice or state.hand <= state.dice[-1]
            return Decide((STACK, LEAVE) if fits else (LEAVE,))
        return Over(self.points(state)) if self.turn(state) == DICE else Decide((ROLL,))

    def why_not(self, state: DiceTower, move: Move) -> Text | None:
        return text("toy.too_large", die=state.hand) if state.hand and move == STACK else None

    def format(self, state: DiceTower) -> str:
        dice = ",".join(map(str, state.dice))
        return f"dice={dice} aside={state.aside} hand={state.hand} rolling={int(state.rolling)}"

    def parse(self, fields: Mapping[str, str]) -> DiceTower:
        dice = numbers(fields, "dice")
        state = DiceTower(dice, whole(fields, "aside", 0, DICE), whole(fields, "hand", 0, 6))
        if self.turn(state) > DICE or any(above > below for below, above in pairwise(dice)):
            fail("dice", "position.sorted")
        return replace(state, rolling=bool(whole(fields, "rolling", 0, 1)))

    def _blocks(self, state: DiceTower, moves: tuple[Move, ...]) -> tuple[Block, ...]:
        return (OwnBlock("tower", {"dice": state.dice, "move": str(STACK) if STACK in moves else None}),)

    def _apply(self, state: DiceTower, move: Move) -> DiceTower:
        if move == ROLL:
            return replace(state, rolling=True)
        if move == LEAVE:
            return replace(state, aside=state.aside + 1, hand=0)
        return replace(state, dice=(*state.dice, state.hand), hand=0)

    def _reveal(self, state: DiceTower, faces: tuple[Face, ...]) -> DiceTower:
        return replace(state, hand=int(faces[0]), rolling=False)


def greedy(game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move:  # noqa: ARG001
    return STACK if STACK in node.moves and state.hand > 1 else LEAVE


def build(spec: Spec) -> Tower:
    return Tower(spec=spec)


KIND = Kind("toy_tower", build)
WORDS = {
    "de": {
        "games": {"toy_tower": {"name": "Turm", "tagline": "Immer kleiner."}},
        "toy": {"too_large": "Die {die} ist größer als die Zahl darunter.", "how": "stack oder leave?"},
        "terminal": {"hint": {"toy_tower": "stack oder leave"}, "help": {"toy_tower": "stack setzt, leave legt weg."}},
    },
    "en": {
        "games": {"toy_tower": {"name": "Tower", "tagline": "Ever smaller."}},
        "toy": {"too_large": "{die} is larger than the number below it.", "how": "stack or leave?"},
        "terminal": {"hint": {"toy_tower": "stack or leave"}, "help": {"toy_tower": "stack or leave the die."}},
    },
}
