"""What a game with learned players offers, so that commands and hosts need not know which game it is.

A school is a package `knobel.bots.GAME` with a value `SCHOOL`. It holds the three players of its game, plays many games
with them in compiled code, and teaches the strong one. What the strong one has learned is a file of parameters for
every level (`parameters`), made for exactly the rules whose digest it carries.
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from knobel.rules.core import Decide, Game, Move

if TYPE_CHECKING:
    import numpy as np

Points: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"

LADDER = ("beginner", "solid", "strong")
AS_AT_A_TABLE = 9  # draws to look ahead: as many as a player ever does


class Bot(Protocol):
    """Chooses among the legal moves of a decision."""

    def __call__(self, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move: ...


class Trainer(Protocol):
    """Teaches the strong player one level. The same seed and number of games give the same parameters, bit for bit,
    stopped and resumed or not."""

    @property
    def played(self) -> int:
        """Games played so far."""

    def step(self, games: int) -> float:
        """Play that many games more and learn from them; their mean points."""

    def checkpoint(self) -> bytes:
        """All that is needed to go on from here."""

    def resume(self, saved: bytes) -> None:
        """Go on from a checkpoint of the same level, seed and number of games."""

    def seal(self) -> bytes:
        """The parameters as the strong player reads them."""


class School(Protocol):
    @property
    def bots(self) -> Mapping[str, Bot]:
        """The players, by the names of the `LADDER`."""

    def lessons(self, game: Game[Any]) -> int:
        """Games of training that a level gets unless another number is asked for."""

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, search: int = 0) -> Points:
        """The points of many games, compiled; also of the bot `random`. The first games of a longer run are those of
        a shorter one. The strong player looks `search` draws ahead, and not further than at a table; with 0 it decides
        at a glance."""

    def trainer(self, game: Game[Any], seed: int, games: int) -> Trainer:
        """A trainer at the beginning of a course of that many games."""
