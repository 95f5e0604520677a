"""The shapes of REST: what is asked (strict) and what is answered. The browser's types are generated from these."""

from collections.abc import Mapping
from dataclasses import fields
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from knobel.rules import views
from knobel.words import Text

_STRICT = ConfigDict(strict=True, extra="forbid")
_WORD = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")


class SeatIn(BaseModel):
    model_config = _STRICT
    name: Annotated[str, Field(min_length=1, max_length=24)]
    colour: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,20}$")] = ""
    bot: Annotated[str, _WORD] | None = None


class MatchIn(BaseModel):
    model_config = _STRICT
    game: Annotated[str, _WORD]
    level: Annotated[int, Field(ge=1, le=999)] | None = None
    house_rules: Annotated[list[Annotated[str, _WORD]], Field(max_length=20)] = []
    seats: Annotated[list[SeatIn], Field(min_length=1, max_length=8)]
    games: Annotated[int, Field(ge=1, le=6)] = 1
    first: Annotated[int, Field(ge=0, le=7)] | None = None
    same_dice: bool = False
    dice: Literal["sealed", "hand"] = "sealed"


class TextOut(BaseModel):
    key: str
    values: dict[str, Any]


class Problem(BaseModel):
    code: str
    title: str
    text: TextOut
    status: int


def _shape(hint: Any) -> Any:
    """The JSON type of a view's field."""
    if hint is Text:
        return TextOut
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(_shape(arg) for arg in args)]  # noqa: UP007
    if origin is tuple:
        return list[_shape(args[0])]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return dict[str, _shape(args[1])]  # type: ignore[misc]
    if isinstance(hint, type) and hint is not NoneType and hint.__module__ == views.__name__:
        return _model(hint)
    return hint


_models: dict[type, type[BaseModel]] = {}


def _model(view: type) -> type[BaseModel]:
    if view not in _models:
        hints = get_type_hints(view)
        shapes: dict[str, Any] = {field.name: (_shape(hints[field.name]), ...) for field in fields(view)}
        if "block" in vars(view):
            shapes["block"] = (Literal[vars(view)["block"]], ...)
        _models[view] = create_model(view.__name__, **shapes)
    return _models[view]


ViewOut: Any = _model(views.View)


class SeatOut(BaseModel):
    name: str
    colour: str
    bot: str | None


class TurnOut(BaseModel):
    seat: int
    waits: Literal["move", "dice", "over"]


class PlaceOut(BaseModel):
    place: int
    seat: int
    points: int


class UrnOut(BaseModel):
    die: int
    faces: list[int | str]


class RollOffOut(BaseModel):
    seats: list[int]
    thrown: list[int]
    round: int


class TableOut(BaseModel):
    turn: TurnOut
    urns: list[UrnOut]
    game: int
    games: int
    first: int
    roll_off: RollOffOut | None
    results: list[list[int]]
    ranking: list[PlaceOut]
    source: Literal["app", "hand"]
    mixed: bool
    undo: int | None
    pad: list[list[str]]
    over: bool
    revealed: bool


class EventOut(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    n: int
    seat: int | None
    is_: Annotated[
        Literal["played", "drew", "undid", "salted", "noted", "corrected", "switched", "revealed"], Field(alias="is")
    ]
    move: str | None = None
    faces: list[int | str] | None = None
    by_hand: bool | None = None
    box: str | None = None
    points: int | None = None
    extra: int | None = None
    was: int | None = None
    seed: str | None = None


class HeaderOut(BaseModel):
    id: str
    spec: str
    key: str
    level: int | None
    house_rules: list[str]
    name: TextOut
    seats: list[SeatOut]
    games: int
    first: int | None
    same_dice: bool
    commitment: str
    rules: str
    created: str
    rematch_of: str | None
    rematch: str | None
    turns: int


class HeldOut(BaseModel):
    version: int
    mask: str


class MatchOut(BaseModel):
    id: str
    header: HeaderOut
    layout: ViewOut
    version: int
    table: TableOut
    views: list[dict[str, Any]]
    events: list[EventOut]
    held: HeldOut | None
    last: int


class SummaryOut(BaseModel):
    id: str
    spec: str
    name: TextOut
    seats: list[SeatOut]
    games: int
    created: str
    updated: str
    version: int
    over: bool
    revealed: bool
    source: Literal["app", "hand"]
    turn: TurnOut
    progress: float
    ranking: list[PlaceOut]


class UnreadableOut(BaseModel):
    """A match that is kept but cannot be shown here, such as one played by rules of another release."""

    id: str
    problem: Problem


class PageOut(BaseModel):
    matches: list[SummaryOut]
    unreadable: list[UnreadableOut]
    next: str | None


class HouseRuleOut(BaseModel):
    key: str
    title: TextOut
    text: TextOut


class DieOut(BaseModel):
    kind: str
    faces: list[int]


class GameOut(BaseModel):
    key: str
    name: TextOut
    tagline: TextOut
    players: list[int]
    levels: list[int]
    house_rules: list[HouseRuleOut]
    bots: list[str]
    dice: list[DieOut]
    series: int
    pad: bool
    classic: bool


class DamagedOut(BaseModel):
    name: TextOut
    problem: TextOut


class GamesOut(BaseModel):
    games: list[GameOut]
    damaged: list[DamagedOut]


class CardOut(BaseModel):
    spec: str
    name: TextOut
    layout: ViewOut


class CreatedOut(BaseModel):
    id: str


class HealthOut(BaseModel):
    ok: bool
    protocol: int
    build: str
    version: str


class ProofDieOut(BaseModel):
    die: int
    faces: list[int | str]
    face: int | str


class ProofDrawOut(BaseModel):
    n: int
    seat: int
    stream: str
    turn: int
    roll: int
    by_hand: bool
    dice: list[ProofDieOut]


class ProofOut(BaseModel):
    match: str
    rules: str
    commitment: str
    seed: str | None
    salts: dict[str, str]
    draws: list[ProofDrawOut]
