"""What bots are to the rest of the house: a bot decides, a game with learned players offers a little more.

Such a game has a package `knobel.bots.GAME`, with a value `PLAYERS` in its module `players`: it holds the players of
its game, plays many games with them in compiled code, and trains the strong one. What the strong one has learned is a
file of parameters for every level (`parameters`), made for exactly the rules whose digest it carries.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from knobel.rules.core import Decide, Game, Move

if TYPE_CHECKING:
    import numpy as np

Points: TypeAlias = "np.ndarray[Any, np.dtype[np.int32]]"

LADDER = ("beginner", "casual", "solid", "skilled", "strong")
FULL_DEPTH = 9  # draws to search ahead: as many as a player at a table ever does


class Bot(Protocol):
    """Chooses among the legal moves of a decision. All its luck comes from the generator it is given."""

    def __call__(self, game: Game[Any], state: Any, node: Decide, luck: Random, /) -> Move: ...


class TableBot(Protocol):
    """The same for who looks at all cards of the table: everybody's, and which seat it has."""

    def __call__(self, game: Game[Any], cards: Sequence[Any], seat: int, node: Decide, luck: Random, /) -> Move: ...


class MoveEstimate(NamedTuple):
    """A move with the points a game is expected to end with after it, and the standard error of that."""

    move: Move
    value: float
    error: float


class Trainer(Protocol):
    """Trains the strong player on one level. The same seed and number of games give the same parameters, bit for bit,
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


class LearnedPlayers(Protocol):
    @property
    def bots(self) -> Mapping[str, Bot]:
        """The players, by the names of the `LADDER`."""

    def training_games(self, game: Game[Any]) -> int:
        """Games of self-play that a level gets unless another number is asked for."""

    def simulate(self, game: Game[Any], bot: str, games: int, seed: int, *, depth: int = 0, first: int = 0) -> Points:
        """The points of games `first` … of a seed, compiled; also of the bot `random`. The first games of a longer run
        are those of a shorter one. The strong player searches `depth` draws ahead, and not further than at a table;
        with 0 it takes the move its network values most."""

    def estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        """What every move of a decision is worth to the strong player, in the order of the rules."""

    def plain_estimates(self, game: Game[Any], state: Any, node: Decide) -> list[MoveEstimate]:
        """The same, less exactly and without machine code, for the time until that is made."""

    def results(self, game: Game[Any], state: Any, games: int) -> Points:
        """The points of games that the strong player, without search, plays on from a position."""

    def trainer(self, game: Game[Any], seed: int, games: int) -> Trainer:
        """A trainer before the first of that many games."""
