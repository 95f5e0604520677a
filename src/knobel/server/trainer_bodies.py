"""The shapes of the trainer in REST."""

from typing import Annotated, Literal

from msgspec import Meta

from knobel.match.events import LONGEST_NAME
from knobel.server.bodies import MatchOut
from knobel.server.told import Shape, TextOut


class TrainerGameOut(Shape, frozen=True):
    """How somebody stands in the trainer of a game. `due` are positions that come back to them by now."""

    key: str
    name: TextOut
    positions: int
    seen: int
    answers: int
    right: int
    streak: int
    longest: int
    due: int


class TrainerOut(Shape, frozen=True):
    games: list[TrainerGameOut]


class PuzzleOut(Shape, frozen=True):
    """A position to decide in, as a table of its own. `back`: it was wrong before, and comes back."""

    id: str
    match: MatchOut
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "tricky"] | None, Meta(description="null: out of a match of one's own")
    ]
    back: bool


class TrainerSessionOut(Shape, frozen=True):
    puzzles: list[PuzzleOut]


class AnswerIn(Shape, frozen=True):
    person: Annotated[str, Meta(max_length=LONGEST_NAME)]
    puzzle: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    move: Annotated[str, Meta(min_length=1, max_length=80)]


class AnswerOut(Shape, frozen=True):
    """What is said to an answer: `why` the best is better than what was chosen, or than the next if that was right.

    `back_in` are the days until the position comes back, if it does.
    """

    right: bool
    loss: float
    chosen: TextOut
    best: TextOut
    why: TextOut
    streak: int
    longest: int
    back_in: int | None
