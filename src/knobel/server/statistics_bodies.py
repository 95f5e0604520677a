"""The shapes of statistics and of the page about dice in REST."""

from typing import Literal

from knobel.server.told import Face, Medal, Shape, TextOut


class TopicOut(Shape, frozen=True):
    """Something there are statistics of: `key` is what it is asked for by."""

    key: str
    name: TextOut
    games: int


class GameResultOut(Shape, frozen=True):
    """A game played to its end, when, in seconds since 1970."""

    match: str
    stamp: int
    points: int
    level: int | None
    medal: Medal | None


class SpreadOut(Shape, frozen=True):
    """How results of the best play there is are spread: exact, of so many simulated games, or the strong player's."""

    mean: float
    sd: float
    games: int | None
    strong: bool


class BinOut(Shape, frozen=True):
    """Results from `low` up to less than `high`; `best` is the share of exact play there."""

    low: int
    high: int
    games: int
    best: float | None


class LossRateOut(Shape, frozen=True):
    """What a decision loses on average, with the range it lies in 19 times out of 20."""

    matches: int
    games: int
    decisions: int
    mistakes: int
    accuracy: float
    loss: float
    low: float | None
    high: float | None
    exact: bool


class PlaceLossOut(Shape, frozen=True):
    """What was lost in turns that ended there: by what was kept, and by what was entered."""

    place: str
    name: TextOut
    decisions: int
    kept: float
    entered: float


class LuckPointOut(Shape, frozen=True):
    """Luck of a match, and of all up to it."""

    stamp: int
    games: int
    luck: float
    total: float


class LuckSumOut(Shape, frozen=True):
    """`sd` is that of one game; `less` the share of people who have less luck in as many games."""

    total: float
    games: int
    sd: float | None
    less: float | None


class MedalCountOut(Shape, frozen=True):
    """On how many levels it is the best so far, and how often it was won."""

    medal: Medal
    levels: int
    results: int


class StatisticsTextsOut(Shape, frozen=True):
    results: list[TextOut]
    loss: list[TextOut]
    luck: list[TextOut]


class GameStatisticsOut(Shape, frozen=True):
    """`texts` are the sentences above the charts."""

    texts: StatisticsTextsOut
    results: list[GameResultOut]
    mean: float | None
    error: float | None
    best: SpreadOut | None
    bins: list[BinOut]
    loss: LossRateOut | None
    places: list[PlaceLossOut]
    luck: list[LuckPointOut]
    lucky: LuckSumOut | None
    medals: list[MedalCountOut]


class StatisticsOut(Shape, frozen=True):
    """One person: `topics` is all that was played, `topic` what is told of, null where there is nothing. `waiting`
    matches have not been looked at yet: what was lost and what was luck in them is not in it.
    """

    person: str
    waiting: int
    topics: list[TopicOut]
    topic: TopicOut | None
    statistics: GameStatisticsOut | None


class FaceCountOut(Shape, frozen=True):
    """All faces lie between `low` and `high`, 19 times out of 20."""

    face: Face
    count: int
    expected: float
    low: int
    high: int


class DiceReportOut(Shape, frozen=True):
    """Dice of one kind, or what of cards is counted. `one_in`: it happens by chance to one of so many people."""

    kind: str
    name: TextOut
    typed: bool
    draws: int
    needed: int
    faces: list[FaceCountOut]
    verdict: Literal["too_few", "unremarkable", "remarkable"]
    text: TextOut
    chance: float | None
    one_in: int | None


class DiceOut(Shape, frozen=True):
    """What all dice and cards have shown here. `left_out` typed dice do not count, because only the last throw of a
    turn was typed; `waiting` matches have not been looked at yet.
    """

    reports: list[DiceReportOut]
    matches: int
    left_out: int
    waiting: int
