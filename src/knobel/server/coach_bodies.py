"""The shapes of the coach in REST. Points are expected ones; a loss is how many less than with the best move."""

from typing import Annotated

from msgspec import Meta

from knobel.server.bodies import MatchOut
from knobel.server.told import Shape, TextOut


class OptionOut(Shape, frozen=True):
    move: str
    value: Annotated[float, Meta(description="expected result of the whole game")]
    loss: float
    error: Annotated[float | None, Meta(description="one standard error of the value, where it is not exact")]


class HintsOut(Shape, frozen=True):
    """What every move is worth, best first; `best` names the first as a person would."""

    version: int
    seat: int
    exact: bool
    options: list[OptionOut]
    best: TextOut


class WhyOut(Shape, frozen=True):
    """One option: what it is called, what makes the difference to the best, or to the next; what it leads to."""

    move: str
    name: TextOut
    loss: float
    why: TextOut
    about: TextOut


class ReasonsOut(Shape, frozen=True):
    version: int
    options: list[WhyOut]


class SeatChanceOut(Shape, frozen=True):
    """How likely a player is to win; `error` is one standard error, none where the chance is exact."""

    seat: int
    chance: float
    error: float | None


class MedalChanceOut(Shape, frozen=True):
    """How likely a medal is, or a better one."""

    medal: str
    chance: float
    error: float


class MoveMedalsOut(Shape, frozen=True):
    move: str
    medals: list[MedalChanceOut]


class ChancesOut(Shape, frozen=True):
    """Where a match of several stands, if everybody plays on as well as possible; on a level the medals after each of
    the three best moves. Empty where nobody can say, or not yet.
    """

    version: int
    players: list[SeatChanceOut]
    medals: list[MoveMedalsOut]


class MomentOut(Shape, frozen=True):
    """A throw or a decision that moved the expected result much."""

    n: int
    turn: int
    points: float
    says: TextOut


class DecisionOut(Shape, frozen=True):
    """A decision that lost something; `n` is its number among the events of the match."""

    n: int
    game: int
    turn: int
    loss: float
    position: TextOut
    move: TextOut
    best: TextOut
    why: TextOut


class PlayerReviewOut(Shape, frozen=True):
    """start + luck − loss = result, but for what a bot lost that stood in; `residual` is what is left over. `expected`
    are [number of the event, expected result], `mistakes` are sorted by what they lost.
    """

    seat: int
    name: str
    start: float
    luck: float
    loss: float
    result: float
    residual: float
    exact: bool
    error: float | None
    over: bool
    accuracy: float
    decided: int
    right: int
    unknown: Annotated[int, Meta(description="turns whose dice nobody knows; what they brought counts as luck")]
    stood_in: Annotated[TextOut | None, Meta(description="that a bot decided for a while: not the player's decisions")]
    ledger: TextOut
    expected: list[tuple[int, float]]
    turning: list[MomentOut]
    mistakes: list[DecisionOut]


class ReviewOut(Shape, frozen=True):
    """`chances` are [number of the event, the chance to win of every seat after it], in a match of several."""

    players: list[PlayerReviewOut]
    chances: list[tuple[int, list[float]]]
    no_what_if: Annotated[TextOut | None, Meta(description="why nobody can go on from a decision with the same dice")]


class ReviewStateOut(Shape, frozen=True):
    """A review, or how far it is, from 0 to 1: then ask again."""

    version: int
    progress: float
    review: ReviewOut | None


class WhatIfOut(Shape, frozen=True):
    """A match alone, from a decision on, after the moves made since. `played` is what it came to in the match."""

    match: MatchOut
    seat: int
    turn: int
    played: int


class LineStepOut(Shape, frozen=True):
    turn: int
    says: TextOut
    points: Annotated[int, Meta(description="of the card after it")]


class CoachLineOut(Shape, frozen=True):
    """How the coach would have gone on with the same dice; `points` is its result, `played` that of the match."""

    steps: list[LineStepOut]
    points: int
    played: int
