"""The shapes of the booklets in REST."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from knobel.server.bodies import TextOut

_STRICT = ConfigDict(strict=True, extra="forbid")
Medal = Literal["bronze", "silver", "gold"]
Name = Annotated[str, Field(min_length=1, max_length=24)]


class ResultIn(BaseModel):
    model_config = _STRICT
    person: Name
    points: Annotated[int, Field(ge=-9999, le=9999)]


class RenameIn(BaseModel):
    model_config = _STRICT
    person: Name
    becomes: Name


class ResultOut(BaseModel):
    id: str
    person: str
    points: int
    medal: Medal | None
    date: str
    by_hand: bool
    version: int
    counts: bool
    best: bool


class BestOut(BaseModel):
    points: int
    medal: Medal | None
    top: bool


class SumOut(BaseModel):
    points: int
    played: int
    of: int
    medal: Medal | None
    top: bool


class AimOut(BaseModel):
    level: int
    medal: Medal


class LevelLineOut(BaseModel):
    number: int
    name: TextOut
    idea: TextOut
    medals: dict[Medal, int]
    best: list[BestOut | None]


class ChapterOut(BaseModel):
    number: int
    name: TextOut
    medals: dict[Medal, int]
    levels: list[LevelLineOut]
    sums: list[SumOut]


class BookletOut(BaseModel):
    game: str
    name: TextOut
    people: list[str]
    chapters: list[ChapterOut]
    next: list[AimOut | None]
    first: AimOut


class ChapterNameOut(BaseModel):
    number: int
    name: TextOut


class LevelPageOut(BaseModel):
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
    reached: dict[str, dict[Medal, float]]


class PagesOut(BaseModel):
    pages: list[LevelPageOut]


class EntryOut(BaseModel):
    """What became of a match in the booklet: its line there, or why there is none."""

    result: ResultOut | None
    why: TextOut | None
    medal: Medal | None
    next: Medal | None
    medals: dict[Medal, int]
    chapter: ChapterNameOut
    sum: SumOut | None
