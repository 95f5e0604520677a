"""The shapes of the booklets in REST."""

from typing import Annotated

from msgspec import Meta

from knobel.server.told import Medal, Shape, TextOut

Name = Annotated[str, Meta(min_length=1, max_length=24)]


class ResultIn(Shape, frozen=True):
    person: Name
    points: Annotated[int, Meta(ge=-(10**9), le=10**9)]  # what a level can give is said by the level


class ResultOut(Shape, frozen=True):
    id: str
    person: str
    points: int
    medal: Medal | None
    date: str
    by_hand: bool
    hinted: bool
    version: int
    counts: bool
    best: bool


class BestOut(Shape, frozen=True):
    points: int
    medal: Medal | None
    top: bool


class SumOut(Shape, frozen=True):
    points: int
    played: int
    of: int
    medal: Medal | None
    top: bool


class AimOut(Shape, frozen=True):
    level: int
    medal: Medal


class LevelLineOut(Shape, frozen=True):
    number: int
    name: TextOut
    idea: TextOut
    medals: dict[Medal, int]
    best: list[BestOut | None]


class ChapterOut(Shape, frozen=True):
    number: int
    name: TextOut
    medals: dict[Medal, int]
    levels: list[LevelLineOut]
    sums: list[SumOut]


class BookletOut(Shape, frozen=True):
    game: str
    name: TextOut
    people: list[str]
    chapters: list[ChapterOut]
    next: list[AimOut | None]
    first: AimOut


class ChapterNameOut(Shape, frozen=True):
    number: int
    name: TextOut


class LevelPageOut(Shape, frozen=True):
    game: str
    game_name: TextOut
    chapter: ChapterNameOut
    number: int
    name: TextOut
    idea: TextOut
    rule: TextOut
    preparation: TextOut
    medals: dict[Medal, int]
    measured: dict[Medal, int] | None  # what calibration would have set where the medals are printed ones
    version: int
    before: int | None
    after: int | None
    people: list[str]
    results: list[ResultOut]
    reached: dict[str, dict[str, float]]


class PagesOut(Shape, frozen=True):
    pages: list[LevelPageOut]


class EntryOut(Shape, frozen=True):
    """What became of a match in the booklet: its line there, or why there is none."""

    result: ResultOut | None
    why: TextOut | None
    medal: Medal | None
    next: Medal | None
    medals: dict[Medal, int]
    chapter: ChapterNameOut
    sum: SumOut | None
