"""The shapes of the house-rule laboratory in REST."""

from typing import Annotated

from msgspec import Meta

from knobel.server.told import Shape, TextOut

Changed = Annotated[
    dict[Annotated[str, Meta(max_length=80)], int | bool | Annotated[str, Meta(max_length=20)]], Meta(max_length=80)
]


class OptionTextOut(Shape, frozen=True):
    key: str
    name: TextOut


class CardFieldOut(Shape, frozen=True):
    """Something about a card that can be changed: a number from `least` to `most`, something that is so or not, or one
    of `options`.
    """

    key: str
    group: str
    name: TextOut
    value: int | bool | str
    least: int
    most: int
    options: list[OptionTextOut]


class LaboratoryOut(Shape, frozen=True):
    """A score card with what can be changed about it."""

    spec: str
    name: TextOut
    fields: list[CardFieldOut]


class TrialIn(Shape, frozen=True):
    """What is changed, by the keys of the fields."""

    changes: Changed


class EstimateOut(Shape, frozen=True):
    seconds: Annotated[float | None, Meta(description="about how long it takes; null: not known yet, ask again")]


class TrialBegunOut(Shape, frozen=True):
    id: str


class CardWorthOut(Shape, frozen=True):
    """What play without an error makes on a card; `sd` and `bonus` come from simulated games, where there are any."""

    value: float
    exact: bool
    sd: float | None
    bonus: Annotated[float | None, Meta(description="share of the games in which a bonus is reached")]
    games: int


class ChangedDecisionOut(Shape, frozen=True):
    """A decision with another best move now; `loss` is what the one of before costs by the new rules."""

    position: TextOut
    free: TextOut
    before: TextOut
    after: TextOut
    loss: float
    why: TextOut


class ComparisonOut(Shape, frozen=True):
    before: CardWorthOut
    after: CardWorthOut
    compared: int
    changed: int
    comparable: Annotated[bool, Meta(description="whether single decisions can be compared")]
    examples: list[ChangedDecisionOut]


class TrialOut(Shape, frozen=True):
    """How far a trial is, from 0 to 1, and how many are before it; ask again until `result` is there."""

    spec: str
    changes: dict[str, int | bool | str]
    progress: float
    ahead: int
    result: ComparisonOut | None


class HouseCardIn(Shape, frozen=True):
    """A changed card to be kept as one's own."""

    changes: Changed
    name: Annotated[str, Meta(max_length=40)] = ""
